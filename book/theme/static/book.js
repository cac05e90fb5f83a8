// SPDX-License-Identifier: MIT
// The theme's two drawers by keyboard: its labels become buttons, Escape closes
// what is open. Knows the theme's names, and no page.
"use strict";
for (const label of document.querySelectorAll(
       "label.nav-overlay-icon, label.toc-overlay-icon")) {
  const box = document.getElementById(label.htmlFor);
  label.setAttribute("role", "button");
  label.setAttribute("aria-label", box.getAttribute("aria-label"));
  label.tabIndex = 0;
  const tell = () => label.setAttribute("aria-expanded", box.checked);
  tell();
  box.addEventListener("change", tell);
  label.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    box.click();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !box.checked) return;
    box.click();
    if (label.offsetParent) label.focus();
  });
}
// A print shows what is folded.
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open])")];
  for (const one of opened) one.open = true;
});
addEventListener("afterprint", () => {
  for (const one of opened) one.open = false;
});
