#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Splits what record.sh wrote into tests/recorded/ops/, a file per family.

usage: split.py OUTDIR/ops.txt
"""
import pathlib
import sys

from forms import families

TARGET = pathlib.Path(__file__).resolve().parents[1] / "recorded" / "ops"


def main():
    head, recorded = [], {}
    for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
        if line.startswith("#"):
            head.append(line)
            continue
        if line.startswith("form "):
            recorded[line[5:]] = lines = []
        lines.append(line)
    TARGET.mkdir(parents=True, exist_ok=True)
    for old in TARGET.glob("*.txt"):
        old.unlink()
    count = len(recorded)
    for family, forms in families():
        lines = list(head)
        for form in forms:
            lines += recorded.pop(form.name, [])
        (TARGET / f"{family}.txt").write_text("\n".join(lines) + "\n")
    for name in recorded:
        print(f"split.py: forms.py has no form {name}", file=sys.stderr)
    print(f"{count - len(recorded)} forms")
    return 1 if recorded else 0


if __name__ == "__main__":
    sys.exit(main())
