#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what belongs to each diagnostic, and that its page quotes its report.

pages.py [--update] [ROOT]: each page of docs/diagnostics has a row in README.md
there, and here a folder of its name with a bug.cu and a near miss. The fenced
block after a line <!-- output: FILE --> or <!-- output: FILE on PROFILE -->
must be that report of FILE (reports.py), whole, also in docs/testing.md; a page
quotes the report of its bug.cu. --update rewrites the blocks. Lists what differs, and what to do; exit
status 1 when something does.
"""
import pathlib
import re
import sys

from reports import reports_of

BLOCK = re.compile(r"(<!-- output: ((\S+?)(?: on (\w+))?) -->\n```\n)(.*?)"
                   r"(```\n)", re.DOTALL)


def quoted(root, page, update, wrong):
    """The reports that the page quotes; notes those that it quotes wrongly."""
    names = []

    def block(match):
        name, file, profile = match[2], root / match[3], match[4] or ""
        names.append(name)
        reports = reports_of(file.read_text()) if file.is_file() else {}
        if profile not in reports:
            wrong.append(f"{page.relative_to(root)}: there is no report {name}")
        elif reports[profile] != match[5]:
            if update:
                return match[1] + reports[profile] + match[6]
            wrong.append(f"{page.relative_to(root)}: is not the report {name}; "
                         "type tests/diagnostics/pages.py --update")
        return match[0]

    text = page.read_text()
    fresh = BLOCK.sub(block, text)
    if fresh != text:
        page.write_text(fresh)
    return names


def faults_of(root, page, names):
    """What the diagnostic of this page lacks."""
    where, tests = page.relative_to(root), f"tests/diagnostics/{page.stem}"
    row = f"| [{page.stem}]({page.name}) |"
    if row not in (page.parent / "README.md").read_text():
        yield f"docs/diagnostics/README.md: add a row `{row} ...`"
    if not (root / tests / "bug.cu").is_file():
        yield f"{where}: no program fires it; write {tests}/bug.cu"
    if not list((root / tests).glob("near_miss*.cu")):
        yield f"{where}: no program stays silent; write {tests}/near_miss.cu"
    if f"{tests}/bug.cu" not in names:
        yield (f"{where}: does not quote its report; write the line <!-- output:"
               f" {tests}/bug.cu -->, below it a block ``` without lines, "
               "and type tests/diagnostics/pages.py --update")


def main():
    arguments = [a for a in sys.argv[1:] if a != "--update"]
    root = pathlib.Path(arguments[0] if arguments
                        else pathlib.Path(__file__).resolve().parents[2])
    wrong, count = [], 0
    for page in sorted(root.glob("docs/diagnostics/*.md")):
        names = quoted(root, page, "--update" in sys.argv, wrong)
        count += len(names)
        if page.stem != "README":
            wrong += faults_of(root, page, names)
    other = root / "docs/testing.md"
    count += len(quoted(root, other, "--update" in sys.argv, wrong)
                 if other.is_file() else [])
    if count == 0:
        wrong.append(f"{root} has no page that quotes a report")
    print("\n".join(wrong) or f"{count} reports are quoted as they are")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
