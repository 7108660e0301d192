// Move priors: where a piece goes from a square, and how much more often than by chance.

const PRIOR_PHASES = [["all", "Every phase"], ["opening", "Opening"], ["middlegame", "Middlegame"], ["endgame", "Endgame"]];
const PRIOR_PIECES = ["P", "N", "B", "R", "Q", "K"];
const LISTED = 10;

async function showMoves(views) {
  const tables = await Promise.all(views.map(async (view) => ({ view, origins: await unpack(view.origins), ...unfoldMoves(await unpack(view.moves)) })));
  const usual = String(views[0].least_expected);
  const reach = reachOfMoves(tables);
  const place = byId("moves-controls");
  const { state, set } = kept("moves", { table: views[0].name, phase: "all", piece: "N", from: "", numbers: "times", least: usual }, draw);
  const least = [...new Set(["1", usual, "100", "1000", "10000"])];
  const picks = {
    table: choice(place, "Table", named(views), state.table, (table) => set({ table })),
    phase: choice(place, "Phase", PRIOR_PHASES, state.phase, (phase) => set({ phase })),
    piece: choice(place, "Piece", PRIOR_PIECES.map((letter, role) => [letter, ROLES[role]]), state.piece, (piece) => set({ piece, from: "" })),
    numbers: choice(place, "Numbers", [["times", "Times"], ["log", "Logarithm"], ["played", "Played"]], state.numbers, (numbers) => set({ numbers })),
    least: choice(place, "Listed if expected", least.map((count) => [count, grouped(Number(count))]), state.least, (count) => set({ least: count })),
  };
  offer("moves", () => priorRows(shown()));

  // What is looked at; the square most moved from unless one is chosen that the piece moves from.
  function shown() {
    const table = tables[placeOf(views, state.table)];
    const phase = Math.max(0, PRIOR_PHASES.findIndex(([name]) => name === state.phase));
    const role = Math.max(0, PRIOR_PIECES.indexOf(state.piece));
    const first = 64 * (6 * phase + role);
    const { played, times } = table.origins;
    const squares = Array.from({ length: 64 }, (_, square) => square).filter((square) => times[first + square] !== NONE);
    const busiest = squares.reduce((best, square) => (best === null || played[first + square] > played[first + best] ? square : best), null);
    const from = squares.find((square) => squareName(square) === state.from) ?? busiest;
    return { table, phase, role, first, from };
  }

  function draw() {
    for (const [name, pick] of Object.entries(picks)) pick(state[name]);
    const asked = shown();
    const { table, role, first, from } = asked;
    const numbers = ["times", "log", "played"].includes(state.numbers) ? state.numbers : "times";
    const piece = ROLES[role].toLowerCase();
    const origin = (square) => ({ row: first + square, figures: table.origins, said: `${ROLES[role]} from ${squareName(square)}` });
    const target = (square) => ({ row: table.rowOf.get(64 * (first + from) + square), figures: table.moves, said: `${moveName(role, from, square)}` });
    const title = from === null ? "no move" : `${ROLES[role]} on ${squareName(from)}`;
    byId("moves-boards").replaceChildren(
      priorBoard("from", `${ROLES[role]}, from`, "choose a square", origin, numbers, reach, from),
      priorBoard("to", title, "where it goes", from === null ? () => ({}) : target, numbers, reach, null, from, PRIOR_PIECES[role]));
    byId("moves-legend").replaceChildren(...(numbers === "played"
      ? legendOf(1, ["seldom", "as often as any of the board"], true)
      : legendOf(reach, [`${decimals(Math.round(100 * Math.exp(-reach / 100)), 2)} times and less`, `${decimals(Math.round(100 * Math.exp(reach / 100)), 2)} times what chance would play and more`])),
    el("span", {}, `· ${grouped(table.view.games_used)} games`));
    const rows = table.listed(first).filter((row) => table.moves.expected[row] - table.moves.above[row] >= Number(state.least));
    const { times, played, expected } = table.moves;
    rows.sort((a, b) => times[b] - times[a] || (times[a] >= 100 ? expected[b] - expected[a] : expected[a] - expected[b]) || a - b);
    const top = Math.min(LISTED, rows.length);
    const list = (id, words, part) => el("div", { class: "scroll" }, el("table", { id }, el("caption", {}, words),
      el("thead", {}, el("tr", {}, el("th", {}, "Move"), el("th", { class: "n" }, "Played"), el("th", { class: "n" }, "By chance"), el("th", { class: "n" }, "Times"))),
      el("tbody", {}, part.map((row) => {
        const { from: at, to } = table.placeOf(row);
        const look = el("button", { type: "button", class: "link", onclick: () => set({ from: squareName(at) }) }, moveName(role, at, to));
        return el("tr", {}, el("th", {}, look), el("td", { class: "n" }, grouped(played[row])), el("td", { class: "n" }, grouped(expected[row])), el("td", { class: "n" }, decimals(times[row], 2)));
      }))));
    byId("moves-lists").replaceChildren(
      list("moves-most", `Moves of a ${piece} that are played most beyond chance`, rows.slice(0, top)),
      list("moves-least", `Moves of a ${piece} that are played least`, rows.slice(Math.max(top, rows.length - top)).reverse()));
    const { limit } = table.view;
    const once = limit.min_games === 1 ? "once" : `${grouped(limit.min_games)} times`;
    byId("moves-limit").textContent = `This page carries ${grouped(limit.shown)} of ${grouped(limit.all)} moves by phase: those expected at least ${once}. The lists leave out what was expected fewer than ${grouped(Number(state.least))} times.`;
  }

  // A click and Enter choose the square that moves come from.
  byId("moves-boards").addEventListener("click", ({ target }) => pickFrom(target));
  byId("moves-boards").addEventListener("keydown", (event) => { if (event.key === "Enter") pickFrom(event.target); });
  function pickFrom(target) {
    const square = target.closest("[data-board=from] [data-square]:not(.none)");
    if (!square) return;
    const from = square.dataset.square;
    set({ from });
    focusSquare(document.querySelector("#moves-boards [data-board=from]"), from);
  }
  draw();
}

