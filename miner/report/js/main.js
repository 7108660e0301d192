// Several tables' parts in HTML: one at a time.
function chooseTable(view, selector, names) {
  const pick = choice(byId(`${view}-controls`), "Table", names.map((name, index) => [String(index), name]), "0", (table) => set({ table }));
  const { state, set } = kept(view, { table: "0" }, draw);
  function draw() {
    pick(state.table);
    const chosen = names[state.table] === undefined ? "0" : state.table;
    for (const table of document.querySelectorAll(selector)) table.hidden = table.dataset.table !== chosen;
  }
  draw();
}

// The rows of the tables' provenance.
function factsOfTables() {
  const pairs = (card) => [...card.querySelectorAll("dt")].map((term) => [term.textContent, plainNumber(term.nextElementSibling.textContent)]);
  const options = (card) => [...card.querySelectorAll(".options span b")].map((name) => [name.textContent, name.nextSibling.textContent.trim()]);
  const cards = [...document.querySelectorAll("#tables .card")];
  return [["table", "what", "value"], ...cards.flatMap((card) =>
    [...pairs(card), ...options(card)].map((pair) => [card.querySelector(".file").textContent, ...pair]))];
}

chooseTheme();
const show = showViews();
show();
const data = carried("data");
const validations = carried("validations");
try {
  if (data.squares.length) await showSquares(data.squares);
  if (data.moves.length) await showMoves(data.moves);
  if (data.imbalance.length) {
    await showImbalance(data.imbalance);
    chooseTable("classes", ".classes-table", data.imbalance.map(({ name }) => name));
    showHistogram(data.imbalance);
  }
  if (data.openings.length) await showOpenings(data.openings);
  if (byId("compare")) chooseTable("compare", ".compare-table", [...document.querySelectorAll(".compare-table h3")].map((head) => head.textContent));
  if (validations.length) showCalibration(validations);
  if (byId("evidence")) showEvidence();
  offer("tables", factsOfTables);
  takeAlong();
  document.querySelectorAll("table.sorted").forEach(sortable);
  document.documentElement.dataset.ready = "true";
  show();
} catch (error) {
  const trouble = byId("trouble");
  trouble.textContent = `The script of this page failed: ${error.message}. A browser of 2024 or newer is needed.`;
  trouble.hidden = false;
  console.error(error);
}
