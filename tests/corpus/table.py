#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the corpus as a whole, and writes the tables of docs/corpus.md.

table.py [--update]: every mistake in docs/diagnostics must have at least three
programs, and there must be 280 in all, each with a name of its own. The tables
in docs/corpus.md must be those that the sources and the recordings h200/corpus.txt
and h200/delays.txt of tests/recorded give; --update writes them. Where the tool
on the GPU and the emulator disagree, the page must explain that program, and
only there. A twin that printed something else when the device was late is wrong.
Exit status 1 when something is wrong.
"""
import collections
import pathlib
import re
import sys

import programs

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs/corpus.md"
RECORDED = ROOT / "tests/recorded/h200/corpus.txt"
DELAYED = ROOT / "tests/recorded/h200/delays.txt"
LEAST, LEAST_EACH = 280, 3
# A diagnostic that somebody asked for: no program is wrong by it.
ASKED_FOR = {"injected-fault", "nan-born"}
BLOCK = re.compile(r"(<!-- table -->\n).*?(<!-- end of table -->\n)", re.DOTALL)
EXPLAINED = re.compile(r"^- `(\w+)`", re.MULTILINE)
COUNT = re.compile(r"(?:ERROR SUMMARY: (\d+) errors?|"
                   r"RACECHECK SUMMARY: (\d+) hazards?)")


def recorded():
    """-> {(program, variant): (tool, number of findings or None, hangs)}."""
    found = {}
    if not RECORDED.is_file():
        return found
    for line in RECORDED.read_text().splitlines():
        if line.startswith("#"):
            continue
        name, variant, tool, text = line.split("\t")
        count = COUNT.search(text)
        number = int(count[1] or count[2]) if count else None
        found[name, variant] = (tool, number, text.startswith("hangs"))
    return found


def delayed():
    """-> {(program, variant): what it printed, and with a late device}."""
    lines = DELAYED.read_text().splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return {(name, variant): (early, late)
            for name, variant, _, early, late in rows}


def printed(text):
    """What a cell says of these lines, which record_delays.py joined."""
    if text.endswith("(exit -11)"):
        return "crashed"
    return f"`{text}`" if text else "nothing"


def late_twins(late):
    """-> what is wrong with the twins of asynchronous programs."""
    return [f"{name}: the twin printed `{early}`, and `{after}` when the "
            "device was late"
            for (name, variant), (early, after) in late.items()
            if variant == "fixed" and early != after]


def cell(entry):
    if entry is None:
        return "-"
    _, number, hangs = entry
    said = "no answer" if number is None else (
        "nothing" if number == 0 else "found")
    return said + (", hangs" if hangs else "")


def tool_of(program, entry):
    """Which tool ran with the program; else whether there is one."""
    if entry is not None:
        return entry[0]
    return "not recorded" if program.diagnostic in programs.TOOLS else "none"


def disagree(program, runs):
    """True when the tool was asked, and did not say what the emulator says;
    its manual promises that."""
    if program.diagnostic not in programs.TOOLS:
        return False
    bug, fixed = runs.get((program.name, "bug")), runs.get(
        (program.name, "fixed"))
    return (bug is not None and not bug[1]) or (
        fixed is not None and (fixed[1] != 0 or fixed[2]))


def has_page(name):
    return (ROOT / f"docs/diagnostics/{name}.md").is_file()


def not_seen(everything):
    """-> what is wrong with the programs that are not seen yet."""
    names = {(p.diagnostic, p.name) for p in everything}
    return [f"{name}: NOT_SEEN_YET says {diagnostic or 'that it prints'}, its "
            "source does not"
            for diagnostic, members in programs.NOT_SEEN_YET.items()
            for name in members if (diagnostic, name) not in names]


def told(p):
    """What the emulator says of the bug."""
    name = p.diagnostic
    text = (f"prints `{p.prints}`" if p.prints else
            f"[{name}](diagnostics/{name}.md)" if has_page(name) else
            f"`{name}`")
    return text + ("" if p.seen else ", not seen yet")


def cells_of_gpu(p, runs, late):
    """What a GPU printed, or what its tool said of bug and twin."""
    bug, fixed = (p.name, "bug"), (p.name, "fixed")
    if p.waits:
        return [tool_of(p, runs.get(bug)), cell(runs.get(bug)),
                cell(runs.get(fixed))]
    if bug not in late:
        return ["not recorded"] * 3
    return [printed(text) for text in (*late[bug], late[fixed][1])]


def table(everything, runs, late):
    lines = []
    by_file = collections.defaultdict(list)
    for program in everything:
        by_file[program.file].append(program)
    for file, members in by_file.items():
        heads = ("tool on the H200 | its bug | its twin" if members[0].waits
                 else "bug on the GPU | when it is late | twin")
        lines += [f"### [{file}](../tests/corpus/{file})", "",
                  f"| program | what is wrong | emulator | {heads} |",
                  "|---|---|---|---|---|---|"]
        lines += [f"| `{p.name}` | {p.sentence} | {told(p)} | " +
                  " | ".join(cells_of_gpu(p, runs, late)) + " |"
                  for p in members]
        lines.append("")
    return "\n".join(lines)


def main():
    everything = programs.read_all(HERE)
    runs, late = recorded(), delayed()
    wrong = late_twins(late)
    counts = collections.Counter(p.diagnostic for p in everything)
    for page in sorted((ROOT / "docs/diagnostics").glob("*.md")):
        if page.stem in ASKED_FOR | {"README"}:
            continue
        if counts[page.stem] < LEAST_EACH:
            wrong.append(f"{page.stem}: {counts[page.stem]} programs instead "
                         f"of {LEAST_EACH}; docs/corpus.md says how to add one")
    for name in {p.diagnostic for p in everything if p.seen and not p.prints}:
        if not has_page(name):
            wrong.append(f"{name}: has no page in docs/diagnostics")
    if len(everything) < LEAST:
        wrong.append(f"{len(everything)} programs instead of {LEAST}")
    names = collections.Counter(p.name for p in everything)
    wrong += [f"{n}: two programs have this name" for n in names
              if names[n] > 1]
    wrong += not_seen(everything)
    text = PAGE.read_text()
    fresh = BLOCK.sub(lambda m: m[1] + table(everything, runs, late) + m[2], text)
    if fresh != text:
        if "--update" in sys.argv:
            PAGE.write_text(fresh)
        else:
            wrong.append("docs/corpus.md: type tests/corpus/table.py --update")
    explained = set(EXPLAINED.findall(text))
    for p in everything:
        if disagree(p, runs) and p.name not in explained:
            wrong.append(f"{p.name}: docs/corpus.md does not explain why the "
                         "tool says something else")
    agreed = {p.name for p in everything if not disagree(p, runs)}
    wrong += [f"{name}: docs/corpus.md explains a disagreement that there is "
              "not" for name in sorted(explained & agreed)]
    print("\n".join(wrong) or f"{len(everything)} programs, "
          f"{len(counts)} diagnostics, {len(runs)} recorded runs")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
