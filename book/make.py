#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the book: what ./learn book starts. See docs/book.md.

make.py [-o FOLDER] [--teacher] [--language CODE] [--strict]: the site.
make.py --po CODE PAGE...: the files in which a page is translated, new or
brought up to date; PAGE is such as lessons/13_bank_conflicts, or index.
"""
import argparse
import filecmp
import os
import pathlib
import shutil
import subprocess
import sys

BOOK = pathlib.Path(__file__).resolve().parent
ROOT = BOOK.parent
PINS = BOOK / "pins.txt"
WHEELS = ROOT / ".toolchain" / "book"  # what pins.txt names
WORK = ROOT / ".toolchain" / "book-work"  # what Sphinx keeps between two runs

HEAD = r"""# SPDX-License-Identifier: MIT
msgid ""
msgstr ""
"Language: {}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"

"""


class Stop(Exception):
    """A sentence for the person who typed the command."""


def say(words):
    print(f"book: {words}", file=sys.stderr, flush=True)


def install():
    """The generator's wheels, in a folder that git ignores."""
    kept = WHEELS / "pins.txt"
    if kept.exists() and filecmp.cmp(kept, PINS, shallow=False):
        return
    if sys.version_info < (3, 11):
        raise Stop("the book needs Python 3.11 or later, and this is Python "
                   f"{sys.version_info[0]}.{sys.version_info[1]}")
    say("installing Sphinx into .toolchain/ (about 30 MB, once)")
    shutil.rmtree(WHEELS, ignore_errors=True)
    incoming = WHEELS.with_name("book-incoming")
    shutil.rmtree(incoming, ignore_errors=True)
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--no-deps", "--no-compile",
         "--only-binary", ":all:", "--disable-pip-version-check", "--quiet",
         "--no-warn-conflicts", "--root-user-action", "ignore",
         "--retries", "2", "--target", incoming, "-r", PINS],
        capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.stderr.write(done.stderr[-2000:])
        raise Stop("Sphinx could not be installed. Is there a network, and "
                   "does `python3 -m pip` work?")
    shutil.copy(PINS, incoming / "pins.txt")
    incoming.rename(WHEELS)


def sphinx(builder, into, language, edition, strict=False):
    """Runs Sphinx once."""
    kept = WORK / f"{builder}-{language}-{edition}"
    environment = dict(
        os.environ, PYTHONPATH=str(WHEELS), PYTHONDONTWRITEBYTECODE="1",
        PYTHONNOUSERSITE="1", LOCKSTEP_BOOK_EDITION=edition)
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


def make_site(options):
    edition = "teacher" if options.teacher else "student"
    into = pathlib.Path(options.output or ROOT / "build" / "book").resolve()
    for language in [options.language] if options.language else languages():
        say(f"writing the pages in {language}")
        here = into if language == "en" else into / language
        sphinx("html", here, language, edition, options.strict)
    print(into / "index.html")


def make_po(code, pages):
    """Templates of these pages, merged into the translations that are there.
    A sentence that other pages have translated is filled in."""
    sys.path.insert(0, str(WHEELS))
    from babel.messages import catalog, pofile  # after they are installed

    templates = WORK / "templates"
    sphinx("gettext", templates, "en", "student")
    folder = BOOK / "locale" / code / "LC_MESSAGES"
    known = {}
    for path in sorted(folder.rglob("*.po")):
        for one in pofile.read_po(path.open("rb"), locale=code):
            if one.id and one.string and not one.fuzzy:
                known.setdefault(one.id, one.string)
    for page in pages:
        template = templates / f"{page}.pot"
        if not template.exists():
            raise Stop(f"there is no page {page}; see {templates}")
        path = folder / f"{page}.po"
        fresh = pofile.read_po(template.open("rb"))
        merged = (pofile.read_po(path.open("rb"), locale=code)
                  if path.exists() else
                  catalog.Catalog(locale=code, project="Lockstep"))
        merged.update(fresh)
        for one in merged:
            if one.id and not one.string and one.id in known:
                one.string = known[one.id]
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.write(HEAD.format(code).encode())
            pofile.write_po(file, merged, width=80, omit_header=True,
                            ignore_obsolete=True)
        left = sum(1 for one in merged if one.id and not one.string)
        print(f"{path.relative_to(ROOT)}: {len(merged)} messages, {left} open")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", help="the site's folder; build/book")
    parser.add_argument("--teacher", action="store_true",
                        help="with solutions and known mistakes, folded")
    parser.add_argument("--language", help="this one alone, such as ru")
    parser.add_argument("--strict", action="store_true",
                        help="a warning is an error")
    parser.add_argument("--po", metavar="CODE", help="translate into this")
    parser.add_argument("page", nargs="*", metavar="PAGE")
    options = parser.parse_args()
    install()
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