// Moves by the place that the page's gaps lead to: ((phase · 6 + piece) · 64 + from) · 64 + to.
function unfoldMoves(moves) {
  let place = 0;
  const places = Array.from(moves.gap, (gap) => { place += gap; return place; });
  const rowOf = new Map(places.map((at, row) => [at, row]));
  const listed = (first) => places.flatMap((at, row) => (Math.floor(at / 4096) === first / 64 ? [row] : []));
  return { moves, rowOf, listed, placeOf: (row) => ({ from: (places[row] >> 6) & 63, to: places[row] & 63 }) };
}

const moveName = (role, from, to) => `${role === 0 ? "" : PRIOR_PIECES[role]}${squareName(from)}-${squareName(to)}`;

// So far the colours reach: hundredths of a logarithm, of moves expected often enough.
function reachOfMoves(tables) {
  const all = tables.flatMap(({ view, moves }) => Array.from(moves.log).filter((log, row) => log !== NONE && moves.expected[row] >= view.least_expected).map(Math.abs));
  all.sort((a, b) => a - b);
  return Math.max(10, all[Math.floor(WITHIN * (all.length - 1))] ?? 0);
}

const logOf = (log) => (log === NONE ? "−∞" : `${log < 0 ? "−" : "+"}${decimals(Math.abs(log), 2)}`);

function priorBoard(name, title, aside, of, numbers, reach, picked, own, letter) {
  const most = Math.max(1, ...Array.from({ length: 64 }, (_, square) => { const { row, figures } = of(square); return row === undefined ? 0 : figures.played[row]; }));
  const square = (index) => {
    const { row, figures, said } = of(index);
    const place = { "data-square": squareName(index), tabindex: index === (picked ?? 0) ? "0" : "-1" };
    if (index === own) return el("i", { class: "none own", ...place, "aria-label": `${squareName(index)}: it comes from here` }, letter);
    if (row === undefined || figures.times[row] === NONE) return el("i", { class: "none", ...place, "aria-label": `${squareName(index)}: none` }, "·");
    const text = { times: () => decimals(figures.times[row], 2), log: () => logOf(figures.log[row]), played: () => short(figures.played[row]) }[numbers]();
    const tone = numbers === "played" ? toneOf(figures.played[row] / most, 1, true) : toneOf(figures.log[row], reach);
    const cell = el("i", { class: index === picked ? "picked" : null, style: tone, ...place, role: "img", "aria-label": `${squareName(index)}: ${text}` }, text);
    explain(cell, () => [el("b", {}, said), facts([
      ["played", grouped(figures.played[row])], ["by chance", grouped(figures.expected[row])],
      ["times", decimals(figures.times[row], 2)], ["logarithm", logOf(figures.log[row])]])]);
    return cell;
  };
  return el("div", { class: "heat", "data-board": name }, el("h4", {}, title, el("span", {}, aside)), boardGrid(title, square));
}

// All moves of the piece in the phase that is shown.
function priorRows({ table, phase, role, first }) {
  const { played, expected, times, log } = table.moves;
  const rows = table.listed(first).map((row) => {
    const { from, to } = table.placeOf(row);
    return [table.view.name, PRIOR_PHASES[phase][0], ROLES[role], squareName(from), squareName(to), played[row], expected[row], decimals(times[row], 2), log[row] === NONE ? "" : decimals(log[row], 2)];
  });
  return [["table", "phase", "piece", "from", "to", "played", "by_chance", "times", "logarithm"], ...rows];
}
