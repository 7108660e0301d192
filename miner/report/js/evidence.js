// The matches, found by a word.

function showEvidence() {
  const rows = [...byId("evidence-table").tBodies[0].rows];
  const search = el("input", { type: "search", placeholder: "Find an option, an idea, a verdict", size: 34, "aria-label": "Find", id: "evidence-find" });
  byId("evidence-controls").append(search);
  const { state, set } = kept("evidence", { find: "" }, draw);
  search.addEventListener("input", () => set({ find: search.value }, false));
  function draw() {
    if (search.value !== state.find) search.value = state.find;
    const word = state.find.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(word);
  }
}
