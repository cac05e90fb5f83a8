// SPDX-License-Identifier: MIT
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const counts = JSON.parse($("run").textContent);
  const launch = $("launch");
  const sections = [...document.querySelectorAll("section.launch")];
  const findings = [...document.querySelectorAll("article[id^=d]")];
  let current = -1;
  let filled = [];

  // The same rules as in runner/page/sources.cpp.
  const tenths = (part, whole) => {
    const value = Math.floor((part * 10 + Math.floor(whole / 2)) / whole);
    return `${Math.floor(value / 10)}.${value % 10}`;
  };
  const cells = ([, , issued, lanes, requests, sectors, shared, wavefronts,
    extra]) => [
    issued,
    issued ? Math.floor((lanes * 100) / (issued * 32)) : "",
    requests ? sectors : "",
    requests ? tenths(sectors, requests) : "",
    shared ? wavefronts : "",
    shared ? extra : "",
  ];
  const fill = (row, values) => {
    values.forEach((value, i) => {
      const cell = row.cells[i + 1];
      if (cell.textContent !== String(value)) cell.textContent = value;
    });
  };
  const blank = ["", "", "", "", "", ""];

  const show = (which) => {
    const left = new Set(filled);
    filled = [];
    for (const line of counts[which]) {
      const row = $(`f${line[0]}-${line[1]}`);
      if (!row) continue;
      fill(row, cells(line));
      filled.push(row);
      left.delete(row);
    }
    for (const row of left) fill(row, blank);
    for (const one of sections) one.hidden = one.dataset.launch !== which;
    const words = launch.selectedOptions[0].textContent.trim();
    $("shown").textContent =
      which === "all" ? `Counts of ${words}.` : `Counts of launch ${words}.`;
    reach();
  };

  // What scrolls at this width can be scrolled by keyboard.
  const reach = () => {
    for (const one of document.querySelectorAll("pre, figure")) {
      if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
      else one.removeAttribute("tabindex");
    }
  };

  const goTo = (target) => {
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "center" });
  };
  const placesOf = (finding) =>
    [...findings[finding].querySelectorAll(".places a.go")];
  const rowOf = (link) => $(link.getAttribute("href").slice(1));

  // Marks the finding and the lines of all its places.
  const choose = (finding) => {
    for (const old of document.querySelectorAll(".now")) {
      old.classList.remove("now");
      old.removeAttribute("aria-current");
    }
    current = finding;
    findings[current].classList.add("now");
    findings[current].setAttribute("aria-current", "true");
    for (const link of placesOf(current)) rowOf(link).classList.add("now");
  };
  const step = (by) => {
    if (!findings.length) return;
    const next = current < 0 && by < 0 ? findings.length - 1 : current + by;
    choose((next + findings.length) % findings.length);
    goTo(findings[current]);
  };
  const place = (number) => {
    if (current < 0) return;
    const link = placesOf(current)[number - 1];
    if (link) goTo(rowOf(link));
  };
  const move = (by) => {
    const next = launch.selectedIndex + by;
    if (next < 0 || next >= launch.options.length) return;
    launch.selectedIndex = next;
    show(launch.value);
  };

  const keys = {
    j: () => step(1),
    k: () => step(-1),
    f: () => { if (current >= 0) goTo(findings[current]); },
    "[": () => move(-1),
    "]": () => move(1),
    "?": () => { $("help").open = true; goTo($("help")); },
  };
  document.addEventListener("keydown", (event) => {
    if (!$("keys").checked || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if ($("report") && $("report").hidden) return;
    if (event.target.closest("select, input")) return;
    const act = keys[event.key];
    if (act) act();
    else if (/^[1-9]$/.test(event.key)) place(Number(event.key));
    else return;
    event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-show]");
    if (button) {
      launch.value = button.dataset.show;
      show(launch.value);
      goTo(document.querySelector(`section[data-launch="${launch.value}"]`));
      return;
    }
    const link = event.target.closest("a");
    if (!link) return;
    const article = link.closest("article");
    const href = link.getAttribute("href");
    if (article) choose(findings.indexOf(article));
    else if (/^#d\d+$/.test(href)) choose(findings.indexOf($(href.slice(1))));
    else if (!link.classList.contains("go")) return;
    event.preventDefault();
    goTo($(href.slice(1)));
  });

  launch.addEventListener("change", () => show(launch.value));
  // A launch that has no place on the page cannot be shown.
  for (const button of document.querySelectorAll("button[data-show]")) {
    button.hidden = !(button.dataset.show in counts);
  }
  addEventListener("resize", reach);
  show(launch.value);
})();
