#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether translated messages keep what no language changes.

locale_check.py [FILE.po ...]: these files, or all of book/locale. Each
translation has the same `code`, link targets, numbers, {names} and bold words
as its original, and none is marked fuzzy. explorers.po has all that explorers
say. Prints each difference; 1 if there is one.
"""
import collections
import pathlib
import re
import sys

BOOK = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(BOOK.parent / ".toolchain" / "book"), str(BOOK / "parts")]

CODE = re.compile(r"(`+)(.+?)\1", re.S)
TARGET = re.compile(r"\]\(([^()\s]+)\)|<(https?://[^>]+)>")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
BOLD = re.compile(r"\*\*")
NAME = re.compile(r"\{\w*\}")  # of a value that the book puts in


def kept(text):
    """{kind: how often each one stands in `text`}"""
    found = {"code": [], "target": []}

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
    found["name"] = NAME.findall(text)
    return {kind: collections.Counter(one) for kind, one in found.items()}


def differences(original, translation):
    """Sentences: what a translation lost, and what it has too much."""
    before, after = kept(original), kept(translation)
    for kind, count in before.items():
        for word, times in (count - after[kind]).items():
            yield f"{kind} missing: {word}" + (f" ({times})" * (times > 1))
        for word, times in (after[kind] - count).items():
            yield f"{kind} added: {word}" + (f" ({times})" * (times > 1))


def unsaid(path, catalog):
    """Sentences: what explorers say and their catalogue lacks, and the other way
    round. The catalogue of a page may lack some: the page says so."""
    from explorers import messages
    from words import whole
    if path.name != "explorers.po":
        return
    said = {one.id for one in messages(BOOK.parent) if one.id}
    has = {one.id for one in catalog if whole(one)}
    for one in sorted(map(str, said - has)):
        yield f"{path}: no translation of what an explorer says: {one}"
    for one in sorted(map(str, has - said)):
        yield f"{path}: no explorer says: {one}"


def main(paths):
    from babel.messages import pofile  # where make.py has put it
    wrong = messages = 0
    for path in map(pathlib.Path, paths or sorted(
            (BOOK / "locale").rglob("*.po"))):
        with path.open("rb") as file:
            catalog = pofile.read_po(file)
        for words in unsaid(path, catalog):
            print(words)
            wrong += 1
        for one in catalog:
            if not one.id or not one.string:
                continue
            messages += 1
            if isinstance(one.id, tuple):  # a noun; its number stands before it
                said = ["a form is empty"] if not all(one.string) else []
            else:
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
