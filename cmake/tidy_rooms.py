#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs clang-tidy over all C++ of simt/ and runner/, a room at a time.

tidy_rooms.py BUILD. The files of a room are read together, as they are built:
clang-tidy walks through every header it meets, and one by one that takes five
times as long. So it also asks whether each file of runner/ that the latest
commits touched compiles by itself; of the others, and of simt/, a build with
LOCKSTEP_UNITY=OFF tells. What did not change since it passed is not read again.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A unit includes .cpp files: main() looks for those that do so in the sources.
TIDY = ["clang-tidy", "--quiet", f"--config-file={ROOT}/.clang-tidy",
        "--checks=-bugprone-suspicious-include",
        "--extra-arg=-Wno-unknown-warning-option",
        "--extra-arg=-Wno-unknown-pragmas",
        "--extra-arg=-Wno-unused-command-line-argument"]


def commands(folder, unity):
    """The compile commands of simt/ and runner/ with unity ON or OFF."""
    cache = (folder.parent.parent / "CMakeCache.txt").read_text()
    cmake = re.search("^CMAKE_COMMAND:INTERNAL=(.*)$", cache, re.M)[1]
    subprocess.run(
        [cmake, "-S", ROOT, "-B", folder, f"-DLOCKSTEP_UNITY={unity}",
         "-DLOCKSTEP_LESSONS=OFF"], check=True, stdout=subprocess.DEVNULL)
    path = folder / "compile_commands.json"
    # The second build of the handlers is the same text.
    kept = [c for c in json.loads(path.read_text())
            if "simt_ops_baseline.dir" not in c["command"]]
    path.write_text(json.dumps(kept))
    return kept


def sources():
    return sorted(p for room in ("simt", "runner")
                  for p in (ROOT / room).rglob("*.cpp"))


def units(found):
    """File to read -> the source files in it; every source is in one.

    One that no target has, such as a template, is a unit of its own.
    """
    result, left = {}, set(sources())
    for entry in found:
        file = pathlib.Path(entry["file"])
        inside = [file]
        if file.parent.name == "Unity":
            inside = [pathlib.Path(name) for name in re.findall(
                '#include "(.*)"', file.read_text())]
        if left.intersection(inside):
            result[file] = inside
            left.difference_update(inside)
    return result | {file: [file] for file in left}


def fresh():
    """A function that says of a path whether the latest commits, or none yet,
    changed the file. Without git all files are fresh."""
    lines = []
    for words in (["log", "-n", "40", "--format=", "--name-only"],
                  ["diff", "--name-only", "HEAD"],
                  ["ls-files", "--others", "--exclude-standard"]):
        try:
            lines += subprocess.run(["git", *words, "--", "runner"], cwd=ROOT,
                                    check=True, capture_output=True,
                                    text=True).stdout.splitlines()
        except (OSError, subprocess.CalledProcessError):
            return lambda path: True
    names = {ROOT / line for line in lines}
    return lambda path: path in names


def digest(paths):
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(path.read_bytes())
    return total.hexdigest()


def step(stamps, name, now, command, folder):
    """Runs `command` unless it passed with `now`; whether it passes."""
    stamp = stamps / re.sub(r"\W+", "_", name)
    if stamp.exists() and stamp.read_text() == now:
        return True
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True,
                          shell=isinstance(command, str))
    if done.returncode != 0:
        print(f"{done.stdout}{done.stderr}tidy: {name}", flush=True)
        return False
    stamp.write_text(now)
    return True


def main():
    done = pathlib.Path(sys.argv[1]).resolve() / "tidy"
    done.mkdir(exist_ok=True)
    good = True
    for file in sources():
        if re.search(r'#include ".*\.cpp"', file.read_text()):
            print(f"tidy: {file.relative_to(ROOT)} includes a .cpp file")
            good = False
    common = digest([p for room in ("simt", "runner", "common")
                     for p in (ROOT / room).rglob("*.h")]
                    + [ROOT / ".clang-tidy", pathlib.Path(__file__)])
    rooms = done / "rooms"
    steps = []
    for unit, inside in units(commands(rooms, "ON")).items():
        name = os.path.relpath(unit, rooms if rooms in unit.parents else ROOT)
        steps.append((name, common + digest(inside),
                      TIDY + ["-p", str(rooms), str(unit)], ROOT))
    is_fresh = fresh()
    for entry in commands(done / "each", "OFF"):
        file = pathlib.Path(entry["file"])
        if ROOT / "runner" in file.parents and is_fresh(file):
            steps.append((f"{file.relative_to(ROOT)} by itself",
                          common + digest([file]),
                          entry["command"] + " -fsyntax-only",
                          entry["directory"]))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        good &= all(list(pool.map(lambda s: step(done, *s), steps)))
    print("tidy: done" if good else "tidy: failed")
    return 0 if good else 1


sys.exit(main())
