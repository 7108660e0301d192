// The twelve piece-square tables of each phase as heat maps.

const ROLES = ["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"];
const SIDES = ["White", "Black", "Both colours"];

async function showSquares(views) {
  const tables = await Promise.all(views.map((view) => unpack(view.squares)));
  const state = { table: Math.min(views.length - 1, Math.max(0, views.findIndex((view) => view.phase === "middlegame"))), value: "centipawns", sides: "each" };
  const place = byId("squares-controls");
  const phases = views.map((view) => view.phase);
  const isClear = new Set(phases).size === phases.length;
  const titles = views.map((view, index) => [index, isClear ? capital(view.phase) : `${capital(view.phase)}: ${view.name}`]);
  const set = (name) => (value) => { state[name] = value; draw(); };
  choice(place, "Phase", titles, state.table, set("table"));
  choice(place, "Numbers", [["centipawns", "Centipawns"], ["score", "Score"], ["count", "Counts"]], state.value, set("value"));
  choice(place, "Sides", [["each", "White and Black"], ["both", "Folded"]], state.sides, set("sides"));

  function draw() {
    const view = views[state.table];
    const table = tables[state.table];
    const boards = [];
    for (const side of state.sides === "each" ? [0, 1] : [2]) {
      boards.push(el("h3", {}, side === 2 ? "Both colours, Black's board turned over" : `${SIDES[side]}'s pieces`));
      for (let role = 0; role < 6; role += 1) boards.push(heatBoard(view, table, side, role, state.value));
    }
    byId("squares-boards").replaceChildren(...boards);
    drawLegend(state.value, view);
  }
  draw();
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);
const squareName = (square) => "abcdefgh"[square & 7] + ((square >> 3) + 1);

function drawLegend(value, view) {
  const middle = "var(--neutral)";
  const scale = value === "count" ? `${middle}, var(--warm)` : `var(--cold), ${middle}, var(--warm)`;
  const words = {
    centipawns: ["below the mean square", "above it"],
    score: ["below the piece's mean score", "above it"],
    count: ["seldom", "often"],
  }[value];
  byId("squares-legend").replaceChildren(
    words[0], el("i", { style: `background: linear-gradient(to right in oklab, ${scale})` }), words[1],
    el("span", {}, `· ${view.phase} of ${grouped(view.games_used)} games`));
}

function heatBoard(view, table, side, role, value) {
  const first = 64 * (6 * side + role);
  const rows = Array.from({ length: 64 }, (_, square) => first + square);
  const games = (row) => table.wins[row] + table.draws[row] + table.losses[row];
  const seen = rows.filter((row) => games(row) > 0);
  const number = { centipawns: (row) => table.centipawns[row], score: (row) => table.score[row] - table.mean[first], count: games }[value];
  const farthest = Math.max(...seen.map((row) => Math.abs(number(row))), 1);
  const total = seen.reduce((sum, row) => sum + games(row), 0);
  const cells = [];
  for (let rank = 7; rank >= 0; rank -= 1) {
    cells.push(el("span", {}, String(rank + 1)));
    for (let file = 0; file < 8; file += 1) cells.push(square(8 * rank + file));
  }
  cells.push(el("span"), ..."abcdefgh".split("").map((file) => el("span", {}, file)));

  function square(index) {
    const row = first + index;
    if (games(row) === 0) return el("i", { class: "none", "aria-label": `${squareName(index)}: never` }, "·");
    const heat = number(row) / farthest;
    const tone = heat < 0 ? "var(--cold)" : "var(--warm)";
    // The root shows what is seldom as well.
    const depth = value === "count" ? Math.sqrt(heat) : Math.abs(heat);
    const text = { centipawns: () => signed(table.centipawns[row]), score: () => decimals(table.score[row]), count: () => short(games(row)) }[value]();
    const cell = el("i", { style: `--heat:${depth.toFixed(3)};--tone:${tone}`, "data-square": squareName(index) }, text);
    explain(cell, () => tipOf(row, index));
    return cell;
  }

  function tipOf(row, index) {
    const outcome = [table.wins[row], table.draws[row], table.losses[row]];
    return [
      el("b", {}, `${SIDES[side]}: ${ROLES[role].toLowerCase()} on ${squareName(index)}`),
      outcomeBar(outcome, null),
      facts([
        ["positions", grouped(games(row))],
        ["won · drawn · lost", outcome.map(grouped).join(" · ")],
        ["share of its positions", `${decimals(table.share[row])} ‰`],
        ["score", `${decimals(table.score[row])} %`],
        ["error, at least", table.error[row] === NONE ? "–" : `± ${decimals(table.error[row], 2)} %`],
        ["against the mean square", `${signed(table.centipawns[row])} cp`],
      ]),
    ];
  }

  return el("div", { class: "heat", "data-board": `${SIDES[side]} ${ROLES[role]}` },
    el("h4", {}, ROLES[role], el("span", {}, `${grouped(total)} positions, ${percent(table.mean[first])} %`)),
    el("div", { class: "heat-grid" }, cells));
}

// 61,234 as 61k: a square has room for four characters.
function short(number) {
  for (const [unit, sign] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (number >= unit) {
      const scaled = number / unit;
      return (scaled < 9.95 ? scaled.toFixed(1) : Math.round(scaled)) + sign;
    }
  }
  return String(number);
}
