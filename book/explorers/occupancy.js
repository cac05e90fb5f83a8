// SPDX-License-Identifier: MIT
// One multiprocessor as places for warps, filled by its resident blocks.
"use strict";

(() => {
const { define, make, plural } = globalThis.explorers;

/// What each resource alone allows, in the order in which a page names them.
const limitsOf = (result) => [
  ["threads", result.by_threads], ["registers", result.by_registers],
  ["shared memory", result.by_shared], ["blocks", result.most_blocks],
];

const places = ({ blocks, warps, most_warps: most }) => {
  const cells = [];
  for (let i = 0; i < most; ++i) {
    const block = Math.floor(i / warps);
    cells.push(make("b", { class: block >= blocks ? false
      : block % 2 ? "on odd" : "on" }, block < blocks && i % warps === 0
      ? make("span", {}, String(block)) : ""));
  }
  return make("div", { class: "warps" }, ...cells);
};

define("occupancy", {
  title: "Occupancy",
  about: "How many blocks of a kernel are resident on one multiprocessor at " +
    "once, and which resource sets the limit.",
  inputs: {
    device: { label: "Device", list: true },
    registers: { label: "Registers per thread" },
    shared: { label: "Shared memory per block", text: (value) => `${value} KB` },
    threads: { label: "Threads per block" },
  },
  legend: "Each cell is a place for a warp. The number is the block whose " +
    "warps begin there.",
  source: "The emulator's rule for launches gave these numbers.",
  draw: ({ registers: asked }, result) => {
    const { blocks, warps, most_warps: most, registers } = result;
    const limits = limitsOf(result);
    const setBy = limits.filter(([, count]) => count === blocks)
      .map(([name]) => name);
    const capped = String(registers) === asked ? ""
      : ` This device gives a thread ${registers} registers at most.`;
    return {
      says: (blocks === 0
        ? `A block with these needs cannot run on ${result.device_name}. `
        : `${result.device_name}: ${plural(blocks, "block")} of ` +
          `${plural(warps, "warp")}, ${blocks * warps} of ${most} warps. `) +
        `The limit is set by ${setBy.join(" and ") ||
          "several needs together"}.${capped}`,
      picture: [places(result)],
      words: limits.map(([name, count]) =>
        `By ${name} alone: ${count === null ? "no limit"
          : plural(count, "block")}.`),
    };
  },
});
})();
