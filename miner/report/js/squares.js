// The twelve piece-square tables of each phase as heat maps.

const ROLES = ["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"];
const SIDES = ["White", "Black", "Both colours"];

async function showSquares(views) {
  const tables = await Promise.all(views.map((view) => unpack(view.squares)));
  const reach = reaches(tables);
  const phases = views.map(({ phase }) => phase);
  const isClear = new Set(phases).size === phases.length;
  const titles = views.map(({ phase, name }) => [name, isClear ? capital(phase) : `${capital(phase)}: ${name}`]);
  const usual = views.find(({ phase }) => phase === "middlegame") ?? views.at(-1);
  const place = byId("squares-controls");
  const { state, set } = kept("squares", { table: usual.name, beside: "", numbers: "centipawns", sides: "each", at: "" }, draw);
  const picks = {
    table: choice(place, "Phase", titles, usual.name, (table) => set({ table })),
    numbers: choice(place, "Numbers", [["centipawns", "Centipawns"], ["score", "Score"], ["count", "Counts"]], state.numbers, (numbers) => set({ numbers })),
    sides: choice(place, "Sides", [["each", "White and Black"], ["both", "Folded"]], state.sides, (sides) => set({ sides })),
    beside: choice(place, "Beside", views.length > 1 ? [["", "–"], ...titles] : [], state.beside, (beside) => set({ beside })),
  };
  const sidesShown = () => (state.sides === "both" ? [2] : [0, 1]);
  offer("squares", () => squareRows(shown(), sidesShown()));

  function shown() {
    const beside = views.some(({ name }) => name === state.beside) ? [state.beside] : [];
    return [state.table, ...beside].map((name) => placeOf(views, name)).map((at) => ({ view: views[at], table: tables[at] }));
  }

  function draw() {
    for (const [name, pick] of Object.entries(picks)) pick(state[name]);
    const numbers = state.numbers in reach ? state.numbers : "centipawns";
    const sources = shown();
    const boards = [];
    for (const side of sidesShown()) {
      boards.push(el("h3", {}, side === 2 ? "Both colours, Black's board turned over" : `${SIDES[side]}'s pieces`));
      for (let role = 0; role < 6; role += 1) {
        const pair = sources.map(({ view, table }) => heatBoard(view, table, side, role, numbers, reach[numbers], sources.length > 1));
        if (pair.length > 1) pair.push(differenceBoard(sources.map(({ table }) => table), side, role, numbers, reach[numbers]));
        boards.push(...pair);
      }
    }
    const area = byId("squares-boards");
    area.replaceChildren(...boards);
    area.classList.toggle("beside", sources.length > 1);
    drawLegend(numbers, sources, reach[numbers]);
    pickSquare(area, state.at);
  }

  // A click and Enter put a square into the address.
  byId("squares-boards").addEventListener("click", ({ target }) => pickAt(target));
  byId("squares-boards").addEventListener("keydown", (event) => { if (event.key === "Enter") pickAt(event.target); });
  function pickAt(target) {
    const square = target.closest("[data-square]");
    if (!square) return;
    // Boards of differences have no squares to pick.
    const board = square.closest("[data-board]")?.dataset.board;
    if (!board) return;
    const at = `${board.replace("Both colours ", "").replace(" ", "-")}-${square.dataset.square}`;
    const isPicked = state.at === at;
    set({ at: isPicked ? "" : at });
    if (!isPicked) focusSquare(document.querySelector(`[data-board="${board}"]`), square.dataset.square);
  }
  draw();
}

// Marks a square and goes there: White-Knight-e5, or Knight-e5 of both colours.
function pickSquare(area, at) {
  const [, side, role, square] = at.match(/^(?:(White|Black)-)?(\w+)-([a-h][1-8])$/) ?? [];
  const board = role && area.querySelector(`[data-board="${side ?? "Both colours"} ${CSS.escape(role)}"]`);
  const cell = board?.querySelector(`[data-square="${square}"]`);
  if (!cell) return;
  cell.classList.add("picked");
  if (byId("squares").hidden || area.contains(document.activeElement)) return;
  cell.scrollIntoView({ block: "center", behavior: "instant" });
  focusSquare(board, square);
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);
const squareName = (square) => "abcdefgh"[square & 7] + ((square >> 3) + 1);

