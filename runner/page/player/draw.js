// SPDX-License-Identifier: MIT
// Draws parts of a step: source, lanes, what they did, warps and memory. Each
// takes an element and fills it.

/// An element with attributes and children; text stays text.
const make = (tag, attributes, ...children) => {
  const svg = ["svg", "line", "text", "path", "marker", "defs"].includes(tag);
  const made = svg
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== false && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
};

const plural = (count, one, several) => `${count} ${count === 1 ? one : several}`;

/// A text that leads to a step when it is pressed.
const stepButton = (index, text) =>
  make("button", { type: "button", class: "to", "data-step": index },
    text ?? `step ${index}`);

const STATES = {
  on: ["", "active"],
  wait: ["w", "waits"],
  elsewhere: ["~", "elsewhere"],
  gone: ["×", "has ended"],
  none: ["", "no such thread"],
};

const drawLanes = (into, run, step) => {
  const states = run.laneStates(step);
  into.replaceChildren(...states.map((state, lane) => {
    const [mark, words] = STATES[state];
    return make("li", { class: state, title: `lane ${lane}: ${words}` },
      String(lane), make("i", {}, mark));
  }));
};

/// One small box for each lane; `text` of a lane that takes no part is "".
const strip = (text) => make("ol", { class: "strip" },
  ...Array.from({ length: LANES }, (_, lane) =>
    make("li", { class: text(lane) ? "" : "off", title: `lane ${lane}` },
      text(lane))));

const laneList = (act, words) => make("ul", { class: "chips" },
  ...act.lanes.map((lane, i) =>
    make("li", {}, make("span", { class: "n" }, String(lane)), ...words(i))));

const drawAccess = (run, act) => {
  const unit = run.unit(act.a);
  const name = (byte) => run.cellName(act.a, Math.floor(byte / unit));
  const values = (from, i) => from
    ? from.slice(i * act.c, (i + 1) * act.c).join(" ") : "not told";
  const end = (byte) => byte + act.c * act.e - unit;
  return [make("h4", {}, `${act.k} `, make("code", {}, run.arrays[act.a].name)),
    laneList(act, (i) => {
      const from = act.places[i];
      const wide = end(from) > from ? ` to ${name(end(from))}` : "";
      const held = act.before ? `held ${values(act.before, i)}, given ` : "";
      return [make("span", { class: "cellname" }, name(from) + wide), " ",
        make("b", {}, held + values(act.values, i))];
    })];
};

/// Lanes above give, lanes below take. The label of every lane, or where there
/// is no room of every fourth.
const drawShuffle = (act, id) => {
  const height = 84;
  const x = (lane) => `${((lane + 0.5) * 100) / LANES}%`;
  const parts = [make("defs", {}, make("marker", { id, viewBox: "0 0 6 6",
    refX: 5, refY: 3, markerWidth: 6, markerHeight: 6, orient: "auto" },
  make("path", { d: "M0 0L6 3L0 6z" })))];
  for (let lane = 0; lane < LANES; ++lane) {
    const fits = lane % 4 ? "minor" : "major";
    for (const y of [11, height - 3]) {
      parts.push(make("text", { x: x(lane), y, class: fits }, String(lane)));
    }
  }
  act.lanes.forEach((lane, i) => {
    const from = act.from[i];
    if (from < 0) return;
    parts.push(make("line", { x1: x(from), y1: 16, x2: x(lane),
      y2: height - 16, class: from === lane ? "own" : "",
      "marker-end": `url(#${id})` }));
  });
  return [make("h4", {}, make("code", {}, act.op),
    ": the lane above gives, the lane below takes"),
  make("svg", { class: "shuffle", height, "aria-hidden": "true" }, ...parts),
  laneList(act, (i) => [make("b", {}, act.values?.[i] ?? "not told")])];
};

const drawBranch = (step, act) => {
  const jump = new Set(act.lanes);
  const on = new Set(lanesOf(step.on));
  return [make("h4", {}, "branch: ↷ jumps",
    act.to ? ` to line ${act.to}` : "", ", → goes on"),
  strip((lane) => (jump.has(lane) ? "↷" : on.has(lane) ? "→" : ""))];
};

const drawVote = (act) => [
  make("h4", {}, make("code", {}, act.op),
    `: ✓ says yes; the result is 0x${act.res.toString(16)}`),
  strip((lane) => (!act.lanes.includes(lane) ? ""
    : (act.yes >>> lane) & 1 ? "✓" : "–")),
];

/// A table of variables by lanes. What is alike in all lanes stands once.
const drawVariables = (box, run, step) => {
  box.hidden = !step.variables.length;
  if (box.hidden) return;
  const names = make("tr", {}, make("th", { scope: "col" }, "lane"),
    ...Array.from({ length: LANES }, (_, lane) =>
      make("th", { scope: "col" }, String(lane))));
  const rows = step.variables.map(({ local, lanes, values, changed }) => {
    const text = (lane) => run.heldText(local, values[lane]);
    const alike = lanes.every((lane) => values[lane] === values[lanes[0]]);
    const cell = (lane, attributes, words) => make("td", { ...attributes,
      class: changed.includes(lane) ? "changed" : false }, words);
    const cells = alike
      ? [cell(lanes.find((lane) => changed.includes(lane)) ?? lanes[0],
        { colspan: LANES }, text(lanes[0]))]
      : Array.from({ length: LANES }, (_, lane) =>
        cell(lane, {}, lanes.includes(lane) ? text(lane) : ""));
    return make("tr", { class: alike ? "alike" : "differ" },
      make("th", { scope: "row" }, local.name), ...cells);
  });
  const of = step.variables[0].local.function;
  box.querySelector("h3").textContent = `Variables of ${of} after this step`;
  box.querySelector("table").replaceChildren(
    make("thead", {}, names), make("tbody", {}, ...rows));
};

