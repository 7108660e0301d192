// Rows of text as CSV (RFC 4180), and tables of the page as rows.

// Text that a spreadsheet would take for a formula gets an apostrophe before it.
const field = (value) => {
  const text = String(value ?? "");
  const safe = /^[=+@\t\r-]/.test(text) && !/^[-+]?(\d|∞)/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
const csvOf = (rows) => rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");

const plainNumber = (text) => text.trim().replaceAll("−", "-").replace(/^\+/, "").replace(/^–$/, "").replaceAll(/(\d),(?=\d{3})/g, "$1").replace(/ %$/, "");

// A cell's parts: intervals and outcomes are several numbers.
function partsOf(head, cell) {
  const text = cell?.textContent.trim() ?? "";
  const isNumber = head.classList.contains("n");
  const title = head.textContent.trim();
  if (title.includes(" · ")) return text ? text.split(" · ").map(plainNumber) : ["", "", ""];
  if (title.includes("(95 %)")) return [0, 1, 2].map((at) => plainNumber(text.match(/[+−]?(\d[\d,.]*|∞)/g)?.[at] ?? ""));
  if (title.includes("interval")) return [0, 1].map((at) => plainNumber(text.split(/ [–…] /)[at] ?? ""));
  return [isNumber ? plainNumber(text) : text];
}

function titlesOf(head) {
  const title = head.textContent.trim();
  if (title.includes(" · ")) return title.split(" · ");
  if (title.includes("(95 %)")) return [title.replace(" (95 %)", ""), "low", "high"];
  return title.includes("interval") ? [`${title} low`, `${title} high`] : [title];
}

// A table with a head: its rows without the bars, hidden rows left out.
function rowsOf(table) {
  const heads = [...table.tHead.rows[0].cells];
  const columns = heads.map((head, at) => [head, at]).filter(([head]) => !head.classList.contains("wide"));
  const body = [...table.tBodies[0].rows].filter((row) => !row.hidden);
  return [columns.flatMap(([head]) => titlesOf(head)), ...body.map((row) => columns.flatMap(([head, at]) => partsOf(head, row.cells[at])))];
}

const isShown = (element) => element.getClientRects().length > 0;

// All tables that a view shows, an empty line between them.
function tablesOf(section) {
  const tables = [...section.querySelectorAll("table")].filter((table) => table.tHead && isShown(table));
  return tables.flatMap((table, index) => [...(index ? [[]] : []), ...rowsOf(table)]);
}
