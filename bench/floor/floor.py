#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sets measured times beside the emulator's floors.

floor.py TIMES COUNTS        prints the table of docs/floor.md
floor.py --check [PAGE]      reads the table in PAGE (docs/floor.md)

TIMES and COUNTS are what floor.sh wrote: NAME.ms has a time per measurement,
NAME.json the launches of each, between two launches of floors::mark. The floor
of a measurement is the sum of those of its launches. The table has a row per
kernel: the measurement nearest to its floor. Exit status 1 when a time
lies below its floor, or when the table has no row.
"""
import json
import pathlib
import re
import sys

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/floor.md"
ROW = re.compile(r"^\| `([^`]+)` \| (.+) \| ([^|]+) \| ([0-9.]+) \| ([0-9.]+) "
                 r"\| ([0-9.]+) \|$", re.MULTILINE)


def short(kernel):
    """A kernel's name without what stands around it."""
    name = kernel.replace("(anonymous namespace)::", "")
    depth, kept = 0, ""
    for letter in name:
        depth += letter in "<("
        if depth == 0:
            kept += letter
        depth -= letter in ">)"
    return kept.split(" ")[-1].split("::")[-1]


def measurements(launches):
    """The launches of each measurement."""
    inside = None
    for launch in launches:
        if launch["kernel"].startswith("floors::mark"):
            if inside is None:
                inside = []
            else:
                yield inside
                inside = None
        elif inside is not None:
            inside.append(launch)


def rows(times, counts):
    for file in sorted(times.glob("*.ms")):
        counted = counts / f"{file.stem}.json"
        if not counted.exists():
            print(f"{file.stem}: not counted", file=sys.stderr)
            continue
        measured = [float(ms) * 1e3 for ms in file.read_text().split()]
        found = list(measurements(json.loads(counted.read_text())["launches"]))
        if len(measured) != len(found):
            print(f"{file.stem}: {len(measured)} times, {len(found)} counts",
                  file=sys.stderr)
        for us, launches in zip(measured, found):
            floors = [launch["floor"] for launch in launches]
            least = sum(floor["ns"] for floor in floors) / 1e3
            if least < 0.01:  # a copy, a library's call that was left out
                continue
            longest = max(floors, key=lambda floor: floor["ns"])
            names = dict.fromkeys(short(one["kernel"]) for one in launches)
            yield file.stem, ", ".join(names), longest["limit"], least, us


def ratio(row):
    """Measured time over floor."""
    return row[-1] / row[-2]


def below(found):
    return [row for row in found if ratio(row) < 1]


def check(page):
    text = page.read_text().split("<!-- floors-begin -->")[-1]
    text = text.split("<!-- floors-end -->")[0]
    table = [(name, kernels, limit, float(least), float(us))
             for name, kernels, limit, least, us, _ in ROW.findall(text)]
    for name, kernels, _, least, us in below(table):
        print(f"{page}: {name}, {kernels}: {us} us lies below its floor, "
              f"{least} us", file=sys.stderr)
    unread = text.count("\n| `") - len(table)
    if unread or not table:
        print(f"{page}: of the table {unread} rows cannot be read",
              file=sys.stderr)
    return 1 if below(table) or unread or not table else 0


def main():
    if len(sys.argv) > 1 and sys.argv[1] == "--check":
        return check(pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else PAGE)
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    every = list(rows(*map(pathlib.Path, sys.argv[1:])))
    # Of a kernel that was measured in several shapes the one nearest to its
    # floor.
    nearest = {}
    for row in every:
        key = row[:2]
        if key not in nearest or ratio(row) < ratio(nearest[key]):
            nearest[key] = row
    found = list(nearest.values())
    print(f"{len(every)} measurements of {len(found)} kernels", file=sys.stderr)
    print("| program | kernels | limit | floor, us | measured, us | ratio |")
    print("|---|---|---|---|---|---|")
    for name, kernels, limit, least, us in found:
        print(f"| `{name}` | {kernels} | {limit} | {least:.2f} | {us:.2f} | "
              f"{ratio((least, us)):.2f} |")
    return 1 if below(found) else 0


if __name__ == "__main__":
    sys.exit(main())
