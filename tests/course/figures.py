# SPDX-License-Identifier: MIT
"""A page that says in how many runs something happened says what is recorded:
figures.py [ROOT]. Each "147 of 200 runs" stands in a file of bench/data/. Knows
nothing of other figures; pages quote those from their files."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1
                    else pathlib.Path(__file__).resolve().parents[2])
FIGURE = re.compile(r"\b\d+ of \d+ runs\b")


def main():
    recorded = set()
    for file in (ROOT / "bench/data").glob("*/*.txt"):
        recorded.update(FIGURE.findall(file.read_text()))
    pages = sorted([*(ROOT / "docs").rglob("*.md"),
                    *(ROOT / "lessons").rglob("*.md")])
    seen = wrong = 0
    for page in pages:
        text = " ".join(page.read_text().split())
        for figure in FIGURE.findall(text):
            seen += 1
            if figure not in recorded:
                print(f"{page.relative_to(ROOT)}: `{figure}` is not recorded "
                      "in bench/data")
                wrong += 1
    if not seen:
        print("no page has such a figure: is this test still about anything?")
    sys.exit(1 if wrong or not seen else 0)


main()
