# SPDX-License-Identifier: MIT
"""The table of what Compute Sanitizer says, in
docs/course/reading_ncu_and_compute_sanitizer.md, against what was recorded on
a GPU: sanitizer.py [PAGE]. Knows nothing of the tools."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ["memcheck", "racecheck", "synccheck", "initcheck"]


def recorded():
    """(diagnostic, tool) -> what the tool said first."""
    said = {}
    for line in open(ROOT / "tests/recorded/h200/sanitizer.txt"):
        if not line.startswith("#"):
            key, _, message = line.strip().partition(": ")
            said[tuple(key.rsplit(" ", 1))] = message
    return said


def main():
    page = ROOT / "docs/course/reading_ncu_and_compute_sanitizer.md"
    page = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else page
    said = recorded()
    rows = 0
    wrong = 0
    for number, line in enumerate(page.read_text().splitlines(), 1):
        name = re.match(r"\| \[([a-z-]+)\]", line)
        if not name:
            continue
        rows += 1
        cells = [cell.strip().replace("`", "") for cell in line.split("|")]
        for tool, cell in zip(TOOLS, cells[2:6]):
            real = said.get((name[1], tool), "no recording")
            shown = "nothing" if cell == "-" else cell
            if not real.startswith(shown):
                print(f"{page.name}:{number}: {tool} on {name[1]}: the page "
                      f"says `{shown}`, the recording `{real}`")
                wrong += 1
    if rows < 10:
        sys.exit(f"{page.name}: only {rows} rows found")
    sys.exit(1 if wrong else 0)


main()
