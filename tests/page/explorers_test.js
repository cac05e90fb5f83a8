// SPDX-License-Identifier: MIT
// The checks of explorers.py. What a check saw goes to the page around this one.
"use strict";
const facts = JSON.parse(document.getElementById("facts").textContent);
const said = [];
const check = (name, good, seen) => {
  said.push(good ? `ok ${name}` : `NOT ${name}${seen ? `: ${seen}` : ""}`);
};
const all = (selector, inside = document) =>
  [...inside.querySelectorAll(selector)];
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const textOf = (element) => element.textContent;
const numbersIn = (text) => (text.match(/\d+/g) ?? []).map(Number);

/// Sets the controls as a reader does.
const choose = (box, choice) => {
  const { inputs } = globalThis.explorerTables[box.dataset.explorer];
  for (const { key, values } of inputs) {
    const field = box.querySelector(`[id$="-${key}"]`);
    field.value = values.indexOf(choice[key]);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
};

/// Whether all `numbers` stand in the text, in this order.
const tells = (text, numbers) => {
  const left = [...numbers];
  for (const one of numbersIn(text)) if (one === left[0]) left.shift();
  return left.length === 0;
};

const lane = (line, name) =>
  Math.round(parseFloat(line.getAttribute(name)) * 0.32 - 0.5);

/// What the picture of each explorer shows, as explorers.py expects it.
const SEEN = {
  banks: (picture) => ({ cells: all("b:not(.bank)", picture).flatMap(
    (cell, i) => (cell.className ? [[i % 32, textOf(cell)]] : [])) }),
  sectors: (picture) => ({ count: all(".sector.on", picture).length,
    lanes: all(".lane", picture).map((one) =>
      [Number(one.getAttribute("x")), Number(one.getAttribute("width"))]) }),
  shuffles: (picture) => ({ arrows: all("line", picture).map((line) =>
    [lane(line, "x1"), lane(line, "x2")]),
  unknown: all(".unknown", picture).length }),
  occupancy: (picture) => ({ taken: all(".on", picture).length,
    all: all("b", picture).length }),
  reduction: (picture) => ({ busy: all(".busy b", picture).map((cell) =>
    Number(textOf(cell))), lines: all("line", picture).length }),
  grid_barrier: (picture) => ({ events: all(".block", picture).flatMap(
    (row, block) => all("b", row).flatMap((cell, i) =>
      (["start", "arrive", "leave"].includes(cell.className)
        ? [[cell.className, block, i]] : []))).sort((a, b) =>
    (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1])),
  never: all("em", picture).length }),
  warpgroup: (picture) => ({ pieces: all(".pieces .on", picture).map(textOf),
    lanes: all(".matrix b", picture).map(textOf) }),
};

const checkCase = (boxes, { name, choice, result, drawn }) => {
  const box = boxes.find((one) => one.dataset.explorer === name);
  const { numbers = [], said: messages = [], ...expected } = drawn;
  choose(box, choice);
  const status = textOf(box.querySelector("[role=status]"));
  const seen = SEEN[name](box.querySelector(".picture"));
  const wrong = [
    !same(box.explorer.choice, choice) && "choice",
    !same(box.explorer.result, result) && JSON.stringify(box.explorer.result),
    !tells(status, numbers) && status,
    !messages.every((one) => status.includes(one)) && status,
    !same(seen, expected) && JSON.stringify([seen, expected]),
    all("details li", box).length === 0 && "no words",
    document.documentElement.scrollWidth > innerWidth && "scrolls sideways",
  ].filter(Boolean);
  check(`${name} ${Object.values(choice).join(" ")}`, !wrong.length,
    wrong.join("; "));
};

const checkControls = (box) => {
  const fields = all("select, input", box);
  const name = box.dataset.explorer;
  check(`${name}: every control has a label and takes the focus`,
    fields.length > 1 && fields.every((field) => {
      field.focus();
      return field.labels.length === 1 && textOf(field.labels[0]) &&
        document.activeElement === field && field.tabIndex === 0;
    }));
  check(`${name}: a slider says its value`, all("input", box).every((field) =>
    field.ariaValueText && field.ariaValueText ===
      textOf(box.querySelector(`output[for="${field.id}"]`))));
  check(`${name}: the picture is hidden, its words are not`,
    box.querySelector(".picture").ariaHidden === "true" &&
    !all("a, button, input, select, summary, [tabindex]",
      box.querySelector(".picture")).length &&
    box.querySelector("summary") && box.getAttribute("role") === "group" &&
    document.getElementById(box.getAttribute("aria-labelledby")));
};

/// [red, green, blue] of any colour of CSS.
const canvas = document.createElement("canvas").getContext("2d",
  { willReadFrequently: true });
const rgb = (colour) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
};
const light = (colour) => [0.2126, 0.7152, 0.0722].reduce((sum, part, i) => {
  const value = colour[i] / 255;
  return sum + part * (value <= 0.04045 ? value / 12.92
    : ((value + 0.055) / 1.055) ** 2.4);
}, 0);
const ratio = (a, b) => {
  const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
const behind = (element) => {
  for (let one = element; one; one = one.parentElement) {
    const colour = rgb(getComputedStyle(one).backgroundColor);
    if (colour[3] === 255) return colour;
  }
  return [255, 255, 255];
};

/// Elements with text of their own whose contrast is below WCAG's AA.
const faint = () => all(".explorer *").filter((element) => {
  const own = [...element.childNodes].some((node) =>
    node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  if (!own || !element.getClientRects().length) return false;
  const style = getComputedStyle(element);
  const svg = element instanceof SVGElement;
  return ratio(rgb(svg ? style.fill : style.color), behind(element)) < 4.5;
});

const checkLooks = () => {
  all("details").forEach((one) => { one.open = true; });
  const papers = new Set();
  for (const theme of ["light", "dark"]) {
    document.documentElement.dataset.theme = theme;
    papers.add(getComputedStyle(document.querySelector(".explorer"))
      .backgroundColor);
    const bad = new Set(faint().map((one) =>
      `${one.closest(".explorer").dataset.explorer} ${one.tagName} ` +
      one.className));
    check(`contrast is enough in ${theme}`, !bad.size, [...bad].join());
  }
  check("light and dark differ", papers.size === 2);
  check("nothing moves", all(".explorer *").every((one) =>
    getComputedStyle(one).transitionDuration === "0s") &&
    !document.getAnimations().length);
  check("the window is as wide as asked", innerWidth === facts.width,
    innerWidth);
  check("nothing scrolls sideways",
    document.documentElement.scrollWidth <= innerWidth);
};

document.addEventListener("explorers", () => {
  try {
    const boxes = all("[data-explorer]");
    facts.cases.forEach((one) => checkCase(boxes, one));
    boxes.forEach(checkControls);
    const ids = all("[id]").map((one) => one.id);
    check("ids are unique", new Set(ids).size === ids.length);
    checkLooks();
  } catch (error) {
    check(`no exception: ${error} ${error.stack}`, false);
  }
  parent.postMessage(said.join("\n"), "*");
});
