#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the emulator's counts of the lessons beside a GPU's, as Markdown.

lessons_beside.py LESSONS.csv PROGRAMS LIBRARY

LESSONS.csv comes from lessons_record.sh; PROGRAMS is the folder of the built
lessons, LIBRARY that of the emulator's libcudart. Runs each lesson's solution
as it was recorded and adds up its launches. A GPU's count stands behind the
emulator's where the two differ. Fails when the launches do not match.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

COLUMNS = {
    "requests_ld": ("global_load", "requests"),
    "sectors_ld": ("global_load", "sectors"),
    "requests_st": ("global_store", "requests"),
    "sectors_st": ("global_store", "sectors"),
    "wavefronts_ld": ("shared_load", "wavefronts"),
    "conflicts_ld": ("shared_load", "bank_conflicts"),
    "wavefronts_st": ("shared_store", "wavefronts"),
    "conflicts_st": ("shared_store", "bank_conflicts"),
}


def recorded(path):
    """The recording's rows by lesson, in order."""
    with open(path, newline="") as file:
        rows = csv.DictReader(line for line in file if line[0] != "#")
        lessons = {}
        for row in rows:
            lessons.setdefault(row["lesson"], []).append(row)
        return lessons


def emulated(program, library):
    """The counters of each launch of `program`, in order."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        subprocess.run(
            [program, "--test-suite=tiny,awkward"], check=True,
            stdout=subprocess.DEVNULL,
            env=dict(os.environ, LD_LIBRARY_PATH=library, SIMT_JSON=report,
                     SIMT_DEVICE="h200"))
        with open(report) as file:
            launches = json.load(file)["launches"]
    return [launch["counters"] for launch in launches]


def main(table, programs, library):
    print("| lesson | launches |", " | ".join(COLUMNS), "|")
    print("|---" * (2 + len(COLUMNS)) + "|")
    status = 0
    for lesson, rows in recorded(table).items():
        ours = emulated(os.path.join(programs, lesson + ".solution"), library)
        cells = []
        for column, (traffic, count) in COLUMNS.items():
            here = sum(counters[traffic][count] for counters in ours)
            there = sum(int(row[column]) for row in rows)
            cells.append(f"{here}" if here == there else f"{here} / {there}")
        print(f"| {lesson} | {len(ours)} |", " | ".join(cells), "|")
        if len(ours) != len(rows):
            print(f"{lesson}: {len(rows)} launches recorded", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
