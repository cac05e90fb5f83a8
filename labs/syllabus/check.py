#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens syllabus.docx and syllabus.pdf and looks for the title of each lesson:
check.py ROOT FOLDER. Needs pypdf."""
import html
import pathlib
import re
import sys
import zipfile

import pypdf


def titles(root):
    for file in sorted(root.glob("lessons/*/lesson.toml")):
        yield re.search(r'^title *= *"(.*)"', file.read_text(), re.M)[1]


def bare(text):
    """Without spaces and hyphens: a line may end anywhere."""
    return re.sub(r"[\s\-\u00ad\u2010]", "", text)


def main():
    root, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    with zipfile.ZipFile(folder / "syllabus.docx") as archive:
        document = archive.read("word/document.xml").decode()
    texts = {"syllabus.docx": html.unescape(re.sub("<[^>]*>", "", document))}
    pages = pypdf.PdfReader(folder / "syllabus.pdf").pages
    texts["syllabus.pdf"] = "".join(page.extract_text() for page in pages)
    wanted = list(titles(root))
    missing = [f"{name}: no lesson {title!r}" for name, text in texts.items()
               for title in wanted if bare(title) not in bare(text)]
    print("\n".join(missing) or f"{len(wanted)} lessons in both files")
    return 1 if missing or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
