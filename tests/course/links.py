# SPDX-License-Identifier: MIT
"""Every relative link of every page leads to a file or folder that is there,
and a link to a heading of a page finds it: links.py [ROOT]. Knows nothing of
addresses on the net."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1
                    else pathlib.Path(__file__).resolve().parents[2])


def pages():
    yield from ROOT.glob("*.md")
    for folder in ("docs", "lessons", "tests"):
        yield from (ROOT / folder).rglob("*.md")


def prose(page):
    """(line number, line) outside of fenced blocks."""
    fenced = False
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield number, line


def headings(page):
    """As GitHub names them: small letters, no signs, dashes for blanks."""
    for _, line in prose(page):
        if line.startswith("#"):
            words = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower())
            yield words.replace(" ", "-")


def main():
    wrong = 0
    for page in sorted(pages()):
        for number, line in prose(page):
            # A long link may begin on the line before; its end is enough.
            line = re.sub(r"`[^`]*`", "", line)
            for link in re.findall(r"\]\(([^)\s]+)\)", line):
                if re.match(r"\w+:", link):
                    continue
                path, _, heading = link.partition("#")
                target = page.parent / path if path else page
                if not target.exists():
                    reason = "there is no such file"
                elif heading and heading not in headings(target):
                    reason = "there is no such heading"
                else:
                    continue
                print(f"{page.relative_to(ROOT)}:{number}: {link}: {reason}")
                wrong += 1
    sys.exit(1 if wrong else 0)


main()
