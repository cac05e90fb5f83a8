#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two builds of simt_bench in turn: how many times less time the second takes.

beside.py BEFORE AFTER KERNELS.ptx [bare | counters | checks [RUNS]]: each kernel
RUNS (5) times by each, one after the other, so that what else the machine does
falls on both; the best run of each counts. Both must execute as much.
"""
import subprocess
import sys

from best import KERNELS


def best_of(bench, kernels, kernel, mode, best):
    """The better of `best` (instructions, seconds) and one more run."""
    run = subprocess.run([bench, kernels, kernel, mode], capture_output=True,
                         text=True, timeout=300, check=True)
    lanes, seconds = map(float, run.stdout.split())
    return min(best, (seconds, lanes))


def main():
    if len(sys.argv) not in (4, 5, 6):
        print(__doc__, file=sys.stderr)
        return 2
    before, after, kernels = sys.argv[1:4]
    mode = sys.argv[4] if len(sys.argv) > 4 else "checks"
    runs = int(sys.argv[5]) if len(sys.argv) > 5 else 5
    for kernel, name in KERNELS.items():
        one = two = (float("inf"), 0.0)
        for _ in range(runs):
            one = best_of(before, kernels, kernel, mode, one)
            two = best_of(after, kernels, kernel, mode, two)
        assert one[1] == two[1], f"{kernel}: {one[1]} and {two[1]} instructions"
        rates = [lanes / seconds / 1e6 for seconds, lanes in (one, two)]
        print(f"| {name} | {rates[0]:.0f} | {rates[1]:.0f} | "
              f"{rates[1] / rates[0]:.2f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
