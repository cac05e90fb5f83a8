# SPDX-License-Identifier: MIT
"""The explorers that fit a page, as explorers/lessons.txt says: its lines name a
lesson by number, or another page. They are made by the target `explorers` of the
build; make.py copies them beside the pages."""
import html
import os
import re

from docutils import nodes

from words import say, section

PLACE = "explorers"  # of the site


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
    part += nodes.raw("", f'<link rel="stylesheet" '
                      f'href="{up}{PLACE}/explorers.css">\n{divs}'
                      f'<script src="{up}{PLACE}/explorers.js" defer></script>',
                      format="html")


def setup(app):
    app.connect("doctree-read", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
