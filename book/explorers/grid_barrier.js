// SPDX-License-Identifier: MIT
// Blocks at a barrier of the whole grid, as lines of time.
"use strict";

(() => {
const { define, make, plural, say } = globalThis.explorers;
const STARTS = "s", ARRIVES = "a", LEAVES = "l";
const TOLD = {
  [STARTS]: (block) => say("Block {block} starts.", { block }),
  [ARRIVES]: (block) => say("Block {block} arrives at the barrier.", { block }),
  [LEAVES]: (block) => say("Block {block} leaves the barrier.", { block }),
};

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
      say("block {block}", { block })), ...events.map((_, i) => {
      const waits = arrival >= 0 && i > arrival &&
        (leaving < 0 || i < leaving);
      const what = i === start ? "start" : i === arrival ? "arrive"
        : i === leaving ? "leave" : waits ? "wait" : false;
      return make("b", { class: what });
    }), start < 0 ? make("em", {}, say("never starts")) : ""));
  }
  return make("div", { class: "timeline" }, ...rows);
};

define("grid_barrier", {
  title: say("A barrier of the whole grid"),
  about: say("Each block adds one to a counter and waits until all blocks " +
    "have. Only resident blocks run; a block that waits keeps its place."),
  inputs: {
    blocks: { label: say("Blocks") },
    sms: { label: say("Multiprocessors") },
    per_sm: { label: say("Blocks on each") },
    seed: { label: say("Schedule"), text: (value) => (value === "0"
      ? say("plain order") : say("seed {number}", { number: value })) },
  },
  legend: say("Time goes to the right, one event per column. Ring: the block " +
    "starts. Filled: it arrives. Bar: it waits. Outlined square: it leaves."),
  draw: ({ blocks }, { events: text, ends, says }) => {
    const events = eventsOf(text);
    const arrived = events.filter(([what]) => what === ARRIVES).length;
    const all = plural(Number(blocks), "block", "blocks");
    return {
      says: [ends ? say("Every block arrives and leaves: {all}.", { all })
        : say("The grid is stuck. Waiting at the barrier: {arrived} of {all}.",
          { arrived, all }), ...says.map((one) =>
        say("The check {name} says: {message}.", one))].join(" "),
      picture: [timeline(events, Number(blocks))],
      words: events.map(([what, block]) => TOLD[what](block)),
    };
  },
});
})();
