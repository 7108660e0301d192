// A chess board: pieces as shapes of 45 by 45, moves as they change the squares.

const SHAPES = {
  P: ["M22.5 8.5a5.6 5.6 0 0 1 3.7 9.8c2.3 1.2 3.6 2.9 3.8 5.2h-3.2c.3 4.6 2.3 7.6 6.2 10.5v4.5h-21v-4.5c3.9-2.9 5.9-5.9 6.2-10.5h-3.2c.2-2.3 1.5-4 3.8-5.2a5.6 5.6 0 0 1 3.7-9.8z", ""],
  N: ["M12.5 38.5c0-8.5 6.5-10.5 8-17-3 .8-4.8 3.2-8 4.4-2.4.8-4.4-1.7-3.3-4l5.2-9.8c1.1-2 2.5-3.3 3.9-4l.2-3.6 4.3 3.1c7.7 1.4 12.7 8.3 12.7 18.9 0 4.8-.6 8.5-.6 12z", "M17.6 15.2l1.5-1.4M25 11c4.5 2.6 6.7 7.5 6.7 14"],
  B: ["M22.5 5.5a2.7 2.7 0 0 1 1.9 4.6c4.7 3.5 7.4 7.6 7.4 12.2 0 3-1.3 5.4-3.7 7.1l1.6 4 4.8 1.3v3.8h-24v-3.8l4.8-1.3 1.6-4c-2.4-1.7-3.7-4.1-3.7-7.1 0-4.6 2.7-8.7 7.4-12.2a2.7 2.7 0 0 1 1.9-4.6z", "M22.5 15.5v8M18.5 19.5h8M17.8 29.5h9.4"],
  R: ["M10.5 38.5v-4.3l3.5-2.7v-12.5l-3.5-3v-8h5v3h4.5v-3h5v3h4.5v-3h5v8l-3.5 3v12.5l3.5 2.7v4.3z", "M14.5 19h16M14.5 31.5h16"],
  Q: ["M11 38.5v-4l3-3.5-6-15.5 7.5 6 1.7-12.5 5.3 11.5 5.3-11.5 1.7 12.5 7.5-6-6 15.5 3 3.5v4zM5.8 13.5a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0M14.8 7.8a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0M25.8 7.8a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0M34.8 13.5a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0", "M14.5 31c5-1.5 11-1.5 16 0"],
  K: ["M21 4.5h3v3h3v3h-3v4c1.2-.7 2.6-1.1 4.2-1.1 5 0 8.6 3.3 8.6 8 0 3.6-2 6.4-5.1 9.3v7.8h-18.4v-7.8c-3.1-2.9-5.1-5.7-5.1-9.3 0-4.7 3.6-8 8.6-8 1.6 0 3 .4 4.2 1.1v-4h-3v-3h3z", "M22.5 15v13M14 31.5c5-2 12-2 17 0M14 35c5-1.6 12-1.6 17 0"],
};

function pieceShape(letter, colour) {
  const [outline, detail] = SHAPES[letter];
  return svg("g", { class: `piece ${colour === 0 ? "white" : "black"}` }, svg("path", { d: outline }), svg("path", { class: "detail", d: detail }));
}

// a1 first; capitals are White's, a dot is an empty square.
const START_SQUARES = [..."RNBQKBNR", ..."P".repeat(8), ...".".repeat(32), ..."p".repeat(8), ..."rnbqkbnr"];

// A move of the table: from, to, promotion in 16 bits (tables/src/opening.rs).
const moveOf = (packed) => ({ from: packed & 63, to: (packed >> 6) & 63, promotion: ".NBRQ"[packed >> 12] });

// The squares after a legal move; castling is the king's move.
function afterMove(squares, { from, to, promotion }) {
  const after = [...squares];
  const piece = squares[from];
  const kind = piece.toUpperCase();
  after[from] = ".";
  if (kind === "P" && (from & 7) !== (to & 7) && squares[to] === ".") after[(from & 56) | (to & 7)] = ".";
  if (kind === "K" && Math.abs(to - from) === 2) {
    const [corner, beside] = to > from ? [from + 3, from + 1] : [from - 4, from - 1];
    after[beside] = squares[corner];
    after[corner] = ".";
  }
  const isPromoted = promotion !== ".";
  after[to] = isPromoted ? (piece === "P" ? promotion : promotion.toLowerCase()) : piece;
  return after;
}

