# SPDX-License-Identifier: MIT
"""The book's explorers: a page shows what the emulator says to the same
numbers, as text and as a picture; every control has a label; contrast is
enough; nothing moves or scrolls sideways. 77 when there is no Chromium.

    explorers.py SIMT_EXPLORE BUILD

The emulator is asked anew, one choice at a time; the page has its tables. What
the pictures must show is worked out here from its answers. The checks in the
page are explorers_test.js."""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from browser import Failure, find_browser
from player import browse

HERE = pathlib.Path(__file__).parent
TEST = (HERE / "explorers_test.js").read_text(encoding="utf-8")
NAMES = ("banks", "sectors", "shuffles", "occupancy", "reduction",
         "grid_barrier", "warpgroup")
RANDOM_CASES = 10
MOST_BYTES = 300_000  # of a page

# What docs/counting.md, docs/devices.md and the PTX manual say.
KNOWN = (
    ("banks", "width=4 stride=1", {"wavefronts": 1, "ideal": 1}),
    ("banks", "width=4 stride=0", {"wavefronts": 1, "ideal": 1}),
    ("banks", "width=4 stride=32", {"wavefronts": 32, "ideal": 1}),
    ("banks", "width=4 stride=32 padding=1", {"wavefronts": 1, "ideal": 1}),
    ("banks", "width=4 stride=32 swizzle=row", {"wavefronts": 1, "ideal": 1}),
    ("banks", "width=16 stride=8", {"wavefronts": 32, "ideal": 4}),
    ("banks", "access=store width=8 stride=1", {"wavefronts": 2, "ideal": 2}),
    ("sectors", "bytes=4 stride=1", {"sectors": 4, "ideal": 4}),
    ("sectors", "bytes=4 stride=1 start=1", {"sectors": 5, "ideal": 4}),
    ("sectors", "bytes=4 stride=32", {"sectors": 32, "ideal": 4}),
    ("sectors", "bytes=16 stride=1", {"sectors": 16, "ideal": 16}),
    ("shuffles", "kind=down operand=16",
     {"from": "ghijklmnopqrstuvghijklmnopqrstuv", "says": []}),
    ("shuffles", "kind=butterfly operand=1",
     {"from": "1032547698badcfehgjilknmporqtsvu"}),
    ("shuffles", "kind=idx operand=3 width=8",
     {"from": "3" * 8 + "b" * 8 + "j" * 8 + "r" * 8}),
    ("occupancy", "device=h200 threads=1024 registers=32",
     {"blocks": 2, "by_threads": 2, "by_registers": 2}),
    ("occupancy", "device=h200 threads=128 registers=128",
     {"blocks": 4, "by_threads": 16, "by_registers": 4}),
    ("grid_barrier", "blocks=6 sms=4", {"ends": False}),
    ("grid_barrier", "blocks=6 sms=4 per_sm=2", {"ends": True}),
    ("warpgroup", "swizzle=128",
     {"pieces": [[8 * r + (c ^ r) for c in range(8)] for r in range(8)],
      "column_wavefronts": 1, "plain_wavefronts": 8}),
    ("warpgroup", "swizzle=none",
     {"pieces": [[8 * c + r for c in range(8)] for r in range(8)]}),
)


def answer(explore, kernels, name, words):
    """What the emulator says to one choice."""
    done = subprocess.run([explore, kernels, name, *words],
                          capture_output=True, text=True, timeout=60,
                          check=False)
    if done.returncode != 0:
        raise Failure(f"{name} {words}: {done.stderr}")
    return json.loads(done.stdout)


def check_known(explore, kernels):
    """What is known holds."""
    for name, words, expected in KNOWN:
        got = answer(explore, kernels, name, words.split())
        for key, value in expected.items():
            if got[key] != value:
                raise Failure(f"{name} {words}: {key} is {got[key]}, "
                              f"not {value}")


def inputs_of(folder, name):
    """The inputs of a table: the line between its first and its last."""
    text = (folder / f"{name}.table.js").read_text(encoding="utf-8")
    return json.loads(text.splitlines()[1].rstrip(";"))["inputs"]


def choices(inputs):
    """The first and the last value of all inputs, and some between."""
    dice = random.Random(1)
    every = [{one["key"]: one["values"][end] for one in inputs}
             for end in (0, -1)]
    return every + [{one["key"]: dice.choice(one["values"]) for one in inputs}
                    for _ in range(RANDOM_CASES)]


def sequence(value):
    """A list that may be given by its first number, step and count."""
    if isinstance(value, list):
        return value
    return [value["first"] + i * value["step"] for i in range(value["count"])]


def banks(choice, result):
    """[bank, first lane, "+" if there are others] of the words by address."""
    words, found = int(choice["width"]) // 4, {}
    for lane, element in enumerate(sequence(result["elements"])):
        for word in range(element * words, (element + 1) * words):
            found.setdefault(word, []).append(lane)
    return {"numbers": [result["wavefronts"], result["ideal"]],
            "cells": [[word % 32, f"{lanes[0]}{'+' * (len(lanes) > 1)}"]
                      for word, lanes in sorted(found.items())]}


def sectors(choice, result):
    """The sectors that move, and the bytes of each lane in its line."""
    return {"numbers": [result["sectors"], result["sectors"] * 32,
                        result["ideal"]],
            "count": result["sectors"],
            "lanes": [[byte % 128, int(choice["bytes"])]
                      for byte in sequence(result["at"])]}


