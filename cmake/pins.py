#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each wheel that a file of this repository pins has its hashes: pins.py
[FILE...]. After a version was changed: pins.py --ask FILE..., which asks pip
for the wheels of the systems below and writes their hashes; it installs
nothing."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ("cmake", "book", "labs", "tests", "lessons")
PIN = re.compile(r"^([\w.-]+==[\w.!+-]+)(.*)$")
HASH = re.compile(r" \\\n  --hash=sha256:[0-9a-f]{64}(?= \\\n|\n|$)")

# Python and glibc of Ubuntu 22.04, Debian 12, Ubuntu 24.04, Debian 13, Fedora.
SYSTEMS = (("3.10", 35), ("3.11", 36), ("3.12", 39), ("3.13", 41), ("3.14", 42))
MACHINES = ("x86_64", "aarch64")


def files():
    """The files that pin a wheel."""
    return sorted(path for folder in FOLDERS
                  for path in (ROOT / folder).rglob("*.txt")
                  if path.name != "CMakeLists.txt"
                  and re.search(r"^[\w.-]+==", path.read_text(), re.MULTILINE))


def name_of(path):
    path = path.resolve()
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name


def faults(path):
    """What pip would take on trust; the hashes follow, one a line."""
    text = path.read_text()
    for start in re.finditer(r"^[\w.-]+[=<>~!]=\S*", text, re.MULTILINE):
        about = f"{name_of(path)}: {start[0]}"
        at, hashes = start.end(), []
        while found := HASH.match(text, at):
            hashes.append(found[0])
            at = found.end()
        if not PIN.match(start[0]):
            yield f"{about} is not one version"
        if not hashes:
            yield f"{about} has no hash"
        elif len(hashes) != len(set(hashes)):
            yield f"{about} has a hash twice"
        if at < len(text) and text[at] != "\n":
            yield f"{about} has what is no hash of its own line"


def ask(pins, python, glibc, machine):
    """{name: hash} of the wheels that pip would take there; None where one of
    them has none."""
    platforms = [f"manylinux_2_{minor}_{machine}"
                 for minor in range(glibc, 4, -1)]
    platforms += [f"manylinux{year}_{machine}" for year in (2014, 2010, 1)]
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        wanted = pathlib.Path(folder) / "wanted.txt"
        wanted.write_text("\n".join(pins))
        words = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet",
                 "--ignore-installed", "--no-deps", "--only-binary", ":all:",
                 "--python-version", python, "--target", folder,
                 "--report", report, "-r", wanted]
        for platform in platforms:
            words += ["--platform", platform]
        if subprocess.run(words, capture_output=True, check=False).returncode:
            return None
        return {plain(one["metadata"]["name"]):
                one["download_info"]["archive_info"]["hashes"]["sha256"]
                for one in json.loads(report.read_text())["install"]}


def plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def write_hashes(path):
    """False where no system can have all of them."""
    lines = [line for line in path.read_text().splitlines()
             if not line.startswith("  --hash")]
    pins = [found[1] for line in lines if (found := PIN.match(line))]
    hashes = {pin: [] for pin in pins}
    for machine in MACHINES:
        for python, glibc in SYSTEMS:
            wheels = ask(pins, python, glibc, machine)
            if wheels is None:
                print(f"{name_of(path)}: not for Python {python} on {machine}")
                continue
            for pin in pins:
                one = wheels[plain(pin.split("==")[0])]
                if one not in hashes[pin]:
                    hashes[pin].append(one)
    if not all(hashes.values()):
        return False
    for number, line in enumerate(lines):
        if found := PIN.match(line):
            lines[number] = found[1] + "".join(
                f" \\\n  --hash=sha256:{one}" for one in hashes[found[1]])
    path.write_text("\n".join(lines) + "\n")
    return True


def main():
    words = sys.argv[1:]
    if words[:1] == ["--ask"]:
        wrong = [f"{word}: not asked, nothing is written" for word in words[1:]
                 if not write_hashes(pathlib.Path(word))]
        print("\n".join(wrong), end="\n" if wrong else "")
        return 1 if wrong else 0
    asked = [pathlib.Path(word) for word in words] or files()
    wrong = [fault for path in asked for fault in faults(path)]
    if not asked:
        wrong.append("no file pins anything")
    print("\n".join(wrong) or f"{len(asked)} files of pins")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
