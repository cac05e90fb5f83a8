#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the book: what ./learn book starts. See docs/book.md.

make.py [-o FOLDER] [--teacher] [--language CODE] [--strict]: the site.
make.py --po CODE [PAGE...]: the files in which a page is translated, new or
brought up to date; PAGE is such as lessons/13_bank_conflicts, or index. Without
one, all that are there.
"""
import argparse
import base64
import gzip
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
FIRST, FEWEST = 2000, 100  # steps of an example that is too large

def parts_of_pages():
    """The names of what pages show when it is there."""
    return {one.relative_to(WORK) for folder in ("steps", "explorers")
            for one in (WORK / folder).glob("*")}


def take_explorers(options):
    """The explorers, where the build has made them, and their words."""
    shutil.rmtree(EXPLORERS, ignore_errors=True)
    made = pathlib.Path(options.build or ".") / "book" / "explorers"
    if not options.build or not made.is_dir():
        return
    shutil.copytree(made, EXPLORERS)
    import explorers
    for language in languages():
        if language != "en":
            (EXPLORERS / explorers.words_file(language)).write_text(
                explorers.words_script(language), encoding="utf-8")


def finish(view, lesson):
    """A view as a page of the book: with a link to its lesson, and its runs as
    the player reads them, too: gzip, in base64."""
    text = view.read_text(encoding="utf-8").replace(
        "</h1>", f'</h1>\n<a href="../lessons/{lesson}.html" target=_top>'
        "The lesson</a>", 1)
    view.write_text(re.sub(
        r"<script type=application/json data-run>(.*)</script>",
        lambda run: "<script type=application/gzip data-run>" +
        base64.b64encode(gzip.compress(run[1].encode(), mtime=0)).decode() +
        "</script>", text), encoding="utf-8")


def write_view(options, lesson, view, *words):
    """By ./learn step: of a case, or of a smaller one that it proposes; of an
    example that is too large the first steps. What it says where it writes
    none."""
    done = subprocess.run(
        [*options.learn, "step", lesson, "-o", view, *words,
         *(["--built"] if options.built else [])],
        cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        if "data-run" not in view.read_text(encoding="utf-8"):
            return "it launches no kernel"
        finish(view, lesson)
        if view.stat().st_size <= LARGEST:
            return ""
        told = f"it has more than {LARGEST} bytes"
    else:
        told = done.stderr.strip()[-300:]
    smaller = re.search(r"--case '(.+)'$", done.stderr.strip())
    if smaller and not words:
        return write_view(options, lesson, view, "--case", smaller[1])
    if "--example" in words and "more than" in told:
        most = int(words[words.index("--to") + 1]) // 2 if "--to" in words \
            else FIRST
        if most >= FEWEST:
            return write_view(options, lesson, view, "--example", "--to",
                              str(most))
    return told


def write_steps(options):
    """The step views of the exercises and of the examples."""
    folder = WORK / "steps"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    if not options.learn:
        return
    import steps

    every = sorted(one.name for one in (ROOT / "lessons").glob("*/"))
    front = f"{steps.front_lesson(ROOT)}_"
    for name in every:
        if not options.steps and not name.startswith(front):
            continue
        number = re.match(r"(exam_)?[^_]+", name)[0]
        for what, words in (("step", []), ("example", ["--example"])):
            view = folder / f"{what}_{number}.html"
            wrong = write_view(options, name, view, *words)
            if wrong:
                say(f"{name}: no {view.name}: {wrong}")
                view.unlink(missing_ok=True)


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
    sys.path[:0] = [str(WHEELS), str(BOOK / "parts")]  # for what is imported late
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
