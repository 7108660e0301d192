// Material in writing, and the cells of the imbalance table.

const LETTERS = ["Q", "R", "B", "N", "P"];
const CAPS = { Q: 1, R: 2, B: 2, N: 2, P: 8 };
const WORDS = { Q: "queens", R: "rooks", B: "bishops", N: "knights", P: "pawns" };
// cell = 26244 wp + 2916 bp + 972 wn + 324 bn + 108 wb + 36 bb + 12 wr + 4 br + 2 wq + bq
const STRIDES = { P: [26244, 2916], N: [972, 324], B: [108, 36], R: [12, 4], Q: [2, 1] };

// [White's, Black's] counts by letter, or throws one sentence.
function parseMaterial(text) {
  const trimmed = text.trim();
  if (trimmed.includes("/")) return fromFen(trimmed);
  const sides = trimmed.toUpperCase().replace(/VS\.?/, "V").split(/[V:-]/);
  if (sides.length !== 2) throw new Error("Write it like KRPPP v KBPPPP, or as a FEN.");
  return sides.map((side, colour) => {
    const counts = { Q: 0, R: 0, B: 0, N: 0, P: 0 };
    let kings = 0;
    for (const [, letter, many] of side.matchAll(/([^\s+\d])(\d*)/g)) {
      const count = many === "" ? 1 : Number(many);
      if (letter === "K") kings += count;
      else if (letter in counts) counts[letter] += count;
      else throw new Error(`“${letter}” is no piece.`);
    }
    if (/^[\s+]*\d/.test(side)) throw new Error("A number follows its piece, as in P5.");
    if (kings > 1) throw new Error("A side has one king.");
    return withinCaps(counts, colour);
  });
}

function fromFen(text) {
  const board = text.split(/\s+/)[0];
  if (!/^[pnbrqkPNBRQK1-8/]+$/.test(board) || board.split("/").length !== 8) throw new Error("This is no FEN.");
  return [0, 1].map((colour) => {
    const letters = [...board].filter((letter) => letter !== "/" && !/\d/.test(letter));
    const own = letters.filter((letter) => (letter === letter.toUpperCase()) === (colour === 0)).map((letter) => letter.toUpperCase());
    return withinCaps(Object.fromEntries(LETTERS.map((role) => [role, own.filter((letter) => letter === role).length])), colour);
  });
}

function withinCaps(counts, colour) {
  for (const letter of LETTERS) {
    if (counts[letter] > CAPS[letter]) {
      throw new Error(`Outside the table: ${["White", "Black"][colour]} has ${counts[letter]} ${WORDS[letter]}, and a side has room for ${CAPS[letter]}.`);
    }
  }
  return counts;
}

const cellOf = (material) => material.reduce((sum, counts, colour) =>
  sum + LETTERS.reduce((part, letter) => part + STRIDES[letter][colour] * counts[letter], 0), 0);

function materialOf(cell) {
  let rest = cell;
  const material = [{}, {}];
  for (const letter of ["P", "N", "B", "R", "Q"]) {
    for (const colour of [0, 1]) {
      material[colour][letter] = Math.floor(rest / STRIDES[letter][colour]);
      rest %= STRIDES[letter][colour];
    }
  }
  return material;
}

const sideName = (counts) => `K${LETTERS.map((letter) => letter.repeat(counts[letter])).join("")}`;
const materialName = (material) => material.map(sideName).join(" v ");
const swappedMaterial = ([white, black]) => [black, white];
