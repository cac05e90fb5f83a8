// SPDX-License-Identifier: MIT
// Blocks at a barrier of the whole grid, as lines of time.
"use strict";

(() => {
const { define, make, plural } = globalThis.explorers;
const STARTS = "s", ARRIVES = "a", LEAVES = "l";
const SAYS = { [STARTS]: "starts", [ARRIVES]: "arrives at the barrier",
  [LEAVES]: "leaves the barrier" };

/// [what, block] in the order in which it came about.
const eventsOf = (text) => text.split(" ").filter(Boolean).map((word) =>
  [word[0], Number(word.slice(1))]);

const timeline = (events, blocks) => {
  const rows = [];
  for (let block = 0; block < blocks; ++block) {
    const at = (what) => events.findIndex(([one, of]) =>
      one === what && of === block);
    const [start, arrival, leaving] = [STARTS, ARRIVES, LEAVES].map(at);
    rows.push(make("div", { class: "block" }, make("span", {},
      `block ${block}`), ...events.map((_, i) => {
      const waits = arrival >= 0 && i > arrival &&
        (leaving < 0 || i < leaving);
      const what = i === start ? "start" : i === arrival ? "arrive"
        : i === leaving ? "leave" : waits ? "wait" : false;
      return make("b", { class: what });
    }), start < 0 ? make("em", {}, "never starts") : ""));
  }
  return make("div", { class: "timeline" }, ...rows);
};

define("grid_barrier", {
  title: "A barrier of the whole grid",
  about: "Each block adds one to a counter and waits until all blocks have. " +
    "Only resident blocks run; a block that waits keeps its place.",
  inputs: {
    blocks: { label: "Blocks" },
    sms: { label: "Multiprocessors" },
    per_sm: { label: "Blocks on each" },
    seed: { label: "Schedule", text: (value) => (value === "0"
      ? "plain order" : `seed ${value}`) },
  },
  legend: "Time goes to the right, one event per column. Ring: the block " +
    "starts. Filled: it arrives. Bar: it waits. Outlined square: it leaves.",
  draw: ({ blocks }, { events: text, ends, says }) => {
    const events = eventsOf(text);
    const arrived = events.filter(([what]) => what === ARRIVES).length;
    return {
      says: ends ? `All ${plural(Number(blocks), "block")} arrive and leave.`
        : `The grid is stuck: ${arrived} of ${plural(Number(blocks), "block")} ` +
          `${arrived === 1 ? "waits" : "wait"}. ${says.map((one) =>
            `The check ${one.name} says: ${one.message}.`).join(" ")}`,
      picture: [timeline(events, Number(blocks))],
      words: events.map(([what, block]) => `Block ${block} ${SAYS[what]}.`),
    };
  },
});
})();
