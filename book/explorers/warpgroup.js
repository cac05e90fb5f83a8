// SPDX-License-Identifier: MIT
// The operands of wgmma: rows of A in shared memory, elements of D in lanes.
"use strict";

(() => {
const { define, make, plural } = globalThis.explorers;
const PER_LINE = 8, NAMES = 256, LANES = 32;

/// Pieces of 16 bytes, eight per 128 bytes: "r2 p1" is piece 1 of row 2.
const memory = (pieces) => {
  const holds = new Map();
  pieces.forEach((row, r) => row.forEach((piece, c) => {
    holds.set(piece, [r, c]);
  }));
  const cells = [];
  const last = Math.max(...holds.keys());
  for (let piece = 0; piece <= last; ++piece) {
    const [row, column] = holds.get(piece) ?? [];
    cells.push(row === undefined ? make("b", {}) : make("b", { class: "on",
      style: `--piece: ${column}` }, `r${row} p${column}`));
  }
  return make("div", { class: "pieces", style: `--columns: ${PER_LINE}` },
    ...cells);
};

/// Elements of D by place: the register and the lane that hold it.
const matrix = (held, columns) => {
  const cells = [];
  held.forEach((lanes, register) => lanes.forEach((place, lane) => {
    cells.push([place, register, lane]);
  }));
  cells.sort((a, b) => a[0] - b[0]);
  return make("div", { class: columns > 8 ? "matrix wide" : "matrix",
    style: `--columns: ${columns}` }, ...cells.map(([, register, lane]) =>
    make("b", { class: "on", style: `--piece: ${register % 8}` },
      make("span", {}, String(lane)))));
};

define("warpgroup", {
  title: "The layouts of wgmma",
  about: "A warpgroup multiplies 64 rows of A, halves in shared memory, and " +
    "keeps D in registers. The swizzle moves pieces of 16 bytes.",
  inputs: {
    swizzle: { label: "Swizzle of A", text: (value) => (value === "none"
      ? "none" : `${value} bytes`) },
    columns: { label: "Columns of D" },
    warp: { label: "Warp" },
  },
  legend: "Above: shared memory, 128 bytes per row; r2 p1 is piece 1 of row 2 " +
    "of A. Below: the rows of D that this warp holds; the colour is the " +
    "register and, where there is room, the number is the lane.",
  draw: ({ columns, warp }, result) => {
    const { pieces, held } = result;
    const rows = held.flat().map((place) => Math.floor(place / NAMES));
    return {
      says: `Piece 0 of eight rows of A: ` +
        `${plural(result.column_wavefronts, "wavefront")}; in rows one after ` +
        `another it would take ${result.plain_wavefronts}. Warp ${warp} holds ` +
        `rows ${Math.min(...rows)} to ${Math.max(...rows)} of D, ` +
        `${held.length} registers per lane.`,
      picture: [memory(pieces), matrix(held, Number(columns))],
      words: [
        ...pieces.map((row, r) => `Row ${r} of A lies in pieces ` +
          `${row.join(", ")} of shared memory.`),
        ...Array.from({ length: LANES }, (_, lane) => `Lane ${lane} holds ` +
          `${held.map((lanes) => `D[${Math.floor(lanes[lane] / NAMES)}]` +
            `[${lanes[lane] % NAMES}]`).join(", ")}.`),
      ],
    };
  },
});
})();
