# SPDX-License-Identifier: MIT
"""What the files of the book say without a browser: every link inside leads to a
file and a place in it, no page is too large, nothing comes from elsewhere, and
the student's edition holds no answer."""

import html.parser
import re
import urllib.parse

LARGEST = 300_000  # bytes of a page without its pictures
SHORT = 200  # characters of an answer that may well stand in a text


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


def loaded_from_elsewhere(pages):
    return [f"{path}: loads {link}" for path, page in pages.items()
            for link in page.loaded
            if urllib.parse.urlsplit(link).scheme not in ("", "data")
            or link.startswith("//")]


def too_large(pages):
    return [f"{path}: {path.stat().st_size} bytes" for path in pages
            if path.stat().st_size > LARGEST]


def squeezed(text):
    return re.sub(r"\s+", "", text)


def answers_shown(pages, root):
    """Solutions and mistakes whose lines stand on a page. What lessons show is
    no secret: a mistake may be the exercise as it is given, and an exercise the
    solution of the lesson before."""
    told = squeezed("".join(
        path.read_text(encoding="utf-8")
        for path in sorted((root / "lessons").glob("*/*"))))
    every = {path: squeezed("".join(page.words))
             for path, page in pages.items()}
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
