// One balance of material: its cell, the colour-swapped twin, both, and the nearest cells with games.

const EXAMPLES = ["KRPPP v KBPPPP", "KQRRBBNPPPPPPP v KQRRBNNPPPPPPP", "KQPPPP v KRRPPPP", "KRP v KR", "KRBPPP v KRNPPP", "KBNP v KRP"];
const NEIGHBOURS = 5;
// Figures that are the other side's turned round.
const MIRRORED = new Set(["score", "low", "high", "expected", "corrected"]);

async function showImbalance(views) {
  const tables = await Promise.all(views.map(async (view) => {
    const pairs = await unpack(view.pairs);
    let cell = 0;
    const rowOf = new Map();
    const cells = Array.from(pairs.gap, (gap, row) => { cell += gap; rowOf.set(cell, row); return cell; });
    return { view, pairs, cells, rowOf };
  }));
  const input = byId("material");
  const said = byId("material-said");
  const { state, set } = kept("imbalance", { table: views[0].name, beside: "", m: "KRPPP-KBPPPP" }, draw);
  // What the steppers start from: the last balance that was one.
  let last = parseMaterial(state.m);
  const place = byId("imbalance-controls");
  const pickTable = choice(place, "Table", named(views), state.table, (table) => set({ table }));
  const pickBeside = choice(place, "Beside", views.length > 1 ? [["", "–"], ...named(views)] : [], "", (beside) => set({ beside }));
  const outputs = makeSteppers();
  byId("balance-examples").append(
    el("button", { type: "button", id: "swap", onclick: () => choose(swappedMaterial(last)) }, "⇄ Swap colours"),
    ...EXAMPLES.map((text) => el("button", { type: "button", onclick: () => choose(parseMaterial(text)) }, text)));
  input.addEventListener("input", () => set({ m: input.value }, false));
  byId("balance").addEventListener("submit", (event) => event.preventDefault());

  const inAddress = (material) => materialName(material).replace(" v ", "-");
  const choose = (material) => set({ m: inAddress(material) });

  function makeSteppers() {
    const all = [];
    for (const colour of [0, 1]) {
      const name = ["White", "Black"][colour];
      const side = LETTERS.map((letter) => {
        const output = el("output");
        all.push({ output, colour, letter });
        const change = (by) => () => {
          const material = last.map((counts) => ({ ...counts }));
          const count = material[colour][letter] + by;
          if (count < 0 || count > CAPS[letter]) return;
          material[colour][letter] = count;
          choose(material);
        };
        const piece = WORDS[letter];
        return el("div", { class: "stepper", "data-step": `${name} ${letter}` },
          el("button", { type: "button", "aria-label": `one more of ${name}'s ${piece}`, onclick: change(1) }, "+"),
          svg("svg", { viewBox: "0 0 45 45", "aria-hidden": "true" }, pieceShape(letter, colour)), output,
          el("button", { type: "button", "aria-label": `one fewer of ${name}'s ${piece}`, onclick: change(-1) }, "−"));
      });
      byId("steppers").append(el("div", { class: "stepper-side" }, el("b", {}, name), side));
    }
    return all;
  }

  function draw() {
    pickTable(state.table);
    pickBeside(state.beside);
    const material = read();
    for (const { output, colour, letter } of outputs) output.textContent = material ? material[colour][letter] : "–";
    const shown = [tables[placeOf(views, state.table)], ...tables.filter(({ view }) => view.name === state.beside)];
    byId("balance-answer").replaceChildren(...(material ? shown.map((table, index) =>
      el("div", { class: "answer" }, shown.length > 1 ? el("p", { class: "file" }, table.view.name) : null,
        answer(table, material, choose, index ? "-beside" : ""))) : []));
    byId("imbalance-limit").textContent = limitOf(shown[0].view);
  }

  // The material that is asked for; if it is none, why is said, and nothing of another balance stays.
  function read() {
    try {
      last = parseMaterial(state.m);
      said.textContent = "";
      // What is being written stays as it is.
      if (document.activeElement !== input) input.value = materialName(last);
      return last;
    } catch (error) {
      said.textContent = error.message;
      if (document.activeElement !== input) input.value = state.m;
      return null;
    }
  }
  draw();
}

function limitOf({ limit, cells_in_use: inUse }) {
  const all = `${grouped(inUse)} cells of the table have games`;
  return limit.shown === limit.all
    ? `${all}; all of them are in this page, as ${grouped(limit.all)} pairs of a cell and its twin.`
    : `${all}. This page carries ${grouped(limit.shown)} of ${grouped(limit.all)} pairs of a cell and its twin: those with at least ${grouped(limit.min_games)} games.`;
}

// The figures of a pair as the side that is White in `cell` sees them: White's, Black's and both.
function viewsOf(table, cell) {
  const material = materialOf(cell);
  const twin = cellOf(swappedMaterial(material));
  const row = table.rowOf.get(Math.min(cell, twin));
  if (row === undefined) return null;
  const isTurned = cell > twin;
  const names = isTurned ? ["twin", "own", "both"] : ["own", "twin", "both"];
  return names.map((name) => {
    const read = (field) => table.pairs[`${name}.${field}`]?.[row] ?? NONE;
    const figure = (field) => {
      const value = read(field);
      const plain = field.split(".").at(-1);
      if (!isTurned || value === NONE) return value;
      // The rest is what rounding leaves.
      if (MIRRORED.has(plain)) return 1000 - value + read(`${field}.rest`);
      return plain.startsWith("centipawns") ? -value : value;
    };
    const outcome = [read("wins"), read("draws"), read("losses")];
    if (isTurned) outcome.reverse();
    const bounds = (low, high) => (isTurned ? [figure(high), figure(low)] : [figure(low), figure(high)]);
    return {
      outcome, figure, games: outcome[0] + outcome[1] + outcome[2],
      interval: bounds("low", "high"), centipawns: bounds("centipawns_low", "centipawns_high"),
    };
  });
}

