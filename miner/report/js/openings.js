// The opening table as a board that can be clicked through.

async function showOpenings(views) {
  const tables = await Promise.all(views.map(openingGraph));
  const state = { table: 0, path: [], isTurned: false, picked: null, hovered: null };
  choice(byId("openings-controls"), "Table", named(views), 0, (table) => { state.table = table; state.path = []; draw(); });
  const buttons = {
    start: el("button", { type: "button", onclick: () => go([]) }, "« Start"),
    back: el("button", { type: "button", onclick: () => go(state.path.slice(0, -1)) }, "‹ Back"),
    next: el("button", { type: "button", onclick: () => play(movesOf(graph(), here())[0]) }, "Most played ›"),
    turn: el("button", { type: "button", onclick: () => { state.isTurned = !state.isTurned; draw(); } }, "Turn board"),
  };
  for (const [name, button] of Object.entries(buttons)) button.id = `opening-${name}`;
  byId("opening-buttons").append(...Object.values(buttons));
  document.addEventListener("keydown", (event) => {
    if (byId("openings").hidden || event.target.matches("input, select, textarea")) return;
    if (event.key === "ArrowLeft" && state.path.length) { event.preventDefault(); go(state.path.slice(0, -1)); }
    if (event.key === "ArrowRight" && !buttons.next.disabled) { event.preventDefault(); buttons.next.click(); }
  });

  const graph = () => tables[state.table];
  // The position that the path leads to: -1 where the table has no moves.
  const here = () => (state.path.length ? graph().moves.target[state.path.at(-1)] : 0);
  const squaresHere = () => state.path.reduce((squares, move) => afterMove(squares, moveOf(graph().moves.move[move])), START_SQUARES);

  function go(path) {
    state.path = path;
    state.picked = null;
    state.hovered = null;
    draw();
  }
  function play(move) { if (move !== undefined) go([...state.path, move]); }

  function draw() {
    const position = here();
    drawPosition();
    buttons.start.disabled = buttons.back.disabled = state.path.length === 0;
    buttons.next.disabled = movesOf(graph(), position).length === 0;
    byId("opening-line").replaceChildren(...line(graph(), state.path, go));
    byId("opening-answer").replaceChildren(...openingAnswer(graph(), position, state.path.length, play, hover));
    byId("opening-ways").replaceChildren(...ways(graph(), position, state.path, go));
    byId("openings-limit").textContent = openingLimit(views[state.table]);
  }

  function hover(move) {
    state.hovered = move;
    drawPosition();
  }

  function drawPosition() {
    const open = movesOf(graph(), here()).map((move) => ({ ...moveOf(graph().moves.move[move]), id: move }));
    const last = state.path.length ? moveOf(graph().moves.move[state.path.at(-1)]) : null;
    byId("opening-board").replaceChildren(drawBoard(squaresHere(), {
      isTurned: state.isTurned,
      marks: state.picked !== null ? [state.picked] : last ? [last.from, last.to] : [],
      dots: open.filter(({ from }) => from === state.picked).map(({ to }) => to),
      arrow: state.hovered === null ? null : moveOf(graph().moves.move[state.hovered]),
      onclick: (square) => {
        const move = open.find(({ from, to }) => from === state.picked && to === square);
        if (move) return play(move.id);
        state.picked = open.some(({ from }) => from === square) ? square : null;
        return drawPosition();
      },
    }));
  }
  draw();
}

async function openingGraph(view) {
  const [positions, moves, notation] = await Promise.all([unpack(view.positions), unpack(view.moves), unpackLines(view.notation)]);
  const first = new Int32Array(positions.rows + 1);
  positions.moves.forEach((count, index) => { first[index + 1] = first[index] + count; });
  // For each position the moves that lead there; the first of them is on a shortest way.
  const from = new Int32Array(moves.rows);
  const into = Array.from({ length: positions.rows }, () => []);
  for (let position = 0; position < positions.rows; position += 1) {
    for (let move = first[position]; move < first[position + 1]; move += 1) {
      from[move] = position;
      if (moves.target[move] >= 0) into[moves.target[move]].push(move);
    }
  }
  return { view, positions, moves, notation, first, from, into };
}

const movesOf = ({ first }, position) =>
  (position < 0 ? [] : Array.from({ length: first[position + 1] - first[position] }, (_, index) => first[position] + index));

function shortestPath(graph, position) {
  const path = [];
  for (let at = position; at !== 0; at = graph.from[path[0]]) path.unshift(graph.into[at][0]);
  return path;
}

