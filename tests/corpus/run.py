#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the programs of one file of the corpus, and their twins.

run.py EXECUTABLE SOURCE LIBRARIES [--swap] [--only NAME]: each program with
its bug, then its fixed twin, on the emulator in the folder LIBRARIES, under
several schedules. A bug must be found under its name, at each line with the
mark
    // bug: NAME [TEXT]
and nowhere else; TEXT must then stand in the finding. A finding without a line
must have a mark with a TEXT. Other names may come only when a line
    // also: NAME
of the program says so. A line // limit: N sets the warp instructions after
which the emulator stops a launch. A twin must give no finding at all, and end well.
--swap runs the bugs as if they were twins, which must fail for each: the test
of this test. Exit status 1 when something differs.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import programs

SEEDS = ("0", "4242")
SECONDS = 60


def run(options, program, variant, seed):
    """-> (exit status, list of diagnostics, standard error)."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        hello = pathlib.Path(folder) / "hello"
        env = {k: v for k, v in os.environ.items() if not k.startswith("SIMT_")}
        env.update(LD_LIBRARY_PATH=options.libraries, SIMT_JSON=str(report),
                   SIMT_SCHEDULE=seed, SIMT_HANDSHAKE=str(hello),
                   SIMT_LIMIT=program.limit)
        try:
            done = subprocess.run([options.executable, program.name,
                                   variant], env=env,
                                  capture_output=True, text=True,
                                  timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return None, [], f"did not end in {SECONDS} seconds"
        if not hello.is_file():
            sys.exit(f"{options.executable} did not load the emulator")
        text = done.stdout + done.stderr
        if not report.is_file():
            return done.returncode, [], "no report\n" + text
        found = json.loads(report.read_text())["diagnostics"]
        return done.returncode, found, text


def lines_of(finding, source):
    return {place["line"] for place in finding["places"]
            if pathlib.Path(place["file"]).name == source.name}


def judge_bug(program, found, source):
    """-> what is wrong with the findings of a program with its bug."""
    wrong = []
    for mark in program.marks:
        hits = [f for f in found if f["name"] == mark.name and
                (not f["places"] or mark.line in lines_of(f, source)) and
                (f["places"] or mark.text) and
                mark.text in " ".join([f["message"], f["why"], f["seen"]] +
                                      f["notes"])]
        if not hits:
            wrong.append(f"missing: {mark.name} at line {mark.line}")
    names = {mark.name for mark in program.marks}
    marked = {mark.line for mark in program.marks}
    for finding in found:
        where = lines_of(finding, source)
        if finding["name"] in program.also:
            continue
        if finding["name"] not in names:
            wrong.append(f"false: {finding['name']} at lines {sorted(where)}: "
                         f"{finding['message']}")
        elif finding["places"] and not where & marked:
            wrong.append(f"elsewhere: {finding['name']} at lines "
                         f"{sorted(where)}: {finding['message']}")
    return wrong


def judge_twin(status, found, source):
    """-> what is wrong with a run of a fixed twin."""
    wrong = [f"false: {f['name']} at lines {sorted(lines_of(f, source))}: "
             f"{f['message']}" for f in found]
    if status != 0 and not wrong:
        wrong.append(f"ended with {status}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("executable")
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("libraries")
    parser.add_argument("--swap", action="store_true")
    parser.add_argument("--only")
    options = parser.parse_args()
    listed = subprocess.run([options.executable], capture_output=True,
                            text=True, check=True,
                            env={"LD_LIBRARY_PATH": options.libraries})
    known = programs.read(options.source)
    if [p.name for p in known] != listed.stdout.split():
        sys.exit(f"{options.source.name} describes "
                 f"{[p.name for p in known]},\nbut runs "
                 f"{listed.stdout.split()}")
    bad = green = 0
    for program in known:
        if options.only and program.name != options.only:
            continue
        for seed in SEEDS[:1] if options.swap else SEEDS:
            for variant in ("bug", "fixed"):
                if options.swap and variant == "bug":
                    continue
                real = "bug" if options.swap else variant
                status, found, text = run(options, program, real, seed)
                wrong = (judge_bug(program, found, options.source)
                         if variant == "bug" else
                         judge_twin(status, found, options.source))
                green += not wrong
                if wrong and not options.swap:
                    bad += 1
                    print(f"{program.name} {variant}, schedule {seed}:")
                    print("  " + "\n  ".join(wrong))
                    print("  " + text.replace("\n", "\n  ").rstrip())
                if not wrong and options.swap:
                    print(f"{program.name}, schedule {seed}: the twin without "
                          "its repair passes")
    if options.swap:
        return 1 if green else 0
    print(f"{len(known)} programs, {bad} runs wrong, {green} right")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
