#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs all right answers under more schedules than their checks do.

seeds.py [--most SEED] [--jobs N] [PROGRAMS [LIBRARY]]: every solution and every
other right answer in PROGRAMS (build/lessons), on the emulator in LIBRARY
(build/simt/lib), under each seed that its lesson's check does not use, up to 20.
Like a check it leaves the technique cases out. Says which runs failed, were
diagnosed or did not end in 300 seconds; exit status 1 when there are any. About
ten minutes on one core; docs/lesson-contract.md has the last result.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS = 300


def machine(toml):
    """What a check sets for this lesson, as in runner/check/judge.cpp."""
    names = {"sms": "SIMT_SMS", "block_order": "SIMT_BLOCK_ORDER",
             "launch_limit": "SIMT_LIMIT"}
    environment = {variable: str(toml[key])
                   for key, variable in names.items() if key in toml}
    if "devices" in toml:
        environment["SIMT_DEVICE"] = ",".join(toml["devices"])
    return environment


def tasks(programs, most):
    for program in sorted(programs.iterdir()):
        right = ".also_right." in program.name or program.suffix == ".solution"
        if not right or not program.is_file() or not os.access(program, os.X_OK):
            continue
        lesson = ROOT / "lessons" / program.name.split(".")[0] / "lesson.toml"
        if not lesson.exists():  # its lesson has another name by now
            continue
        toml = tomllib.loads(lesson.read_text())
        for seed in range(toml["seeds"], most + 1):
            yield program, seed, machine(toml)


def run(task, library):
    """-> what was wrong, or ""."""
    program, seed, environment = task
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        environment = {**os.environ, **environment, "SIMT_SCHEDULE": str(seed),
                       "SIMT_JSON": str(report), "NO_COLOR": "1",
                       "LD_LIBRARY_PATH": str(library)}
        try:
            done = subprocess.run([program, "--test-suite-exclude=technique"],
                                  env=environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=SECONDS,
                                  check=False)
        except subprocess.TimeoutExpired:
            return f"did not end in {SECONDS} s"
        if not report.exists():
            return "wrote no report"
        found = [one["name"]
                 for one in json.loads(report.read_text())["diagnostics"]
                 if one["severity"] == "error"]
        if done.returncode != 0 or found:
            return f"exit status {done.returncode} {' '.join(found)}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--most", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("programs", nargs="?", default=ROOT / "build/lessons")
    parser.add_argument("library", nargs="?", default=ROOT / "build/simt/lib")
    options = parser.parse_args()
    library = pathlib.Path(options.library).resolve()
    all_runs = list(tasks(pathlib.Path(options.programs).resolve(), options.most))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda task: run(task, library), all_runs))
    wrong = collections.Counter()
    for (program, seed, _), result in zip(all_runs, results):
        if result:
            wrong[program.name] += 1
            print(f"{program.name} seed {seed}: {result}")
    programs = len({program for program, _, _ in all_runs})
    print(f"{len(all_runs)} runs of {programs} programs, "
          f"{wrong.total()} wrong")
    return 1 if wrong or not all_runs else 0


if __name__ == "__main__":
    sys.exit(main())
