#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How fast the emulator runs the kernels of the lessons, with counters.

lessons.py BUILD [ROWS]: runs each solution and example of BUILD/lessons three
times with SIMT_CHECKS=none and SIMT_RATES, adds up the launches of each kernel
that have at least 200,000 thread instructions (a smaller launch measures its
start) and prints the ROWS (10) slowest, by each kernel's best run. Exit status
2 when there is nothing to run.
"""
import collections
import os
import pathlib
import subprocess
import sys
import tempfile

LEAST = 200_000  # thread instructions of a launch
ROUNDS = 3


def rates(program, file):
    """{kernel: (thread instructions, seconds)} of one run."""
    file.write_text("")
    subprocess.run([program], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                   timeout=300, check=False,
                   env={**os.environ, "SIMT_CHECKS": "none",
                        "SIMT_THREADS": "1", "SIMT_RATES": str(file)})
    sums = collections.defaultdict(lambda: [0, 0.0])
    for line in file.read_text().splitlines():
        count, seconds, kernel = line.split(" ", 2)
        if int(count) >= LEAST:
            sums[kernel][0] += int(count)
            sums[kernel][1] += float(seconds)
    return sums


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build")
    most = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    programs = [path for kind in ("solution", "example")
                for path in (build / "lessons").glob(f"*.{kind}")
                if not path.name.startswith("9")]  # those are of tests
    if not programs:
        print(f"{build}/lessons has no solutions: build them first",
              file=sys.stderr)
        return 2
    best = {}
    with tempfile.TemporaryDirectory() as folder:
        for program in programs * ROUNDS:
            found = rates(program, pathlib.Path(folder) / "rates.txt")
            for kernel, (count, seconds) in found.items():
                key = (program.name, kernel.split("(")[0])
                rate = count / seconds / 1e6
                if rate > best.get(key, (0, 0))[0]:
                    best[key] = (rate, count)
    print("| program | kernel | thread instructions | million a second |")
    print("|---|---|---|---|")
    for (program, kernel), (rate, count) in sorted(
            best.items(), key=lambda row: row[1][0])[:most]:
        print(f"| `{program}` | `{kernel}` | {count:,} | {rate:.0f} |")
    print(f"\n{len(best)} kernels of {len(programs)} programs.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
