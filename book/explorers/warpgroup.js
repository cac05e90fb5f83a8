// SPDX-License-Identifier: MIT
// The operands of wgmma: rows of A in shared memory, elements of D in lanes.
"use strict";

(() => {
const { define, make, plural, say } = globalThis.explorers;
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
  title: say("The layouts of wgmma"),
  about: say("A warpgroup multiplies 64 rows of A and keeps the result D " +
    "in registers. A lies in shared memory, 8 half-precision numbers in a " +
    "piece of 16 bytes. The swizzle decides where each piece lies."),
  inputs: {
    swizzle: { label: say("Swizzle of A"), text: (value) => (value === "none"
      ? say("none") : plural(Number(value), "byte", "bytes")) },
    columns: { label: say("Columns of D") },
    warp: { label: say("Warp") },
  },
  legend: say("Above: shared memory, 128 bytes per row; r2 p1 is piece 1 of " +
    "row 2 of A. Below: the rows of D that this warp holds; the colour is the " +
    "register and, where there is room, the number is the lane."),
  draw: ({ columns, warp }, result) => {
    const { pieces, held } = result;
    const rows = held.flat().map((place) => Math.floor(place / NAMES));
    return {
      says: say("Loading piece 0 of eight rows of A takes {wavefronts}; in " +
        "plain rows it would take {plain}. Warp {warp} holds rows {rows} of " +
        "D, {registers} per lane.", { warp,
        wavefronts: plural(result.column_wavefronts, "wavefront", "wavefronts"),
        plain: result.plain_wavefronts,
        rows: say("{first} to {last}", { first: Math.min(...rows),
          last: Math.max(...rows) }),
        registers: plural(held.length, "register", "registers") }),
      picture: [memory(pieces), matrix(held, Number(columns))],
      words: [
        ...pieces.map((row, r) => say("Row {row} of A lies in pieces {pieces} " +
          "of shared memory.", { row: r, pieces: row.join(", ") })),
        ...Array.from({ length: LANES }, (_, lane) =>
          say("Lane {lane} holds {elements}.", { lane,
            elements: held.map((lanes) =>
              `D[${Math.floor(lanes[lane] / NAMES)}]` +
              `[${lanes[lane] % NAMES}]`).join(", ") })),
      ],
    };
  },
});
})();
