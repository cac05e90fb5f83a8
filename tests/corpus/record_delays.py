#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records what asynchronous programs of the corpus print on a GPU.

record_delays.py OUTDIR [PROGRAMS [NAME...]]: runs every program of
programs.ASYNCHRONOUS and its twin, or the named ones, once as it is and once with
CORPUS_DELAY=CYCLES, which makes the device late, and writes OUTDIR/delays.txt, a
line each: program, variant, the emulator's verdict, what it printed without and
with the delay. PROGRAMS is the folder of the built programs (corpus.unified,
...); without it they are built with nvcc. A bug whose two outputs differ was seen
on that GPU; a twin whose outputs differ is wrong, and the exit status is then 1.
Needs nvcc and nvidia-smi; takes about a minute.
"""
import datetime
import os
import pathlib
import subprocess
import sys
import tempfile

import programs
from record_sanitizer import HERE, ask, build, toolkit

CYCLES = 200_000_000  # about a tenth of a second
SECONDS = 20


def printed(folder, program, variant, cycles):
    """-> what the program printed, on one line."""
    # Else a kernel is loaded at its first launch, which waits for the delay.
    environment = {**os.environ, "CORPUS_DELAY": str(cycles),
                   "CUDA_MODULE_LOADING": "EAGER",
                   "LD_LIBRARY_PATH": str(toolkit() / "lib64")}
    executable = folder / f"corpus.{pathlib.Path(program.file).stem}"
    try:
        done = subprocess.run([str(executable), program.name, variant],
                              env=environment, stdout=subprocess.PIPE,
                              timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "hangs"
    text = ", ".join(done.stdout.decode(errors="replace").splitlines())
    return text if done.returncode == 0 else f"{text} (exit {done.returncode})"


def verdict(program, variant):
    if variant == "fixed":
        return "silent"
    name = program.diagnostic or f"prints {program.prints}"
    return name if program.seen else f"{name}, not seen yet"


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    names = sys.argv[3:]
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    head = ["# Asynchronous programs of tests/corpus: program, variant, "
            "verdict, printed,",
            f"# printed with CORPUS_DELAY={CYCLES}. All with "
            "CUDA_MODULE_LOADING=EAGER.",
            f"# date {datetime.date.today()}",
            "# GPU " + ask("nvidia-smi", "--query-gpu=name,driver_version",
                           "--format=csv,noheader").splitlines()[0]]
    lines, wrong = [], 0
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        if len(sys.argv) > 2:
            folder = pathlib.Path(sys.argv[2])
        else:
            build(folder, sorted(programs.ASYNCHRONOUS))
        chosen = [program for program in programs.read_all(HERE)
                  if not program.waits and
                  (not names or program.name in names)]
        for program in chosen:
            for variant in ("bug", "fixed"):
                early, late = (printed(folder, program, variant, cycles)
                               for cycles in (0, CYCLES))
                wrong += variant == "fixed" and early != late
                lines.append(f"{program.name}\t{variant}\t"
                             f"{verdict(program, variant)}\t{early}\t{late}")
    (out / "delays.txt").write_text("\n".join(head + lines) + "\n")
    print(f"{len(lines)} lines in {out / 'delays.txt'}, {wrong} twins wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
