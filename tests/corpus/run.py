#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the programs of one file of the corpus, and their twins.

run.py EXECUTABLE SOURCE LIBRARIES [--swap] [--only NAME]: each program with
its bug, then its fixed twin, on the emulator in the folder LIBRARIES, under
several schedules. A bug must be found under its name, at each line with the
mark
    // bug: NAME [TEXT]
and nowhere else; TEXT must then stand in the finding. A finding without a line,
or with lines above the first program only, must have a mark with a TEXT. A bug
with a line
    // prints: TEXT
must print it, and its twin must not. A bug in programs.NOT_SEEN_YET must not be
found: once it is, the test fails until its row is taken out. Other names may
come only when a line
    // also: NAME
of the program says so. A line // limit: N sets the warp instructions after
which the emulator stops a launch. A twin must give no finding at all, end well,
print no error and print the same under each schedule; twins run under 20,
together where they can, bugs of programs.ASYNCHRONOUS under 5. --swap runs the
bugs as if they were twins, which must fail for each: the test of this test. Exit
status 1 when something differs.
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
SEEDS_OF_ORDER = ("0", "4242", "1", "2", "3")
MORE_SEEDS = tuple(str(seed) for seed in range(1, 19))
SECONDS = 60 * int(os.environ.get("LOCKSTEP_SLOWER", "1"))


def run(options, members, variant, seed):
    """Runs programs in one process.

    -> (exit status, list of diagnostics, what it printed, standard error).
    """
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        hello = pathlib.Path(folder) / "hello"
        env = {k: v for k, v in os.environ.items() if not k.startswith("SIMT_")}
        env.update(LD_LIBRARY_PATH=options.libraries, SIMT_JSON=str(report),
                   SIMT_SCHEDULE=seed, SIMT_HANDSHAKE=str(hello),
                   SIMT_LIMIT=members[0].limit,
                   SIMT_DEVICES=programs.DEVICES.get(members[0].file, "1"))
        names = [program.name for program in members]
        try:
            done = subprocess.run([options.executable, *names, variant],
                                  env=env,
                                  capture_output=True, text=True,
                                  timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return None, [], "", f"did not end in {SECONDS} seconds"
        if not hello.is_file():
            sys.exit(f"{options.executable} did not load the emulator")
        if not report.is_file():
            return done.returncode, [], done.stdout, "no report\n" + done.stderr
        found = json.loads(report.read_text())["diagnostics"]
        return done.returncode, found, done.stdout, done.stderr


def lines_of(finding, source):
    return {place["line"] for place in finding["places"]
            if pathlib.Path(place["file"]).name == source.name}


def is_at(finding, mark, program, source):
    """Whether its lines are as the mark wants them."""
    lines = lines_of(finding, source)
    if mark.text and mark.name in programs.OF_THE_HOST:
        return True
    if not mark.text or any(line >= program.shared for line in lines):
        return mark.line in lines
    return True  # the text tells which program it is


def judge_bug(program, found, source, printed):
    """-> what is wrong with the findings of a program with its bug."""
    wrong = []
    if not program.seen:
        if (program.prints in printed if program.prints else
                program.diagnostic in [f["name"] for f in found]):
            wrong.append("is seen now: take it out of NOT_SEEN_YET in "
                         "programs.py")
        return wrong
    if program.prints not in printed:
        wrong.append(f"does not print {program.prints}")
    for mark in program.marks:
        hits = [f for f in found if f["name"] == mark.name and
                is_at(f, mark, program, source) and
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
        elif (finding["name"] not in programs.OF_THE_HOST
              and not where <= set(range(program.shared))
              and not where & marked):
            wrong.append(f"elsewhere: {finding['name']} at lines "
                         f"{sorted(where)}: {finding['message']}")
    return wrong


def judge_twin(status, found, source, printed, expected):
    """-> what is wrong with a run of fixed twins."""
    wrong = [f"false: {f['name']} at lines {sorted(lines_of(f, source))}: "
             f"{f['message']}" for f in found]
    if status != 0 and not wrong:
        wrong.append(f"ended with {status}")
    if "cudaError" in printed:
        wrong.append(f"a call failed:\n{printed}")
    if expected is not None and printed != expected:
        wrong.append(f"printed\n{printed}instead of\n{expected}")
    return wrong


def judge_twins(options, known, expected):
    """Runs the twins of a file under more seeds.

    -> (runs that were wrong, runs that were right).
    """
    alone = {p.name for p in known if p.diagnostic in programs.AT_THE_END
             or p.file in programs.DEVICES}
    groups = [[p] for p in known if p.name in alone]
    groups.append([p for p in known if p.name not in alone])
    bad = right = 0
    for members in filter(None, groups):
        should = "".join(expected[p.name] for p in members)
        for seed in MORE_SEEDS:
            status, found, printed, text = run(options, members, "fixed", seed)
            wrong = judge_twin(status, found, options.source, printed, should)
            bad += bool(wrong)
            right += not wrong
            if wrong:
                names = ", ".join(p.name for p in members)
                tell(f"{names} fixed, schedule {seed}", wrong, text)
    return bad, right


def tell(run_of, wrong, text):
    print(f"{run_of}:\n  " + "\n  ".join(wrong))
    print("  " + text.replace("\n", "\n  ").rstrip())


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
    if options.only:
        known = [p for p in known if p.name == options.only]
    if options.swap:
        return swap(options, [p for p in known if p.seen])
    bad, right, expected = 0, 0, {}
    for program in known:
        for seed in SEEDS if program.waits else SEEDS_OF_ORDER:
            for variant in ("bug", "fixed"):
                status, found, printed, text = run(options, [program], variant,
                                                   seed)
                if variant == "bug":
                    wrong = judge_bug(program, found, options.source, printed)
                else:
                    wrong = judge_twin(
                        status, found, options.source, printed,
                        expected.setdefault(program.name, printed))
                    if program.prints and program.prints in printed:
                        wrong.append(f"prints {program.prints}")
                bad += bool(wrong)
                right += not wrong
                if wrong:
                    tell(f"{program.name} {variant}, schedule {seed}", wrong,
                         printed + text)
    more = judge_twins(options, known, expected)
    bad, right = bad + more[0], right + more[1]
    print(f"{len(known)} programs, {bad} runs wrong, {right} right")
    return 1 if bad else 0


def swap(options, known):
    """Each bug must fail as its twin would pass. -> the exit status."""
    green = 0
    for program in known:
        status, found, printed, _ = run(options, [program], "bug", SEEDS[0])
        wrong = judge_twin(status, found, options.source, printed, None)
        if program.prints:
            wrong = program.prints in printed
        if not wrong:
            green += 1
            print(f"{program.name}: the twin without its repair passes")
    return 1 if green else 0


if __name__ == "__main__":
    sys.exit(main())
