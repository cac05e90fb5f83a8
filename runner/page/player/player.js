// SPDX-License-Identifier: MIT
// Walks through a run, or through two under different schedules side by side.
// The sentences come with the page: they are those of the text form.

/// One run in its column.
class Column {
  constructor(data, template, box, choose) {
    this.run = new Run(data);
    this.state = new State(this.run);
    const made = template.content.cloneNode(true);
    this.part = (name) => this.box.querySelector(`.${name}`);
    this.box = made.firstElementChild;
    box.append(made);
    this.source = new Source(this.part("source"), this.part("file"));
    this.memory = new MemoryView(this.part("memory"), this.run,
      (chosen) => choose(this, chosen));
    this.part("title").textContent = data.alone ? "The step"
      : `Schedule ${this.run.head.schedule}`;
    this.drawFires();
  }

  get last() { return this.run.steps.length - 1; }

  clamp(index) { return Math.max(0, Math.min(index, this.last)); }

  /// The cell of another column here: arrays are numbered as a run meets them.
  same(chosen, column) {
    if (!chosen || column === this) return chosen;
    const { name, space, bytes } = column.run.arrays[chosen.array];
    const array = this.run.arrays.findIndex((one) =>
      one.name === name && one.space === space && one.bytes === bytes);
    const key = chosen.key.replace(/^\d+/, array);
    return array < 0 ? null : { ...chosen, array, key };
  }

  drawFires() {
    const items = this.run.fires.filter((one) => one.step >= 0).map((one) => {
      const item = make("li", { "data-at": one.step,
        class: one.error ? "error" : "warning" },
      make("b", {}, `${one.error ? "error" : "warning"}[${one.name}]`),
      ` ${one.message}. `, stepButton(one.step, `Where it fires: step ${one.step}`));
      if (one.earlier >= 0) {
        item.append(" ", stepButton(one.earlier,
          `How did it come to this? Step ${one.earlier}`));
      }
      return item;
    });
    for (const text of this.run.data.nowhere) items.push(make("li", {}, text));
    this.part("fires").replaceChildren(...items);
    this.part("found").hidden = !items.length;
  }

  /// Shows the state after a step; `note` says how the schedules differ here.
  show(index, chosen, note) {
    this.index = this.clamp(index);
    const step = this.run.steps[this.index];
    if (!step) return;
    this.state.seek(this.index);
    this.part("say").textContent = this.run.paragraph(this.index);
    this.part("launch").textContent = this.run.data.headings[step.l];
    this.part("note").textContent = note;
    this.part("note").hidden = !note;
    this.box.classList.toggle("differs", Boolean(note));
    this.source.show(this.state, step);
    const warp = step.w !== undefined;
    this.part("whose").textContent = warp ? `Lanes of warp ${step.w}`
      : "This step is of no warp";
    this.part("lanes").hidden = !warp;
    if (warp) drawLanes(this.part("lanes"), this.run, step);
    drawActs(this.part("acts"), this.run, step);
    drawVariables(this.part("variables"), this.run, step);
    drawWarps(this.part("warps"), this.state, step);
    drawFlight(this.part("flightbox"), this.part("flight"), this.state, step);
    drawCell(this.part("cell"), this.state, step, chosen);
    this.memory.show(this.state, step, chosen);
    for (const item of this.part("fires").children) {
      const at = Number(item.dataset.at) === this.index;
      item.classList.toggle("now", at);
    }
  }
}

class Player {
  constructor(box, data) {
    this.box = box;
    this.$ = (name) => box.querySelector(`[data-is=${name}]`);
    this.columns = data.map((one) => new Column(
      { ...one, alone: data.length === 1 }, this.$("template"),
      this.$("columns"), (column, chosen) => this.choose(column, chosen)));
    this.differs = data[0].differs;
    Object.assign(this, { at: 0, skew: 0, chosen: null, timer: 0 });
    this.$("columns").classList.toggle("two", this.columns.length > 1);
    this.$("differs").textContent = this.differs?.sentence ?? "";
    this.actions = {
      start: () => this.go(0, 0),
      back: () => this.go(this.at - 1),
      forward: () => this.go(this.at + 1),
      end: () => this.go(this.most()),
      warp: () => this.next((step) => step.w === this.step().w &&
        step.b === this.step().b && step.l === this.step().l),
      barrier: () => this.next((step) =>
        step.acts.some(({ k, objects }) => k === "arrive" || k === "opens" ||
          objects?.some((one) => one[5]))),
      write: () => this.nextWrite(),
      diagnostic: () => this.nextFire(),
      earlier: () => this.earlier(),
      first: () => this.go(this.differs.first, 0),
      otherwise: () => {
        const [left, right] = this.pair();
        this.go(left, right - left);
      },
      play: () => this.play(),
    };
    this.listen();
    const hash = /^#step-(\d+)$/.exec(location.hash);
    this.go(hash ? Number(hash[1]) : 0);
    if (location.hash === "#otherwise") this.act("otherwise");
  }

