// SPDX-License-Identifier: MIT
// One multiprocessor as places for warps, filled by its resident blocks.
"use strict";

(() => {
const { define, make, plural, say } = globalThis.explorers;

/// What each resource alone allows, in the order in which a page names them.
const limitsOf = (result) => [
  [say("threads"), result.by_threads],
  [say("registers"), result.by_registers],
  [say("shared memory"), result.by_shared],
  [say("blocks"), result.most_blocks],
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
  title: say("Occupancy"),
  about: say("How many blocks of a kernel are resident on one multiprocessor " +
    "at once, and which resource sets the limit."),
  inputs: {
    device: { label: say("Device"), list: true },
    registers: { label: say("Registers per thread") },
    shared: { label: say("Shared memory per block"), text: (value) =>
      say("{number} KB", { number: value }) },
    threads: { label: say("Threads per block") },
  },
  legend: say("Each cell is a place for a warp. The number is the block whose " +
    "warps begin there."),
  source: say("The emulator's rule for launches gave these numbers."),
  draw: ({ registers: asked }, result) => {
    const { blocks, warps, most_warps: most, registers } = result;
    const limits = limitsOf(result);
    const setBy = limits.filter(([, count]) => count === blocks)
      .map(([name]) => name);
    const capped = String(registers) === asked ? [] : [say("This device gives " +
      "a thread at most {registers}.", { registers: plural(registers,
      "register", "registers") })];
    const device = result.device_name;
    const fit = blocks === 0
      ? say("A block with these needs cannot run on {device}.", { device })
      : say("{device}: {blocks} with {warps} each, {resident} of {most} places " +
        "for warps.", { device, most, resident: blocks * warps,
        blocks: plural(blocks, "block", "blocks"),
        warps: plural(warps, "warp", "warps") });
    const limit = setBy.length
      ? say("The limit is set by: {needs}.", { needs: setBy.join(", ") })
      : say("Several needs together set the limit.");
    return {
      says: [fit, limit, ...capped].join(" "),
      picture: [places(result)],
      words: limits.map(([need, count]) => say("{need} alone: {blocks}.", {
        need, blocks: count === null ? say("no limit")
          : plural(count, "block", "blocks") })),
    };
  },
});
})();
