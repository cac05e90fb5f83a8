#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The syllabus as Markdown: text.py ROOT. It holds what two pages say, and no
line of its own: the weeks of docs/teaching.md and the lessons of
docs/course/map.md. Links become plain text, for the pages are not there."""
import pathlib
import re
import sys


def section(page, heading):
    """The lines under a heading, up to the next one of its level or above."""
    level = heading.split(" ")[0]
    lines, inside = [], False
    for line in page.splitlines():
        if re.match(r"#{1,%d} " % len(level), line):
            inside = line == heading
        elif inside:
            lines.append(line)
    return lines


def plain(line):
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line)


def columns(line, chosen):
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    return "| " + " | ".join(cells[i] for i in chosen) + " |"


def lessons(page):
    """Each part with its lessons: title, goal, minutes, what it needs."""
    for line in page.splitlines():
        if re.match(r"## \d", line):
            yield "\n#" + line + "\n"
        elif line.startswith("| lesson |"):
            yield "| lesson | goal | minutes | needs |"
            yield "|:----------|:-------------------|:------|:-----|"
        elif re.match(r"\| \[", line):
            yield plain(columns(line, (0, 1, 3, 5)))


def main():
    root = pathlib.Path(sys.argv[1])
    teaching = (root / "docs/teaching.md").read_text()
    course = (root / "docs/course/map.md").read_text()
    version = re.search(r"^version: (.*)", (root / "CITATION.cff").read_text(),
                        re.M)[1]
    print(f"---\ntitle: Lockstep, a course in CUDA C++\n"
          f"subtitle: Syllabus, version {version}\n---\n")
    print("## Weeks")
    for line in section(teaching, "## Weeks"):
        if not line.startswith(("<!--", "    ")):
            print(plain(line))
    print("\n## Lessons")
    for line in lessons(course):
        print(line)
    print("\n## A lab")
    for line in section(teaching, "## A lab"):
        print(plain(line))


if __name__ == "__main__":
    main()
