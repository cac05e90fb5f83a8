// SPDX-License-Identifier: MIT
// A run as the page's JSON has it (runner/steps/played.h, docs/step.md), and
// what memory and warps are after each step. Knows nothing of the document.

"use strict";

const LANES = 32;
const SECTOR = 32; // bytes
const BANKS = 32; // of four bytes each

const lanesOf = (mask) => {
  const lanes = [];
  for (let lane = 0; lane < LANES; ++lane) {
    if ((mask >>> lane) & 1) lanes.push(lane);
  }
  return lanes;
};

/// Places of the lanes, from `row` or `at`.
const placesOf = (act, count) => act.at
  ? act.at
  : Array.from({ length: count }, (_, i) => act.row[0] + i * act.row[1]);

/// `count` values, or null where they are not known.
const valuesOf = (text, count) => {
  if (text === undefined) return null;
  const values = text.split(" ");
  return values.length === 1 && count > 1
    ? new Array(count).fill(values[0]) : values;
};

/// What an atomic left, where that is plain from its name; else null.
const afterAtomic = (op, was, given) => {
  if (/\.exch/.test(op)) return given;
  const bits = /\.add.*\.[us](32|64)$/.exec(op);
  if (!bits || was === null) return null;
  const sum = BigInt(was) + BigInt(given);
  const width = Number(bits[1]);
  return String(/\.s\d+$/.test(op)
    ? BigInt.asIntN(width, sum) : BigInt.asUintN(width, sum));
};

class Run {
  constructor(data) {
    this.data = data;
    this.head = data.trace[0];
    const all = (key) => data.trace.filter((line) => key in line)
      .map((line) => line[key]);
    this.files = all("file");
    this.arrays = all("array").map((array, i) =>
      ({ written: [], begin: 0, ...array, ...data.arrays[i] }));
    this.launches = all("launch");
    this.locals = all("local");
    this.steps = all("step").map((step) => this.readStep(step));
    this.hold();
    this.fires = all("fires");
    this.touched = new Map(); // cells that some step names, by memory
    this.initial = new Map(); // records of the host's, by memory and cell
    this.note();
  }

  readStep(step) {
    const read = { ...step, b: step.b ?? 0, on: step.on ?? 0, acts: [] };
    for (const act of step.do) {
      const lanes = lanesOf(act.m ?? read.on);
      const count = lanes.length * (act.c ?? 1);
      const one = { ...act, lanes, c: act.c ?? 1,
        values: valuesOf(act.v, count), before: valuesOf(act.was, count) };
      if (act.a !== undefined) one.places = placesOf(act, lanes.length);
      read.acts.push(one);
    }
    return read;
  }

  /// Makes of `held`, which tells what is new, all variables of each step:
  /// {local, values, changed}, by lane.
  hold() {
    const last = new Map(); // by launch, block, warp and local
    for (const step of this.steps) {
      const lanes = lanesOf(step.on);
      step.variables = (step.held ?? []).map((held) => {
        const [local, text] = [held].flat();
        const key = `${step.l}/${step.b}/${step.w}/${local}`;
        const before = last.get(key) ?? [];
        const now = [...before];
        valuesOf(text, lanes.length)?.forEach((value, i) => {
          now[lanes[i]] = value;
        });
        last.set(key, now);
        return { local: this.locals[local], lanes, values: now,
          changed: lanes.filter((lane) => now[lane] !== before[lane]) };
      });
    }
  }

  /// As held_text() of runner/steps/held.h: "@2+64" is "tile + 16".
  heldText(local, value) {
    const place = /^@(\d+)\+(\d+)$/.exec(value);
    if (!place) {
      return ["local", "other"].includes(value) ? `${value} memory` : value;
    }
    const { name } = this.arrays[place[1]];
    const [unit, bytes] = [local.unit ?? 1, Number(place[2])];
    return bytes % unit ? `${name} + ${bytes} bytes` : `${name} + ${bytes / unit}`;
  }

  /// The paragraph of a step, as the text form has it.
  paragraph(index) {
    const { said, text } = this.data;
    return `Step ${index}` + said[index].map((i) => text[i]).join("\n");
  }

  firesAt(index) { return this.fires.filter((one) => one.step === index); }

  /// Which memory an array is to a step: each block has its own shared one.
  memoryOf(step, array) {
    return this.arrays[array].space === "shared"
      ? `${array}/${step.l}/${step.b}` : `${array}`;
  }

  unit(array) { return this.arrays[array].element || 1; }

  cellName(array, cell) {
    let index = cell;
    let text = "";
    const { extents, name } = this.arrays[array];
    for (const extent of extents.slice(1).reverse()) {
      text = `[${index % extent}]${text}`;
      index = Math.floor(index / extent);
    }
    return `${name}[${index}]${text}`;
  }

  bank(array, cell) {
    const byte = this.arrays[array].begin + cell * this.unit(array);
    return Math.floor(byte / 4) % BANKS;
  }

  hostWrote(array, cell) {
    const begin = cell * this.unit(array);
    return this.arrays[array].written.some(([from, to]) =>
      from <= begin && begin + this.unit(array) <= to);
  }

