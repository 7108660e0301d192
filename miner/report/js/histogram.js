// Cells by White's score in whole percent.

function showHistogram(views) {
  const place = byId("histogram-controls");
  const least = views.reduce((longest, view) => (view.histograms.length > longest.length ? view.histograms : longest), []);
  const { state, set } = kept("histogram", { table: views[0].name, least: "1", heights: "root" }, draw);
  const picks = {
    table: choice(place, "Table", named(views), state.table, (table) => set({ table })),
    least: choice(place, "Cells with at least", least.map(({ min_games: games }) => [String(games), games === 1 ? "1 game" : grouped(games)]), state.least, (games) => set({ least: games })),
    heights: choice(place, "Heights", [["root", "Square root"], ["linear", "Linear"]], state.heights, (heights) => set({ heights })),
  };
  const none = (games) => ({ bins: new Array(101).fill(0), cells: 0, min_games: games });
  const shown = () => views[placeOf(views, state.table)].histograms.find(({ min_games: games }) => String(games) === state.least) ?? none(Number(state.least) || 1);
  offer("histogram", () => [["score_percent", "cells"], ...shown().bins.map((count, percentage) => [percentage, count])]);

  function draw() {
    for (const [name, pick] of Object.entries(picks)) pick(state[name]);
    const { bins, cells, min_games: games } = shown();
    const [width, height, left, bottom] = [1010, 260, 34, 24];
    const most = Math.max(...bins, 1);
    const scale = state.heights === "root" ? Math.sqrt : (value) => value;
    const top = (value) => height - (height - 14) * scale(value) / scale(most);
    const bars = bins.map((count, percentage) => {
      const y = top(count);
      const bar = svg("rect", { class: "bar", x: left + 10 * percentage + 1, y, width: 8, height: height - y, "data-percent": percentage });
      explain(bar, () => [el("b", {}, `${percentage} %`), `${grouped(count)} cells`]);
      return bar;
    });
    const ticks = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((at) =>
      svg("text", { x: left + 10 * at + 5, y: height + 16, "text-anchor": "middle" }, String(at)));
    const levels = [...new Set([most, Math.round(most / 4)])].filter((level) => level > 0).map((level) => [
      svg("line", { class: "axis", x1: left, x2: left + width, y1: top(level), y2: top(level) }),
      svg("text", { x: left - 5, y: top(level) + 4, "text-anchor": "end" }, short(level)),
    ]);
    byId("histogram-plot").replaceChildren(
      svg("svg", { viewBox: `0 0 ${left + width + 4} ${height + bottom}`, role: "img", "aria-label": "Cells by White's score in percent" },
        levels.flat(), svg("line", { class: "axis", x1: left, x2: left + width, y1: height, y2: height }), bars, ticks),
      el("figcaption", { class: "small muted", id: "histogram-said" },
        `${grouped(cells)} cells with at least ${grouped(games)} game${games === 1 ? "" : "s"}; across, White's score in percent.`));
  }
  draw();
}
