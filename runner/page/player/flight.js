// SPDX-License-Identifier: MIT
// What goes on beside the threads after a step: barrier objects, copies and
// products in flight, and groups that nobody has waited for.

/// Of one launch.
class Flight {
  constructor() { this.clear(); }

  clear() {
    this.objects = new Map(); // by array, block and byte
    this.works = new Map(); // copies and products, by kind and id
    this.groups = new Map(); // by kind, block and warp
  }

  take(step, index) {
    for (const act of step.acts) {
      this.takeObjects(step, act);
      const key = `${act.work}/${act.id}`;
      if (act.k === "issue" && act.id !== undefined) {
        this.works.set(key, { ...act, b: step.b, w: step.w, index });
      } else if (act.k === "read" && this.works.has(key)) {
        this.works.get(key).read = true;
      } else if (act.k === "done") this.works.delete(key);
      if (["issue", "commit", "await"].includes(act.k)) {
        this.takeGroups(step, act);
      }
    }
  }

  takeObjects(step, act) {
    for (const bar of act.objects ?? []) {
      const [array, at, phase, arrivals, bytes, over, block = step.b] = bar;
      const key = `${array}/${block}/${at}`;
      if (act.use === "invalidate") this.objects.delete(key);
      else {
        this.objects.set(key,
          { array, at, phase, arrivals, bytes, over, b: block });
      }
    }
  }

  /// Each lane has groups of its own. A copy that counts at a barrier object
  /// is in none.
  takeGroups(step, act) {
    if (act.k === "issue" && act.objects) return;
    const key = `${act.work}/${step.b}/${step.w}`;
    if (!this.groups.has(key)) {
      this.groups.set(key, { work: act.work, b: step.b, w: step.w,
        open: new Array(LANES).fill(0), loose: new Array(LANES).fill(0) });
    }
    const { open, loose } = this.groups.get(key);
    for (const lane of act.lanes) {
      if (act.k === "issue") ++loose[lane];
      if (act.k === "commit") {
        ++open[lane];
        loose[lane] = 0;
      }
      if (act.k === "await") {
        open[lane] = Math.min(open[lane], act.open);
        if (/wait_all/.test(act.op)) loose[lane] = 0;
      }
    }
  }
}

const GROUPS = { copy: "bulk copies", async: "copies by cp.async",
  product: "products" };

const objectName = (run, array, at) =>
  run.cellName(array, Math.floor(at / run.unit(array)));

/// A barrier object in words.
const objectText = (run, { array, at, phase, arrivals, bytes }) =>
  `${objectName(run, array, at)}: phase ${phase} (parity ${phase % 2}), ` +
  `${plural(arrivals, "arrival", "arrivals")} and ` +
  `${plural(bytes, "byte", "bytes")} pending`;

const workText = (run, { work, id, size, w, objects, read }) => {
  const what = work === "copy" ? `copy ${id} of ${plural(size, "byte", "bytes")}`
    : `product ${id} of warp ${w}`;
  const [array, at] = objects?.[0] ?? [];
  return what + (objects ? `, for ${objectName(run, array, at)}` : "") +
    (read ? ", source read" : "") + ", issued in ";
};

const groupText = ({ work, w, open, loose }) => {
  const parts = [];
  const groups = Math.max(...open);
  const rest = Math.max(...loose);
  if (groups) parts.push(`${plural(groups, "group", "groups")} not waited for`);
  if (rest) parts.push(`${rest} of a lane in no group yet`);
  return `warp ${w}, ${GROUPS[work]}: ${parts.join(", ")}`;
};

/// What is in flight in the block of a step; hidden where nothing is.
const drawFlight = (box, into, state, step) => {
  const { run, flight } = state;
  const here = (map) => [...map.values()].filter((one) => one.b === step.b);
  const over = new Set(step.acts.flatMap((act) => (act.objects ?? [])
    .filter((one) => one[5]).map(([array, at]) => `${array}/${at}`)));
  const items = here(flight.objects).map((one) => {
    const ended = over.has(`${one.array}/${one.at}`);
    return make("li", { class: ended ? "now" : "" }, objectText(run, one) +
      (ended ? `; phase ${one.phase - 1} ends at this step` : ""));
  });
  for (const one of here(flight.works)) {
    items.push(make("li", {}, workText(run, one), stepButton(one.index)));
  }
  for (const one of here(flight.groups)) {
    if (Math.max(...one.open, ...one.loose)) {
      items.push(make("li", {}, groupText(one)));
    }
  }
  box.hidden = !items.length;
  into.replaceChildren(...items);
};
