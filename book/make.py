#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the book: what ./learn book starts. See docs/book.md.

make.py [-o FOLDER] [--teacher] [--language CODE] [--strict]: the site.
make.py --po CODE [PAGE...]: the files in which a page is translated, new or
brought up to date; PAGE is such as lessons/13_bank_conflicts, or index. Without
one, all that are there.
"""
import argparse
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from generator import (BOOK, EXPLORERS, ROOT, WHEELS, WORK, Stop, fresh_work,
                       install, languages, say, sphinx)
from translate import make_po

LARGEST = 300_000  # bytes of a step view

def parts_of_pages():
    """The names of what pages show when it is there."""
    return {one.relative_to(WORK) for folder in ("steps", "explorers")
            for one in (WORK / folder).glob("*")}


def take_explorers(options):
    """The explorers, where the build has made them."""
    shutil.rmtree(EXPLORERS, ignore_errors=True)
    made = pathlib.Path(options.build or ".") / "book" / "explorers"
    if options.build and made.is_dir():
        shutil.copytree(made, EXPLORERS)


def write_steps(options):
    """The step views, by ./learn step."""
    folder = WORK / "steps"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    if not options.learn:
        return
    sys.path.insert(0, str(BOOK / "parts"))
    sys.path.insert(0, str(WHEELS))
    import steps  # after the wheels are installed

    every = sorted(one.name for one in (ROOT / "lessons").glob("*/"))
    front = steps.front_lesson(ROOT)
    for name in every if options.steps else [front]:
        number = re.match(r"(exam_)?[^_]+", name)[0]
        view = folder / f"step_{number}.html"
        done = subprocess.run(
            [*options.learn, "step", number, "-o", view,
             *(["--built"] if options.built else [])],
            cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            say(f"no step view of {name}: {done.stderr.strip()[-300:]}")
        elif view.stat().st_size > LARGEST:
            say(f"no step view of {name}: it has more than {LARGEST} bytes")
            view.unlink()


def clear(folder):
    """Takes away an older book; leaves everything else alone."""
    inside = list(folder.iterdir()) if folder.exists() else []
    if any((one / ".buildinfo").exists() for one in [folder, *inside]):
        shutil.rmtree(folder)
    elif inside:
        raise Stop(f"{folder} holds other files. Name a new folder: -o FOLDER")


def make_site(options):
    edition = "teacher" if options.teacher else "student"
    into = pathlib.Path(options.output or ROOT / "build" / "site").resolve()
    clear(into)
    before = parts_of_pages()
    take_explorers(options)
    write_steps(options)
    if before != parts_of_pages():  # pages that could show them are others now
        for kept in WORK.glob("html-*"):
            shutil.rmtree(kept)
    offered = [options.language] if options.language else languages()
    for language in offered:
        say(f"writing the pages in {language}")
        here = into if language == "en" else into / language
        sphinx("html", here, language, edition, offered, options.strict)
    for part in (WORK / "steps", EXPLORERS):
        if part.is_dir() and any(part.iterdir()):
            shutil.copytree(part, into / part.name)
    print(into / "index.html")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", help="the site's folder; build/site")
    parser.add_argument("--teacher", action="store_true",
                        help="with solutions and known mistakes, folded")
    parser.add_argument("--language", help="this one alone, such as ru")
    parser.add_argument("--learn", type=shlex.split, default=[],
                        help="what makes step views")
    parser.add_argument("--build", help="the folder of the build")
    parser.add_argument("--built", action="store_true",
                        help="step views of what is built already")
    parser.add_argument("--steps", action="store_true",
                        help="a step view of each lesson, which builds them")
    parser.add_argument("--strict", action="store_true",
                        help="a warning is an error")
    parser.add_argument("--install", action="store_true",
                        help="only install Sphinx")
    parser.add_argument("--po", metavar="CODE", help="translate into this")
    parser.add_argument("page", nargs="*", metavar="PAGE")
    options = parser.parse_args()
    install()
    if options.install:
        return
    fresh_work()
    if options.po:
        make_po(options.po, options.page)
    else:
        make_site(options)


if __name__ == "__main__":
    try:
        main()
    except Stop as stop:
        say(stop)
        sys.exit(2)