  /// The column that jumps are about, and its step.
  main() { return this.chosen?.column ?? this.columns[0]; }
  step(column = this.columns[0]) { return column.run.steps[column.index]; }
  skewOf(column) { return column === this.columns[0] ? 0 : this.skew; }

  most() {
    return Math.max(...this.columns.map((one) => one.last - this.skewOf(one)));
  }

  go(at, skew = this.skew) {
    this.skew = skew;
    this.at = Math.max(0, Math.min(at, this.most()));
    for (const one of this.columns) {
      one.show(this.at + this.skewOf(one),
        one.same(this.chosen, this.chosen?.column), this.noteOf(one));
    }
    this.$("slider").max = this.most();
    this.$("slider").value = this.at;
    this.$("slider").setAttribute("aria-valuetext", `step ${this.at}`);
    this.$("count").textContent = `Step ${this.at}, the last is ${this.most()}`;
    this.enable();
  }

  /// The step of each column at which a warp does something else; where none
  /// does, at which an error fires.
  pair() { return this.differs?.otherwise ?? this.differs?.fires; }

  /// The sentence at a step from which on the schedules differ.
  noteOf(column) {
    const { first, otherwise, fires, fired } = this.differs ?? {};
    if (fires && this.at === fires[0] && this.at + this.skew === fires[1]) {
      return `Here error[${fired}] fires under both schedules.`;
    }
    if (otherwise && this.at === otherwise[0] &&
        this.at + this.skew === otherwise[1]) {
      return column.clamp(this.at + this.skewOf(column)) ===
        this.at + this.skewOf(column)
        ? "Here this warp does something else than under the other schedule."
        : "Here this warp has no more steps under this schedule.";
    }
    return first !== undefined && this.skew === 0 && this.at === first
      ? this.differs.sentence : "";
  }

  enable() {
    const can = {
      back: this.at > 0, start: this.at > 0,
      forward: this.at < this.most(), end: this.at < this.most(),
      write: this.chosen !== null,
      diagnostic: this.columns.some((one) => one.run.fires.length),
      earlier: this.fireHere() !== undefined,
      first: this.differs?.first !== undefined,
      otherwise: this.pair() !== undefined,
    };
    for (const button of this.box.querySelectorAll("button[data-do]")) {
      const name = button.dataset.do;
      button.setAttribute("aria-disabled", can[name] === false);
    }
  }

  /// Goes to the next step of the main column for which this is so.
  next(so, column = this.columns[0]) {
    const { steps } = column.run;
    for (let i = column.index + 1; i < steps.length; ++i) {
      if (so(steps[i], i)) return this.go(i - this.skewOf(column));
    }
    return this.say("There is no such step after this one.");
  }

  nextWrite() {
    if (!this.chosen) return this.say("Choose a cell first.");
    const { column, key, cell } = this.chosen;
    return this.next((step) => step.writes.some((one) =>
      one.key === key && one.cell === cell), column);
  }

  nextFire() {
    const column = this.columns.find((one) => one.run.fires.length);
    if (!column) return this.say("No diagnostic fires.");
    const at = column.run.fires.map((one) => one.step)
      .filter((step) => step >= 0).sort((a, b) => a - b);
    if (!at.length) return this.say("It fires at none of the steps.");
    const next = at.find((step) => step > column.index) ?? at[0];
    return this.go(next - this.skewOf(column));
  }

  /// A diagnostic that fires at this step and is about an earlier one.
  fireHere() {
    for (const column of this.columns) {
      const fire = column.run.firesAt(column.index)
        .find((one) => one.earlier >= 0);
      if (fire) return { column, fire };
    }
    return undefined;
  }

