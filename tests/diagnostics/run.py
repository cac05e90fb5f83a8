#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a program on the emulator and compares its whole standard error with the
reports at the end of its source (reports.py): on the default device, and on
each profile that has one. A near miss runs under other schedules, too, and must
stay silent under each.

run.py PROGRAM SOURCE LIBRARIES [NAME=VALUE...]: LIBRARIES holds the emulator's
libcudart.so.13; the variables are set for the program. Where no report is
expected the program must end well. With LOCKSTEP_UPDATE=1 in the environment
the reports in SOURCE are rewritten instead.
"""
import os
import pathlib
import re
import subprocess
import sys

from reports import reports_of, with_reports

SEEDS = 20
# Those that look for a livelock or for time to pass take seconds for each.
SEEDS_OF = {f"{name}.cu": 2 for name in (
    "grid-barrier-not-resident/near_miss", "host-race/near_miss_two_threads",
    "livelock/near_miss_clock", "livelock/near_miss_lock",
    "livelock/near_miss_ticket", "livelock/near_miss_two_flags")}
PAGES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "diagnostics"


def run(program, libraries, variables, profile=""):
    """What the program writes to standard error, and its exit status."""
    hello = pathlib.Path(f"{program}.{profile}.hello")
    hello.unlink(missing_ok=True)
    names = {name: value for name, value in os.environ.items()
             if not name.startswith("SIMT_")}
    names.update(variables, LD_LIBRARY_PATH=libraries,
                 SIMT_HANDSHAKE=str(hello))
    if profile:
        names["SIMT_DEVICE"] = profile
    done = subprocess.run([program], env=names, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, check=False)
    if not hello.exists():
        sys.exit(f"{program} ({done.returncode}) did not load the emulator")
    # What runs programs of another machine tells of a signal, too.
    said = re.sub(r"(?m)^qemu: uncaught target signal .*\n", "",
                  done.stderr.decode())
    return said, done.returncode


def faults_of(case, profile, said):
    """What no program of this name may report, whatever its source expects."""
    for name in re.findall(r"(?:error|warning)\[([a-z-]+)\]", said):
        if not (PAGES / f"{name}.md").exists():
            yield f"{name} has no page: write docs/diagnostics/{name}.md"
    if not profile and case.startswith("bug") and not said:
        yield ("it must fire its diagnostic and reports nothing. Does the "
               "check have its row in simt/checks/table.cpp?")
    if not profile and case.startswith("near_miss") and said:
        yield f"it must stay silent and reports\n{said}"


def faults_under_seeds(program, source, libraries, variables):
    """What a near miss does under other schedules that it must not."""
    name = f"{source.parent.name}/{source.name}"
    for seed in range(1, SEEDS_OF.get(name, SEEDS) + 1):
        schedule = {**variables, "SIMT_SCHEDULE": str(seed)}
        said, status = run(program, libraries, schedule)
        if said or status:
            yield f"under seed {seed} it ended with {status} and reports\n{said}"


def main():
    program, source, libraries, *variables = sys.argv[1:]
    variables = dict(variable.split("=", 1) for variable in variables)
    source = pathlib.Path(source)
    text = source.read_text()
    expected = reports_of(text)
    wrong, found = [], {}
    for profile in ["", *filter(None, expected)]:
        said, status = run(program, libraries, variables, profile)
        wrong += faults_of(source.stem, profile, said)
        if profile or said:
            found[profile] = said
        wanted = expected.get(profile, "")
        if os.environ.get("LOCKSTEP_UPDATE") == "1":
            continue
        if said != wanted:
            where = f"on {profile} " if profile else ""
            wrong.append(f"{where}it reports\n{said}\ninstead of\n{wanted}\n"
                         "When the new text is right, type: "
                         "tests/diagnostics/update.sh")
        elif not wanted and status:
            wrong.append(f"it ended with {status}")
    if source.stem.startswith("near_miss") and "" not in expected:
        wrong += faults_under_seeds(program, source, libraries, variables)
    if os.environ.get("LOCKSTEP_UPDATE") == "1" and found != expected:
        source.write_text(with_reports(text, found))
    sys.exit("\n".join(f"{program}: {fault}" for fault in wrong) or 0)


if __name__ == "__main__":
    main()
