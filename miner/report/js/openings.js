// The opening table as a board that can be clicked through.

async function showOpenings(views) {
  const tables = await Promise.all(views.map(openingGraph));
  // What no address needs: the piece that is picked up, the move that is pointed at, the square that Tab reaches.
  const hand = { picked: null, hovered: null, focus: "e2" };
  const { state, set } = kept("openings", { table: views[0].name, line: "", turned: "" }, redraw);
  const pickTable = choice(byId("openings-controls"), "Table", named(views), state.table, (table) => set({ table }));
  const buttons = {
    start: el("button", { type: "button", onclick: () => go([]) }, "« Start"),
    back: el("button", { type: "button", onclick: () => go(path().slice(0, -1)) }, "‹ Back"),
    next: el("button", { type: "button", onclick: () => play(movesOf(graph(), here())[0]) }, "Most played ›"),
    turn: el("button", { type: "button", onclick: () => set({ turned: state.turned ? "" : "1" }) }, "Turn board"),
  };
  for (const [name, button] of Object.entries(buttons)) button.id = `opening-${name}`;
  byId("opening-buttons").append(...Object.values(buttons));
  document.addEventListener("keydown", (event) => {
    if (byId("openings").hidden || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
    if (event.key === "ArrowLeft" && path().length) { event.preventDefault(); go(path().slice(0, -1)); }
    if (event.key === "ArrowRight" && !buttons.next.disabled) { event.preventDefault(); buttons.next.click(); }
  });
  offer("openings", () => [["line", lineText(graph(), path())], [], ...tablesOf(byId("openings"))]);

  const graph = () => tables[placeOf(views, state.table)];
  const path = () => pathOf(graph(), state.line);
  // The position that the path leads to: -1 where the table has no moves.
  const here = () => (path().length ? graph().moves.target[path().at(-1)] : 0);
  const squaresHere = () => path().reduce((squares, move) => afterMove(squares, moveOf(graph().moves.move[move])), START_SQUARES);
  const go = (moves) => set({ line: moves.map((move) => plainSan(graph().notation[move])).join(".") });
  function play(move) { if (move !== undefined) go([...path(), move]); }

  function redraw() {
    Object.assign(hand, { picked: null, hovered: null });
    draw();
  }

  function draw() {
    const moves = path();
    const position = here();
    pickTable(state.table);
    drawPosition();
    buttons.start.disabled = buttons.back.disabled = moves.length === 0;
    buttons.next.disabled = movesOf(graph(), position).length === 0;
    byId("opening-line").replaceChildren(...line(graph(), moves, go));
    byId("opening-name").textContent = titleAfter(graph(), moves);
    byId("opening-answer").replaceChildren(...openingAnswer(graph(), position, moves, play, hover));
    byId("opening-ways").replaceChildren(...ways(graph(), position, moves, go));
    byId("openings-limit").textContent = openingLimit(graph().view);
  }

  function hover(move) {
    hand.hovered = move;
    drawPosition();
  }

  function drawPosition() {
    const open = movesOf(graph(), here()).map((move) => ({ ...moveOf(graph().moves.move[move]), id: move }));
    const moves = path();
    const last = moves.length ? moveOf(graph().moves.move[moves.at(-1)]) : null;
    const area = byId("opening-board");
    const isFocused = area.contains(document.activeElement);
    if (isFocused) hand.focus = document.activeElement.dataset.square ?? hand.focus;
    const goes = (from, to) => open.find((move) => move.from === from && move.to === to);
    area.replaceChildren(drawBoard(squaresHere(), {
      isTurned: Boolean(state.turned),
      marks: hand.picked !== null ? [hand.picked] : last ? [last.from, last.to] : [],
      dots: open.filter(({ from }) => from === hand.picked).map(({ to }) => to),
      arrow: hand.hovered === null ? null : moveOf(graph().moves.move[hand.hovered]),
      movable: [...new Set(open.map(({ from }) => from))],
      focus: hand.focus,
      onclick: (square) => {
        const move = goes(hand.picked, square);
        if (move) return play(move.id);
        hand.picked = open.some(({ from }) => from === square) ? square : null;
        return drawPosition();
      },
      ondrop: (from, to) => {
        const move = goes(from, to);
        if (move) return play(move.id);
        return drawPosition();
      },
    }));
    if (isFocused) focusSquare(area, hand.focus);
  }
  draw();
}

// A move as addresses have it.
const plainSan = (san) => san.replace(/[+#]/g, "");

// The moves of a line such as e4.c5.Nf3, or 1. e4 c5 2. Nf3, as far as the table has them.
function pathOf(graph, text) {
  const path = [];
  let position = 0;
  for (const word of text.split(/[\s.,_]+/).filter((part) => part && !/^\d+$/.test(part))) {
    const move = movesOf(graph, position).find((one) => plainSan(graph.notation[one]) === plainSan(word));
    if (move === undefined) break;
    path.push(move);
    position = graph.moves.target[move];
  }
  return path;
}

// What the position after a path is called, or the nearest before it that has a name.
function titleAfter(graph, path) {
  const positions = [0, ...path.map((move) => graph.moves.target[move])];
  return positions.map((position) => graph.titles.get(position)).findLast((title) => title) ?? "";
}

async function openingGraph(view) {
  const [positions, moves, notation, names] = await Promise.all([
    unpack(view.positions), unpack(view.moves), unpackLines(view.notation), unpackLines(view.titles)]);
  const titles = new Map(names.filter(Boolean).map((line) => {
    const [position, eco, name] = line.split("\t");
    return [Number(position), [eco, name].filter(Boolean).join(" ")];
  }));
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
  return { view, positions, moves, notation, titles, first, from, into };
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

// What a table of averages says of a move; a dash where it knows nothing.
function averages(moves, move) {
  const known = (number, shown) => el("td", { class: "n nowrap" }, number === NONE ? "–" : shown(number));
  const pawns = (centipawns) => `${centipawns < 0 ? "−" : "+"}${(Math.abs(centipawns) / 100).toFixed(2)}`;
  return [known(moves.elo[move], String), known(moves.performance[move], String), known(moves.evaluation[move], pawns)];
}

function openingAnswer(graph, position, path, play, hover) {
  const { positions, moves, notation, titles, view } = graph;
  const ply = path.length;
  if (position < 0) {
    return [el("p", { class: "note" }, view.max_ply && ply >= Number(view.max_ply)
      ? `The table counts the first ${view.max_ply} plies.`
      : "No further move has games enough.")];
  }
  const games = gamesOf(positions, position);
  const mover = ply % 2 === 0 ? "White" : "Black";
  const ids = movesOf(graph, position);
  const hasAverages = Boolean(moves.elo);
  const isNamed = ids.some((move) => titles.has(moves.target[move]));
  const rows = ids.map((move) => {
    const counts = [moves.wins[move], moves.draws[move], moves.losses[move]];
    const go = (event) => {
      event.stopPropagation();
      play(move);
      byId("opening-table")?.querySelector("tbody button").focus({ preventScroll: true });
    };
    const name = el("button", { type: "button", class: "link", onclick: go }, moveNumber(ply, true) + notation[move]);
    return el("tr", { "data-move": notation[move], onclick: () => play(move), onpointerenter: () => hover(move), onpointerleave: () => hover(null) },
      el("th", { class: "nowrap" }, name), el("td", { class: "n" }, grouped(gamesOf(moves, move))), el("td", { class: "n nowrap" }, `${percent(moves.share[move])} %`),
      el("td", {}, outcomeBar(byColour(counts, ply), null, true)),
      el("td", { class: "n nowrap" }, `${percent(moves.score[move])} %`), el("td", { class: "n nowrap muted" }, `${percent(moves.low[move])} – ${percent(moves.high[move])}`),
      ...(hasAverages ? averages(moves, move) : []),
      isNamed ? el("td", { class: "title" }, titles.get(moves.target[move]) ?? "") : null);
  });
  const left = games - ids.reduce((sum, move) => sum + gamesOf(moves, move), 0);
  const others = left > 0 ? el("tfoot", {}, el("tr", { class: "muted" }, el("th", {}, "other moves"), el("td", { class: "n" }, grouped(left)), el("td", { colspan: 4 + (hasAverages ? 3 : 0) + (isNamed ? 1 : 0) }))) : null;
  const head = headRow("Move", "Games", "Share", ["White won, drawn, Black won"], "Score", "95 % interval", ...(hasAverages ? ["Elo", "Performance", "Evaluation"] : []));
  if (isNamed) head.rows[0].append(el("th", { class: "title" }, "Name"));
  return [
    el("p", { id: "opening-said" }, `${grouped(games)} games, ${mover} to move and scoring ${percent(positions.score[position])} %`),
    ids.length ? scroll(sortable(el("table", { id: "opening-table" }, head, el("tbody", {}, rows), others))) : null,
    el("p", { class: "small muted" }, `Share of the position's games; score of the side that moves.${hasAverages ? " So are its average Elo, its performance, and the mean evaluation in pawns." : ""}${view.titles_from ? ` Names: ${view.titles_from}.` : ""}`),
  ].filter(Boolean);
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
