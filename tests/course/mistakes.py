#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What an H100 showed of the lessons' mistakes, by what catches them here.

Reads tests/recorded/h100/lessons.txt and the `caught by` lines of the mistakes
that were recorded, and prints a Markdown table. Without an option it compares
the table with docs/hardware.md and ends with 1 where they differ; --update
writes it there. Mistakes younger than the recording are not counted.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/hardware.md"
BEGIN, END = "<!-- mistakes-begin -->\n", "<!-- mistakes-end -->\n"


def table():
    recorded = {}
    text = (ROOT / "tests/recorded/h100/lessons.txt").read_text()
    for lesson, name, result in re.findall(
            r"^(\w+)\.mistake\.(\w+): (pass|fail|hang)$", text, re.M):
        recorded[lesson, name] = result
    rows = collections.defaultdict(collections.Counter)
    for (lesson, name), result in sorted(recorded.items()):
        path = ROOT / "solutions" / lesson / "mistakes" / f"{name}.cu"
        if not path.exists():
            continue
        kinds = set()
        for what, diagnostic in re.findall(
                r"^// caught by: (case|crash|time limit|diagnostic ([\w-]+))",
                path.read_text(), re.M):
            kinds.add(f"`{diagnostic}`" if diagnostic else what)
        for kind in kinds | {"all mistakes"}:
            rows[kind][result] += 1
    lines = ["| caught here by | mistakes | wrong there | pass there | hang |",
             "|---|---|---|---|---|"]
    last = {"case": 1, "crash": 1, "time limit": 1, "all mistakes": 2}
    for kind in sorted(rows, key=lambda k: (last.get(k, 0), k)):
        n = rows[kind]
        lines.append(f"| {kind} | {sum(n.values())} | {n['fail']} | "
                     f"{n['pass']} | {n['hang']} |")
    return "\n".join(lines) + "\n"


def main():
    page = PAGE.read_text()
    head, rest = page.split(BEGIN)
    shown, tail = rest.split(END)
    if sys.argv[1:] == ["--update"]:
        PAGE.write_text(head + BEGIN + table() + END + tail)
        return 0
    if shown == table():
        return 0
    print("docs/hardware.md: the table of mistakes is out of date; type "
          "python3 tests/course/mistakes.py --update")
    return 1


sys.exit(main())
