#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Where ./learn test spends its time, in seconds of the processor.

cost.py BUILD [OPTION...]: configures BUILD, a new folder, without ccache and
with these options of CMake, builds all and runs the tests; prints a table.
Other programs on the machine count less than with the clock on the wall.
cost.py --run COMMAND...: what CMake calls for that: one compiler or linker.
"""
import collections
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve()
KINDS = [  # of what a command makes: the first that matches
    (r"\.kernels\.dir/", "answers, kernels alone"),
    (r"\.(mistake|also_right)\..*\.o$", "answers, whole"),
    (r"\.example\.dir/", "examples"),
    (r"\.check\.dir/|check_headers|check_main", "checks"),
    (r"^lessons/.*\.o$", "exercises and solutions"),
    (r"^simt/ops/.*\.(o|gch)$", "emulator, instructions"),
    (r"^simt/.*\.(o|gch)$", "emulator, the rest"),
    (r"^runner/.*\.(o|gch)$", "runner"),
    (r"^tests/.*\.cu\.o$", "tests, CUDA"),
    (r"\.(o|gch)$", "tests, C++"),
    (r"", "links"),
]


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command):
    """Notes what `command` takes and makes, in the file COST names."""
    status = subprocess.run(command).returncode
    made = command[command.index("-o") + 1] if "-o" in command else ""
    with open(os.environ["COST"], "a") as file:
        file.write(f"{spent():.3f} {made}\n")
    return status


def step(name, command):
    """One row of the table, of all that `command` starts and waits for."""
    before = spent()
    status = subprocess.run(command, stdout=subprocess.DEVNULL).returncode
    print(f"| {name} | | {spent() - before:.0f} |", flush=True)
    return status


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    if build.exists():
        print(f"{build} is there already. Name a new folder", file=sys.stderr)
        return 2
    build.mkdir()
    os.environ["COST"] = str(build / "cost.txt")
    nvcc = os.environ.get("CUDACXX") or shutil.which("nvcc")
    launcher = f"{sys.executable};{HERE};--run"
    print("| step | commands | seconds |\n|---|---|---|")
    options = [f"-DCMAKE_{word}_LAUNCHER={launcher}" for word in
               ("CXX_COMPILER", "CXX_LINKER", "CUDA_COMPILER", "CUDA_LINKER")]
    if nvcc:
        options.append(f"-DCMAKE_CUDA_COMPILER:FILEPATH={nvcc}")
    if step("configure", ["cmake", "--preset", "emulator", "-B", build,
                          "-GNinja", *options, *sys.argv[2:]]):
        print("cmake could not configure it", file=sys.stderr)
        return 1
    status = step("build", ["cmake", "--build", build, "--", "-k0"])
    seconds, count = collections.Counter(), collections.Counter()
    for line in (build / "cost.txt").read_text().splitlines():
        took, made = line.split(" ", 1)
        kind = next(kind for pattern, kind in KINDS if re.search(pattern, made))
        seconds[kind] += float(took)
        count[kind] += 1
    for kind, took in seconds.most_common():
        print(f"| - {kind} | {count[kind]} | {took:.0f} |", flush=True)
    return status | step("tests", ["ctest", "--test-dir", build, "-j2"])


if len(sys.argv) < 2:
    print("cost.py needs a new folder. Type: .ci/cost.py build-cost",
          file=sys.stderr)
    sys.exit(2)
sys.exit(run(sys.argv[2:]) if sys.argv[1] == "--run" else main())
