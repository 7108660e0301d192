// What was predicted against what was seen, in ten bins.

const QUANTITIES = [["score", "White's score"], ["win", "White wins"], ["draw", "Draw"], ["loss", "White loses"]];

function showCalibration(validations) {
  const place = byId("calibration-controls");
  const names = [...new Set(validations.flatMap(({ predictions }) => predictions.map(({ name }) => name)))];
  const usual = names.includes("shrunken") ? "shrunken" : names[0];
  const { state, set } = kept("calibration", { table: validations[0].name, prediction: usual }, draw);
  const picks = {
    table: choice(place, "Validation", named(validations), state.table, (table) => set({ table })),
    prediction: choice(place, "Prediction", names.map((name) => [name, capital(name)]), usual, (prediction) => set({ prediction })),
  };
  offer("calibration", binRows);

  const chosen = () => {
    const validation = validations[placeOf(validations, state.table)];
    return { validation, prediction: validation.predictions.find(({ name }) => name === state.prediction) };
  };

  // All bins of the prediction.
  function binRows() {
    const head = ["prediction", "of", "predicted", "seen", "margin", "cells", "games"];
    const rows = QUANTITIES.flatMap(([name]) => (chosen().prediction?.calibration[name].bins ?? []).map((bin) =>
      [state.prediction, name, bin.predicted, bin.seen, bin.margin, bin.cells, bin.games]));
    return [head, ...rows];
  }

  function draw() {
    for (const [name, pick] of Object.entries(picks)) pick(state[name]);
    const { validation, prediction } = chosen();
    for (const table of document.querySelectorAll(".validation-table")) table.hidden = Number(table.dataset.table) !== validations.indexOf(validation);
    const events = validation.errors_by === "event" ? ` of ${grouped(validation.groups)} events` : "";
    byId("calibration-said").textContent =
      `${grouped(validation.predicted_games)} games${events} with ${grouped(validation.predicted_cells)} cells; the table has no game of ${grouped(validation.unseen_cells)} of these cells.`;
    byId("calibration-plots").replaceChildren(...(prediction ? QUANTITIES.map(([name, title]) => calibrationPlot(title, prediction.calibration[name])) : []));
  }
  draw();
}

function calibrationPlot(title, { bins, bins_that_count: all, bins_that_agree: good }) {
  const [size, left] = [240, 30];
  const x = (value) => left + size * value;
  const y = (value) => 6 + size * (1 - value);
  const used = bins.filter(({ cells }) => cells > 0);
  const most = Math.max(...used.map(({ cells }) => cells), 1);
  const axes = [0, 0.25, 0.5, 0.75, 1].flatMap((at) => [
    svg("line", { class: "axis", x1: x(0), x2: x(1), y1: y(at), y2: y(at) }),
    svg("line", { class: "axis", x1: x(at), x2: x(at), y1: y(0), y2: y(1) }),
    svg("text", { x: x(at), y: y(0) + 15, "text-anchor": "middle" }, String(100 * at)),
    svg("text", { x: x(0) - 5, y: y(at) + 4, "text-anchor": "end" }, String(100 * at)),
  ]);
  const points = used.flatMap((bin) => {
    const kind = bin.agrees === null ? "point few" : bin.agrees ? "point" : "point off";
    const point = svg("circle", { class: kind, cx: x(bin.predicted), cy: y(bin.seen), r: 3 + 5 * Math.sqrt(bin.cells / most) });
    explain(point, () => [el("b", {}, title), facts([
      ["predicted", `${(100 * bin.predicted).toFixed(2)} %`], ["seen", `${(100 * bin.seen).toFixed(2)} %`],
      ["95 % margin", bin.margin === null ? "–" : `± ${(100 * bin.margin).toFixed(2)} %`], ["cells", grouped(bin.cells)], ["games", grouped(bin.games)],
      ["", bin.agrees === null ? "too few games" : bin.agrees ? "within" : "outside"],
    ])]);
    const margin = bin.agrees === null || bin.margin === null ? []
      : [svg("line", { class: "margin", x1: x(bin.predicted), x2: x(bin.predicted), y1: y(Math.min(1, bin.seen + bin.margin)), y2: y(Math.max(0, bin.seen - bin.margin)) })];
    return [...margin, point];
  });
  return el("figure", {},
    el("figcaption", {}, el("b", {}, title), el("span", { class: "muted" }, ` ${good} of ${all} bins within`)),
    svg("svg", { viewBox: `0 0 ${left + size + 8} ${size + 28}`, role: "img", "aria-label": `${title}: predicted across, seen upward, in percent` },
      axes, svg("line", { class: "diagonal", x1: x(0), y1: y(0), x2: x(1), y2: y(1) }), points));
}