function answer(table, material, choose, mark) {
  const cell = cellOf(material);
  const twin = cellOf(swappedMaterial(material));
  const holder = sideName(material[0]);
  const head = el("div", { class: "answer-head" }, el("h3", {}, materialName(material)),
    el("span", { class: "muted" }, cell === twin ? `cell ${cell}, its own twin` : `cell ${cell}, colours swapped ${twin}`));
  const parts = [head];
  const views = viewsOf(table, cell);
  if (views && views[2].games > 0) {
    const titles = cell === twin ? ["White"] : [`${holder} is White`, `${holder} is Black`, "Both"];
    const shown = titles.map((title, index) => [title, views[index]]);
    parts.push(figuresTable(shown, `balance-figures${mark}`), shrunkenTable(shown, mark));
    if (table.view.is_rated) parts.push(ratedTable(shown, mark));
  } else {
    const why = table.view.limit.shown < table.view.limit.all ? "Fewer games than this page carries, or none" : "No games";
    parts.push(el("p", { class: "note" }, `${why}. `, el("code", {}, `miner show imbalance "${materialName(material)}"`), " also says what like cells make expect."));
  }
  parts.push(el("h3", {}, "Nearest cells with games"),
    el("p", { class: "small muted" }, "First those with the same differences piece by piece, then those with the fewest pieces more or less. Both colours."),
    figuresTable(nearest(table, material).map((near) =>
      [el("button", { type: "button", class: "link", onclick: () => choose(materialOf(near)) }, materialName(materialOf(near))), viewsOf(table, near)[2]]), `balance-nearest${mark}`));
  return parts;
}

const scroll = (table) => el("div", { class: "scroll" }, table);
// The first column is words, those in brackets are bars, all else is numbers.
const headRow = (...names) => el("thead", {}, el("tr", {}, names.map((name, index) =>
  el("th", { class: Array.isArray(name) ? "wide" : index === 0 ? null : "n" }, name))));

function figuresTable(rows, id) {
  const bound = (value, none) => (value === NONE ? none : signed(value));
  const names = ["Games", "Won · drawn · lost", "", "Score %", "95 % interval", "Centipawns (95 %)"];
  const body = rows.map(([title, { outcome, games, interval, figure, centipawns }]) => {
    const cells = [
      grouped(games), outcome.map(grouped).join(" · "), games ? outcomeBar(outcome, interval) : "",
      ...(games ? [percent(figure("score")), interval.map(percent).join(" – "),
        `${signed(figure("centipawns"))} (${bound(centipawns[0], "−∞")} … ${bound(centipawns[1], "+∞")})`] : ["–", "–", "–"]),
    ];
    return el("tr", {}, el("th", {}, title), cells.map((cell, index) =>
      el("td", { class: names[index] === "" ? "wide" : "n nowrap", "data-name": names[index] || null }, cell)));
  });
  const head = headRow("", ...names.map((name) => name || [name]));
  return scroll(sortable(el("table", { id, class: "figures" }, head, el("tbody", {}, body))));
}

function shrunkenTable(rows, mark) {
  const body = rows.map(([title, { figure }]) => el("tr", {}, el("th", {}, title),
    el("td", { class: "n" }, percent(figure("shrunken.score"))), el("td", { class: "n" }, percent(figure("shrunken.error"))),
    el("td", { class: "n" }, signed(figure("shrunken.centipawns")))));
  return scroll(el("table", { class: "narrow", id: `balance-shrunken${mark}` }, headRow("Shrunken toward like cells", "Score %", "± error", "Centipawns"), el("tbody", {}, body)));
}

function ratedTable(rows, mark) {
  const whole = (value, say) => (value === NONE ? "–" : say(value));
  const body = rows.map(([title, { figure }]) => el("tr", {}, el("th", {}, title),
    el("td", { class: "n" }, grouped(figure("rated.games"))),
    ["score", "expected", "corrected", "error"].map((name) => el("td", { class: "n" }, percent(figure(`rated.${name}`)))),
    el("td", { class: "n" }, whole(figure("rated.centipawns"), signed))));
  return scroll(el("table", { class: "narrow", id: `balance-rated${mark}` },
    headRow("Corrected for ratings", "Rated games", "Score %", "Expected %", "Corrected %", "± error", "Centipawns"), el("tbody", {}, body)));
}

// The cells nearest to some material, as `miner show imbalance` orders them; not the cell itself.
function nearest(table, material) {
  const own = cellOf(material);
  const twin = cellOf(swappedMaterial(material));
  const found = [];
  table.cells.forEach((cell, row) => {
    const games = table.pairs["both.wins"][row] + table.pairs["both.draws"][row] + table.pairs["both.losses"][row];
    const other = cellOf(swappedMaterial(materialOf(cell)));
    for (const near of new Set([cell, other])) {
      if (near === own || near === twin) continue;
      found.push([...distance(material, materialOf(near)), -games, near]);
    }
  });
  found.sort((a, b) => a.reduce((order, value, index) => order || value - b[index], 0));
  return found.slice(0, NEIGHBOURS).map((row) => row[3]);
}

function distance(a, b) {
  let imbalance = 0;
  let pieces = 0;
  for (const letter of LETTERS) {
    const [white, black] = [0, 1].map((colour) => a[colour][letter] - b[colour][letter]);
    imbalance += Math.abs(white - black);
    pieces += Math.abs(white) + Math.abs(black);
  }
  return [imbalance, pieces];
}