def shuffles(choice, result):
    """[from, to] of each arrow, and the lanes with a question mark."""
    mask, signs = int(choice["mask"], 16), result["from"]
    lanes = [lane for lane in range(32) if mask >> lane & 1]
    return {"arrows": [[int(signs[lane], 32), lane] for lane in lanes
                       if signs[lane] != "."],
            "unknown": sum(signs[lane] == "." for lane in lanes),
            "said": [one["message"] for one in result["says"]]}


def occupancy(choice, result):
    """Cells that blocks take, and all of them."""
    if result["by_shared"] == 0 and result["blocks"] != 0:
        raise Failure(f"blocks without room: {result}")
    taken = result["blocks"] * result["warps"]
    return {"taken": taken, "all": result["most_warps"],
            "numbers": [result["blocks"], result["warps"], taken]
                       if result["blocks"] else []}


def reduction(choice, result):
    """Busy lanes of each warp, level by level; the lines of the tree."""
    warps = int(choice["threads"]) // 32
    levels = [sequence(one["thread"]) for one in result["levels"]]
    return {"busy": [sum(thread // 32 == warp for thread in level)
                     for level in levels for warp in range(warps)],
            "lines": 2 * sum(map(len, levels)),
            "numbers": [len(levels)] + [
                sum(one[key] for one in result["levels"])
                for key in ("instructions", "divergent", "wavefronts")]}


def grid_barrier(choice, result):
    """[class, row, column] of each event."""
    kinds = {"s": "start", "a": "arrive", "l": "leave"}
    events = [[kinds[word[0]], int(word[1:]), i]
              for i, word in enumerate(result["events"].split())]
    started = {block for kind, block, _ in events if kind == "start"}
    return {"events": sorted(events),
            "never": int(choice["blocks"]) - len(started),
            "said": [one["message"] for one in result["says"]]}


def warpgroup(choice, result):
    """The pieces of A by place, and the lanes of D by place."""
    holds = sorted((piece, f"r{row} p{column}")
                   for row, pieces in enumerate(result["pieces"])
                   for column, piece in enumerate(pieces))
    places = sorted((place, lane) for lanes in result["held"]
                    for lane, place in enumerate(lanes))
    first = 16 * int(choice["warp"])
    columns = int(choice["columns"])
    if [place for place, _ in places] != [
            256 * row + column for row in range(first, first + 16)
            for column in range(columns)]:
        raise Failure("some element of D is not held once")
    return {"pieces": [text for _, text in holds],
            "lanes": [str(lane) for _, lane in places]}


def cases(explore, kernels, folder):
    """Choices, what the emulator says to each, what a page then draws."""
    found = []
    for name in NAMES:
        for choice in choices(inputs_of(folder, name)):
            words = [f"{key}={value}" for key, value in choice.items()]
            result = answer(explore, kernels, name, words)
            found.append({"name": name, "choice": choice, "result": result,
                          "drawn": globals()[name](choice, result)})
    return found


def check_lessons(folder):
    """lessons.txt names lessons, explorers and values that there are."""
    root = HERE.parents[1]
    lines = [line.split() for line in (root / "book/explorers/lessons.txt")
             .read_text(encoding="utf-8").splitlines()
             if not line.startswith("#")]
    if not lines:
        raise Failure("lessons.txt is empty")
    for lesson, name, *start in lines:
        if len(list((root / "lessons").glob(f"{lesson}_*"))) != 1:
            raise Failure(f"lessons.txt: there is no lesson {lesson}")
        values = {one["key"]: one["values"] for one in inputs_of(folder, name)}
        for key, value in (word.split("=") for word in start):
            if value not in values.get(key, []):
                raise Failure(f"lessons.txt, {lesson}: {name} has no "
                              f"{key}={value}")


def check_page(browser, page, facts, folder, flags=()):
    """Runs explorers_test.js in the page."""
    script = ("<script type=application/json id=facts>" +
              json.dumps(facts).replace("<", "\\u003c") + "</script><script>" +
              TEST + "</script></body>")
    tested = page.with_name("tested.html")
    tested.write_text(page.read_text(encoding="utf-8").replace(
        "</body>", script), encoding="utf-8")
    seen, console = browse(browser, tested, page.parent, facts["width"], flags)
    lines = seen.splitlines()
    print(f"{facts['width']} pixels wide:", *lines, sep="\n")
    wrong = [line for line in lines if not line.startswith("ok ")]
    if wrong or console:
        raise Failure("\n".join(wrong + console))
    if len(lines) < facts["least"]:
        raise Failure("only some of the checks ran")


def main(explore, build):
    """At a phone's width, at 200 % zoom of a wide window, and in it."""
    kernels = f"{build}/simt/explore/kernels.ptx"
    check_known(explore, kernels)
    browser = find_browser()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "explorers"
        shutil.copytree(f"{build}/book/explorers", folder)
        size = sum(one.stat().st_size for one in folder.iterdir())
        if size > MOST_BYTES:
            raise Failure(f"all explorers together have {size} bytes")
        check_lessons(folder)
        facts = {"cases": cases(explore, kernels, folder)}
        facts["least"] = len(facts["cases"]) + 2 * len(NAMES)
        for width in (400, 650, 1300):
            facts["width"] = width
            check_page(browser, folder / "index.html", facts, folder)


if __name__ == "__main__":
    try:
        os.umask(0o077)
        main(*sys.argv[1:])
    except Failure as failure:
        print(failure, file=sys.stderr)
        sys.exit(1)
