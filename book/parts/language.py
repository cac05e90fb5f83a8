# SPDX-License-Identifier: MIT
"""Pages in other languages: what a translator is asked for, and the note on a
page whose original has moved on."""
import html
import os
import re

import sphinx.search
from babel.messages import pofile
from docutils import nodes
from sphinx.search.zh import SearchChinese
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import extract_messages

from pages import LOCALE, translated
from words import say, whole

PICTURE = re.compile(r"!\[([^\]]*)\]\(")
WORD = re.compile(r"[^\W\d_]{2,}")


class Wordless(SphinxTransform):
    """Numbers, times, code and pictures alone are the same everywhere. (The
    words of a picture are a message of their own.)"""
    default_priority = 5  # before Sphinx looks for messages

    def apply(self, **kwargs):
        for node in self.document.findall(nodes.TextElement):
            if isinstance(node, nodes.paragraph) and not has_words(node):
                node["translatable"] = False


class Missing(SphinxTransform):
    """Counts the messages of a page, and those that have no translation. (Sphinx
    counts one as missing that is the same in both languages.)"""
    default_priority = 15  # before Sphinx puts translations in

    def apply(self, **kwargs):
        known = self.env.metadata[self.env.docname]
        if self.config.language == "en" or "messages" in known:
            return  # the second is a translation that is read on its own
        has = catalog(self.config.language, self.env.docname)
        every = [" ".join(words.split())
                 for _, words in extract_messages(self.document)]
        known["messages"] = len(every)
        known["missing"] = sum(words not in has for words in every)


def catalog(language, docname):
    """The messages of a page that are translated."""
    path = LOCALE / language / "LC_MESSAGES" / f"{docname}.po"
    if not path.exists():
        return set()
    with path.open("rb") as file:
        return {" ".join(one.id.split()) for one in pofile.read_po(file)
                if whole(one)}


def join_words(app, docname, source):
    """The words of a picture over several lines as one line: their parser drops
    the end of a line and puts nothing in its place."""
    source[0] = PICTURE.sub(
        lambda found: "![" + " ".join(found[1].split()) + "](", source[0])


def has_words(node):
    """Whether a translator could change something."""
    rest = "".join(
        text.astext() for text in node.findall(nodes.Text)
        if not isinstance(text.parent, nodes.literal))
    rest = re.sub(r"\d[\d.]* (ms|us|µs|ns|TB/s|GB/s|%)", "", rest)
    return bool(WORD.search(rest))


class SearchCharacters(SearchChinese):
    """Chinese without a dictionary of words: each run of characters, in which
    the page finds a part of it, and each pair, since it asks for no less than
    three characters of a part."""

    def split(self, text):
        runs = re.findall(r"[\u4e00-\u9fff]+", text)
        pairs = [run[i:i + 2] for run in runs for i in range(len(run) - 1)]
        return super().split(text) + runs + pairs


NAMES = {"en": "English", "ru": "Русский", "zh_CN": "简体中文"}


def note(app, docname):
    """What to say of the translation of this page; "" of a whole one."""
    if app.config.language == "en" or docname in ("search", "genindex"):
        return ""
    known = app.env.metadata[docname]
    missing = known.get("missing", 0)
    if missing == known.get("messages"):
        return say(app.config, "This page is not translated yet.")
    return missing and say(
        app.config, "The original of this page has changed since it was "
        "translated, or parts are not translated yet: {} of {} paragraphs "
        "stand here in English.", missing, known["messages"])


def add_note(app, pagename, templatename, context, doctree):
    """Above the text, and the same page in the other languages."""
    here = app.config.language
    up = "../" * (pagename.count("/") + (here != "en"))
    offered = os.environ.get("LOCKSTEP_BOOK_LANGUAGES", here).split()
    context["other_languages"] = [
        (code.replace("_", "-"), NAMES.get(code, code),
         up + (f"{code}/" if code != "en" else "") + pagename + ".html")
        for code in offered if code != here
        and (code == "en" or pagename in translated(code))]
    context["language_word"] = say(app.config, "Language")
    # Sphinx gives the captions of the sidebar no level.
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace(
        'role="heading"', 'role="heading" aria-level="2"')
    words = doctree is not None and note(app, pagename)
    if words:
        context["body"] = (f'<p class="translation" role="note">'
                           f'{html.escape(words)}</p>' + context["body"])


def setup(app):
    sphinx.search.languages["zh"] = SearchCharacters
    app.add_transform(Wordless)
    app.add_transform(Missing)
    app.connect("source-read", join_words)
    app.connect("html-page-context", add_note, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
