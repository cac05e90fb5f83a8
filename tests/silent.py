#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every right program of the build under many schedules: none may speak.

silent.py [--most SEED] [--jobs N] [--only GLOB] [--log FILE]
[--library FOLDER] [--list]: on the emulator in FOLDER (build/simt/lib), under
each seed from 1 to SEED (20), first all under 1. What was right stands in FILE
(build/silent.txt), so that a run which was stopped goes on there; another
emulator begins anew. The programs: solutions, other right answers and examples
of the lessons, tests/programs, the fixed twins of the corpus, the near misses
of the diagnostics, patterns and random kernels. Says which runs ended badly,
were diagnosed or did not end in 300 seconds; exit status 1 when there are any, 2
when the build lacks right answers.
tests/README.md says what they may say.
"""
import argparse
import concurrent.futures
import dataclasses
import fnmatch
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
SECONDS = 300
sys.path.insert(0, str(ROOT / "tests/corpus"))
import programs as corpus  # noqa: E402 (its folder is no package)


# What an example shows on purpose.
SHOWN = {"05_errors_come_late.example": "out-of-bounds"}


@dataclasses.dataclass
class Program:
    name: str
    command: list
    variables: dict = dataclasses.field(default_factory=dict)
    warnings: bool = True  # may be given: most of them tell of cost


def machine(toml):
    """What a check sets for this lesson, as in runner/check/judge.cpp."""
    names = {"sms": "SIMT_SMS", "block_order": "SIMT_BLOCK_ORDER",
             "launch_limit": "SIMT_LIMIT"}
    variables = {variable: str(toml[key])
                 for key, variable in names.items() if key in toml}
    if "devices" in toml:
        variables["SIMT_DEVICE"] = ",".join(toml["devices"])
    return variables


def of_lessons():
    """Like a check they leave the technique cases out."""
    for program in sorted((BUILD / "lessons").iterdir()):
        lesson, _, kind = program.name.partition(".")
        toml = ROOT / "lessons" / lesson / "lesson.toml"
        if kind.split(".")[0] in ("solution", "also_right", "example") and (
                toml.exists() and program.is_file()
                and os.access(program, os.X_OK)):
            arguments = ([] if kind == "example"
                         else ["--test-suite-exclude=technique"])
            yield Program(program.name, [program, *arguments],
                          machine(tomllib.loads(toml.read_text())))


def not_built():
    """-> the other right answers of the lessons that the build lacks."""
    names = {f"{path.parents[1].name}.also_right.{path.stem}"
             for path in (ROOT / "solutions").glob("*/also_right/*")}
    return sorted(name for name in names
                  if not (BUILD / "lessons" / name).is_file())


def of_tests(tests):
    """Programs of tests/ whose test says that they are right."""
    for test in tests:
        name, command = test["name"], test.get("command", [])
        given = dict(word.removeprefix("-D").split("=", 1)
                     for word in command if "=" in word)
        if given.get("QUIET") == "ON" and "SEEDS" not in given:
            variables = ({"SIMT_DEVICE": given["DEVICES"]}
                         if "DEVICES" in given else {})
            yield Program(name, [given["PROGRAM"]], variables)
        elif name.startswith("diagnostics.") and ".near_miss" in name:
            _, _, _, program, _, _, *variables = command
            yield Program(name, [program],
                          dict(v.split("=", 1) for v in variables), False)
        elif name.startswith("random."):
            yield Program(name, [command[2]])
        elif name in ("patterns.bulk", "patterns.async"):
            yield Program(name, command)


def of_corpus():
    """All twins of a file in one process, where one process may hold them."""
    for source in sorted((ROOT / "tests/corpus").glob("*.cu")):
        known = corpus.read(source)
        alone = {p.name for p in known
                 if p.diagnostic in corpus.AT_THE_END
                 or p.file in corpus.DEVICES}
        groups = [[p] for p in known if p.name in alone]
        groups.append([p for p in known if p.name not in alone])
        target = f"corpus.{source.stem}"
        for group in filter(None, groups):
            names = [p.name for p in group]
            yield Program(
                f"{target}.{names[0]}" if names[0] in alone else target,
                [BUILD / "tests/corpus" / target, *names, "fixed"],
                {"SIMT_LIMIT": group[0].limit,
                 "SIMT_DEVICES": corpus.DEVICES.get(source.name, "1")}, False)


def all_programs():
    known = subprocess.run(
        ["ctest", "--test-dir", BUILD, "--show-only=json-v1"], check=True,
        capture_output=True, text=True)
    yield from of_corpus()
    yield from of_tests(json.loads(known.stdout)["tests"])
    yield from of_lessons()


def wrong_with(program, seed, library):
    """-> what was wrong with a run, or ""."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        variables = {name: value for name, value in os.environ.items()
                     if not name.startswith("SIMT_")}
        variables |= {**program.variables, "SIMT_SCHEDULE": str(seed),
                      "SIMT_JSON": str(report), "NO_COLOR": "1",
                      "LD_LIBRARY_PATH": str(library)}
        try:
            done = subprocess.run(program.command, env=variables, cwd=folder,
                                  stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=SECONDS,
                                  check=False)
        except subprocess.TimeoutExpired:
            return f"did not end in {SECONDS} s"
        except OSError as error:
            return f"is not built: {error.strerror}"
        if not report.exists():
            return f"wrote no report, exit status {done.returncode}"
        found = [one["name"]
                 for one in json.loads(report.read_text())["diagnostics"]
                 if (one["severity"] == "error" or not program.warnings)
                 and one["name"] != SHOWN.get(program.name)]
        if done.returncode != 0 or found:
            return f"exit status {done.returncode} {' '.join(found)}"
    return ""


def already_right(log, library):
    """The runs on this emulator that the log names; else begins a new log."""
    code = (library / "libcudart.so.13").read_bytes()
    head = hashlib.sha256(code).hexdigest()
    lines = log.read_text().splitlines() if log.exists() else []
    if lines[:1] != [head]:
        log.write_text(head + "\n")
        return set()
    return set(lines[1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--most", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="*")
    parser.add_argument("--log", type=pathlib.Path, default=BUILD / "silent.txt")
    parser.add_argument("--library", type=pathlib.Path,
                        default=BUILD / "simt/lib")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    library = options.library.resolve()
    programs = [program for program in all_programs()
                if fnmatch.fnmatch(program.name, options.only)]
    if options.list:
        print("\n".join(program.name for program in programs))
        return 0
    missing = fnmatch.filter(not_built(), options.only)
    if missing:
        print(f"{len(missing)} right answers are not built, such as "
              f"{missing[0]}. Type: cmake --build build")
        return 2
    right = already_right(options.log, library)
    tasks = [(program, seed) for seed in range(1, options.most + 1)
             for program in programs]
    left = [task for task in tasks
            if f"{task[0].name} {task[1]}" not in right]
    wrong = 0
    with (concurrent.futures.ThreadPoolExecutor(options.jobs) as pool,
          options.log.open("a") as log):
        runs = {pool.submit(wrong_with, *task, library): task for task in left}
        for run in concurrent.futures.as_completed(runs):
            program, seed = runs[run]
            wrong += bool(run.result())
            if run.result():
                print(f"{program.name} seed {seed}: {run.result()}", flush=True)
            else:
                print(f"{program.name} {seed}", file=log, flush=True)
    print(f"{len(tasks)} runs of {len(programs)} programs, {wrong} wrong; "
          f"{len(tasks) - len(left)} of them were made before")
    return 1 if wrong or not tasks else 0


if __name__ == "__main__":
    sys.exit(main())
