#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns ncu's raw CSV into the tables that tests/recorded keeps.

read_ncu.py one-warp PROVENANCE NCU.csv LIST.csv
    one row a pattern; fails when a launch is missing or is not one request
read_ncu.py bulk PROVENANCE NCU.csv LIST
    one line `name;way;sectors` per copy; fails when a launch is missing
read_ncu.py lessons PROVENANCE LESSON.csv...
    one row a launch; the lesson is the file's name
read_ncu.py asks NCU.csv
    one line a launch of tests/hardware/hopper.cu: its kernel and wavefronts

PROVENANCE holds the comment lines that go on top. All write to stdout.
"""
import csv
import os
import sys

REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op_%s.sum"
SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_%s.sum"
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_%s.sum"
SHARED = ("smsp__inst_executed_op_shared_%s.sum",
          "smsp__sass_inst_executed_op_shared_%s.sum")


def launches(path):
    """The launches of one ncu run in order, as dictionaries of its columns."""
    with open(path, newline="") as file:
        lines = [line for line in file if line.startswith('"')]
    rows = list(csv.DictReader(lines))
    return [row for row in rows if row["ID"].isdigit()]  # less the units


def value(row, *names):
    """The first of these columns that has a number, else nothing."""
    for name in names:
        text = (row.get(name) or "").replace(",", "")
        if text.replace(".", "", 1).isdigit():
            return int(float(text))
    return ""


def one_warp(provenance, ncu, listing):
    with open(listing, newline="") as file:
        patterns = list(csv.DictReader(file))
    rows = launches(ncu)
    out = csv.writer(sys.stdout, lineterminator="\n")
    sys.stdout.write(open(provenance).read())
    out.writerow(["name", "space", "op", "width", "requests", "sectors",
                  "wavefronts", "conflicts"])
    odd = []
    for pattern, row in zip(patterns, rows):
        op = pattern["op"]
        if pattern["space"] == "global":
            counts = [value(row, REQUESTS % op), value(row, SECTORS % op),
                      "", ""]
        else:
            counts = [value(row, *[name % op for name in SHARED]), "",
                      value(row, WAVEFRONTS % op),
                      "" if op == "atom" else value(row, CONFLICTS % op)]
        out.writerow([pattern[key] for key in
                      ("name", "space", "op", "width")] + counts)
        if counts[0] != 1:
            odd.append((list(pattern.values()), counts))
    for pattern, counts in odd:
        print("not one request:", *pattern, counts, file=sys.stderr)
    if len(rows) != len(patterns):
        print(f"{len(rows)} launches, {len(patterns)} patterns",
              file=sys.stderr)
    return 1 if odd or len(rows) != len(patterns) else 0


BULK = {"load": "l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum",
        "store": "l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum",
        "reduce":
            "l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_red.sum"}


def bulk(provenance, ncu, listing):
    copies = open(listing).read().splitlines()
    rows = launches(ncu)
    sys.stdout.write(open(provenance).read())
    for copy, row in zip(copies, rows):
        print(copy, value(row, BULK[copy.split(";")[1]]), sep=";")
    if len(rows) != len(copies):
        print(f"{len(rows)} launches, {len(copies)} copies", file=sys.stderr)
    return 1 if len(rows) != len(copies) else 0


def lessons(provenance, *files):
    out = csv.writer(sys.stdout, lineterminator="\n")
    sys.stdout.write(open(provenance).read())
    names = [f"{what}_{op}" for op in ("ld", "st")
             for what in ("requests", "sectors", "wavefronts", "conflicts")]
    out.writerow(["lesson", "launch", "kernel", "grid", "block"] + names)
    for path in files:
        lesson = os.path.basename(path)[:-len(".csv")]
        for index, row in enumerate(launches(path)):
            counts = [value(row, metric % op) for op in ("ld", "st")
                      for metric in (REQUESTS, SECTORS, WAVEFRONTS, CONFLICTS)]
            out.writerow([lesson, index, row["Kernel Name"].split("(")[0],
                          row["Grid Size"], row["Block Size"]] + counts)
    return 0


def asks(ncu):
    for row in launches(ncu):
        counts = [f"{op} {value(row, WAVEFRONTS % op)}"
                  for op in ("ld", "st", "atom")]
        print(row["Kernel Name"].split("(int *)")[0], *counts)
    return 0


if __name__ == "__main__":
    if len(sys.argv) == 5 and sys.argv[1] == "one-warp":
        sys.exit(one_warp(*sys.argv[2:]))
    if len(sys.argv) == 5 and sys.argv[1] == "bulk":
        sys.exit(bulk(*sys.argv[2:]))
    if len(sys.argv) > 3 and sys.argv[1] == "lessons":
        sys.exit(lessons(*sys.argv[2:]))
    if len(sys.argv) == 3 and sys.argv[1] == "asks":
        sys.exit(asks(sys.argv[2]))
    sys.exit(__doc__)
