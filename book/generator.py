# SPDX-License-Identifier: MIT
"""Sphinx for the book: installed from pinned wheels, and started."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

import wheels

BOOK = pathlib.Path(__file__).resolve().parent
ROOT = BOOK.parent
PINS = BOOK / "pins.txt"
WHEELS = ROOT / ".toolchain" / "book"  # what pins.txt names
WORK = pathlib.Path(  # what Sphinx keeps between two runs
    os.environ.get("LOCKSTEP_BOOK_WORK") or ROOT / ".toolchain" / "book-work")
EXPLORERS = WORK / "explorers"  # copied to every book


class Stop(Exception):
    """A sentence for the person who typed the command."""


def say(words):
    print(f"book: {words}", file=sys.stderr, flush=True)


def install():
    """The generator's wheels, in a folder that git ignores."""
    if wheels.are_there(PINS, WHEELS):
        return
    if sys.version_info < (3, 11):
        python = ".".join(str(part) for part in sys.version_info[:2])
        raise Stop("the book needs Python 3.11 or later, and this is Python "
                   + python)
    say("installing Sphinx into .toolchain/ (about 30 MB, once)")
    why = wheels.install(PINS, WHEELS)
    if why:
        sys.stderr.write(why)
        raise Stop("Sphinx could not be installed. Is there a network, and "
                   "does `python3 -m pip` work?")


def fresh_work():
    """Forgets what Sphinx kept when the book's own code has changed."""
    code = sorted([*BOOK.glob("*.py"), *BOOK.glob("parts/*.py"), PINS])
    pages = sorted(str(one) for one in BOOK.glob("locale/**/*.po"))
    now = hashlib.sha256(b"".join(
        [*(one.read_bytes() for one in code), *map(str.encode, pages)]
    )).hexdigest()
    stamp = WORK / "stamp"
    if not stamp.exists() or stamp.read_text() != now:
        shutil.rmtree(WORK, ignore_errors=True)
        WORK.mkdir(parents=True)
        stamp.write_text(now)


def sphinx(builder, into, language, edition, offered=(), strict=False):
    """Runs Sphinx once. Pages link to themselves in the languages `offered`."""
    kept = WORK / "-".join([builder, language, edition, *offered])
    environment = dict(
        os.environ, PYTHONPATH=str(WHEELS), PYTHONDONTWRITEBYTECODE="1",
        PYTHONNOUSERSITE="1", LOCKSTEP_BOOK_EDITION=edition,
        LOCKSTEP_BOOK_LANGUAGE=language,
        LOCKSTEP_BOOK_LANGUAGES=" ".join(offered),
        LOCKSTEP_BOOK_STEPS=str(WORK / "steps"),
        LOCKSTEP_BOOK_EXPLORERS="1" if EXPLORERS.is_dir() else "")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", builder, "-c", BOOK,
               "-d", kept, "-D", f"language={language}"]
    if strict:
        command += ["--fail-on-warning", "--keep-going"]
    if subprocess.run([*command, ROOT, into], env=environment,
                      check=False).returncode != 0:
        raise Stop("Sphinx could not make all pages; it says why above")


def languages():
    """English, and those that have a folder in locale/."""
    return ["en", *sorted(one.name for one in (BOOK / "locale").glob("*/")
                          if (one / "LC_MESSAGES").is_dir())]
