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

// One of several: [value, name] pairs as segments, or a list if they are many.
function choice(place, legend, options, chosen, onchange) {
  if (options.length < 2) return;
  const name = `choice-${legend.toLowerCase().replaceAll(" ", "-")}-${place.id}`;
  if (options.length > 6) {
    const list = el("select", { name, onchange: () => onchange(options[list.selectedIndex][0]) },
      options.map(([value, text]) => el("option", { selected: value === chosen }, text)));
    place.append(el("fieldset", { class: "choice" }, el("legend", {}, legend), list));
    return;
  }
  const segments = options.map(([value, text]) =>
    el("label", {}, el("input", { type: "radio", name, checked: value === chosen, onchange: () => onchange(value) }), text));
  place.append(el("fieldset", { class: "choice" }, el("legend", {}, legend), el("div", { class: "segments" }, segments)));
}

const named = (views) => views.map((view, index) => [index, view.name]);

const tip = byId("tip");

// Shows what `say` gives while the pointer is over the element; a tap shows it too.
function explain(element, say) {
  const show = (event) => {
    tip.replaceChildren(...[say()].flat(Infinity));
    tip.hidden = false;
    const { innerWidth, innerHeight } = window;
    const x = event.clientX + 16 + tip.offsetWidth > innerWidth ? event.clientX - tip.offsetWidth - 12 : event.clientX + 16;
    const y = Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8);
    tip.style.left = `${Math.max(8, x)}px`;
    tip.style.top = `${Math.max(8, y)}px`;
  };
  element.addEventListener("pointermove", show);
  element.addEventListener("pointerdown", show);
  element.addEventListener("pointerleave", () => { tip.hidden = true; });
}

const facts = (pairs) => el("dl", {}, pairs.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
