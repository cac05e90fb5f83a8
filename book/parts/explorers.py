# SPDX-License-Identifier: MIT
"""The explorers that fit a page, as explorers/lessons.txt says: its lines name a
lesson by number, or another page. They are made by the target `explorers` of the
build; make.py copies them beside the pages, with their words in each language.

What they say stands in their JavaScript, as say("...") and as plural(count,
"one", "several"); locale/CODE/LC_MESSAGES/explorers.po translates it."""
import gettext
import html
import json
import os
import re

import babel
from babel.messages import catalog, jslexer
from docutils import nodes

from words import say, section, translations

PLACE = "explorers"  # of the site
SAID = {"say": slice(0, 1), "plural": slice(1, 3)}  # arguments with words


def messages(root):
    """A catalogue of all that the explorers say."""
    every = catalog.Catalog()
    for path in sorted((root / "book/explorers").glob("*.js")):
        tokens = [one for one in jslexer.tokenize(
            path.read_text(encoding="utf-8")) if "comment" not in one.type]
        for i, one in enumerate(tokens[:-1]):
            if one.value in SAID and tokens[i + 1].value == "(":
                words = arguments(tokens[i + 2:])[SAID[one.value]]
                if None in words:
                    raise ValueError(f"{path.name}:{one.lineno}: "
                                     f"{one.value}() of other than literals")
                every.add(words[0] if len(words) == 1 else tuple(words))
    return every


def arguments(tokens):
    """Of a call, up to its end: strings, None for any other expression."""
    found, depth, literal = [], 0, ""
    for one in tokens:
        closes = one.value in ")]}"
        if depth == 0 and (closes or one.value == ","):
            found.append(literal)
            literal = ""
            if closes:
                break
        elif one.type == "string" and literal is not None:
            literal += jslexer.unquote_string(one.value)
        elif one.value != "+":
            literal = None
        depth += (one.value in "([{") - closes
    return found


def words_file(language):
    return f"words.{language}.js"


def words_script(language):
    """What a page in this language loads before the explorers."""
    rule = babel.Locale.parse(language).plural_form
    which = gettext.c2py(catalog.Catalog(locale=language).plural_expr)
    words = {}
    for said, told in translations(language, "explorers").items():
        if isinstance(said, tuple):  # 200 numbers show each form
            words[said[0]] = {rule(n): told[which(n)] for n in range(200)}
        else:
            words[said] = told
    return ("globalThis.explorerWords = " +
            json.dumps(words, ensure_ascii=False, sort_keys=True) + ";\n")


def table(root):
    """{lesson's number or page: [(explorer, what it starts with)]}"""
    path = root / "book/explorers/lessons.txt"
    found = {}
    if path.exists() and os.environ.get("LOCKSTEP_BOOK_EXPLORERS"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                page, name, *start = line.split(None, 2)
                found.setdefault(page, []).append((name, " ".join(start)))
    return found


def add(app, document):
    docname = app.env.current_document.docname
    found = re.match(r"lessons/(\d+|exam_\d+)_", docname)
    chosen = table(app.srcdir).get(found[1] if found else docname)
    if app.builder.name == "gettext" or not chosen:
        return
    up = "../" * (docname.count("/") + (app.config.language != "en"))
    part = section(app.config, document.next_node(nodes.section),
                   "Try numbers of your own", "explorers")
    divs = "".join(
        f'<div data-explorer="{html.escape(name)}" '
        f'data-start="{html.escape(start)}">'
        f'{html.escape(say(app.config, "This needs JavaScript."))}</div>\n'
        for name, start in chosen)
    scripts = ["explorers.js"]
    if app.config.language != "en":
        scripts.insert(0, words_file(app.config.language))
    part += nodes.raw("", f'<link rel="stylesheet" '
                      f'href="{up}{PLACE}/explorers.css">\n{divs}' + "".join(
                          f'<script src="{up}{PLACE}/{one}" defer></script>'
                          for one in scripts), format="html")


def setup(app):
    app.connect("doctree-read", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
