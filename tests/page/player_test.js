// SPDX-License-Identifier: MIT
// The checks of player.py. What a check saw goes to the page around this one.
"use strict";
const facts = JSON.parse(document.getElementById("facts").textContent);
const said = [];
const check = (name, good, seen) => {
  said.push(good ? `ok ${name}` : `NOT ${name}${seen ? `: ${seen}` : ""}`);
};
const one = (selector) => document.querySelector(selector);
const all = (selector, inside = document) =>
  [...inside.querySelectorAll(selector)];
const press = (key) => (document.activeElement ?? document.body).dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const at = () => Number(one("[data-is=slider]").value);
const columns = () => all(".column");
const text = (name, column = columns()[0]) =>
  column.querySelector(`.${name}`).textContent;
const disabled = (name) =>
  one(`button[data-do=${name}]`).getAttribute("aria-disabled") === "true";

/// All that is shown; heads of arrows are numbered anew at each step.
const snapshot = () => columns().map((column) =>
  column.innerHTML.replace(/head\d+/g, "head")).join() + at();

const checkTabs = () => {
  const tab = one("#tab-steps");
  check("the report is shown first", one("#steps").hidden);
  press("ArrowRight");
  check("keys wait for the tab", at() === 0);
  tab.click();
  check("the tab opens", !one("#steps").hidden && one("#report").hidden &&
    tab.getAttribute("aria-selected") === "true");
  tab.focus();
  press("ArrowLeft");
  check("arrows change tabs", one("#steps").hidden &&
    document.activeElement.id === "tab-report");
  press("ArrowRight");
  check("and change them back", !one("#steps").hidden);
  document.activeElement.blur();
};

const checkSentences = () => {
  const wrong = [];
  press("Home");
  for (let i = 0; i < facts.said.length; ++i) {
    if (at() !== i || text("say") !== facts.said[i]) wrong.push(i);
    press("ArrowRight");
  }
  check("each step says its paragraph of the text form", !wrong.length,
    wrong.join());
  press("ArrowRight");
  check("the last step is the last", at() === Number(
    one("[data-is=slider]").max) && disabled("forward"));
  check("what is said is live", columns().every((column) =>
    column.querySelector(".say").getAttribute("aria-live") === "polite"));
};

const checkBack = () => {
  press("Home");
  check("Home goes to the start", at() === 0 && disabled("back"));
  const seen = [];
  for (let i = 0; i < 12; ++i) {
    seen.push(snapshot());
    press("ArrowRight");
  }
  let same = true;
  for (let i = 11; i >= 0; --i) {
    press("ArrowLeft");
    same = same && snapshot() === seen[i];
  }
  check("back leads to what forward showed", same);
  check("steps differ", new Set(seen).size === seen.length);
  press("End");
  press("ArrowLeft");
  const near = snapshot();
  press("Home");
  for (let i = 0; i < facts.said.length - 2; ++i) press("ArrowRight");
  const most = Number(one("[data-is=slider]").max);
  for (let i = at(); i < most - 1; ++i) press("ArrowRight");
  check("one by one leads to where a jump does", snapshot() === near);
};

/// Cells of a memory as the page shows them, by byte.
const shownCells = (view) => new Map([...view.cells].map(([cell, { button }]) =>
  [cell * view.unit, button]));

const checkMemory = (player) => {
  const [column] = player.columns;
  player.go(column.last, 0);
  let wrong = 0;
  let seen = 0;
  for (const view of column.memory.views) {
    const shown = shownCells(view);
    const expected = facts.cells[view.key] ?? {};
    for (const [byte, value] of Object.entries(expected)) {
      const button = shown.get(Number(byte));
      if (!button) continue;
      ++seen;
      if (button.textContent !== (value ?? "?")) ++wrong;
    }
    for (const [byte, button] of shown) {
      const poison = button.classList.contains("poison");
      if (poison && String(byte) in expected) ++wrong;
    }
  }
  check("memory at the end is what the trace says", wrong === 0 && seen > 60,
    `${wrong} of ${seen}`);
};

const checkPoison = (player) => {
  const [{ run, memory }] = player.columns;
  const step = run.steps.findIndex((one) => one.l === 1);
  player.go(step, 0);
  const view = memory.views.find((one) => one.shared);
  const cells = [...view.cells.values()];
  check("a new block's shared memory is poisoned", cells.length > 60 &&
    cells.every(({ button }, i) => button.classList.contains("poison") ||
      button.classList.contains("written")));
  const hatch = cells.find(({ button }) =>
    button.classList.contains("poison")).button;
  check("poison is a pattern, and is said",
    getComputedStyle(hatch).backgroundImage.includes("gradient") &&
    hatch.getAttribute("aria-label").includes("never written"));
  press("End");
};

