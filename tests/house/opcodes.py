#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What an instruction does stands in its row: no opcode is named in a string
of simt outside simt/ops and simt/ptx. opcodes.py [ROOT]. Words that happen to
be opcodes, and mean something else, are listed here."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1
                    else pathlib.Path(__file__).resolve().parents[2])
OTHER_MEANING = {
    ("simt/apart/seal.cpp", "exit"): "a system call",
    ("simt/apart/seal.cpp", "nanosleep"): "a system call",
    ("simt/checks/fault_check.cpp", "trap"): "the name of a diagnostic",
    ("simt/checks/table.cpp", "barrier"): "the name of a check",
    ("simt/report/names.h", "exit"): "a step of a picture",
    ("simt/report/names.h", "vote"): "a step of a picture",
    ("simt/steps/names.h", "vote"): "a step of a run",
}
TABLE = re.compile(r"^constexpr Op kRows\[\] = \{$(.*?)^\};$",
                   re.MULTILINE | re.DOTALL)
ROW = re.compile(r'^\s*\{"([a-z_0-9]+)[.{ "]', re.MULTILINE)
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def code_of(path):
    """The text of a file without comments and #include lines."""
    return re.sub(r"//[^\n]*|^#include[^\n]*", "", path.read_text(),
                  flags=re.MULTILINE)


def opcodes(root):
    found = set()
    for path in sorted((root / "simt/ops").glob("*.cpp")):
        for table in TABLE.findall(path.read_text()):
            found.update(ROW.findall(table))
    return found


def named(root, known):
    """(file, line, word) of each string that is an opcode, or begins as one
    with its modifiers does."""
    for path in sorted((root / "simt").rglob("*")):
        name = path.relative_to(root).as_posix()
        if (path.suffix not in (".cpp", ".h", ".inc")
                or name.startswith(("simt/ops/", "simt/ptx/"))):
            continue
        for number, line in enumerate(code_of(path).split("\n"), 1):
            for text in STRING.findall(line):
                word = re.match(r"([a-z_0-9]+)(?:\.[a-z.:0-9]*)?$", text)
                if word and word.group(1) in known:
                    yield name, number, word.group(1)


def main():
    known = opcodes(ROOT)
    found = list(named(ROOT, known))
    wrong = [f"{name}:{number}: names the opcode {word}; ask its row "
             "(ops::Does)" for name, number, word in found
             if (name, word) not in OTHER_MEANING]
    there = {(name, word) for name, _, word in found}
    wrong += [f"opcodes.py lists {word} in {name}, which does not name it"
              for name, word in OTHER_MEANING
              if (name, word) not in there and (ROOT / name).exists()]
    if len(known) < 10:
        wrong.append("simt/ops has no rows that can be read")
    print("\n".join(wrong) or f"{len(known)} opcodes, named by their rows")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
