// SPDX-License-Identifier: MIT
// The theme's two drawers by keyboard: its labels become buttons, Escape closes
// what is open. Step views learn the colours. Knows the theme's names, no page.
"use strict";
for (const label of document.querySelectorAll(
       "label.nav-overlay-icon, label.toc-overlay-icon")) {
  const box = document.getElementById(label.htmlFor);
  const button = document.createElement("button");
  button.className = label.className;
  button.append(...label.childNodes);
  button.setAttribute("aria-label", box.getAttribute("aria-label"));
  const tell = () => button.setAttribute("aria-expanded", box.checked);
  tell();
  box.addEventListener("change", tell);
  button.addEventListener("click", () => box.click());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !box.checked) return;
    box.click();
    if (button.offsetParent) button.focus();
  });
  label.replaceWith(button);
}
// What scrolls can be scrolled by keyboard.
for (const one of document.querySelectorAll(
       "article pre, .table-wrapper, article p:has(> img)")) {
  const { overflowX } = getComputedStyle(one);
  if (overflowX !== "visible" && one.scrollWidth > one.clientWidth) {
    one.tabIndex = 0;
  }
}
// A print shows what is folded, but no picture of an explorer a second time.
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll(
    "details:not([open], .explorer details)")];
  for (const one of opened) one.open = true;
});
addEventListener("afterprint", () => {
  for (const one of opened) one.open = false;
});
// A step view has the colours of the page around it.
const colours = () => {
  const { theme } = document.body.dataset;
  return { colours: ["light", "dark"].includes(theme) ? theme : "system" };
};
for (const frame of document.querySelectorAll("iframe.steps")) {
  const tell = () => frame.contentWindow.postMessage(colours(), "*");
  frame.addEventListener("load", tell);
  new MutationObserver(tell).observe(document.body,
    { attributeFilter: ["data-theme"] });
}
