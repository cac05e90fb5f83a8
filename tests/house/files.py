#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A source file begins with its licence, says at its head in a few lines what
it does, and is short enough to be read in one go: files.py [ROOT]. Whether what
it says is true, a person has to judge."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1
                    else pathlib.Path(__file__).resolve().parents[2])
FOLDERS = ("simt", "runner", "tests", "common", "bench")
LICENCE = "// SPDX-License-Identifier: MIT"
MOST = 400  # lines
MOST_OF_HEAD = 4


def head_of(lines):
    """The lines of the comment that follows the licence."""
    head = []
    for line in lines[1:]:
        if not re.match(r"//(?!/)", line):
            break
        head.append(line[2:].strip())
    return head


def faults(root):
    for path in files(root):
        name = path.relative_to(root).as_posix()
        lines = path.read_text().splitlines()
        if not lines or lines[0] != LICENCE:
            yield f"{name}:1: must be the line {LICENCE}"
        head = head_of(lines)
        says = " ".join(head).strip()
        if not says:
            yield f"{name}:2: must say what the file does"
        elif re.fullmatch(r"See [\w./]+", says):
            yield f"{name}:2: must say what this file does, not where to look"
        if len(head) > MOST_OF_HEAD:
            yield (f"{name}:2: says it in {len(head)} lines, more than "
                   f"{MOST_OF_HEAD}: the rest stands where it is declared")
        if len(lines) > MOST:
            yield f"{name}: has {len(lines)} lines, more than {MOST}: split it"


def files(root):
    return sorted(path for folder in FOLDERS
                  for path in (root / folder).rglob("*")
                  if path.suffix in (".cpp", ".h") and path.is_file())


def main():
    wrong = list(faults(ROOT))
    count = len(files(ROOT))
    if count == 0:
        wrong.append(f"{ROOT} has no source files")
    print("\n".join(wrong) or f"{count} source files")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