function drawLegend(numbers, sources, reach) {
  const ends = {
    centipawns: [`−${reach} cp and less`, `+${reach} and more than the mean square`],
    score: [`−${decimals(reach)} % and less`, `+${decimals(reach)} and more than the piece's mean score`],
    count: ["seldom", `${decimals(reach)} ‰ of the piece's positions and more`],
  }[numbers];
  const games = sources.map(({ view }) => `${view.phase} of ${grouped(view.games_used)} games`).join(", beside it ");
  byId("squares-legend").replaceChildren(...legendOf(reach, ends, numbers === "count"), el("span", {}, `· ${games}`));
}

// All figures of the boards that are shown.
function squareRows(sources, sides) {
  const head = ["table", "phase", "side", "piece", "square", "wins", "draws", "losses", "score_percent", "error_percent", "centipawns"];
  const rows = sources.flatMap(({ view, table }) => sides.flatMap((side) => ROLES.flatMap((role, index) =>
    Array.from({ length: 64 }, (_, square) => {
      const row = 64 * (6 * side + index) + square;
      if (table.wins[row] + table.draws[row] + table.losses[row] === 0) return null;
      return [view.name, view.phase, SIDES[side], role, squareName(square), table.wins[row], table.draws[row], table.losses[row],
        decimals(table.score[row]), table.error[row] === NONE ? "" : decimals(table.error[row], 2), table.centipawns[row]];
    }).filter(Boolean))));
  return [head, ...rows];
}

// Ranks from above with their names, files below.
function boardGrid(title, square) {
  const cells = [];
  for (let rank = 7; rank >= 0; rank -= 1) {
    cells.push(el("span", { "aria-hidden": "true" }, String(rank + 1)));
    for (let file = 0; file < 8; file += 1) cells.push(square(8 * rank + file));
  }
  cells.push(el("span"), ..."abcdefgh".split("").map((file) => el("span", { "aria-hidden": "true" }, file)));
  const grid = el("div", { class: "heat-grid", role: "group", "aria-label": title }, cells);
  arrowKeys(grid);
  return grid;
}

const gamesOf = (table, row) => table.wins[row] + table.draws[row] + table.losses[row];

// What one table's board has more than the other's, in the numbers that are printed there.
function differenceBoard([one, two], side, role, numbers, reach) {
  const first = 64 * (6 * side + role);
  const of = (table, row) => ({ centipawns: table.centipawns[row], score: table.score[row], count: table.share[row] })[numbers];
  const square = (index) => {
    const row = first + index;
    if (gamesOf(one, row) === 0 || gamesOf(two, row) === 0) return el("i", { class: "none", tabindex: index ? "-1" : "0", "data-square": squareName(index), "aria-label": `${squareName(index)}: not in both` }, "·");
    const difference = of(one, row) - of(two, row);
    const text = numbers === "centipawns" ? signed(difference) : `${difference < 0 ? "−" : "+"}${decimals(Math.abs(difference))}`;
    return el("i", { style: toneOf(difference, reach), tabindex: index ? "-1" : "0", "data-square": squareName(index), "aria-label": `${squareName(index)}: ${text}` }, text);
  };
  return el("div", { class: "heat" }, el("h4", {}, ROLES[role], el("span", {}, "left less middle")), boardGrid(`${ROLES[role]}, the difference`, square));
}

function heatBoard(view, table, side, role, value, reach, isNamed) {
  const first = 64 * (6 * side + role);
  const rows = Array.from({ length: 64 }, (_, square) => first + square);
  const games = (row) => gamesOf(table, row);
  const total = rows.reduce((sum, row) => sum + games(row), 0);
  const number = { centipawns: (row) => table.centipawns[row], score: (row) => table.score[row] - table.mean[first], count: (row) => table.share[row] }[value];
  const title = `${SIDES[side]} ${ROLES[role]}`;

  function square(index) {
    const row = first + index;
    const place = { "data-square": squareName(index), tabindex: index ? "-1" : "0" };
    if (games(row) === 0) return el("i", { class: "none", ...place, "aria-label": `${squareName(index)}: never` }, "·");
    const text = { centipawns: () => signed(table.centipawns[row]), score: () => decimals(table.score[row]), count: () => short(games(row)) }[value]();
    const cell = el("i", { style: toneOf(number(row), reach, value === "count"), ...place, role: "img", "aria-label": `${squareName(index)}: ${text}` }, text);
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

  return el("div", { class: "heat", "data-board": title },
    el("h4", {}, ROLES[role], el("span", {}, isNamed ? view.name : `${grouped(total)} positions, ${percent(table.mean[first])} %`)),
    boardGrid(title, square));
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
