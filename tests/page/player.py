# SPDX-License-Identifier: MIT
"""The player of a run's steps in a real browser, as a tab of the page of a run:
what it says is the text form, what memory holds is what the trace says, back
leads where forward came from, every key does what it says, contrast is enough,
and nothing scrolls sideways at 400 pixels or at 200 % zoom. As a page of its
own it shows a step. 77 when there is no Chromium.

The checks are player_test.js. It is put into a copy of the page, as browser.py
does it."""

import base64
import hashlib
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import browser as plain
from browser import Failure, find_browser

HERE = pathlib.Path(__file__).parent
TEST = (HERE / "player_test.js").read_text(encoding="utf-8")
LEAST = 25  # checks
VARIABLES = """
"use strict";
const facts = JSON.parse(document.getElementById("facts").textContent);
const { player } = document.querySelector("[data-is=player]");
document.querySelector("#tab-steps").click();
const wrong = [];
const rowOf = (row) => {
  const cells = [...row.querySelectorAll("td")];
  const once = cells.length === 1;
  return [row.querySelector("th").textContent,
    once ? cells[0].textContent : cells.map((one) => one.textContent),
    cells.some((one) => one.className === "changed")];
};
const look = (i) => {
  const box = document.querySelector(".variables");
  const rows = box.hidden ? []
    : [...box.querySelectorAll("tbody tr")].map(rowOf);
  const [seen, expected] = [rows, facts.rows[i]].map((one) =>
    JSON.stringify(one));
  if (seen !== expected) wrong.push(`${i}: ${seen} and not ${expected}`);
};
facts.rows.forEach((_, i) => { player.go(i, 0); look(i); });
for (let i = facts.rows.length - 1; i >= 0; --i) { player.go(i, 0); look(i); }
const root = document.documentElement;
player.go(facts.most, 0);
const said = [
  `${wrong.length ? "NOT" : "ok"} variables: ${wrong.slice(0, 2).join("; ")}`,
  `${root.scrollWidth <= root.clientWidth ? "ok" : "NOT"} no sideways scroll`,
  `${document.querySelector(".held").tabIndex === 0 ? "ok" : "NOT"} keyboard`];
parent.postMessage(said.join("\\n"), "*");
"""
WHOLE = re.compile(r"<script type=application/json data-run>(.*)</script>")


def expected_cells(trace):
    """The stored values by memory ("array/launch/block" or "array") and byte,
    None where a step wrote and does not tell what."""
    key_of = lambda key: [line[key] for line in trace if key in line]
    arrays, cells = key_of("array"), {}
    for step in key_of("step"):
        for act in step["do"]:
            if act["k"] not in ("store", "atomic"):
                continue
            lanes = bin(act.get("m", step["on"])).count("1")
            at = act.get("at") or [act["row"][0] + i * act["row"][1]
                                   for i in range(lanes)]
            values = act["v"].split(" ") if "v" in act else [None]
            if len(values) == 1:
                values = values * (lanes * act.get("c", 1))
            shared = arrays[act["a"]]["space"] == "shared"
            memory = str(act["a"])
            if shared:
                memory += f"/{step['l']}/{step.get('b', 0)}"
            for i, begin in enumerate(at):
                for e in range(act.get("c", 1)):
                    value = values[i * act.get("c", 1) + e]
                    if act["k"] == "atomic":  # walk() adds 1 to integers
                        was = act["was"].split(" ")
                        value = str(int(was[i % len(was)]) + int(value))
                    cells.setdefault(memory, {})[begin + e * act["e"]] = value
    return cells


# Windows are at least 500 pixels wide, frames are as wide as one wants.
FRAME = """<!doctype html><meta charset=utf-8>
<iframe src={page} width={width} height=900 style="border: 0"></iframe>
<pre id=said></pre>
<script>
onmessage = (event) => {{
  document.getElementById("said").textContent = event.data;
}};
document.querySelector("iframe").focus();
</script>"""


def browse(browser, page, folder, width, flags):
    """What the page said when its scripts had run, and on the console."""
    frame = folder / "frame.html"
    frame.write_text(FRAME.format(page=page.name, width=width),
                     encoding="utf-8")
    command = [browser, "--headless=new", "--disable-gpu", "--no-first-run",
               "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars",
               "--user-data-dir=" + str(folder / "profile"),
               *flags, "--window-size=1400,1000", "--enable-logging=stderr",
               "--virtual-time-budget=20000", "--dump-dom", frame.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200,
                          check=False)
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    found = re.search(r'<pre id="said">(.*?)</pre>', done.stdout, re.S)
    return html.unescape(found.group(1)) if found else "", console