  /// The cells of each element that a step reads or writes:
  /// {act, lane, value, before, first, last, whole}.
  parts(step) {
    const all = [];
    for (const act of step.acts) {
      if (act.a === undefined) continue;
      const unit = this.unit(act.a);
      const lanes = act.k === "host" ? [-1] : act.lanes;
      lanes.forEach((lane, i) => {
        for (let e = 0; e < act.c; ++e) {
          const begin = act.places[i] + e * act.e;
          all.push({ act, lane, key: this.memoryOf(step, act.a),
            value: act.values ? act.values[i * act.c + e] : null,
            before: act.before ? act.before[i * act.c + e] : null,
            first: Math.floor(begin / unit),
            last: Math.ceil((begin + act.e) / unit) - 1,
            whole: begin % unit === 0 && act.e === unit });
        }
      });
    }
    return all;
  }

  touch(part) {
    if (!this.touched.has(part.key)) this.touched.set(part.key, new Set());
    const cells = this.touched.get(part.key);
    // A bulk copy names no cell by itself.
    if (part.last - part.first > 3 || part.first < 0) return;
    const most = this.arrays[part.act.a].bytes / this.unit(part.act.a);
    for (let cell = part.first; cell <= part.last && cell < most; ++cell) {
      cells.add(cell);
    }
  }

  /// Notes what each step writes. A value that a step does not tell is taken
  /// from the first one that reads it.
  note() {
    for (const step of this.steps) {
      for (const part of this.parts(step)) {
        if (part.act.k !== "host") this.touch(part);
      }
    }
    const held = new Map();
    const read = (part, value) => {
      if (value === null || !part.whole) return;
      const at = `${part.key}:${part.first}`;
      if (held.has(at)) held.get(at).value ??= value;
      else if (this.hostWrote(part.act.a, part.first)) {
        const record = { value, step: -1, lane: -1 };
        this.initial.set(at, record);
        held.set(at, record);
      }
    };
    this.steps.forEach((step, index) => {
      step.writes = [];
      for (const part of this.parts(step)) {
        const { k, op } = part.act;
        if (k === "load") read(part, part.value);
        if (k === "atomic") read(part, part.before);
        if (k === "load" || part.act.use === "test") continue;
        let value = part.whole && k === "store" ? part.value : null;
        if (k === "atomic" && part.whole) {
          value = afterAtomic(op, part.before, part.value);
        }
        for (const cell of this.cellsOf(part)) {
          const record = { value, step: index, lane: part.lane, k };
          step.writes.push({ key: part.key, cell, record });
          held.set(`${part.key}:${cell}`, record);
        }
      }
    });
  }

  /// The cells of a part that some step names.
  cellsOf(part) {
    const touched = this.touched.get(part.key) ?? new Set();
    if (touched.size < part.last - part.first) {
      return [...touched].filter((cell) =>
        part.first <= cell && cell <= part.last);
    }
    const cells = [];
    for (let cell = part.first; cell <= part.last; ++cell) {
      if (touched.has(cell)) cells.push(cell);
    }
    return cells;
  }

  /// Lanes of a step by what they do: on, wait, gone, none or elsewhere.
  laneStates(step) {
    const threads = this.launches[step.l].block.reduce((a, b) => a * b);
    return Array.from({ length: LANES }, (_, lane) => {
      const has = (mask) => (mask >>> lane) & 1;
      if (has(step.on)) return "on";
      if (step.w * LANES + lane >= threads) return "none";
      if (has(step.wait ?? 0)) return "wait";
      return has(step.gone ?? 0) ? "gone" : "elsewhere";
    });
  }
}

/// What memory holds and where warps are after a step.
class State {
  constructor(run) {
    this.run = run;
    this.reset();
  }

  reset() {
    this.index = -1;
    this.cells = new Map();
    this.warps = new Map(); // of the launch, by "block/warp"
    this.launch = -1;
    this.flight = new Flight();
  }

  seek(index) {
    if (index < this.index) this.reset();
    while (this.index < index) this.take(++this.index);
  }

  take(index) {
    const step = this.run.steps[index];
    for (const { key, cell, record } of step.writes) {
      this.cells.set(`${key}:${cell}`, record);
    }
    if (step.l !== this.launch) {
      this.warps.clear();
      this.flight.clear();
    }
    this.launch = step.l;
    this.flight.take(step, index);
    if (step.w === undefined) {
      for (const act of step.acts) {
        if (act.k === "opens") this.open(step.b, act.from);
      }
      return;
    }
    const warp = { b: step.b, w: step.w, index, state: "runs" };
    for (const { k, op } of step.acts) {
      if (k === "arrive" && !/arrive/.test(op)) warp.state = "waits";
      const ended = (step.on | (step.gone ?? 0)) >>> 0;
      if (k === "end" && ended === 0xffffffff) warp.state = "ended";
    }
    this.warps.set(`${step.b}/${step.w}`, warp);
  }

  open(block, warps) {
    for (const w of warps) {
      const warp = this.warps.get(`${block}/${w}`);
      if (warp) this.warps.set(`${block}/${w}`, { ...warp, state: "runs" });
    }
  }

  /// {kind, value, step, lane}; kinds are poison, host, value, and unknown:
  /// written, and nothing tells what.
  cell(key, array, cell) {
    const at = `${key}:${cell}`;
    const record = this.cells.get(at) ?? this.run.initial.get(at);
    if (record) {
      return { ...record, kind: record.value === null ? "unknown" : "value" };
    }
    const host = this.run.hostWrote(array, cell);
    return { kind: host ? "host" : "poison", value: null, step: -1, lane: -1 };
  }
}
