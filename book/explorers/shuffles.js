// SPDX-License-Identifier: MIT
// A shuffle as arrows: lanes above give, lanes below take.
"use strict";

(() => {
const { define, make, plural, ranges, say } = globalThis.explorers;
const LANES = 32, HEIGHT = 110, NONE = ".";

const CALLS = { idx: "__shfl_sync", up: "__shfl_up_sync",
  down: "__shfl_down_sync", butterfly: "__shfl_xor_sync" };
const MASKS = { ffffffff: say("all lanes"), "0000ffff": say("lanes 0 to 15"),
  55555555: say("even lanes"), fffffffe: say("all but lane 0") };

const x = (lane) => `${((lane + 0.5) * 100) / LANES}%`;

/// Whether the mask, 8 digits, names the lane.
const takesPart = (mask, lane) => (parseInt(mask, 16) >>> lane & 1) === 1;

const drawing = (mask, from, prefix) => {
  const head = `${prefix}-head`;
  const parts = [make("defs", {}, make("marker", { id: head,
    viewBox: "0 0 6 6", refX: 5, refY: 3, markerWidth: 6, markerHeight: 6,
    orient: "auto" }, make("path", { d: "M0 0L6 3L0 6z" })))];
  for (let lane = 0; lane < LANES; ++lane) {
    const kind = `${lane % 4 ? "minor" : "major"}` +
      `${takesPart(mask, lane) ? "" : " off"}`;
    for (const y of [12, HEIGHT - 4]) {
      parts.push(make("text", { x: x(lane), y, class: kind }, String(lane)));
    }
    if (!takesPart(mask, lane)) continue;
    if (from[lane] === NONE) {
      parts.push(make("text", { x: x(lane), y: HEIGHT - 20, class: "unknown" },
        "?"));
      continue;
    }
    const source = parseInt(from[lane], LANES);
    parts.push(make("line", { x1: x(source), y1: 18, x2: x(lane),
      y2: HEIGHT - 18, class: source === lane ? "own" : "",
      "marker-end": `url(#${head})` }));
  }
  return make("svg", { class: "shuffles", height: HEIGHT }, ...parts);
};

define("shuffles", {
  title: say("Shuffles"),
  about: say("Each lane holds its own number and takes part when the mask " +
    "names it. The width cuts the warp into groups."),
  inputs: {
    kind: { label: say("Call"), text: (value) => CALLS[value] },
    width: { label: say("Width") },
    mask: { label: say("Mask"), text: (value) => MASKS[value] },
    operand: { label: say("Lane or delta") },
  },
  legend: say("Above: the lane that gives. Below: the lane that takes. " +
    "Dashed: a lane keeps its own value. ?: the value is undefined."),
  draw: ({ mask, kind, operand, width }, { from, says }, prefix) => {
    const lanes = [...from].flatMap((sign, lane) =>
      (takesPart(mask, lane) ? [[lane, sign]] : []));
    const others = lanes.filter(([lane, sign]) => sign !== NONE &&
      parseInt(sign, LANES) !== lane);
    const own = lanes.filter(([lane, sign]) =>
      sign !== NONE && parseInt(sign, LANES) === lane).map(([lane]) => lane);
    const unknown = lanes.filter(([, sign]) => sign === NONE)
      .map(([lane]) => lane);
    const findings = says.map((one) =>
      say("The check {name} says: {message}.", one));
    return {
      says: [`${CALLS[kind]}(0x${mask}, value, ${operand}, ${width}): ` +
        say("{count} of {all} took the value of another lane. Own value kept: " +
          "{own}.", { count: plural(others.length, "lane", "lanes"),
          all: lanes.length, own: own.length }), ...findings].join(" "),
      picture: [drawing(mask, from, prefix)],
      words: [
        ...others.map(([lane, sign]) => say("Lane {lane} takes the value of lane {from}.",
          { lane, from: parseInt(sign, LANES) })),
        ...(own.length ? [say("Own value: {lanes}.",
          { lanes: ranges(own) })] : []),
        ...(unknown.length ? [say("Undefined: {lanes}.",
          { lanes: ranges(unknown) })] : []),
      ],
    };
  },
});
})();