const checkCells = (player) => {
  const [{ memory, run }] = player.columns;
  player.go(run.steps.findIndex((step) =>
    step.acts.some((act) => act.k === "store")), 0);
  const view = memory.views.find((one) => one.shared);
  const written = all("button.written", view.grid);
  check("a store marks its cells", written.length === 32);
  written[3].focus();
  check("a cell says who wrote it", text("cell").includes("holds 3.") &&
    text("cell").includes("Lane 3 of warp 0") && text("cell").includes("Bank 3"),
  text("cell"));
  press("ArrowRight");
  check("arrows go from cell to cell",
    document.activeElement === written[4] && at() === player.at);
  press("ArrowDown");
  check("also down", document.activeElement.ariaLabel.startsWith("tile[1][4]"),
    document.activeElement.ariaLabel);
  const late = memory.views.find((one) => !one.shared &&
    run.arrays[one.array].name === "cudaMalloc #1");
  late.cells.get(0).button.focus();
  document.activeElement.blur();
  press("w");
  check("w goes to the next write of the cell", text("cell").includes(
    `Lane 0 of warp 0 wrote it last, in step ${at()}.`), text("cell"));
  check("one cell of an array is reached by Tab",
    all("[tabindex='0']", view.grid).length === 1);
};

const checkJumps = (player) => {
  const [{ run }] = player.columns;
  player.go(0, 0);
  press("b");
  const arrives = () => run.steps[at()].acts.some(({ k }) =>
    k === "arrive" || k === "opens");
  check("b goes to the next barrier", at() > 0 && arrives());
  check("who waits is shown", text("warps").includes("waiting at a barrier"),
    text("warps"));
  player.go(0, 0);
  const warp = run.steps[0].w;
  press("n");
  check("n goes on with the warp", run.steps[at()].w === warp && at() > 0);
  press("d");
  const fire = run.fires.find(({ step }) => step === at());
  check("d goes to where a diagnostic fires", Boolean(fire) &&
    text("say").includes("Here error["));
  check("it is marked", all(".fires .now").length > 0);
  press("e");
  check("e goes to the earlier access", at() === fire.earlier);
  press("d");
  all(".fires .now [data-step]").pop().click();
  check("so does its button", at() === fire.earlier);
  one("[data-is=slider]").value = 2;
  one("[data-is=slider]").dispatchEvent(new Event("input"));
  check("the slider goes to a step", text("say").startsWith("Step 2,"));
  press("?");
  check("? opens the list of keys", one("[data-is=help]").open);
  document.activeElement.blur();
  one("#keys").checked = false;
  press("ArrowRight");
  check("keys can be switched off", at() === 2);
  one("#keys").checked = true;
};

const checkPictures = (player) => {
  const [{ run }] = player.columns;
  const kinds = (k) => run.steps.findIndex((step) =>
    step.acts.some((act) => act.k === k));
  player.go(kinds("shuffle"), 0);
  check("a shuffle has an arrow for each lane",
    all("line", all("svg.shuffle", columns()[0])[0]).length === 32);
  player.go(run.steps.findIndex((step) => step.acts.some((act) =>
    act.k === "vote" && act.yes > 0)), 0);
  const yes = run.steps[at()].acts.find((act) => act.k === "vote").yes;
  check("a vote shows who says yes",
    all(".strip", columns()[0])[0].textContent.split("✓").length - 1 ===
    lanesOf(yes).length);
  const parts = run.steps.findIndex((step) => step.acts.some((act) =>
    act.k === "branch" && act.lanes.length > 0 && act.lanes.length < 32));
  player.go(parts, 0);
  check("a branch shows who jumps and who goes on",
    text("strip").includes("↷") && text("strip").includes("→"));
  player.go(run.steps.findIndex((step) => step.on === 0xffffffe0), 0);
  check("lanes elsewhere are told apart",
    all(".lanes .on", columns()[0]).length === 27 &&
    all(".lanes .elsewhere", columns()[0]).length === 5);
  check("the current line is marked", all(".line.now", columns()[0])
    .map((line) => line.querySelector(".n").textContent).join() ===
    String(run.steps[at()].n));
};

const checkAlone = () => {
  const before = at();
  press("x");
  press("y");
  check("without a second schedule there is no difference to go to",
    at() === before && one("[data-is=said]").textContent.includes("no second"));
  press("End");
  press("n");
  check("a jump that leads nowhere says so",
    one("[data-is=said]").textContent.includes("no such step"));
};

