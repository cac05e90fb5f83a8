# SPDX-License-Identifier: MIT
"""What is in flight in a run of programs/flight.cu, in a real browser: at each
step the player lists the barrier objects, copies, products and groups that this
file reads from the trace by itself. It also holds the trace to the manual: a
phase ends when no arrival and no byte is pending, never else, and what is issued
completes once. Under several schedules. 77 when there is no Chromium."""

import json
import os
import pathlib
import sys
import tempfile

import player
from browser import Failure, find_browser
from player import WHOLE, learn_says

TEST = """
"use strict";
const facts = JSON.parse(document.getElementById("facts").textContent);
const { player } = document.querySelector("[data-is=player]");
document.querySelector("#tab-steps").click();
const wrong = [];
facts.flight.forEach((expected, i) => {
  player.go(i, 0);
  const box = document.querySelector(".flightbox");
  const seen = [...box.querySelectorAll("li")].map((one) => one.textContent);
  if (box.hidden !== !expected.length) wrong.push(`${i}: hidden`);
  if (seen.join("|") !== expected.join("|")) {
    wrong.push(`${i}: ${seen.join("|")} and not ${expected.join("|")}`);
  }
});
const said = [`${wrong.length ? "NOT" : "ok"} ${facts.flight.length} steps: ` +
  wrong.slice(0, 3).join("; ")];
player.go(0, 0);
const button = () => document.querySelector(".flight [data-step]");
player.go(facts.busy, 0);
const to = Number(button().dataset.step);
button().click();
said.push(`${player.at === to ? "ok" : "NOT"} a copy leads to its issue`);
player.go(facts.before, 0);
document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key: "b", bubbles: true }));
said.push(`${player.at === facts.over ? "ok" : "NOT"} b finds a phase's end`);
parent.postMessage(said.join("\\n"), "*");
"""

GROUPS = {"copy": "bulk copies", "async": "copies by cp.async",
          "product": "products"}


def many(count, what):
    return f"{count} {what}" + ("" if count == 1 else "s")


class Reading:
    """The state of block 0 after each step, from the acts alone."""

    def __init__(self, trace):
        self.arrays = [line["array"] for line in trace if "array" in line]
        self.steps = [line["step"] for line in trace if "step" in line]
        self.bars, self.works, self.groups = {}, {}, {}
        self.done = []
        self.ended = {}

    def name(self, array, at):
        return f"{self.arrays[array]['name']}[{at // 8}]"

    def check_object(self, act, bar):
        """Against what was there before."""
        _, at, phase, arrivals, pending, over = bar
        if act.get("use") == "init":
            if (phase, pending, over) != (0, 0, 0):
                raise Failure("an object begins in phase 0")
            self.bars[at] = {"of": bar[0], "count": arrivals}
        was = self.bars[at]
        if "phase" in was:
            if phase - was["phase"] != over:
                raise Failure(f"phase {was['phase']} is followed by {phase}")
            if over and (arrivals, pending) != (was["count"], 0):
                raise Failure("a new phase waits for all arrivals again")
            if not over and act.get("use") != "test" and \
                    (arrivals, pending) == (0, 0):
                raise Failure("nothing is pending, and the phase goes on")
            if act["k"] == "done":
                size = self.works[("copy", act["id"])]["size"]
                if not over and pending != was["pending"] - size:
                    raise Failure("a copy counts its bytes")
                if over and (was["arrivals"], was["pending"]) != (0, size):
                    raise Failure("a copy ended a phase too early")
        was.update(phase=phase, arrivals=arrivals, pending=pending)

    def take_groups(self, step, act):
        lanes = act.get("m", step["on"])
        group = self.groups.setdefault(
            (act["work"], step["w"]), [[0, 0] for _ in range(32)])
        for lane in range(32):
            if not lanes >> lane & 1:
                continue
            if act["k"] == "issue":
                group[lane][1] += 1
            elif act["k"] == "commit":
                group[lane] = [group[lane][0] + 1, 0]
            else:
                left = 0 if "all" in act["op"] else int(act["open"])
                group[lane][0] = min(group[lane][0], left)
                if "all" in act["op"]:
                    group[lane][1] = 0

    def take(self, index):
        step = self.steps[index]
        self.ended = {}
        for act in step["do"]:
            for bar in act.get("objects", []):
                self.check_object(act, bar)
                if bar[5]:
                    self.ended[bar[1]] = bar[2] - 1
            key = (act.get("work"), act.get("id"))
            if act["k"] == "issue" and "id" in act:
                if key in self.works or key in self.done:
                    raise Failure(f"{key} is issued twice")
                self.works[key] = {"size": act.get("size"), "at": index,
                                   "bar": act.get("objects"), "w": step["w"],
                                   "read": ""}
            if act["k"] == "read":
                self.works[key]["read"] = ", source read"
            if act["k"] == "done":
                del self.works[key]
                self.done.append(key)
            if act["k"] in ("issue", "commit", "await") and "objects" not in act:
                self.take_groups(step, act)

    def lines(self):
        lines = []
        for at, bar in self.bars.items():
            lines.append(
                f"{self.name(bar['of'], at)}: phase {bar['phase']} (parity "
                f"{bar['phase'] % 2}), {many(bar['arrivals'], 'arrival')} and "
                f"{many(bar['pending'], 'byte')} pending" +
                (f"; phase {self.ended[at]} ends at this step"
                 if at in self.ended else ""))
        for (work, number), one in self.works.items():
            text = f"product {number} of warp {one['w']}"
            if work == "copy":
                text = f"copy {number} of {many(one['size'], 'byte')}"
            if one["bar"]:
                text += f", for {self.name(*one['bar'][0][:2])}"
            lines.append(f"{text}{one['read']}, issued in step {one['at']}")
        for (work, warp), lanes in self.groups.items():
            parts = []
            groups, rest = (max(lane[i] for lane in lanes) for i in (0, 1))
            if groups:
                parts.append(many(groups, "group") + " not waited for")
            if rest:
                parts.append(f"{rest} of a lane in no group yet")
            if parts:
                lines.append(f"warp {warp}, {GROUPS[work]}: {', '.join(parts)}")
        return lines


def read(trace):
    """The lines after each step, and facts to go by."""
    reading, flight = Reading(trace), []
    facts = {"flight": flight}
    for index in range(len(reading.steps)):
        reading.take(index)
        flight.append(reading.lines())
        if reading.ended and "over" not in facts:
            facts["over"], facts["before"] = index, index - 1
        if reading.works and "busy" not in facts:
            facts["busy"] = index
    if reading.works:
        raise Failure(f"in flight at the end: {list(reading.works)}")
    kinds = sorted({work for work, _ in reading.done})
    if kinds != ["copy", "product"] or len(reading.done) != 13:
        raise Failure(f"completed: {reading.done}")
    if [bar["phase"] for bar in reading.bars.values()] != [2]:
        raise Failure("the object has had two phases")
    return facts


def main(learn, program):
    browser = find_browser()
    player.TEST, player.LEAST = TEST, 3
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for seed in "0", "1", "2":
            page = folder / "flight.html"
            learn_says(learn, ["emulate", "--quiet", "--step", "--schedule",
                               seed, "--html", str(page), "--", program], 0)
            data = json.loads(WHOLE.findall(
                page.read_text(encoding="utf-8"))[0])
            player.check_page(browser, page, [], 800, folder,
                              more=read(data["trace"]))


if __name__ == "__main__":
    try:
        os.umask(0o077)
        main(*sys.argv[1:])
    except Failure as failure:
        print(failure, file=sys.stderr)
        sys.exit(1)
