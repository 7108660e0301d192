// One scale of colours for all boards: red below, blue above, which nearly all men tell apart, too.

// So much of what is shown lies within the scale; what lies beyond has its last colour.
const WITHIN = 0.97;

// How far the scale reaches: centipawns, tenths of a percent from the piece's mean, per mille of its positions.
function reaches(tables) {
  const all = { centipawns: [], score: [], count: [] };
  for (const table of tables) {
    for (let row = 0; row < table.rows; row += 1) {
      if (table.wins[row] + table.draws[row] + table.losses[row] === 0) continue;
      all.centipawns.push(Math.abs(table.centipawns[row]));
      all.score.push(Math.abs(table.score[row] - table.mean[row]));
      all.count.push(table.share[row]);
    }
  }
  const reach = (numbers) => {
    numbers.sort((a, b) => a - b);
    return Math.max(10, 10 * Math.ceil((numbers[Math.floor(WITHIN * (numbers.length - 1))] ?? 0) / 10));
  };
  return Object.fromEntries(Object.entries(all).map(([name, numbers]) => [name, reach(numbers)]));
}

// The colour of a number, as a style. The root shows what is seldom as well.
function toneOf(number, reach, isRoot = false) {
  const part = Math.min(1, Math.abs(number) / reach);
  return `--heat:${(isRoot ? Math.sqrt(part) : part).toFixed(3)};--tone:${number < 0 ? "var(--cold)" : "var(--warm)"}`;
}

// The legend: steps of the scale, with what they mean at both ends and in the middle.
function legendOf(reach, words, isRoot = false) {
  const steps = isRoot ? [0, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1] : [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1];
  return [words[0], el("span", { class: "steps" }, steps.map((step) => el("i", { style: toneOf(step * reach, reach, isRoot) }))), words[1]];
}
