// SPDX-License-Identifier: MIT
// Global memory as lines of four sectors, with the bytes that a warp loads.
"use strict";

(() => {
const { define, lanesOf, make, plural, say, sequence } = globalThis.explorers;
const SECTOR = 32, LINE = 128, HEIGHT = 8;

/// The first of its bytes and the lane, for each; as the SVG's rows have room.
const drawing = (at, bytes) => {
  const lines = [...new Set(at.flatMap((byte) =>
    [byte, byte + bytes - 1].map((one) => Math.floor(one / LINE))))]
    .sort((a, b) => a - b);
  const y = (byte) => lines.indexOf(Math.floor(byte / LINE)) * HEIGHT;
  const touched = new Set(at.flatMap((byte) =>
    [byte, byte + bytes - 1].map((one) => Math.floor(one / SECTOR))));
  const parts = [];
  for (const line of lines) {
    for (let i = 0; i < LINE / SECTOR; ++i) {
      const sector = line * (LINE / SECTOR) + i;
      parts.push(make("rect", { x: i * SECTOR + 0.5, y: y(line * LINE) + 0.5,
        width: SECTOR - 1, height: HEIGHT - 1,
        class: touched.has(sector) ? "sector on" : "sector" }));
    }
  }
  at.forEach((byte, lane) => {
    parts.push(make("rect", { x: byte % LINE, y: y(byte) + 2, width: bytes,
      height: HEIGHT - 4, class: lane % 2 ? "lane odd" : "lane" }));
  });
  const height = lines.length * HEIGHT;
  return [make("svg", { class: "sectors", viewBox: `0 0 ${LINE} ${height}` },
    ...parts), touched];
};

define("sectors", {
  title: say("Sectors of global memory"),
  about: say("A warp loads one element per lane. Lane i takes the element at " +
    "start + i times the stride. Memory moves in sectors of 32 bytes."),
  inputs: {
    bytes: { label: say("Element"), text: (value) =>
      plural(Number(value), "byte", "bytes") },
    start: { label: say("Start"), text: (value) =>
      say("element {number}", { number: value }) },
    stride: { label: say("Stride") },
  },
  legend: say("Each row is a line of 128 bytes with four sectors. A sector " +
    "that moves is filled; the bytes that lanes take have two colours by " +
    "turns. Lines that no lane touches are left out."),
  draw: ({ bytes }, { sectors, ideal, at }) => {
    const first = sequence(at);
    const [picture, touched] = drawing(first, Number(bytes));
    const lanes = [...touched].sort((a, b) => a - b).map((sector) =>
      [sector, first.flatMap((byte, lane) =>
        (Math.floor(byte / SECTOR) === sector ? [lane] : []))]);
    return {
      says: say("One load moves {count}, {bytes}. The same bytes side by " +
        "side need {ideal}.", {
        count: plural(sectors, "sector", "sectors"),
        bytes: plural(sectors * SECTOR, "byte", "bytes"),
        ideal: plural(ideal, "sector", "sectors") }),
      picture: [picture],
      words: lanes.map(([sector, all]) => say("Bytes {range}: {lanes}.", {
        range: say("{first} to {last}", { first: sector * SECTOR,
          last: (sector + 1) * SECTOR - 1 }),
        lanes: lanesOf(all) })),
    };
  },
});
})();
