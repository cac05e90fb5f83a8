#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a program of generate.py under many schedules and device profiles.

check.py PROGRAM LIBRARIES RECORD: runs PROGRAM with the libcudart.so.13 in the
folder LIBRARIES. Each run must print what the first one prints, and no error
may be diagnosed. RECORD holds what a GPU printed ("SEED.INDEX HASH" lines); all
lines of the program must be there. Lists what differs; exit status 1 when
something does.
"""
import os
import pathlib
import subprocess
import sys

PROFILES = ["h200", "a100", "t4", "v100", "gtx980", "k20m", "c1060"]
SEEDS = range(4)
CHECKS = "memory,init,race,barrier,warp"  # banks are about cost


def run(program, libraries, profile, seed):
    keep = {k: v for k, v in os.environ.items() if not k.startswith("SIMT_")}
    done = subprocess.run(
        [program], capture_output=True, text=True, timeout=300,
        env={**keep, "LD_LIBRARY_PATH": libraries, "SIMT_DEVICE": profile,
             "SIMT_SCHEDULE": str(seed), "SIMT_CHECKS": CHECKS})
    name = f"{profile}, schedule {seed}"
    problems = []
    if done.returncode != 0:
        problems.append(f"{name}: ended with {done.returncode}\n{done.stdout}")
    if "error[" in done.stderr:
        problems.append(f"{name}: is diagnosed\n{done.stderr[:2000]}")
    return done.stdout.splitlines(), problems


def differing(name, lines, expected):
    if lines == expected:
        return []
    pairs = [f"  {a} instead of {b}" for a, b in zip(lines, expected) if a != b]
    return [f"{name}: {len(pairs)} of {len(expected)} kernels differ, "
            f"{len(lines)} printed"] + pairs[:5]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__.split("\n\n")[1])
    program, libraries, record = sys.argv[1:]
    problems, first, runs = [], None, 0
    for profile in PROFILES:
        for seed in SEEDS:
            lines, wrong = run(program, libraries, profile, seed)
            runs += 1
            if first is None:
                first = lines
            problems += wrong
            problems += differing(f"{profile}, schedule {seed}", lines, first)
    recorded = set(pathlib.Path(record).read_text().splitlines())
    problems += [f"{record} does not hold: {line}"
                 for line in first if line not in recorded]
    if not first:
        problems.append("nothing was printed")
    print("\n".join(problems) or f"{len(first)} kernels, {runs} runs each")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
