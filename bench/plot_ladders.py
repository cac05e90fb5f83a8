#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the two ladders of the course below what the GPU can do at best:
bench/plots/25_ladder.svg and bench/plots/45_roofline.svg.

usage: bench/plot_ladders.py [--check | --traffic REPORT]

The times are those of bench/data/GPU/25_reduce_template.txt and
45_double_buffer.txt, for each GPU that has them. With --check it writes nothing
and exits 1 when a plot is out of date. With --traffic it writes
bench/data/45_traffic.txt, the bytes that each rung of the product asks for:

  nvcc -O3 -std=c++17 -arch=compute_90 -cudart shared -I.
    -Ilessons/45_double_buffer bench/45_traffic.cu -o traffic
  ./learn emulate --checks none --json REPORT -- ./traffic
"""
import json
import math
import pathlib
import re
import sys

from plot_grid_sync import svg, text

HERE = pathlib.Path(__file__).resolve().parent
GPUS = [("h200", "H200", "graph"), ("h100", "H100", "launches")]
RUNGS = ["41 as it was", "41 coalesced", "42 tiled", "43 register tile",
         "44 vectors and layout", "45 double buffer"]
NUDGE = {"44 vectors and layout": 6, "43 register tile": 8}  # names apart
LEFT = {"41 as it was", "41 coalesced"}  # of their points: beyond is the slope
VALUES = 1 << 26  # ints that the reduction adds
SIDE = 4096       # rows of the product
COUNTED = 512     # rows of the product that bench/45_traffic.cu makes
ROW = re.compile(r"^(\S.*?) {2,}([\d.]+) us +[\d.]+ %", re.M)


def recorded(name):
    """[(GPU, its class, time of each row in us, the text)] as recorded."""
    found = []
    for folder, gpu, kind in GPUS:
        path = HERE / "data" / folder / f"{name}.txt"
        if path.exists():
            words = path.read_text()
            rows = {label: float(us) for label, us in ROW.findall(words)}
            found.append((gpu, kind, rows, words))
    return found


def legend(x, y, runs):
    """A square and a name per GPU."""
    body = []
    for i, (gpu, kind, _, _) in enumerate(runs):
        body.append(f'<rect x="{x}" y="{y + 20 * i - 9}" width="10" '
                    f'height="10" class="{kind}"/>')
        body.append(text(x + 16, y + 20 * i, gpu, "start"))
    return body


def reduction(runs):
    """Bars: what each rung of the reduction reads in a second."""
    names = [n for n in runs[0][2] if "full device" not in n or n[0] == "a"]
    roof = "reading the array"
    names.remove(roof)
    most = max(4 * VALUES / rows[roof] / 1e6 for _, _, rows, _ in runs)

    def at(terabytes):
        return 190 + 400 * terabytes / most

    body = [text(330, 24, "2^26 values of 4 bytes, added: TB/s, by rung")]
    high, last = 9, 46 + 26 * len(names)
    for tick in range(math.floor(most) + 1):
        body.append(f'<path class="grid" d="M{at(tick):.1f} 42V{last}"/>')
        body.append(text(at(tick), last + 16, tick))
    for line, name in enumerate(names):
        y = 48 + 26 * line
        body.append(text(180, y + 13, name, "end"))
        for i, (_, kind, rows, _) in enumerate(runs):
            width = at(4 * VALUES / rows[name] / 1e6) - at(0)
            body.append(f'<rect x="{at(0):.1f}" y="{y + high * i}" '
                        f'width="{width:.1f}" height="{high}" '
                        f'class="{kind}"/>')
    for _, kind, rows, _ in runs:
        x = at(4 * VALUES / rows[roof] / 1e6)
        body.append(f'<path class="line {kind}" stroke-dasharray="5 4" '
                    f'style="fill:none" d="M{x:.1f} 42V{last}"/>')
    body.append(text(590, last + 34, "dashed: reading the array, no sum",
                     "end", "small"))
    body += legend(190, last + 34, runs)
    return svg(640, last + 44 + 20 * len(runs), "The ladder of the reduction",
               "A bar per rung: terabytes read per second, beside the line "
               "that reading alone reaches.", body)


def product(runs, traffic):
    """A roofline: TFLOP/s over the operations per byte that are asked for."""
    low, high, bottom, top = -2, 3, -1, 2  # powers of ten

    def x(value):
        return 70 + 540 * (math.log10(value) - low) / (high - low)

    def y(value):
        return 330 - 280 * (math.log10(value) - bottom) / (top - bottom)

    body = [text(330, 24, "4096 x 4096 floats, multiplied: TFLOP/s over "
                 "operations per byte")]
    for power in range(low, high + 1):
        body.append(f'<path class="grid" d="M{x(10**power):.1f} 50V330"/>')
        body.append(text(x(10**power), 348, f"{10**power:g}"))
    for power in range(bottom, top + 1):
        body.append(f'<path class="grid" d="M70 {y(10**power):.1f}H610"/>')
        body.append(text(62, y(10**power) + 4, f"{10**power:g}", "end"))
    body.append(text(340, 370, "operations per byte of the sectors that the "
                     "kernel asks for", kind="small"))
    for gpu, kind, rows, words in runs:
        peak = float(re.search(r"share of ([\d.]+) TFLOP/s", words)[1])
        memory = 4 * VALUES / next(
            r["reading the array"] for g, _, r, _ in
            recorded("25_reduce_template") if g == gpu) / 1e6
        ridge = peak / memory
        body.append(f'<path class="line {kind}" style="fill:none" '
                    f'd="M{x(10**bottom / memory):.1f} 330'
                    f'L{x(ridge):.1f} {y(peak):.1f}H610"/>')
        for rung in RUNGS:
            speed = 2 * SIDE**3 / rows[rung] / 1e6
            body.append(f'<circle cx="{x(traffic[rung]):.1f}" '
                        f'cy="{y(speed):.1f}" r="5" class="{kind}"/>')
            if (gpu, kind) == runs[-1][:2]:
                side, anchor = (-6, "end") if rung in LEFT else (9, "start")
                body.append(text(x(traffic[rung]) + side,
                                 y(speed) + NUDGE.get(rung, 4), rung, anchor))
    body += legend(80, 66, runs)
    return svg(640, 384, "The ladder of the product as a roofline",
               "A point per rung. The sloping line is what memory could feed "
               "if no cache helped, the level one what the multiply-adds "
               "allow. A point above the slope is fed by the caches.", body)


def count(report):
    """Operations per byte of each rung, from the emulator's report."""
    launches = json.loads(pathlib.Path(report).read_text())["launches"]
    lines = ["# bench/plot_ladders.py --traffic: operations per byte of the "
             "sectors that a rung asks for"]
    for rung, launch in zip(RUNGS, launches, strict=True):
        sectors = sum(a[kind]["sectors"] for a in launch["allocations"]
                      for kind in ("loads", "stores"))
        lines.append(f"{rung:28}{2 * COUNTED**3 / (32 * sectors):9.2f}")
    (HERE / "data/45_traffic.txt").write_text("\n".join(lines) + "\n")


def main():
    if sys.argv[1:2] == ["--traffic"] and len(sys.argv) == 3:
        count(sys.argv[2])
        return
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit("usage: bench/plot_ladders.py [--check | --traffic REPORT]")
    traffic = dict(
        (line[:28].strip(), float(line[28:])) for line in
        (HERE / "data/45_traffic.txt").read_text().splitlines()[1:])
    plots = {"25_ladder.svg": reduction(recorded("25_reduce_template")),
             "45_roofline.svg": product(recorded("45_double_buffer"), traffic)}
    stale = False
    for name, content in plots.items():
        path = HERE / "plots" / name
        if not check:
            path.write_text(content)
        elif not path.exists() or path.read_text() != content:
            print(f"{path.name} is out of date. Type: bench/plot_ladders.py")
            stale = True
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
