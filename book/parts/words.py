# SPDX-License-Identifier: MIT
"""The few sentences that the book itself adds to pages, in the language of the
site. Their translations are locale/CODE/LC_MESSAGES/book.po, and explorers.po
beside it holds those of the explorers."""
import functools

from babel.messages import pofile
from docutils import nodes

from pages import LOCALE

ALL = [  # every sentence that say() is asked for
    "Files", "The exercise as it is given; your lines go into the marked part.",
    "Solution", "Other right answers", "Known mistakes", "Caught by: {}",
    "Step by step",
    "Walk through the case {} of the exercise as it is given, lane by lane.",
    "Walk through the example, lane by lane.",
    "The map of the lessons: an arc leads from a lesson down to one that needs "
    "it. The tables below name the same needs.",
    "Times of the table above. A dot further left is faster; each step of the "
    "scale is a factor.",
    "Try numbers of your own", "This needs JavaScript.", "Language",
    "Row", "Diagnostics:",
    "This page is not translated yet.",
    "The original of this page has changed since it was translated, or parts "
    "are not translated yet: {} of {} paragraphs stand here in English.",
    "Solutions are left out of this edition.",
]


@functools.cache
def translations(language, name="book"):
    """{sentence: translation}; of a counted noun the key is a pair of English
    forms, and all forms of the language stand for it."""
    path = LOCALE / language / "LC_MESSAGES" / f"{name}.po"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {one.id: one.string
                for one in pofile.read_po(file, locale=language)
                if whole(one)}


def whole(one):
    """Whether a message has a translation, in each of its forms."""
    return bool(one.id and one.string and all(one.string) and not one.fuzzy)


def say(config, sentence, *values):
    """`sentence` of ALL in the language of the site."""
    if sentence not in ALL:
        raise KeyError(sentence)
    found = translations(config.language).get(sentence, sentence)
    return found.format(*values)


def section(config, page, title, identity):
    """A new last section of `page`."""
    part = nodes.section("", nodes.title("", say(config, title)),
                         ids=[identity], names=[identity])
    page += part
    return part
