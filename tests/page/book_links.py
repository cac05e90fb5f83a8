# SPDX-License-Identifier: MIT
"""What the files of the book say without a browser: each link inside leads to a
file and a place in it, no page is too large, nothing comes from elsewhere, no
script asks for cookies, the student's edition holds no answer, and a page whose
original has moved on since it was translated says so."""

import base64
import gzip
import html.parser
import json
import pathlib
import re
import shutil
import urllib.parse

from browser import Failure

LESSON = "lessons/13_bank_conflicts"  # one that every edition has
LARGEST = 300_000  # bytes of a page without its pictures
SHORT = 100  # characters of an answer that may well stand in a text
PACKED = re.compile(r"<script type=application/gzip data-run>(.*?)</script>")


class Page(html.parser.HTMLParser):
    """The ids and links of a page, and its text."""

    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.ids, self.links, self.loaded, self.words = set(), [], [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.ids.update(found[key] for key in ("id", "name") if found.get(key))
        for key in ("href", "src"):
            if found.get(key):
                self.links.append(found[key])
                if tag != "a" and found.get("rel") not in ("next", "prev"):
                    self.loaded.append(found[key])

    def handle_data(self, data):
        self.words.append(data)


def pages_of(site):
    return {path: Page(path) for path in sorted(site.rglob("*.html"))}


def wrong_links(pages):
    """A sentence for each link that leads nowhere."""
    wrong = []
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme in ("http", "https", "mailto", "data"):
                continue
            target = path
            if parts.path:
                target = (path.parent / urllib.parse.unquote(parts.path)
                          ).resolve()
            if not target.is_file():
                wrong.append(f"{path}: {link} leads to no file")
            elif parts.fragment and target in pages and (
                    urllib.parse.unquote(parts.fragment)
                    not in pages[target].ids):
                wrong.append(f"{path}: {link} leads to no place in its page")
    return wrong


def loaded_from_elsewhere(site, pages):
    wrong = [f"{path}: loads {link}" for path, page in pages.items()
             for link in page.loaded
             if urllib.parse.urlsplit(link).scheme not in ("", "data")
             or link.startswith("//")]
    for path in sorted(site.rglob("*.css")):
        wrong += [f"{path}: loads {link}" for link in re.findall(
            r"url\(\s*['\"]?((?:https?:)?//[^)]*)|@import",
            path.read_text(encoding="utf-8"))]
    return wrong + [f"{path}: knows cookies" for kind in ("js", "html")
                    for path in site.rglob(f"*.{kind}")
                    if "document.cookie" in path.read_text(encoding="utf-8")]


def too_large(pages):
    return [f"{path}: {path.stat().st_size} bytes" for path in pages
            if path.stat().st_size > LARGEST]


def squeezed(text):
    return re.sub(r"\s+", "", text)


def strings_in(value):
    """All texts in a value of JSON."""
    if isinstance(value, str):
        return value
    inside = value.values() if isinstance(value, dict) else (
        value if isinstance(value, list) else [])
    return "\n".join(filter(None, map(strings_in, inside)))


def texts_of(site, pages):
    """What a reader can get at: words of pages, runs that are packed in them,
    and copies of files; without blanks."""
    texts = {path: path.read_text(encoding="utf-8", errors="replace")
             for path in site.glob("files/**/*.txt")}
    for path, page in pages.items():
        runs = PACKED.findall(path.read_text(encoding="utf-8"))
        texts[path] = "".join(page.words) + "".join(
            strings_in(json.loads(gzip.decompress(base64.b64decode(run))))
            for run in runs)
    return {path: squeezed(text) for path, text in texts.items()}


def answers_shown(site, pages, root):
    """Solutions and mistakes whose lines a reader can get at. What lessons show
    is no secret: a mistake may be the exercise as it is given, and an exercise
    the solution of the lesson before."""
    told = squeezed("".join(
        path.read_text(encoding="utf-8")
        for path in sorted((root / "lessons").glob("*/*"))))
    every = texts_of(site, pages)
    found = []
    for answer in sorted((root / "solutions").rglob("*.cu")):
        lines = squeezed(region(answer.read_text(encoding="utf-8")))
        if len(lines) < SHORT or lines in told:
            continue
        found += [f"{path}: shows {answer.relative_to(root)}"
                  for path, words in every.items() if lines in words]
    return found


def region(text):
    """What a student writes: of a whole file, or of one that holds no more."""
    marked = re.search(r"// task-begin\n(.*?)// task-end", text, re.S)
    return marked[1] if marked else text.split("\n\n", 1)[1]


def check_files(site, root):
    """All of the above."""
    pages = pages_of(site)
    if len(pages) < 100:
        raise Failure(f"only {len(pages)} pages")
    wrong = (wrong_links(pages) + too_large(pages) +
             loaded_from_elsewhere(site, pages) +
             answers_shown(site, pages, root))
    if wrong:
        raise Failure("\n".join(wrong[:40]))
    print(f"{len(pages)} pages: links, sizes, nothing from elsewhere")


def move_on(root, locale):
    """Translations in which one sentence of LESSON is that of an older page."""
    shutil.copytree(root / "book" / "locale", locale)
    path = locale / "ru" / "LC_MESSAGES" / f"{LESSON}.po"
    text = path.read_text(encoding="utf-8")
    older = text.replace('msgid "Idea"\n', 'msgid "The older idea"\n')
    if older == text:
        raise Failure(f"{path} has no message Idea")
    path.write_text(older, encoding="utf-8")


def check_moved(site):
    """That page alone says so, and shows the new sentence."""
    wrong = []
    for page in sorted((site / "ru" / "lessons").glob("*.html")):
        text = page.read_text(encoding="utf-8")
        moved = page.stem == pathlib.Path(LESSON).name
        if moved != ('class="translation"' in text):
            wrong.append(f"{page}: does it say that its original moved on?")
        if moved and "<h2>Idea<" not in text:
            wrong.append(f"{page}: it does not show the new sentence")
    if wrong:
        raise Failure("\n".join(wrong))
