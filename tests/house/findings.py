#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each finding of tests/grade/README.md stands there once, and the tests that it
names exist: findings.py [ROOT]. Whether they hold it, a person has to judge."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1
                    else pathlib.Path(__file__).resolve().parents[2])
PAGE = "tests/grade/README.md"
COUNTS = {"C": 2, "H": 6, "M": 6, "L": 6}  # of the review
ROW = re.compile(r"^\| ([A-Z]\d+) \| (.+) \| (.+) \|$", re.MULTILINE)
TEST = re.compile(r'`([\w./-]+)`(?:: "([^"]+)")?')


def fault_of(root, test):
    """What is wrong with a test as the page names it, or None."""
    found = TEST.fullmatch(test)
    if not found:
        return f'names no test: {test}'
    path, case = found.groups()
    if not (root / path).is_file():
        return f"names {path}, which is not there"
    holds_cases = path.endswith("_test.cpp")
    if holds_cases != bool(case):
        return f"names {path} " + ("without a case" if holds_cases
                                   else "with a case")
    if case and f'TEST_CASE("{case}")' not in (root / path).read_text():
        return f'names "{case}", which {path} does not have'
    return None


def faults(root):
    rows = ROW.findall((root / PAGE).read_text())
    for letter, count in COUNTS.items():
        for number in range(1, count + 1):
            name = f"{letter}{number}"
            lines = [row for row in rows if row[0] == name]
            if len(lines) != 1:
                yield f"{PAGE}: {name} stands {len(lines)} times"
    for name, _, tests in rows:
        for test in tests.split("<br>"):
            fault = fault_of(root, test)
            if fault:
                yield f"{PAGE}: {name} {fault}"


def main():
    wrong = list(faults(ROOT))
    print("\n".join(wrong) or "each finding has its test")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
