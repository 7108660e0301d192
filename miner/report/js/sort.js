// Tables that a click or Enter on a heading sorts. How a table was sorted is kept when it is drawn again.

const sortings = new Map();

const numberIn = (text) => {
  const found = text.replaceAll(",", "").replaceAll("−", "-").match(/[-+]?(\d+(\.\d+)?|∞)/);
  if (!found) return -Infinity;
  return found[0].includes("∞") ? (found[0].startsWith("-") ? -1e300 : 1e300) : parseFloat(found[0]);
};

function sortable(table) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    if (!head.textContent.trim()) return;
    head.classList.add("sortable");
    // The heading's words become a button, for the keyboard.
    head.replaceChildren(el("button", { type: "button" }, head.textContent));
    head.addEventListener("click", () => {
      const isNumber = keyColumn(heads, column).isNumber;
      const before = head.getAttribute("aria-sort");
      const isDown = before ? before !== "descending" : isNumber;
      if (table.id) sortings.set(table.id, { column, isDown });
      sortBy(table, heads, column, isDown);
    });
  });
  const sorting = sortings.get(table.id);
  if (sorting && heads[sorting.column]) sortBy(table, heads, sorting.column, sorting.isDown);
  return table;
}

// A column of bars is sorted as the next one of numbers.
function keyColumn(heads, column) {
  const at = heads[column].classList.contains("wide") ? heads.findIndex((head, index) => index > column && head.classList.contains("n")) : column;
  return { at, isNumber: heads[at].classList.contains("n") };
}

function sortBy(table, heads, column, isDown) {
  const { at, isNumber } = keyColumn(heads, column);
  heads.forEach((head) => head.removeAttribute("aria-sort"));
  heads[column].setAttribute("aria-sort", isDown ? "descending" : "ascending");
  const text = (row) => row.cells[at]?.textContent.trim() ?? "";
  const order = (a, b) => (isNumber ? numberIn(text(a)) - numberIn(text(b)) : text(a).localeCompare(text(b), "en", { numeric: true }));
  const rows = [...table.tBodies[0].rows].sort((a, b) => (isDown ? order(b, a) : order(a, b)));
  table.tBodies[0].append(...rows);
}