const MOST_ACTS = 24;
let arrows = 0; // heads of arrows need names of their own

const drawActs = (into, run, step) => {
  const parts = [];
  for (const act of step.acts.slice(0, MOST_ACTS)) {
    if (act.k === "shuffle") parts.push(...drawShuffle(act, `head${++arrows}`));
    else if (act.k === "branch") parts.push(...drawBranch(step, act));
    else if (act.k === "vote") parts.push(...drawVote(act));
    else if (act.a !== undefined && !["host", "object"].includes(act.k)) {
      parts.push(...drawAccess(run, act));
    }
  }
  if (step.acts.length > MOST_ACTS) {
    parts.push(make("p", { class: "note" }, "Only the first " +
      `${MOST_ACTS} of ${step.acts.length} are drawn; the sentences have all.`));
  }
  into.replaceChildren(...parts);
};

/// "0, 2 to 5": numbers in order.
const ranges = (numbers, to) => {
  const parts = [];
  for (let i = 0; i < numbers.length; ++i) {
    const first = numbers[i];
    while (numbers[i + 1] === numbers[i] + 1) ++i;
    const last = numbers[i];
    parts.push(first === last ? `${first}`
      : `${first}${last === first + 1 ? ", " : to}${last}`);
  }
  return parts.join(", ");
};

/// The warps of the step's block, and where each is.
const drawWarps = (into, state, step) => {
  const { run } = state;
  const threads = run.launches[step.l].block.reduce((a, b) => a * b);
  const opened = new Set(step.acts.flatMap((act) =>
    (act.k === "opens" ? act.from : [])));
  const groups = new Map();
  for (let w = 0; w * LANES < threads; ++w) {
    const warp = state.warps.get(`${step.b}/${w}`);
    const now = step.w === w;
    const line = warp && run.steps[warp.index].n;
    const words = opened.has(w) ? "going on" : !warp ? "not begun"
      : now && warp.state === "runs" ? "running"
      : { runs: "ready", waits: "waiting at a barrier", ended: "ended" }[
        warp.state];
    const text = `${line ? ` line ${line},` : ""} ${words}`;
    const key = `${now} ${text}`;
    if (!groups.has(key)) {
      groups.set(key, { now, text, state: warp?.state, warps: [] });
    }
    groups.get(key).warps.push(w);
  }
  into.replaceChildren(...[...groups.values()].map((one) =>
    make("li", { class: one.now ? "now" : one.state,
      "aria-current": one.now && "step" }, make("b", {},
      `${one.warps.length > 1 ? "warps" : "warp"} ` +
      `${ranges(one.warps, " to ")}:`), one.text)));
};

class Source {
  constructor(box, heading) {
    Object.assign(this, { box, heading, file: -1, lines: [] });
  }

  /// Shows the file of the step, with its line and those of other warps.
  show(state, step) {
    const { run } = state;
    if (step.f !== undefined && step.f !== this.file) this.open(run, step.f);
    for (const line of this.marked ?? []) {
      line.className = "line";
      line.removeAttribute("aria-current");
      line.children[1].textContent = "";
      line.children[1].removeAttribute("title");
    }
    this.marked = [];
    const others = new Map();
    for (const { b, w, index, state: does } of state.warps.values()) {
      const at = run.steps[index];
      const own = b === step.b && w === step.w;
      if (own || does === "ended" || at.f !== this.file) continue;
      if (!others.has(at.n)) others.set(at.n, new Map());
      const blocks = others.get(at.n);
      if (!blocks.has(b)) blocks.set(b, []);
      blocks.get(b).push(w);
    }
    for (const [number, blocks] of others) {
      const line = this.lines[number - 1];
      if (!line) continue;
      const text = [...blocks].map(([b, warps]) =>
        (b === step.b ? "w" : `b${b} w`) +
        ranges(warps.sort((a, c) => a - c), "–"));
      line.children[1].textContent = text.join(" ");
      line.children[1].title = `last here: ${text.join("; ")}`;
      this.marked.push(line);
    }
    const line = this.lines[(step.n ?? 0) - 1];
    if (!line || step.f === undefined) return;
    line.className = "line now";
    line.setAttribute("aria-current", "step");
    this.marked.push(line);
    const { box } = this;
    const top = line.offsetTop;
    const inside = top > box.scrollTop &&
      top + 2 * line.offsetHeight < box.scrollTop + box.clientHeight;
    if (!inside) box.scrollTop = top - box.clientHeight / 3;
  }

  open(run, file) {
    this.file = file;
    this.heading.textContent = run.files[file];
    this.lines = run.data.sources[file].map((text, i) =>
      make("div", { class: "line" }, make("span", { class: "n" },
        String(i + 1)), make("span", { class: "who" }), make("code", {}, text)));
    this.box.replaceChildren(...this.lines);
    if (!this.lines.length) this.box.append("This file was not found.");
  }
}
