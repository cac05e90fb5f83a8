#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs eight whole programs at their real size with all checks.

whole.py BUILD [--programs FOLDER] [--keep FOLDER] [NAME[:SIZE]...]: compiles
simt/bench/whole/*.cu (or takes them as built from FOLDER), runs each once on the
emulator of BUILD and prints a table: seconds on the clock, of processor time on
all threads, the most memory that was resident, and the memory that the program
touches by itself (device and host). --keep: leaves the programs in FOLDER.
SIZE replaces the real size: rows of a product, values to scan or to sort.
SIMT_THREADS says on how many threads (2). Exit status 1 when one fails, finds an
error, or takes more memory than 4 times what it touches and 200 MB.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
# What the program touches of device and host memory, in MB of 10^6 bytes.
TOUCHED = {
    "product": 24 + 4 * 3, "transpose": 134 + 201, "sums": 67 * 2,
    "scans": 67 * 3 + 67 * 3, "sorts": 67 * 4 + 67 * 3, "filter": 12 + 12,
    "bodies": 1, "options": 20 + 20,
}

# Of the programs that take another size: the real one, and the power of it with
# which memory grows.
SIZES = {"product": (1024, 2), "scans": (1 << 24, 1), "sorts": (1 << 24, 1)}


def touched(name, size):
    if not size:
        return TOUCHED[name]
    real, power = SIZES[name]
    return TOUCHED[name] * (int(size) / real) ** power


def compile_all(names, folder):
    nvcc = os.environ.get("CUDACXX", "nvcc")
    for name in names:
        subprocess.run(
            [nvcc, "-w", "-O3", "-std=c++17", "-lineinfo", "-cudart", "shared",
             "-gencode", "arch=compute_80,code=compute_80",
             str(HERE / "whole" / f"{name}.cu"), "-o", str(folder / name)],
            check=True)


def reports(told):
    """Standard error without the line that shows the progress; with
    SIMT_PROGRESS it must be there."""
    shown = re.findall(r"\r[^\r]+: \d+ of \d+ blocks? in \d+ s[^\r]*\x1b\[K", told)
    if os.environ.get("SIMT_PROGRESS") and not shown:
        return "no progress was shown\n"
    return re.sub(r"\r[^\r]*\x1b\[K", "", told)


def run(command, library):
    """(exit status, what it printed, seconds, processor seconds, MB)."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as told:
        begin = time.monotonic()
        child = subprocess.Popen(
            command, stdout=out, stderr=told,
            env={"SIMT_THREADS": "2", **os.environ,
                 "LD_LIBRARY_PATH": str(library)})
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.monotonic() - begin
        child.returncode = status
        out.seek(0)
        told.seek(0)
        said = out.read().decode() + reports(told.read().decode())
        return (os.waitstatus_to_exitcode(status), said, seconds,
                used.ru_utime + used.ru_stime, used.ru_maxrss / 1000)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--programs", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    names = options.names or list(TOUCHED)
    failed = False
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.programs or options.keep or pathlib.Path(scratch)
        if not options.programs:
            folder.mkdir(parents=True, exist_ok=True)
            compile_all({one.partition(":")[0] for one in names}, folder)
        print("| program | seconds | processor seconds | resident MB | "
              "touches MB |\n|---|---|---|---|---|")
        for name in names:
            program, _, size = name.partition(":")
            touches = touched(program, size)
            status, said, seconds, processor, resident = run(
                [folder / program, *size.split()], options.build / "simt/lib")
            print(f"| {name} | {seconds:.1f} | {processor:.1f} | "
                  f"{resident:.0f} | {touches:.0f} |", flush=True)
            # What is right but slow may be warned of.
            if (status != 0 or not said.startswith("right\n")
                    or "error[" in said or "no progress" in said):
                print(f"{name}: exit status {status}\n{said}", file=sys.stderr)
                failed = True
            if resident > 4 * touches + 200:
                print(f"{name}: too much memory", file=sys.stderr)
                failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
