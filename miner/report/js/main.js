// One view at a time, by the address; all of them on paper.

function showViews() {
  const views = [...document.querySelectorAll(".view")];
  const links = [...document.querySelectorAll(".tabs a")];
  const show = () => {
    const wanted = location.hash.slice(1);
    const chosen = links.map((link) => link.hash.slice(1)).find((id) => id === wanted) ?? links[0].hash.slice(1);
    for (const view of views) view.hidden = view.id !== chosen;
    for (const link of links) {
      if (link.hash.slice(1) === chosen) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    tip.hidden = true;
  };
  window.addEventListener("hashchange", () => { show(); window.scrollTo(0, 0); });
  window.addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => { part.open = true; }));
  show();
}

// Several tables' classes: one at a time.
function chooseClasses(views) {
  const show = (chosen) => {
    for (const table of document.querySelectorAll(".classes-table")) table.hidden = Number(table.dataset.table) !== chosen;
  };
  choice(byId("classes-controls"), "Table", named(views), 0, show);
  show(0);
}

// The matches: found by a word, sorted by a column.
function showEvidence() {
  const table = byId("evidence-table");
  const rows = [...table.tBodies[0].rows];
  const search = el("input", { type: "search", placeholder: "Find an option, an idea, a verdict", size: 34, "aria-label": "Find", id: "evidence-find" });
  search.addEventListener("input", () => {
    const word = search.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(word);
  });
  byId("evidence-controls").append(search);
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    head.classList.add("sortable");
    head.tabIndex = 0;
    const sort = () => {
      const isDown = head.getAttribute("aria-sort") !== "descending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      // The column of bars is sorted as that of Elo.
      const at = head.classList.contains("wide") ? column + 1 : column;
      const isNumber = heads[at].classList.contains("n");
      const key = (row) => (isNumber ? parseFloat(row.cells[at].textContent.replaceAll(",", "").replace("−", "-")) || 0 : row.cells[at].textContent);
      const order = (a, b) => (isNumber ? key(a) - key(b) : key(b).localeCompare(key(a)));
      rows.sort((a, b) => (isDown ? order(b, a) : order(a, b)));
      table.tBodies[0].append(...rows);
    };
    head.addEventListener("click", sort);
    head.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(); });
  });
}

chooseTheme();
showViews();
const data = carried("data");
const validations = carried("validations");
try {
  if (data.squares.length) await showSquares(data.squares);
  if (data.imbalance.length) {
    await showImbalance(data.imbalance);
    chooseClasses(data.imbalance);
    showHistogram(data.imbalance);
  }
  if (data.openings.length) await showOpenings(data.openings);
  if (validations.length) showCalibration(validations);
  if (byId("evidence")) showEvidence();
  document.documentElement.dataset.ready = "true";
} catch (error) {
  const trouble = byId("trouble");
  trouble.textContent = `The script of this page failed: ${error.message}. A browser of 2024 or newer is needed.`;
  trouble.hidden = false;
  console.error(error);
}
