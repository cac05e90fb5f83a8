// SPDX-License-Identifier: MIT
// Shared memory as rows of 32 words, one for each bank.
"use strict";

(() => {
const { define, lanesOf, make, plural, say, sequence } = globalThis.explorers;
const BANKS = 32, WORD = 4;

/// The lanes that want each word, by the word's number.
const lanesByWord = (elements, words) => {
  const found = new Map();
  elements.forEach((element, lane) => {
    for (let word = element * words; word < (element + 1) * words; ++word) {
      if (!found.has(word)) found.set(word, []);
      found.get(word).push(lane);
    }
  });
  return found;
};

/// The rows that hold a wanted word; a gap stands for those between.
const grid = (wanted) => {
  const rows = [...new Set([...wanted.keys()].map((word) =>
    Math.floor(word / BANKS)))].sort((a, b) => a - b);
  const parts = Array.from({ length: BANKS }, (_, bank) => make("b", {
    class: "bank", style: `--bank: ${bank}` }, make("span", {}, String(bank))));
  rows.forEach((row, i) => {
    if (i > 0 && row > rows[i - 1] + 1) parts.push(make("i", { class: "gap" }));
    for (let bank = 0; bank < BANKS; ++bank) {
      const lanes = wanted.get(row * BANKS + bank);
      parts.push(make("b", { class: lanes ? "on" : false,
        style: `--bank: ${bank}` }, lanes ? make("span", {}, lanes[0] +
        (lanes.length > 1 ? "+" : "")) : ""));
    }
  });
  return make("div", { class: "banks" }, ...parts);
};

define("banks", {
  title: say("Banks of shared memory"),
  about: say("A warp accesses a tile whose rows hold 32 elements. Lane i takes " +
    "element i times the stride, counted row by row."),
  inputs: {
    access: { label: say("Access"), text: (value) => (value === "load"
      ? say("load") : say("store")) },
    width: { label: say("Element"), text: (value) =>
      plural(Number(value), "byte", "bytes") },
    padding: { label: say("Padding of a row"),
      text: (value) => plural(Number(value), "element", "elements") },
    swizzle: { label: say("Swizzle"), text: (value) => (value === "row"
      ? say("column XOR row") : say("none")) },
    stride: { label: say("Stride") },
  },
  legend: say("The columns are banks 0 to 31, each row below is 128 bytes. " +
    "Marked words are wanted; where there is room, the number is the lane, " +
    "+ means several lanes."),
  draw: ({ access, width }, { wavefronts, ideal, elements }) => {
    const words = width / WORD;
    const wanted = lanesByWord(sequence(elements), words);
    const byBank = new Map();
    [...wanted.keys()].sort((a, b) => a - b).forEach((word) => {
      const bank = word % BANKS;
      byBank.set(bank, [...byBank.get(bank) ?? [], word]);
    });
    const values = { ideal,
      count: plural(wavefronts, "wavefront", "wavefronts") };
    return {
      says: access === "load"
        ? say("One load takes {count}. The fewest for this width is {ideal}.",
          values)
        : say("One store takes {count}. The fewest for this width is {ideal}.",
          values),
      picture: [grid(wanted)],
      words: [...byBank].sort(([a], [b]) => a - b).map(([bank, all]) => {
        const lanes = [...new Set(all.flatMap((word) => wanted.get(word)))]
          .sort((a, b) => a - b);
        return say("Bank {bank}: {words}, wanted by {lanes}.", { bank,
          words: plural(all.length, "word", "words"),
          lanes: lanesOf(lanes) });
      }),
    };
  },
});
})();
