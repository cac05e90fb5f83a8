#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What editors are given: JSON, and VS Code's matchers over the text.

editors_test.py ROOT BUILD. The matchers of .vscode/tasks.json must find in the
text of a check what --json says in keys. A clangd of version 17 or later, where
there is one, must read exercises without an error.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT, BUILD = (pathlib.Path(word) for word in sys.argv[1:3])
FIXTURES = ROOT / "tests/runner/fixtures"
failed = []


def expect(holds, about):
    if not holds:
        failed.append(about)


def learn(*words, root=FIXTURES):
    return subprocess.run(
        [BUILD / "runner/learn", "--root", root, "--build", BUILD, *words],
        capture_output=True, text=True, timeout=200)


def matched(matcher, text):
    """The problems that VS Code would find: all lines of a pattern in a row."""
    patterns = matcher["pattern"]
    patterns = patterns if isinstance(patterns, list) else [patterns]
    lines = text.split("\n")
    for at in range(len(lines) - len(patterns) + 1):
        found = {"severity": matcher.get("severity")}
        for line, pattern in zip(lines[at:], patterns):
            match = re.search(pattern["regexp"], line)
            if not match:
                break
            for key, group in pattern.items():
                if key != "regexp" and match[group]:
                    found[key] = match[group]
        else:
            yield found


def check_matchers():
    tasks = json.loads((ROOT / ".vscode/tasks.json").read_text())["tasks"]
    matchers = tasks[0]["problemMatcher"]
    used = set()
    race = ["17", "--mistake", "no_barrier"]  # its first place is not the shown one
    for root, words, result, status in (
            (FIXTURES, ["90"], "failed", 1),
            (FIXTURES, ["90", "--mistake", "no_guard"], "failed", 1),
            (FIXTURES, ["90", "--solution"], "passed", 0),
            (FIXTURES, ["91"], "not built", 1),
            (ROOT, race, "failed", 1)):
        told = learn("check", *words, "--json", root=root)
        shown = learn("check", *words, root=root)
        expect(told.returncode == shown.returncode == status,
               f"{words}: status {told.returncode}, {shown.returncode}")
        data = json.loads(told.stdout)
        expect(data["result"] == result, f"{words}: {data['result']}")
        expect(data["text"] == shown.stdout, f"{words}: the text differs")
        expect([one["state"] for one in data["cases"]].count("passed") ==
               shown.stdout.count("\n  pass "), f"{words}: cases")
        said = {(one["severity"], one["file"], one["line"], one["name"])
                for one in data["messages"]}
        seen = set()
        for matcher in matchers:
            for one in matched(matcher, shown.stdout):
                used.add(matcher["source"])
                key = (one["severity"], one.get("file"), int(one["line"]),
                       one.get("code", ""))
                seen.add(key)
                expect(key in said, f"{words}: {key} is not in the JSON")
                expect(one["message"] in
                       [m["text"] for m in data["messages"]] or
                       any(one["message"] in m["text"]
                           for m in data["messages"]),
                       f"{words}: {one['message']}")
        # Of failed cases the text shows the first.
        expect(len(seen) >= min(len(said), 1), f"{words}: nothing is matched")
        for _, file, line, _ in said - seen:
            expect(file.endswith("check.cpp"), f"{words}: {file}:{line} is missed")
    expect(used == {one["source"] for one in matchers},
           f"only {used} matched anything")


def check_list():
    data = json.loads(learn("list", "--json", root=ROOT).stdout)
    names = [one["name"] for one in data["lessons"]]
    there = sorted(path.parent.name for path in ROOT.glob("lessons/*/lesson.toml"))
    expect(sorted(names) == there, "list --json has other lessons")
    for one in data["lessons"]:
        expect((ROOT / one["exercise"]).is_file(), one["exercise"])
        expect((ROOT / one["page"]).is_file(), one["page"])
    # In the order of ./learn list.
    shown = learn("list", root=ROOT).stdout
    places = [shown.index(f"  {name} ") for name in names]
    expect(places == sorted(places), "list --json has another order")


def check_clangd():
    clangd = shutil.which("clangd")
    if not clangd:
        return "no clangd"
    said = subprocess.run([clangd, "--version"], capture_output=True, text=True)
    version = int(re.search(r"version (\d+)", said.stdout)[1])
    if version < 17:
        return f"clangd {version} is too old"
    for file in ("lessons/13_bank_conflicts/exercise.cu",
                 "lessons/39_cooperative_groups/exercise.cu"):
        said = subprocess.run([clangd, f"--check={file}"], cwd=ROOT, text=True,
                              capture_output=True, timeout=100).stderr
        expect("All checks completed, 0 errors" in said,
               "\n".join(line for line in said.split("\n")
                         if line.startswith("E[")))
    return "clangd reads two exercises"


check_matchers()
check_list()
print(check_clangd())
print("\n".join(failed))
sys.exit(bool(failed))