const moveNumber = (ply, isFirst) => (ply % 2 === 0 ? `${ply / 2 + 1}. ` : isFirst ? `${(ply - 1) / 2 + 1}… ` : "");

function line(graph, path, go) {
  if (!path.length) return [el("span", { class: "muted" }, "The start position")];
  return path.flatMap((move, ply) => [
    el("span", { class: "muted" }, moveNumber(ply, ply === 0)),
    el("button", { type: "button", class: ply === path.length - 1 ? "link here" : "link", onclick: () => go(path.slice(0, ply + 1)) }, graph.notation[move]),
    " ",
  ]);
}

const lineText = (graph, path) => path.map((move, ply) => moveNumber(ply, ply === 0) + graph.notation[move]).join(" ");

// White's wins, draws, Black's wins of counts that are the mover's.
const byColour = (counts, ply) => (ply % 2 === 0 ? counts : [...counts].reverse());

function openingAnswer({ positions, moves, notation, first, view }, position, ply, play, hover) {
  if (position < 0) {
    return [el("p", { class: "note" }, view.max_ply && ply >= Number(view.max_ply)
      ? `The table counts the first ${view.max_ply} plies.`
      : "No further move has games enough.")];
  }
  const total = [positions.wins[position], positions.draws[position], positions.losses[position]];
  const games = total[0] + total[1] + total[2];
  const mover = ply % 2 === 0 ? "White" : "Black";
  const rows = movesOf({ first }, position).map((move) => {
    const counts = [moves.wins[move], moves.draws[move], moves.losses[move]];
    const number = counts[0] + counts[1] + counts[2];
    const name = el("button", { type: "button", class: "link", onclick: (event) => { event.stopPropagation(); play(move); } }, moveNumber(ply, true) + notation[move]);
    const row = el("tr", { "data-move": notation[move], onclick: () => play(move), onpointerenter: () => hover(move), onpointerleave: () => hover(null) },
      el("th", { class: "nowrap" }, name), el("td", { class: "n" }, grouped(number)), el("td", { class: "n nowrap" }, `${percent(moves.share[move])} %`),
      el("td", {}, outcomeBar(byColour(counts, ply), null, true)),
      el("td", { class: "n nowrap" }, `${percent(moves.score[move])} %`), el("td", { class: "n nowrap muted" }, `${percent(moves.low[move])} – ${percent(moves.high[move])}`));
    return { number, row };
  });
  const left = games - rows.reduce((sum, { number }) => sum + number, 0);
  if (left > 0) rows.push({ row: el("tr", { class: "muted" }, el("th", {}, "other moves"), el("td", { class: "n" }, grouped(left)), el("td", { colspan: 4 })) });
  return [
    el("p", { id: "opening-said" }, `${grouped(games)} games, ${mover} to move and scoring ${percent(positions.score[position])} %`),
    scroll(el("table", { id: "opening-table" }, headRow("Move", "Games", "Share", ["White won, drawn, Black won"], "Score", "95 % interval"), el("tbody", {}, rows.map(({ row }) => row)))),
    el("p", { class: "small muted" }, `Share of the position's games; score of the side that moves.`),
  ];
}

// The other ways into a position, by a shortest line through each move that leads there.
function ways(graph, position, path, go) {
  if (position <= 0 || graph.into[position].length < 2) return [];
  const last = path.at(-1);
  const others = graph.into[position].filter((move) => move !== last).map((move) => [...shortestPath(graph, graph.from[move]), move]);
  if (!others.length) return [];
  const shown = others.slice(0, 12);
  return [
    el("h3", {}, `Transpositions: ${others.length} other way${others.length === 1 ? "" : "s"} into this position`),
    el("ul", {}, shown.map((other) => el("li", {}, el("button", { type: "button", class: "link", onclick: () => go(other) }, lineText(graph, other))))),
    others.length > shown.length ? el("p", { class: "small muted" }, `and ${others.length - shown.length} more`) : null,
  ].filter(Boolean);
}

function openingLimit({ limit, unreached, positions, max_ply: plies }) {
  const counted = plies ? ` The table counts the first ${plies} plies.` : "";
  const shown = `${grouped(limit.shown)} of the table's ${grouped(limit.all)} moves are in this page, in ${grouped(positions.rows)} positions`;
  const fewer = limit.min_games > 1 ? `: those with at least ${grouped(limit.min_games)} games` : "";
  const lost = unreached ? ` ${grouped(unreached)} more have as many games but stand in positions that no line of such moves reaches.` : "";
  return `${shown}${fewer}.${lost}${counted}`;
}