const checkBeside = (player) => {
  press("x");
  check("x goes to the first difference", at() === player.differs.first &&
    text("note") === player.differs.sentence);
  press("y");
  const [left, right] = player.differs.otherwise;
  check("y goes to what a warp does otherwise", at() === left &&
    text("say").startsWith(`Step ${left},`) &&
    text("say", columns()[1]).startsWith(`Step ${right},`));
  check("it is said in both columns",
    columns().every((column) => text("note", column).startsWith("Here ")));
  press("ArrowRight");
  check("both go on", text("say", columns()[1]).startsWith(`Step ${right + 1}`));
  const real = player.differs;
  player.differs = { sentence: "s", first: 0, fires: [3, 5], fired: "a-race" };
  press("y");
  check("where no warp does otherwise, y goes to an error of both", at() === 3 &&
    text("say", columns()[1]).startsWith("Step 5") && columns().every((column) =>
    text("note", column) === "Here error[a-race] fires under both schedules."));
  player.differs = real;
  press("Home");
  check("the start is that of both", columns().every((column) =>
    text("say", column).startsWith("Step 0,")));
};

/// Nothing here runs on its own clock but the player.
const checkPlay = async (player) => {
  player.go(0, 0);
  one("[data-is=speed]").value = "0.2";
  press(" ");
  check("Space plays", one("[data-is=play]").textContent === "Pause" &&
    one(".say").getAttribute("aria-live") === "off");
  await new Promise((done) => setTimeout(done, 900));
  const seen = at();
  press(" ");
  check("it went on", seen >= 2, seen);
  await new Promise((done) => setTimeout(done, 500));
  check("Space stops it", at() === seen &&
    one(".say").getAttribute("aria-live") === "polite");
};

const checkNames = () => {
  const ids = all("[id]").map((element) => element.id);
  check("ids are unique", new Set(ids).size === ids.length);
  check("every button has words", all("button").every((button) =>
    button.ariaLabel || button.textContent.trim()));
  check("every control has words", all("select, input").every((control) =>
    control.ariaLabel || control.labels.length === 1));
  check("every scrolled box can be reached", all(".player .source").every((box) =>
    box.tabIndex === 0 && box.ariaLabel));
};

const rgb = (text) => text.match(/[\d.]+/g).map(Number);
const luminance = (colour) => colour.slice(0, 3).map((c) => c / 255)
  .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const ratio = (a, b) => {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
};
const behind = (element) => {
  for (let up = element; up; up = up.parentElement) {
    const colour = rgb(getComputedStyle(up).backgroundColor);
    if (colour.length < 4 || colour[3] === 1) return colour;
  }
  return [255, 255, 255];
};

/// Elements with text of their own whose contrast is below WCAG's AA.
const faint = () => all(".player *, header *").filter((element) => {
  const own = [...element.childNodes].some((node) =>
    node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  if (!own || !element.getClientRects().length) return false;
  const style = getComputedStyle(element);
  const svg = element instanceof SVGElement;
  return ratio(rgb(svg ? style.fill : style.color),
    behind(element)) < 4.5;
});

const checkMotion = () => {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const moves = all(".player *").some((element) =>
    getComputedStyle(element).transitionDuration !== "0s");
  check(still ? "nothing moves where motion is reduced" : "colours fade",
    moves !== still && (facts.width === 400) === still);
};

const checkLooks = (player) => {
  document.head.append(Object.assign(document.createElement("style"),
    { textContent: "* { transition: none !important; }" }));
  const theme = one("#theme");
  const papers = new Set();
  for (const value of ["light", "dark"]) {
    theme.value = value;
    theme.dispatchEvent(new Event("change"));
    papers.add(getComputedStyle(document.body).backgroundColor);
    const bad = new Set();
    for (let i = 0; i < facts.said.length; i += 6) {
      player.go(i, 0);
      faint().forEach((element) => bad.add(element.className || element.tagName));
    }
    check(`contrast is enough in ${value}`, !bad.size, [...bad].join());
  }
  check("light and dark differ", papers.size === 2);
  const told = (source, colours) => {
    dispatchEvent(new MessageEvent("message", { source, data: { colours } }));
    return document.documentElement.dataset.theme;
  };
  check("the page around it says its colours", told(parent, "light") === "light");
  check("no other page does", told(null, "dark") === "light");
  check("a colour that there is not changes nothing",
    told(parent, "red") === "light" && theme.value === "light");
  check("the window is as wide as asked", innerWidth === facts.width, innerWidth);
  const wide = new Set();
  for (let i = 0; i < facts.said.length; ++i) {
    player.go(i, 0);
    if (document.documentElement.scrollWidth > innerWidth) wide.add(i);
  }
  check("nothing scrolls sideways", !wide.size, [...wide].join());
};

(async () => {
  try {
    checkTabs();
    const { player } = one("[data-is=player]");
    checkBack();
    checkSentences();
    checkMemory(player);
    checkPoison(player);
    checkCells(player);
    checkJumps(player);
    checkPictures(player);
    if (columns().length > 1) checkBeside(player);
    else checkAlone();
    await checkPlay(player);
    checkNames();
    checkMotion();
    checkLooks(player);
  } catch (error) {
    check(`no exception: ${error} ${error.stack}`, false);
  }
  parent.postMessage(said.join("\n"), "*");
})();
