// Elements, numbers in writing, controls, and the tip beside the pointer.

// A name, not an address: nothing is loaded from there.
const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null));
  return element;
}

const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
const byId = (id) => document.getElementById(id);

const grouped = (number) => number.toLocaleString("en-US");
// Numbers come without their point: 755 is 75.5.
const decimals = (digits, places = 1) => (digits / 10 ** places).toFixed(places);
const percent = (digits) => (digits === NONE ? "–" : decimals(digits));
const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);

// An outcome bar in percent of the games, with the interval of the score.
function outcomeBar([wins, draws, losses], interval, isByColour = false) {
  const games = wins + draws + losses;
  if (games === 0) return "";
  const parts = [`--wins:${wins / games}`, `--draws:${draws / games}`, `--losses:${losses / games}`];
  if (interval) parts.push(`--low:${interval[0] / 10}`, `--high:${interval[1] / 10}`);
  const label = isByColour
    ? `White won ${grouped(wins)}, drawn ${grouped(draws)}, Black won ${grouped(losses)}`
    : `won ${grouped(wins)}, drawn ${grouped(draws)}, lost ${grouped(losses)}`;
  const bar = { class: isByColour ? "outcome colours" : "outcome", style: parts.join(";"), role: "img", "aria-label": label, title: label };
  return el("span", bar, el("i"), el("i"), el("i"), interval ? el("b") : null);
}

// One of several: [value, name] pairs as segments, or a list if they are many. Gives what shows another value as chosen.
function choice(place, legend, options, chosen, onchange) {
  if (options.length < 2) return () => {};
  const name = `choice-${legend.toLowerCase().replaceAll(" ", "-")}-${place.id}`;
  const at = (value) => Math.max(0, options.findIndex(([one]) => one === value));
  const length = options.reduce((sum, [, text]) => sum + text.length, 0);
  if (options.length > 6 || length > 48) {
    const list = el("select", { name, onchange: () => onchange(options[list.selectedIndex][0]) },
      options.map(([value, text]) => el("option", { selected: value === chosen }, text)));
    place.append(el("fieldset", { class: "choice" }, el("legend", {}, legend), list));
    return (value) => { list.selectedIndex = at(value); };
  }
  const inputs = options.map(([value]) => el("input", { type: "radio", name, checked: value === chosen, onchange: () => onchange(value) }));
  const segments = options.map(([, text], index) => el("label", {}, inputs[index], text));
  place.append(el("fieldset", { class: "choice" }, el("legend", {}, legend), el("div", { class: "segments" }, segments)));
  return (value) => { inputs[at(value)].checked = true; };
}

const named = (views) => views.map(({ name }) => [name, name]);
// The place of the table with a name; the first if there is none.
const placeOf = (views, name) => Math.max(0, views.findIndex((view) => view.name === name));

const tip = byId("tip");

// Shows what `say` gives while the pointer is over the element; a tap and the keyboard's focus show it too.
function explain(element, say) {
  const showAt = (x, y) => {
    tip.replaceChildren(...[say()].flat(Infinity));
    tip.hidden = false;
    const { innerWidth, innerHeight } = window;
    const left = x + 16 + tip.offsetWidth > innerWidth ? x - tip.offsetWidth - 12 : x + 16;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${Math.max(8, Math.min(y + 14, innerHeight - tip.offsetHeight - 8))}px`;
  };
  const hide = () => { tip.hidden = true; };
  element.addEventListener("pointermove", (event) => showAt(event.clientX, event.clientY));
  element.addEventListener("pointerdown", (event) => showAt(event.clientX, event.clientY));
  element.addEventListener("pointerleave", hide);
  element.addEventListener("focus", () => {
    const { right, bottom } = element.getBoundingClientRect();
    showAt(right - 8, bottom - 8);
  });
  element.addEventListener("blur", hide);
}

// Arrow keys among the squares of a board, of which Tab reaches one.
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
function arrowKeys(board, isTurned = false) {
  board.addEventListener("keydown", (event) => {
    const arrow = ARROWS[event.key];
    const name = document.activeElement?.dataset.square;
    if (!arrow || !name || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = arrow.map((by) => (isTurned ? -by : by));
    const file = Math.min(7, Math.max(0, "abcdefgh".indexOf(name[0]) + x));
    const rank = Math.min(8, Math.max(1, Number(name[1]) + y));
    focusSquare(board, "abcdefgh"[file] + rank);
  });
}

function focusSquare(board, name) {
  for (const square of board.querySelectorAll("[tabindex='0']")) square.setAttribute("tabindex", "-1");
  const square = board.querySelector(`[data-square="${name}"]`);
  square.setAttribute("tabindex", "0");
  square.focus();
}

const facts = (pairs) => el("dl", {}, pairs.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
