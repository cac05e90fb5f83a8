#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Splits what record.sh wrote into tests/recorded/ops/, a file per form.

usage: split.py OUTDIR/ops.txt
"""
import pathlib
import sys

TARGET = pathlib.Path(__file__).resolve().parents[1] / "recorded" / "ops"


def main():
    head, parts = [], {}
    for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
        if line.startswith("#"):
            head.append(line)
        elif line.startswith("form "):
            parts[line[5:]] = lines = list(head)
        else:
            lines.append(line)
    TARGET.mkdir(parents=True, exist_ok=True)
    for old in TARGET.glob("*.txt"):
        old.unlink()
    for form, lines in parts.items():
        (TARGET / f"{form}.txt").write_text("\n".join(lines) + "\n")
    print(f"{len(parts)} forms")


if __name__ == "__main__":
    main()
