// SPDX-License-Identifier: MIT
// The sum of a block as a tree of additions, and how busy its warps are.
"use strict";

(() => {
const { define, make, plural, ranges, say, sequence } = globalThis.explorers;
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
  title: say("A reduction tree"),
  about: say("A block adds its numbers in shared memory, level by level. The " +
    "addressing decides which threads add what."),
  inputs: {
    addressing: { label: say("Addressing"), text: (value) => ({
      modulo: "tid % (2 * s) == 0", strided: "2 * s * tid",
      sequential: "tid < s" }[value]) },
    threads: { label: say("Threads per block") },
  },
  legend: say("Above: each line leads an element into a sum. Below: for each " +
    "level a cell per warp, with the number of its lanes that add."),
  draw: ({ threads }, { levels }) => {
    const warps = Math.ceil(threads / LANES);
    const sum = (key) => levels.reduce((all, level) => all + level[key], 0);
    const wavefronts = (count) => plural(count, "wavefront", "wavefronts");
    const branches = (count) => plural(count, "divergent branch",
      "divergent branches");
    return {
      says: say("{levels}: {instructions}, {branches}, {wavefronts} of shared " +
        "memory. Bank conflicts cause {extra} of them.", {
        levels: plural(levels.length, "level", "levels"),
        instructions: plural(sum("instructions"), "warp instruction",
          "warp instructions"),
        branches: branches(sum("divergent")),
        wavefronts: wavefronts(sum("wavefronts")),
        extra: sum("wavefronts") - sum("ideal") }),
      picture: [tree(levels, Number(threads)),
        ...levels.map(({ thread }) => strip(thread, warps))],
      words: levels.map((level, i) => say("Level {number}: {threads} of " +
        "{warps} added; {branches}, {wavefronts} where {ideal} would do. The " +
        "sums are in elements {elements}.", { number: i + 1,
        threads: plural(sequence(level.thread).length, "thread", "threads"),
        warps: plural(level.warps, "warp", "warps"),
        branches: branches(level.divergent),
        wavefronts: wavefronts(level.wavefronts), ideal: level.ideal,
        elements: ranges(sequence(level.into)) })),
    };
  },
});
})();
