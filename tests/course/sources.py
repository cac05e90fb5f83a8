# SPDX-License-Identifier: MIT
"""Every lesson has its place in docs/sources.md and on the page of libraries,
and every lesson that the glossary names for a term is part of the course:
sources.py [ROOT]. Knows nothing of what the pages say."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1
                    else pathlib.Path(__file__).resolve().parents[2])


def numbers(text):
    """"21 to 23, 27" -> {21, 22, 23, 27}; other words are left out."""
    found = set()
    for first, last in re.findall(r"\b(\d\d)(?: to (\d\d))?\b", text):
        found.update(range(int(first), int(last or first) + 1))
    return found


def column(page, heading):
    """(line number, cell) of each row in columns with this heading."""
    place = None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) < 3:
            place = None
        elif heading in cells:
            place = cells.index(heading)
        elif place is not None and place < len(cells):
            yield number, cells[place]


def main():
    wrong = []
    page = ROOT / "docs/sources.md"
    named = set()
    for _, cell in column(page, "lessons"):
        named |= numbers(cell)
    ours = page.read_text().partition("## What is ours")[2]
    named |= numbers(ours)
    lessons = {int(folder.name[:2]): folder.name for folder in
               sorted((ROOT / "lessons").glob("[0-9][0-9]_*"))}
    if not lessons:
        wrong.append(f"{ROOT} has no lessons")
    for number, name in lessons.items():
        if number not in named:
            wrong.append(f"docs/sources.md: it does not say where lesson {name}"
                         " comes from; name it in a table, or below "
                         "\"What is ours\"")
    page = ROOT / "docs/course/where_the_libraries_do_it.md"
    named = set()
    for _, cell in column(page, "lesson"):
        named |= numbers(cell)
    for number, name in lessons.items():
        if number not in named:
            wrong.append(f"docs/course/{page.name}: give lesson {name} a row: "
                         "which library does this, or none")
    page = ROOT / "docs/course/glossary.md"
    for line, cell in column(page, "lesson"):
        for number in numbers(cell):
            if number not in lessons:
                wrong.append(f"{page.name}:{line}: there is no lesson {number}")
        if not numbers(cell) and not cell.startswith("-"):
            wrong.append(f"{page.name}:{line}: `{cell}` names no lesson")
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


main()
