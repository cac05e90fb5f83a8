// SPDX-License-Identifier: MIT
// Memory as cells: a shared array in rows, each cell with the colour of its
// bank; a global one in sectors of 32 bytes. One cell of all can be reached by
// Tab, the others of its array by the arrow keys.

const MOST_ROWS = 24; // of an array, at once
const WIDEST = 64; // cells of a row that follows the declaration

/// The rows of an array that are shown.
class ArrayView {
  constructor(run, key, array, chosen) {
    Object.assign(this, { run, key, array, onChoose: chosen, first: -1 });
    const { space, extents, name, bytes } = run.arrays[array];
    this.shared = space === "shared";
    this.unit = run.unit(array);
    this.width = this.rowWidth(extents);
    const cells = [...run.touched.get(key)].sort((a, b) => a - b);
    this.rows = [...new Set(cells.map((cell) =>
      Math.floor(cell / this.width)))];
    const columns = Math.max(...cells.map((cell) => cell % this.width)) + 1;
    this.columns = this.shared
      ? Math.min(this.width, Math.ceil(columns / 8) * 8) : this.width;
    this.grid = make("div", { class: this.shared ? "grid" : "grid sectors",
      role: "grid", "aria-label": name });
    this.more = make("p", { class: "note" });
    this.box = make("section", { class: "mem" },
      make("h4", {}, make("code", {}, name), ` ${space}, ` +
        plural(bytes, "byte", "bytes")),
      make("div", { class: "cells" }, this.grid), this.more);
    this.grid.addEventListener("keydown", (event) => this.move(event));
    this.grid.addEventListener("focusin", (event) => this.focus(event.target));
    this.grid.addEventListener("click", (event) => {
      const cell = event.target.closest("button");
      if (cell) cell.focus();
    });
  }

  rowWidth(extents) {
    if (!this.shared) return Math.max(1, SECTOR / this.unit);
    const last = extents[extents.length - 1];
    if (extents.length > 1 && last <= WIDEST) return last;
    return Math.min(32, Math.max(16, 128 / this.unit));
  }

  /// "[3]": of an array with several extents without the last index.
  rowName(cell) {
    const { extents, name } = this.run.arrays[this.array];
    const text = this.run.cellName(this.array, cell).slice(name.length);
    return this.shared && extents.length > 1
      ? text.slice(0, text.lastIndexOf("[")) : text;
  }

  /// Draws so many rows from the one with this number on.
  open(first) {
    this.first = first;
    this.shown = this.rows.slice(first, first + MOST_ROWS);
    this.cells = new Map();
    const cells = this.run.arrays[this.array].bytes / this.unit;
    this.grid.replaceChildren(...this.shown.map((row) => {
      const begin = row * this.width;
      const made = [];
      for (let i = begin; i < begin + this.columns && i < cells; ++i) {
        const button = make("button", { type: "button", role: "gridcell",
          tabindex: -1, "data-cell": i });
        if (this.shared) {
          button.style.setProperty("--bank", this.run.bank(this.array, i));
        }
        this.cells.set(i, { button, said: "" });
        made.push(button);
      }
      return make("div", { role: "row" }, make("span", { class: "n",
        role: "rowheader" }, this.rowName(begin)), ...made);
    }));
    const [begin] = this.cells.values();
    begin.button.tabIndex = 0;
    const rows = this.rows.length;
    const last = this.first + this.shown.length;
    this.more.textContent = rows <= MOST_ROWS ? ""
      : `Rows ${this.first + 1} to ${last} of ${rows} that the run touches.`;
  }