const PIECE_WORDS = { P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" };
const pieceName = (piece) => (piece === "." ? "" : `, ${piece === piece.toUpperCase() ? "white" : "black"} ${PIECE_WORDS[piece.toUpperCase()]}`);

// The board as a drawing. `marks` are squares to colour, `dots` squares that can be gone to, `movable` squares with a
// piece that can move: it can be dragged. `onclick` hears clicks and Enter, `ondrop` from where to where a piece went.
function drawBoard(squares, { isTurned, marks, dots, arrow, movable, focus, onclick, ondrop }) {
  const place = (square) => {
    const [file, rank] = [square & 7, square >> 3];
    return isTurned ? [45 * (7 - file), 45 * rank] : [45 * file, 45 * (7 - rank)];
  };
  const parts = [];
  const pieces = new Map();
  for (let square = 0; square < 64; square += 1) {
    const [x, y] = place(square);
    const isDark = ((square & 7) + (square >> 3)) % 2 === 0;
    parts.push(svg("rect", { class: isDark ? "sq-dark" : "sq-light", x, y, width: 45, height: 45 }));
    if (marks.includes(square)) parts.push(svg("rect", { class: "sq-mark", x, y, width: 45, height: 45 }));
    if (y === 315) parts.push(svg("text", { class: "board-label", x: x + 38, y: y + 42.5 }, "abcdefgh"[square & 7]));
    if (x === 0) parts.push(svg("text", { class: "board-label", x: 2, y: y + 9 }, String((square >> 3) + 1)));
    if (dots.includes(square)) parts.push(svg("circle", { class: "sq-dot", cx: x + 22.5, cy: y + 22.5, r: 7 }));
  }
  squares.forEach((piece, square) => {
    if (piece === ".") return;
    const [x, y] = place(square);
    pieces.set(square, svg("g", { transform: `translate(${x} ${y})` }, pieceShape(piece.toUpperCase(), piece === piece.toUpperCase() ? 0 : 1)));
  });
  parts.push(...pieces.values());
  if (arrow) parts.push(...drawArrow(place(arrow.from), place(arrow.to)));
  for (let square = 0; square < 64; square += 1) {
    const [x, y] = place(square);
    const name = squareName(square);
    parts.push(svg("rect", { class: movable.includes(square) ? "sq-hit movable" : "sq-hit", x, y, width: 45, height: 45, "data-square": name,
      role: "button", tabindex: name === focus ? "0" : "-1", "aria-label": name + pieceName(squares[square]) }));
  }
  const board = svg("svg", { viewBox: "0 0 360 360", role: "group", "aria-label": "The position" }, parts);
  arrowKeys(board, isTurned);
  hearBoard(board, pieces, place, { movable, onclick, ondrop });
  return board;
}

const squareIndex = (name) => "abcdefgh".indexOf(name[0]) + 8 * (Number(name[1]) - 1);

// Clicks, keys, and pieces that are dragged by mouse, pen or finger.
function hearBoard(board, pieces, place, { movable, onclick, ondrop }) {
  let drag = null;
  const squareAt = (event) => {
    const { left, top, width } = board.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top].map((part) => Math.floor((8 * part) / width));
    return x < 0 || y < 0 || x > 7 || y > 7 ? null
      : Array.from({ length: 64 }, (_, square) => square).find((square) => place(square)[0] === 45 * x && place(square)[1] === 45 * y);
  };
  // Only Tab brings the focus here: after a click the arrow keys go through the line.
  board.addEventListener("mousedown", (event) => event.preventDefault());
  board.addEventListener("pointerdown", (event) => {
    const from = squareAt(event);
    if (event.button !== 0 || !movable.includes(from)) return;
    drag = { from, x: event.clientX, y: event.clientY, isMoved: false };
    board.setPointerCapture(event.pointerId);
  });
  board.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isMoved && Math.hypot(dx, dy) < 5) return;
    drag.isMoved = true;
    const scale = 360 / board.getBoundingClientRect().width;
    const [x, y] = place(drag.from);
    const piece = pieces.get(drag.from);
    piece.setAttribute("transform", `translate(${x + scale * dx} ${y + scale * dy})`);
    piece.parentNode.append(piece);
  });
  board.addEventListener("pointerup", (event) => {
    const { from, isMoved } = drag ?? {};
    drag = null;
    const to = squareAt(event);
    if (isMoved) ondrop(from, to);
    else if (to !== null && event.button === 0) onclick(to);
  });
  board.addEventListener("pointercancel", () => { drag = null; ondrop(null, null); });
  board.addEventListener("keydown", (event) => {
    const name = event.target.dataset.square;
    if (!name || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    onclick(squareIndex(name));
  });
}

function drawArrow([x1, y1], [x2, y2]) {
  const [fromX, fromY, toX, toY] = [x1 + 22.5, y1 + 22.5, x2 + 22.5, y2 + 22.5];
  const length = Math.hypot(toX - fromX, toY - fromY);
  const [dx, dy] = [(toX - fromX) / length, (toY - fromY) / length];
  const [neckX, neckY] = [toX - 17 * dx, toY - 17 * dy];
  const points = [[toX - 3 * dx, toY - 3 * dy], [neckX - 9 * dy, neckY + 9 * dx], [neckX + 9 * dy, neckY - 9 * dx]];
  return [
    svg("line", { class: "arrow", x1: fromX + 8 * dx, y1: fromY + 8 * dy, x2: neckX, y2: neckY }),
    svg("polygon", { class: "arrow-head", points: points.map((point) => point.join(",")).join(" ") }),
  ];
}
