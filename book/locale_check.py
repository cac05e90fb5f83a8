#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether translated messages keep what no language changes.

locale_check.py [FILE.po ...]: these files, or all of book/locale. Each
translation has the same `code`, link targets, numbers and bold words as its
original, and none is marked fuzzy. Prints each difference; 1 if there is one.
"""
import collections
import pathlib
import re
import sys

BOOK = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(BOOK.parent / ".toolchain" / "book"))

CODE = re.compile(r"(`+)(.+?)\1", re.S)
TARGET = re.compile(r"\]\(([^()\s]+)\)|<(https?://[^>]+)>")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
BOLD = re.compile(r"\*\*")


def kept(text):
    """{kind: how often each one stands in `text`}"""
    found = {"code": [], "target": [], "number": [], "bold": []}

    def take(kind):
        def note(match):
            found[kind].append(match[match.lastindex])
            return "] "
        return note

    # No break inside of code or a target: a catalogue may wrap its lines.
    text = " ".join(text.split())
    text = CODE.sub(lambda m: found["code"].append(m[2]) or " ", text)
    text = TARGET.sub(take("target"), text)
    text = re.sub(r"(\d+)00 ?万", r"\1", text)  # 6700 万 is 67 million
    found["number"] = NUMBER.findall(text)
    found["bold"] = BOLD.findall(text)
    return {kind: collections.Counter(one) for kind, one in found.items()}


def differences(original, translation):
    """Sentences: what a translation lost, and what it has too much."""
    before, after = kept(original), kept(translation)
    for kind, count in before.items():
        for word, times in (count - after[kind]).items():
            yield f"{kind} missing: {word}" + (f" ({times})" * (times > 1))
        for word, times in (after[kind] - count).items():
            yield f"{kind} added: {word}" + (f" ({times})" * (times > 1))


def main(paths):
    from babel.messages import pofile  # where make.py has put it
    wrong = messages = 0
    for path in paths or sorted((BOOK / "locale").rglob("*.po")):
        with open(path, "rb") as file:
            catalog = pofile.read_po(file)
        for one in catalog:
            if not one.id or not one.string:
                continue
            messages += 1
            said = list(differences(one.id, one.string))
            if one.fuzzy:
                said.append("it is marked fuzzy")
            wrong += bool(said)
            for words in said:
                print(f"{path}:{one.lineno}: {words}\n  {one.string[:70]}")
    print(f"{messages} translations, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
