#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws bench/data/h200/37_grid_sync.csv as three SVG files in bench/plots.

usage: bench/plot_grid_sync.py [--check]

With --check it writes nothing and exits 1 when a plot is out of date.
"""
import csv
import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
NAMES = {"launches": "many launches", "graph": "one CUDA graph",
         "own": "one launch, own barrier",
         "cooperative": "one launch, grid.sync()"}
MARKS = {"launches": "circle", "graph": "square", "own": "triangle",
         "cooperative": "cross"}
STYLE = """
text { font: 13px sans-serif; fill: #222 } .small { font-size: 11px }
.axis { stroke: #555; fill: none } .grid { stroke: #ddd; fill: none }
.launches { stroke: #b04a00; fill: #b04a00 } .graph { stroke: #006a9e;
fill: #006a9e } .own { stroke: #5b3a9e; fill: #5b3a9e } .cooperative {
stroke: #1b7a3d; fill: #1b7a3d } .line { fill: none; stroke-width: 2 }
.cell { fill: #006a9e; stroke: #888 } .paper { fill: #fff }
@media (prefers-color-scheme: dark) {
text { fill: #ddd } .axis { stroke: #aaa } .grid { stroke: #444 }
.launches { stroke: #ff9a55; fill: #ff9a55 } .graph { stroke: #5ab8e8;
fill: #5ab8e8 } .own { stroke: #b49af0; fill: #b49af0 } .cooperative {
stroke: #62c987; fill: #62c987 } .cell { fill: #5ab8e8 }
.line { fill: none } .paper { fill: #16181c } }
"""


def svg(width, height, title, description, body):
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{title}</title>", f"<desc>{description}</desc>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
        *body, "</svg>", ""])


def text(x, y, words, anchor="middle", kind=""):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" '
            f'class="{kind}">{words}</text>')


def mark(series, x, y):
    shapes = {
        "circle": f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"',
        "square": f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"',
        "triangle": f'<path d="M{x - 5:.1f} {y + 4:.1f}h10l-5 -9z"',
        "cross": f'<path d="M{x - 4:.1f} {y - 4:.1f}l8 8m0 -8l-8 8" '
                 'stroke-width="2"'}
    return f'{shapes[MARKS[series]]} class="{series}"/>'


def surface(rows, machine):
    """The gain of one launch with barriers over many launches, in percent."""
    blocks = sorted({int(r["blocks"]) for r in rows})
    threads = sorted({int(r["threads"]) for r in rows})
    body = [text(300, 24, "Time saved by one launch with barriers, in percent"),
            text(300, 44, machine, kind="small"),
            text(320, 420, "threads per block"), text(60, 72, "blocks")]
    for column, value in enumerate(threads):
        body.append(text(140 + 90 * column, 396, value))
    for line, value in enumerate(blocks):
        body.append(text(80, 104 + 36 * line, value, "end"))
    for r in rows:
        x = 95 + 90 * threads.index(int(r["threads"]))
        y = 82 + 36 * blocks.index(int(r["blocks"]))
        many, one = float(r["launches"]), float(r["own"])
        gain = 100 * (many - one) / many
        shade = min(0.7, max(0.0, gain / 60))
        body.append(f'<rect x="{x}" y="{y}" width="90" height="36" '
                    f'class="cell" fill-opacity="{shade:.2f}"/>')
        body.append(text(x + 45, y + 23, f"{gain:.1f}"))
    return svg(600, 440, "One launch against many", "Percent of time saved by "
               "one launch with barriers over many launches, for each number "
               "of blocks and of threads per block.", body)


def lines(rows, machine, title, label, unit, logarithmic):
    """One line a series over the rows' labels."""
    highest = max(float(r[s]) for r in rows for s in NAMES)
    lowest = min(float(r[s]) for r in rows for s in NAMES)
    low = 0.0 if logarithmic else 5 * math.floor(lowest / 5)
    high = math.ceil(highest) if logarithmic else 5 * math.ceil(highest / 5)
    step = 1 if high - low < 8 else 5 if high - low > 12 else 2

    def at(value):
        return 330 - 250 * (value - low) / (high - low)

    body = [text(330, 24, title), text(330, 44, machine, kind="small"),
            text(20, 68, unit, "start", "small")]
    tick = low
    while tick <= high:
        body.append(f'<path class="grid" d="M70 {at(tick):.1f}H620"/>')
        body.append(text(62, at(tick) + 4, f"{tick:g}", "end"))
        tick += step
    for series, name in NAMES.items():
        points = [(100 + 500 * i / (len(rows) - 1), at(float(r[series])))
                  for i, r in enumerate(rows)]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        body.append(f'<path class="line {series}" style="fill:none" '
                    f'd="M{path}"/>')
        body.extend(mark(series, x, y) for x, y in points)
    for i, r in enumerate(rows):
        body.append(text(100 + 500 * i / (len(rows) - 1), 352, label(r)))
    for i, (series, name) in enumerate(NAMES.items()):
        x, y = 90 + 290 * (i % 2), 384 + 22 * (i // 2)
        body += [mark(series, x, y - 4), text(x + 14, y, name, "start")]
    return svg(660, 424, title, "One line for each way to let the grid wait; "
               "the values are in bench/data/h200/37_grid_sync.csv.", body)


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit("usage: bench/plot_grid_sync.py [--check]")
    source = (HERE / "data/h200/37_grid_sync.csv").read_text().splitlines()
    head = " ".join(x for x in source if x.startswith("#"))
    machine = ", ".join(re.search(what, head)[0] for what in (
        r"NVIDIA [^,]*", r"\d{4}-\d\d-\d\d", r"driver [\d.]+[\d]"))
    machine += ", nvcc " + re.search(r"(?:nvcc |compiler V)([\d.]+\d)", head)[1]
    rows = list(csv.DictReader(x for x in source if not x.startswith("#")))
    table = {name: [r for r in rows if r["table"] == name]
             for name in ("surface", "split", "empty")}
    plots = {
        "37_gain.svg": surface(table["surface"], machine),
        "37_split.svg": lines(
            table["split"], machine, "1024 threads, split differently",
            lambda r: f'{r["blocks"]} x {r["threads"]}',
            "microseconds per stage", False),
        "37_wait.svg": lines(
            table["empty"], machine, "The waiting alone: empty stages of "
            "128 threads per block", lambda r: r["blocks"],
            "microseconds per stage, over blocks", True)}
    stale = False
    for name, content in plots.items():
        path = HERE / "plots" / name
        if not check:
            path.write_text(content)
        elif not path.exists() or path.read_text() != content:
            print(f"{path.name} is out of date. Type: bench/plot_grid_sync.py")
            stale = True
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
