#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The best of several runs of simt_bench, as the tables of docs/benchmark.md.

best.py SIMT_BENCH KERNELS.ptx [RUNS]: on a machine that others use too, a run
may meet a busy neighbour on any core; the best of RUNS (12) met none.
"""
import subprocess
import sys

KERNELS = {"matmul_tiled": "tiled matrix product, 16 x 16",
           "transpose_tile": "transpose, 32 x 32 tile",
           "sum_shared": "block sums, 256 threads",
          "matmul_naive": "naive matrix product",
          "stencil_naive": "naive stencil, 5 points",
          "transpose_naive": "naive transpose",
          "histogram": "histogram, global atomics",
          "scan_shared": "block scans, 256 threads",
          "nbody_tile": "N bodies, tiles of 128",
          "monte_carlo": "Monte Carlo, double, exp, sin, log"}


def figures(text):
    """{(kernel, size): [figures]} of one run; a size is one or three words."""
    found = {}
    for line in text.splitlines():
        words = line.split()
        if words and words[0] in KERNELS:
            end = 4 if len(words) > 2 and words[2] == "x" else 2
            key = (words[0], " ".join(words[1:end]))
            found[key] = [float(word) for word in words[end:]]
    return found


def main():
    if len(sys.argv) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    best = {}
    for _ in range(int(sys.argv[3]) if len(sys.argv) == 4 else 12):
        run = subprocess.run(sys.argv[1:3], capture_output=True, text=True,
                             timeout=300, check=True)
        for key, row in figures(run.stdout).items():
            best[key] = [max(pair) for pair in zip(best.get(key, row), row)]
    for (kernel, size), row in best.items():
        cells = " | ".join(f"{cell:g}" for cell in row)
        print(f"| {KERNELS[kernel]} | {size} | {cells} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