def expected_rows(trace):
    """The variables after each step: the name; a value for each lane, or one
    for all; whether it changed."""
    key_of = lambda key: [line[key] for line in trace if key in line]
    arrays, local, last = key_of("array"), key_of("local"), {}
    steps = []

    def text(one, value):
        if not value.startswith("@"):
            return value
        array, at = value[1:].split("+")
        return f"{arrays[int(array)]['name']} + {int(at) // one['unit']}"

    for step in key_of("step"):
        rows = []
        lanes = [i for i in range(32) if step.get("on", 0) >> i & 1]
        for held in step.get("held", []):
            index = held[0] if isinstance(held, list) else held
            known = last.setdefault((step["l"], step["b"], step["w"], index),
                                    [""] * 32)
            before = list(known)
            if isinstance(held, list):
                values = held[1].split(" ")
                for i, lane in enumerate(lanes):
                    known[lane] = values[i if len(values) > 1 else 0]
            shown = [text(local[index], known[i]) if i in lanes else ""
                     for i in range(32)]
            alike = len({known[i] for i in lanes}) == 1
            rows.append([local[index]["name"],
                         shown[lanes[0]] if alike else shown,
                         before != known])
        steps.append(rows)
    return steps


def check_page(browser, page, said, width, folder, flags=(), more=None,
               test=None, least=None):
    """Runs the test in a copy of the page, with `more` facts or its own."""
    text = page.read_text(encoding="utf-8")
    data = [json.loads(one) for one in WHOLE.findall(text)]
    facts = more or {"said": said, "width": width,
                     "cells": expected_cells(data[0]["trace"])}
    test = test or TEST
    digest = hashlib.sha256(test.encode()).digest()
    allowed = f"script-src 'sha256-{base64.b64encode(digest).decode()}' "
    copy = text.replace("script-src ", allowed, 1).replace(
        "</body>", "<script type=application/json id=facts>" +
        json.dumps(facts).replace("<", "\\u003c") + "</script><script>" +
        test + "</script></body>")
    tested = folder / "tested.html"
    tested.write_text(copy, encoding="utf-8")
    _, console = browse(browser, page, folder, width, flags)
    if console:
        raise Failure("the page alone says:\n" + "\n".join(console))
    seen, console = browse(browser, tested, folder, width, flags)
    if not seen:
        raise Failure("the test did not run:\n" + "\n".join(console))
    lines = seen.splitlines()
    print(f"{page.name}, {width} pixels wide:", *lines, sep="\n")
    wrong = [line for line in lines if not line.startswith("ok ")]
    if wrong or console:
        raise Failure("\n".join(wrong + console))
    if len(lines) < (least or LEAST):
        raise Failure("only some of the checks ran")


def learn_says(learn, words, status):
    """What ./learn prints."""
    done = subprocess.run([learn, *words], capture_output=True, text=True,
                          timeout=200, check=False, cwd=HERE / "programs")
    if done.returncode != status:
        raise Failure(f"{words} ended with {done.returncode}:\n{done.stderr}")
    return done.stdout


def paragraphs(text):
    """The steps of the text form, by number."""
    found = re.findall(r"^Step \d+[,.].*?(?=\n\n|\Z)", text, re.S | re.M)
    for number, one in enumerate(found):
        if not one.startswith(f"Step {number}"):
            raise Failure("the text form leaves out steps")
    return found


def check_own_page(browser, learn, build, folder):
    """The page that `step` writes."""
    page = folder / "own.html"
    learn_says(learn, ["--root", str(HERE.parent / "runner" / "fixtures"),
                       "--build", build, "step", "90", "--solution",
                       "--built", "-o", str(page)], 0)
    document, console = plain.browse(browser, page, folder)
    if console or ">Step 0, " not in document:
        raise Failure("the page of step shows no step:\n" +
                      "\n".join(console))


def check_variables(browser, learn, program, folder):
    """A program of nvcc -G: a table of variables beside each step."""
    page = folder / "locals.html"
    learn_says(learn, ["emulate", "--quiet", "--step", "--html", str(page),
                       "--", program], 0)
    trace = json.loads(WHOLE.findall(
        page.read_text(encoding="utf-8"))[0])["trace"]
    rows = expected_rows(trace)
    most = max(range(len(rows)), key=lambda i: len(rows[i]))
    names = {row[0] for step in rows for row in step}
    if not {"i", "p.b", "last[1]", "inner", "doubled", "cell"} <= names:
        raise Failure(f"only these variables are there: {sorted(names)}")
    for width in 1000, 400:
        check_page(browser, page, [], width, folder, test=VARIABLES, least=3,
                   more={"rows": rows, "most": most})


def main(learn, program, build, with_locals):
    """A run with two launches and a race, beside another schedule; then the
    same alone."""
    browser = find_browser()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run = ["--", program, "walk"]
        said = paragraphs(learn_says(
            learn, ["emulate", "--quiet", "--step", *run], 1))
        both, alone = folder / "both.html", folder / "alone.html"
        learn_says(learn, ["emulate", "--quiet", "--step", "--beside", "3",
                           "--html", str(both), *run], 1)
        learn_says(learn, ["emulate", "--quiet", "--step",
                           "--html", str(alone), *run], 1)
        check_page(browser, both, said, 1300, folder)
        check_page(browser, both, said, 650, folder)  # 1300 at 200 %
        check_page(browser, alone, said, 400, folder,
                   ["--force-prefers-reduced-motion"])
        check_own_page(browser, learn, build, folder)
        check_variables(browser, learn, with_locals, folder)


if __name__ == "__main__":
    try:
        os.umask(0o077)
        main(*sys.argv[1:])
    except Failure as failure:
        print(failure, file=sys.stderr)
        sys.exit(1)