  earlier() {
    const here = this.fireHere();
    if (!here) return this.say("No diagnostic with two accesses fires here.");
    return this.go(here.fire.earlier - this.skewOf(here.column));
  }

  choose(column, chosen) {
    this.chosen = { ...chosen, column };
    this.go(this.at);
  }

  say(text) { this.$("said").textContent = text; }

  play() {
    const playing = this.timer !== 0;
    if (playing) clearInterval(this.timer);
    this.timer = 0;
    if (!playing && this.at < this.most()) {
      const seconds = Number(this.$("speed").value);
      this.timer = setInterval(() => {
        this.go(this.at + 1);
        if (this.at >= this.most()) this.play();
      }, 1000 * seconds);
    }
    this.$("play").textContent = this.timer ? "Pause" : "Play";
    // A screen reader could not keep up.
    for (const one of this.columns) {
      one.part("say").setAttribute("aria-live", this.timer ? "off" : "polite");
    }
  }

  act(name) {
    this.say("");
    if (name !== "play" && this.timer) this.play();
    if ((name === "first" && this.differs?.first === undefined) ||
        (name === "otherwise" && this.pair() === undefined)) {
      this.say(this.differs?.sentence ?? "There is no second schedule.");
      return;
    }
    this.actions[name]();
  }

  listen() {
    this.box.addEventListener("click", (event) => {
      const { do: name, step } =
        event.target.closest("button[data-do], button[data-step]")?.dataset ??
        {};
      if (name) this.act(name);
      if (step === undefined) return;
      const column = this.columns.find((one) =>
        one.box.contains(event.target));
      this.go(Number(step) - this.skewOf(column));
    });
    this.$("slider").addEventListener("input", (event) =>
      this.go(Number(event.target.value)));
    this.$("speed").addEventListener("change", () => {
      if (this.timer) [1, 2].forEach(() => this.play());
    });
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const { target, key } = event;
    if (this.box.closest("[hidden]") || !keysOn() || event.ctrlKey ||
        event.altKey || event.metaKey) return;
    if (target.closest("select, input, [role=tab]")) return;
    if (key === " " && target.closest("button, summary, a")) return;
    if (key === "?") {
      this.$("help").open = true;
      this.$("help").firstElementChild.focus();
    }
    const name = { ArrowRight: "forward", ArrowLeft: "back", Home: "start",
      End: "end", n: "warp", b: "barrier", w: "write", d: "diagnostic",
      e: "earlier", x: "first", y: "otherwise", " ": "play" }[key];
    if (name === undefined) return;
    event.preventDefault();
    this.act(name);
  }
}

const keysOn = () => document.getElementById("keys").checked;

/// The text of a run that the book has packed: gzip, in base64.
const unpacked = async (run) => {
  const bytes = Uint8Array.from(atob(run.textContent),
    (one) => one.charCodeAt(0));
  return new Response(new Blob([bytes]).stream()
    .pipeThrough(new DecompressionStream("gzip"))).text();
};

/// The tabs of a page of a run; the page of steps alone has none.
const openTab = (name) => {
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const open = tab.id === name;
    tab.setAttribute("aria-selected", open);
    tab.tabIndex = open ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute("aria-controls"));
    panel.hidden = !open;
  }
};

{
  const tabs = [...document.querySelectorAll("[role=tab]")];
  for (const tab of tabs) {
    tab.addEventListener("click", () => openTab(tab.id));
    tab.addEventListener("keydown", (event) => {
      if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
      const other = tabs[1 - tabs.indexOf(tab)];
      openTab(other.id);
      other.focus();
    });
  }
  if (tabs.length && /^#(step-|otherwise)/.test(location.hash)) openTab("tab-steps");
  const box = document.querySelector("[data-is=player]");
  const runs = [...document.querySelectorAll("script[data-run]")];
  const start = (texts) => {
    box.player = new Player(box, texts.map((text) => JSON.parse(text)));
  };
  if (!box) {
    // A run without a launch has no steps.
  } else if (runs.some((one) => one.type === "application/gzip")) {
    Promise.all(runs.map(unpacked)).then(start, () => box.prepend(make("p",
      { class: "note" }, "These steps need a browser of 2023 or later.")));
  } else {
    start(runs.map((one) => one.textContent));
  }
}
