#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/README.md names each folder of tests/ in one line, and tests/ holds a
number of files that a person can survey: tests.py [TESTS]. Knows nothing of
what the tests do."""
import pathlib
import re
import sys

TESTS = pathlib.Path(sys.argv[1] if len(sys.argv) > 1
                     else pathlib.Path(__file__).resolve().parents[1])
MOST = 900  # files; a recording or a corpus is one file per family


def main():
    page = (TESTS / "README.md").read_text()
    named = re.findall(r"^\| `(\w+)/` \| \S.* \|$", page, re.MULTILINE)
    there = {path.name for path in TESTS.iterdir()
             if path.is_dir() and path.name != "__pycache__"}
    wrong = [f"tests/README.md names no folder {name}/"
             for name in sorted(there - set(named))]
    wrong += [f"tests/README.md names {name}/, which is not there"
              for name in sorted(set(named) - there)]
    wrong += [f"tests/README.md names {name}/ twice"
              for name in sorted(set(named)) if named.count(name) > 1]
    files = sum(path.is_file() and "__pycache__" not in path.parts
                for path in TESTS.rglob("*"))
    if files > MOST:
        wrong.append(f"tests/ has {files} files, more than {MOST}: "
                     "make one file per family")
    print("\n".join(wrong) or f"{len(there)} folders, {files} files")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
