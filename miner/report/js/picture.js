// What is on the screen, as an SVG file: text, backgrounds, lines and drawings, with all styles in place.

// What asks for clicks is left out.
const LEFT_OUT = ".take, .controls, .plain, .buttons, .chips, form, #tip, .sorter-mark";
const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "font-size", "font-weight", "font-family"];

// A colour as other programs read it; none if nothing is to be seen.
const toHex = (() => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const known = new Map();
  return (color) => {
    if (!known.has(color)) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
      known.set(color, alpha < 8 ? null : `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`);
    }
    return known.get(color);
  };
})();

const round = (number) => Math.round(10 * number) / 10;

function pictureOf(section) {
  const frame = section.getBoundingClientRect();
  const margin = 16;
  const parts = [];
  // Boxes that scroll hide what is wide; all of it is drawn.
  let right = frame.width;
  let bottom = frame.height;
  const at = ({ left, top }) => [round(left - frame.left), round(top - frame.top)];
  const reach = (x, y) => { right = Math.max(right, x); bottom = Math.max(bottom, y); };
  walk(section);
  const width = Math.ceil(right + 2 * margin);
  const height = Math.ceil(bottom + 2 * margin);
  const page = toHex(getComputedStyle(document.body).backgroundColor) ?? "#ffffff";
  const drawing = svg("svg", { width, height, viewBox: `${-margin} ${-margin} ${width} ${height}`, "font-family": "system-ui, sans-serif" },
    svg("rect", { x: -margin, y: -margin, width, height, fill: page }), parts);
  return new XMLSerializer().serializeToString(drawing);

  function walk(element) {
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) words(node, getComputedStyle(element));
      else if (node.nodeType === Node.ELEMENT_NODE && !node.matches(LEFT_OUT) && isShown(node)) box(node);
    }
  }

  function box(element) {
    const style = getComputedStyle(element);
    const place = element.getBoundingClientRect();
    const [x, y] = at(place);
    if (element instanceof SVGSVGElement) {
      parts.push(fill(inlined(element), { x, y, width: round(place.width), height: round(place.height) }, []));
      reach(x + place.width, y + place.height);
      return;
    }
    const color = toHex(style.backgroundColor);
    if (color) {
      parts.push(svg("rect", { x, y, width: round(place.width), height: round(place.height), fill: color }));
      reach(x + place.width, y + place.height);
    }
    const line = parseFloat(style.borderBottomWidth) > 0 && toHex(style.borderBottomColor);
    if (line) parts.push(svg("line", { x1: x, x2: round(x + place.width), y1: round(y + place.height), y2: round(y + place.height), stroke: line }));
    walk(element);
  }

  // The lines of a text as the browser broke them.
  function words(node, style) {
    const range = document.createRange();
    const lines = [];
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const place = range.getClientRects()[0];
      if (!place) continue;
      const last = lines.at(-1);
      if (last && Math.abs(last.top - place.top) < 3) Object.assign(last, { text: `${last.text} ${word}`, right: place.right });
      else lines.push({ text: word, left: place.left, top: place.top, right: place.right, height: place.height });
    }
    for (const { text, left, top, right: end, height } of lines) {
      const [x, y] = at({ left, top });
      parts.push(svg("text", { x, y: round(y + 0.79 * height), textLength: round(end - left), lengthAdjust: "spacingAndGlyphs", fill: toHex(style.color), "font-size": style.fontSize, "font-weight": style.fontWeight }, text));
      reach(x + end - left, y + height);
    }
  }
}

// A drawing with the style of each part as attributes.
function inlined(original) {
  const copy = original.cloneNode(true);
  const parts = [[original, copy], ...[...original.querySelectorAll("*")].map((part, index) => [part, copy.querySelectorAll("*")[index]])];
  for (const [part, twin] of parts) {
    const style = getComputedStyle(part);
    for (const name of [...twin.getAttributeNames()].filter((name) => /^(class|style|tabindex|role|aria-|data-)/.test(name))) twin.removeAttribute(name);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      const isColor = name === "fill" || name === "stroke";
      twin.setAttribute(name, isColor ? (value === "none" ? "none" : toHex(value) ?? "none") : value.replaceAll('"', "'"));
    }
  }
  return copy;
}
