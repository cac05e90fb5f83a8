#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Text that we wrote is not taken apart again: the rooms that hand a report on
turn no text into a number and look for no separator of our own sentences.
text_data.py [ROOT]. What is read of a foreign format is listed here."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1
                    else pathlib.Path(__file__).resolve().parents[2])
ROOMS = ("simt/report", "simt/checks", "simt/races", "runner/check",
         "runner/page", "runner/picture")
FOREIGN = {
    ("runner/check/doctest_results.cpp", "atoi"): "doctest's XML",
    ("runner/picture/draw_lanes.cpp", "find"): "an instruction of PTX",
    ("runner/picture/svg.cpp", "find"): "CSS",
    ("simt/report/suppressions.cpp", "find_first_of"): "a C++ name",
}
NUMBER = re.compile(r"\b(sto(?:i|l|ul|ll|ull|f|d|ld)|strto\w+|ato[ilf]|sscanf"
                    r"|from_chars|istringstream|regex)\b")
SEPARATOR = re.compile(r"\b(r?find(?:_\w+)?)\(\s*[\"'](?:[:+#(,.]|->| at )"
                       r"[^\"']?[\"']")


# What is kept: numbers, whose digits may be parted by ', and texts, in which //
# is no comment.
KEPT = re.compile(r"""(\b\d[\w'.]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
                  r"|//[^\n]*|^#include[^\n]*", re.MULTILINE)


def code_of(path):
    """The text of a file without comments and #include lines."""
    return KEPT.sub(lambda found: found[1] or "", path.read_text())


def taken_apart(root):
    """(file, line, function) of each place."""
    for room in ROOMS:
        for path in sorted((root / room).glob("*.*")):
            if path.suffix not in (".cpp", ".h"):
                continue
            name = path.relative_to(root).as_posix()
            for number, line in enumerate(code_of(path).split("\n"), 1):
                for pattern in (NUMBER, SEPARATOR):
                    for word in pattern.findall(line):
                        yield name, number, word


def main():
    found = list(taken_apart(ROOT))
    wrong = [f"{name}:{line}: {word} takes text apart; hand on the parts "
             "instead" for name, line, word in found
             if (name, word) not in FOREIGN]
    there = {(name, word) for name, _, word in found}
    wrong += [f"text_data.py lists {word} in {name}, which has none"
              for name, word in FOREIGN if (name, word) not in there]
    wrong += [f"there is no room {room}" for room in ROOMS
              if not (ROOT / room).is_dir()]
    print("\n".join(wrong) or f"{len(ROOMS)} rooms hand on data")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
