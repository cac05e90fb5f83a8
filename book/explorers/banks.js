// SPDX-License-Identifier: MIT
// Shared memory as rows of 32 words, one for each bank.
"use strict";

(() => {
const { define, make, plural, ranges, sequence } = globalThis.explorers;
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
  title: "Banks of shared memory",
  about: "A warp accesses a tile whose rows hold 32 elements. Lane i takes " +
    "element i times the stride, counted row by row.",
  inputs: {
    access: { label: "Access" },
    width: { label: "Element", text: (value) => `${value} bytes` },
    padding: { label: "Padding of a row",
      text: (value) => plural(Number(value), "element") },
    swizzle: { label: "Swizzle", text: (value) => (value === "row"
      ? "column XOR row" : "none") },
    stride: { label: "Stride" },
  },
  legend: "The columns are banks 0 to 31, each row below is 128 bytes. " +
    "Marked words are wanted; where there is room, the number is the lane, " +
    "+ means several lanes.",
  draw: ({ access, width }, { wavefronts, ideal, elements }) => {
    const words = width / WORD;
    const wanted = lanesByWord(sequence(elements), words);
    const byBank = new Map();
    [...wanted.keys()].sort((a, b) => a - b).forEach((word) => {
      const bank = word % BANKS;
      byBank.set(bank, [...byBank.get(bank) ?? [], word]);
    });
    return {
      says: `One ${access} takes ${plural(wavefronts, "wavefront")}. ` +
        `The fewest for this width is ${ideal}.`,
      picture: [grid(wanted)],
      words: [...byBank].sort(([a], [b]) => a - b).map(([bank, all]) =>
        `Bank ${bank}: ${plural(all.length, "word")} for ` +
        `${plural(new Set(all.flatMap((word) => wanted.get(word))).size,
          "lane")}, ${ranges([...new Set(all.flatMap((word) =>
          wanted.get(word)))].sort((a, b) => a - b))}.`),
    };
  },
});
})();
