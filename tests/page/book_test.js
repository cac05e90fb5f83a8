// SPDX-License-Identifier: MIT
// What a page of the book must be in a browser: no sideways scroll, read in the
// order in which it stands, and without a finding of axe. bookTest(width) gives
// the lines that are wrong.
"use strict";
function bookTest(width) {
  const wrong = [];
  const scrolls = [document.documentElement,
                   document.querySelector(".article-container")].find(
    (one) => one.scrollWidth > Math.min(width, one.clientWidth));
  if (scrolls) {
    const wide = [...document.querySelectorAll("article *")].filter((one) =>
      one.getBoundingClientRect().right > width + 1 &&
      !one.closest("pre, .table-wrapper, p:has(> img)")).slice(0, 3);
    wrong.push(`scrolls sideways: ${scrolls.scrollWidth} pixels; ` +
      wide.map((one) => one.tagName + "." + one.className).join(", "));
  }
  const blocks = [...document.querySelectorAll(
    "article h1, article h2, article h3, article p, article pre, " +
    "article table, article img, article svg, article iframe")].filter(
      (one) => one.getClientRects().length && !one.closest("table *") &&
        !one.closest("details:not([open])"));
  let last = -1e9;
  for (const one of blocks) {
    const top = one.getBoundingClientRect().top;
    if (top < last - 2) {
      wrong.push("is read before what stands above it: " +
        one.textContent.slice(0, 60));
      break;
    }
    last = top;
  }
  for (const cell of document.querySelectorAll("article td")) {
    const line = 1.5 * parseFloat(getComputedStyle(cell).fontSize);
    const lines = Math.round(cell.clientHeight / line);
    if (lines > 18) {
      wrong.push(`a cell ${lines} lines high, ${cell.clientWidth} pixels ` +
        "wide: " + cell.textContent.trim().slice(0, 60));
    }
  }
  const headings = [...document.querySelectorAll("article h1")];
  if (headings.length !== 1) wrong.push(`${headings.length} titles`);
  for (const one of document.querySelectorAll("article svg, article img")) {
    if (!(one.getAttribute("aria-label") || one.alt ||
          one.closest("[aria-hidden]"))) wrong.push("a picture without words");
  }
  return wrong;
}
async function axeFindings() {
  const seen = await axe.run(document, {
    iframes: false,
    preload: false,
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
    resultTypes: ["violations"],
  });
  return seen.violations.map((one) => `${one.id}: ${one.help}; ` +
    one.nodes.slice(0, 3).map((node) => node.target.join(" ") + " " +
      node.html.slice(0, 100) + " " +
      [...node.any, ...node.all].map((it) => it.message).slice(0, 1).join()
    ).join(" | ") + ` (${one.nodes.length})`);
}
// What a step view says first, once it has unpacked its run.
function stepShown() {
  return new Promise((done) => {
    const look = (left) => {
      const said = document.querySelector(".say")?.textContent.trim();
      if (said || !left) done(said ?? "");
      else setTimeout(look, 50, left - 1);
    };
    look(200);
  });
}
// What the explorers of a page say and call their controls.
function explorerTexts() {
  return [...document.querySelectorAll(".explorer")].flatMap((box) => {
    const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const texts = [...box.querySelectorAll("[aria-valuetext]")].map((one) =>
      one.ariaValueText);
    while (walk.nextNode()) texts.push(walk.currentNode.textContent);
    return texts;
  });
}
// Where the keyboard is: the element's words, and what is wrong with it.
function focusNow() {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  const style = getComputedStyle(one);
  const wrong = [];
  if (one === document.body) wrong.push("nothing");
  if (style.visibility === "hidden" || box.right <= 0 ||
      box.left >= innerWidth) wrong.push("it cannot be seen");
  if (style.outlineStyle === "none" && style.boxShadow === "none") {
    wrong.push("no outline");
  }
  return { words: (one.getAttribute("aria-label") || one.textContent).trim()
             .slice(0, 50), inArticle: Boolean(one.closest("article")),
           wrong: wrong.join(), tag: one.tagName };
}
