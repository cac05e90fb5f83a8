// SPDX-License-Identifier: MIT
// The explorers of a page: <div data-explorer="banks"> becomes a form, a
// picture and the same in words. NAME.js draws, NAME.table.js holds what the
// emulator said to every choice; nothing is computed here.
"use strict";

(() => {
const base = new URL(".", document.currentScript.src);
const kinds = {};
const SVG = new Set(["svg", "line", "rect", "text", "path", "marker", "defs",
  "g"]);
const MOST_OPTIONS = 8; // more values make a slider
let mounted = 0;

/// An element with attributes and children; text stays text.
const make = (tag, attributes, ...children) => {
  const made = SVG.has(tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== false && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
};

// What the book has translated: a string, or the forms of a noun after a number.
const words = globalThis.explorerWords ?? {};
const { lang } = document.documentElement;
const formOf = new Intl.PluralRules(lang || "en");

/// A sentence in the page's language, with `values` for its {names}.
const say = (sentence, values = {}) => (words[sentence] ?? sentence).replace(
  /\{(\w+)\}/g, (_, name) => values[name]);

/// A number with its noun.
const plural = (count, one, several) => `${count} ${
  words[one]?.[formOf.select(count)] ?? (count === 1 ? one : several)}`;

/// "0, 2 to 5": numbers in order.
const ranges = (numbers) => {
  const parts = [];
  for (let i = 0; i < numbers.length; ++i) {
    const first = numbers[i];
    while (numbers[i + 1] === numbers[i] + 1) ++i;
    const last = numbers[i];
    parts.push(first === last ? `${first}` : last === first + 1
      ? `${first}, ${last}` : say("{first} to {last}", { first, last }));
  }
  return parts.join(", ");
};

/// "lane 3", "lanes 0, 2 to 5".
const lanesOf = (lanes) => (lanes.length === 1
  ? say("lane {lanes}", { lanes: lanes[0] })
  : say("lanes {lanes}", { lanes: ranges(lanes) }));

/// A list that the table may hold as its first number, step and count.
const sequence = (value) => (Array.isArray(value) ? value
  : Array.from({ length: value.count },
    (_, i) => value.first + i * value.step));

/// What the emulator said to a choice: an index for each input.
const lookUp = (table, at) => {
  const last = table.inputs.length - 1;
  const line = at.slice(0, last).reduce((sum, index, i) =>
    sum * table.inputs[i].values.length + index, 0);
  return Object.fromEntries(Object.entries(table.fields).map(
    ([name, { values, lines, of }]) => [name, values[lines[of[line]][at[last]]]]));
};

const load = (file) => new Promise((resolve, reject) => {
  const script = make("script", { src: new URL(file, base) });
  script.addEventListener("load", resolve);
  script.addEventListener("error", () =>
    reject(new Error(`${file} could not be loaded`)));
  document.head.append(script);
});

/// A control for one input, a list or a slider; `changed` is called with an index of its values.
const control = (id, { values }, { label, text = (value) => value, list },
  first, changed) => {
  const slider = values.length > MOST_OPTIONS && !list;
  const shown = slider && make("output", { for: id });
  const field = slider
    ? make("input", { id, type: "range", min: 0, max: values.length - 1,
      step: 1, value: first })
    : make("select", { id }, ...values.map((value, i) =>
      make("option", { value: i, selected: i === first && "" }, text(value))));
  const tell = () => {
    const index = Number(field.value);
    if (slider) {
      shown.textContent = text(values[index]);
      field.setAttribute("aria-valuetext", text(values[index]));
    }
    changed(index);
  };
  field.addEventListener("input", tell);
  tell();
  return make("div", {}, make("label", { for: id }, label), field,
    ...(slider ? [shown] : []));
};

/// The start that a page asks for: data-start="stride=32 padding=1".
const startOf = (box, table) => {
  const wanted = new Map((box.dataset.start ?? "").split(" ").map((word) =>
    word.split("=")));
  return table.inputs.map(({ key, values }) =>
    Math.max(0, values.indexOf(wanted.get(key))));
};

const mount = (box) => {
  const name = box.dataset.explorer;
  const kind = kinds[name];
  const table = globalThis.explorerTables[name];
  const at = startOf(box, table);
  const prefix = `explorer${++mounted}`;
  const says = make("p", { role: "status" });
  const picture = make("div", { class: "picture", "aria-hidden": "true" });
  const list = make("ul");
  let ready = false;
  const show = () => {
    if (!ready) return;
    const choice = Object.fromEntries(table.inputs.map(
      ({ key, values }, i) => [key, values[at[i]]]));
    const result = lookUp(table, at);
    const drawn = kind.draw(choice, result, prefix);
    says.textContent = drawn.says;
    picture.replaceChildren(...drawn.picture);
    list.replaceChildren(...drawn.words.map((one) => make("li", {}, one)));
    box.explorer = { choice, result };
  };
  const heading = `h${box.dataset.heading ?? 3}`;
  const controls = table.inputs.map((input, i) =>
    control(`${prefix}-${input.key}`, input, kind.inputs[input.key], at[i],
      (index) => {
        at[i] = index;
        show();
      }));
  box.classList.add("explorer");
  box.setAttribute("role", "group");
  box.setAttribute("aria-labelledby", `${prefix}-title`);
  box.replaceChildren(
    make(heading, { id: `${prefix}-title` }, kind.title),
    make("p", {}, kind.about), make("div", { class: "inputs" }, ...controls),
    says, picture, ...(kind.legend ? [make("p", { class: "legend" },
      kind.legend)] : []),
    make("details", {}, make("summary", {}, say("The picture in words")),
      list),
    make("p", { class: "source" }, kind.source ??
      say("The emulator ran the kernel with these numbers.")));
  ready = true;
  show();
};

/// Called by NAME.js.
globalThis.explorers = {
  lanesOf, make, plural, ranges, say, sequence,
  define: (name, kind) => { kinds[name] = kind; },
};

const start = async () => {
  const boxes = [...document.querySelectorAll("[data-explorer]")];
  const names = new Set(boxes.map((box) => box.dataset.explorer));
  const files = [...names].flatMap((name) => [`${name}.js`,
    `${name}.table.js`]);
  await Promise.all(files.map(load));
  boxes.forEach(mount);
  document.dispatchEvent(new Event("explorers"));
};

if (document.readyState === "loading") {
  document.addEventListener("DOMContentLoaded", start);
} else {
  start();
}
})();