  /// The state after a step that reads and writes `now`, cell to words.
  show(state, now, chosen) {
    const rows = [...now.keys()].map((cell) => Math.floor(cell / this.width));
    if (this.first < 0 || (rows.length && !this.shown.includes(rows[0]))) {
      const at = rows.length ? this.rows.indexOf(rows[0]) : 0;
      const most = Math.max(0, this.rows.length - MOST_ROWS);
      this.open(Math.min(Math.max(0, at - 1), most));
    }
    for (const [cell, one] of this.cells) {
      const { kind, value } = state.cell(this.key, this.array, cell);
      const does = now.get(cell) ?? "";
      const mine = chosen !== null && chosen.key === this.key &&
        chosen.cell === cell;
      const said = `${kind} ${value} ${does} ${mine}`;
      if (said === one.said) continue;
      one.said = said;
      const { button } = one;
      button.className = `${kind} ${does}`;
      button.textContent = value ?? (kind === "unknown" ? "?" : "");
      button.setAttribute("aria-selected", mine);
      button.setAttribute("aria-label", this.run.cellName(this.array, cell) +
        `: ${value ?? KINDS[kind]}${does ? `, ${does} now` : ""}`);
    }
    this.grid.classList.toggle("at", now.size > 0);
  }

  focus(button) {
    if (!button.dataset.cell) return;
    for (const one of this.cells.values()) one.button.tabIndex = -1;
    button.tabIndex = 0;
    this.onChoose(this, Number(button.dataset.cell));
  }

  move(event) {
    const cell = Number(event.target.dataset.cell);
    const to = { ArrowLeft: cell - 1, ArrowRight: cell + 1,
      ArrowUp: cell - this.width, ArrowDown: cell + this.width }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.cells.get(to)?.button.focus();
  }
}

const KINDS = { poison: "never written", host: "written by the host",
  unknown: "written, the value is not told", value: "" };

/// What one reads of the chosen cell.
const drawCell = (into, state, step, chosen) => {
  const { run } = state;
  if (!chosen) {
    into.replaceChildren("Choose a cell to see who wrote it last.");
    return;
  }
  const { key, array, cell } = chosen;
  const { kind, value, step: from, lane } = state.cell(key, array, cell);
  const parts = [make("code", {}, run.cellName(array, cell)),
    value === null ? ` is ${KINDS[kind]}. ` : ` holds ${value}. `];
  if (from >= 0) {
    const by = run.steps[from];
    parts.push(lane < 0 ? "The host wrote it last, in "
      : `Lane ${lane} of warp ${by.w} wrote it last, in `,
    stepButton(from), ". ");
  } else if (value !== null) {
    parts.push("The host wrote it before. ");
  }
  parts.push(run.arrays[array].space === "shared"
    ? `Bank ${run.bank(array, cell)}.`
    : `Sector ${Math.floor((cell * run.unit(array)) / SECTOR)} of the array.`);
  into.replaceChildren(...parts);
};

/// All memory that the launch and block of a step can name.
class MemoryView {
  constructor(box, run, choose) {
    Object.assign(this, { box, run, choose, views: [], of: "" });
  }

  show(state, step, chosen) {
    const of = `${step.l}/${step.b}`;
    if (of !== this.of) this.open(of);
    const now = new Map();
    for (const part of this.run.parts(step)) {
      if (!now.has(part.key)) now.set(part.key, new Map());
      const cells = now.get(part.key);
      const does = part.act.k === "load" || part.act.use === "test"
        ? "read" : "written";
      for (const cell of this.run.cellsOf(part)) {
        const was = cells.get(cell);
        cells.set(cell, was && was !== does ? "read written" : does);
      }
    }
    for (const view of this.views) {
      view.show(state, now.get(view.key) ?? new Map(), chosen);
    }
  }

  open(of) {
    this.of = of;
    this.views = [];
    this.run.arrays.forEach((array, i) => {
      const key = array.space === "shared" ? `${i}/${of}` : `${i}`;
      if (!this.run.touched.get(key)?.size || !array.element) return;
      this.views.push(new ArrayView(this.run, key, i, (view, cell) =>
        this.choose({ key: view.key, array: view.array, cell })));
    });
    this.views.sort((a, b) => Number(b.shared) - Number(a.shared));
    this.box.replaceChildren(...this.views.map((view) => view.box));
  }
}
