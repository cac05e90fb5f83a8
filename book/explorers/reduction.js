// SPDX-License-Identifier: MIT
// The sum of a block as a tree of additions, and how busy its warps are.
"use strict";

(() => {
const { define, make, plural, ranges, sequence } = globalThis.explorers;
const LANES = 32, ROW = 26;

const tree = (levels, threads) => {
  const x = (element) => `${((element + 0.5) * 100) / threads}%`;
  const lines = levels.flatMap(({ into, from }, level) => {
    const sources = sequence(from);
    return sequence(into).flatMap((element, i) =>
      [sources[i], element].map((one) => make("line", { x1: x(one),
        y1: level * ROW + 2, x2: x(element), y2: (level + 1) * ROW })));
  });
  return make("svg", { class: "tree", height: levels.length * ROW + 4 },
    ...lines);
};

/// For each warp how many of its lanes add.
const strip = (thread, warps) => {
  const busy = Array(warps).fill(0);
  for (const one of sequence(thread)) ++busy[Math.floor(one / LANES)];
  return make("div", { class: "busy" }, ...busy.map((count) =>
    make("b", { class: count === 0 ? false : count < LANES ? "part" : "on" },
      make("span", {}, String(count)))));
};

define("reduction", {
  title: "A reduction tree",
  about: "A block adds its numbers in shared memory, level by level. The " +
    "addressing decides which threads add what.",
  inputs: {
    addressing: { label: "Addressing", text: (value) => ({
      modulo: "tid % (2 * s) == 0", strided: "2 * s * tid",
      sequential: "tid < s" }[value]) },
    threads: { label: "Threads per block" },
  },
  legend: "Above: each line leads an element into a sum. Below: for each level " +
    "a cell per warp, with the number of its lanes that add.",
  draw: ({ threads }, { levels }) => {
    const warps = Math.ceil(threads / LANES);
    const sum = (key) => levels.reduce((all, level) => all + level[key], 0);
    const wavefronts = sum("wavefronts");
    const extra = wavefronts - sum("ideal");
    return {
      says: `${plural(levels.length, "level")}: ` +
        `${plural(sum("instructions"), "warp instruction")}, ` +
        `${plural(sum("divergent"), "divergent branch", "divergent branches")}` +
        `, ${plural(wavefronts, "wavefront")} of shared memory, ${extra} of ` +
        "them by bank conflicts.",
      picture: [tree(levels, Number(threads)),
        ...levels.map(({ thread }) => strip(thread, warps))],
      words: levels.map((level, i) => `Level ${i + 1}: ` +
        `${plural(sequence(level.thread).length, "thread")} in ` +
        `${plural(level.warps, "warp")} add, ` +
        `${plural(level.divergent, "divergent branch", "divergent branches")}` +
        `, ${plural(level.wavefronts, "wavefront")} where ${level.ideal} would ` +
        `do. Sums go to elements ${ranges(sequence(level.into))}.`),
    };
  },
});
})();
