# SPDX-License-Identifier: MIT
"""What the marks of a page become: the command above its output, the file above
its lines, and a plot below a table of times. And a word for each column."""
import re

from docutils import nodes

import plots
from pages import page_uri
from words import say

MARK = re.compile(r"<!-- (output|code|times): (.+) -->")
DIAGNOSTIC = re.compile(r"\bdocs/diagnostics/([\w-]+)\.md")
COMMENT = re.compile(r"(<!--.*?-->\s*)+", re.S)


def marks(document):
    """[(kind, what it names, the node that follows)]. No comment stays."""
    found, comments = [], []
    for raw in document.findall(nodes.raw):
        match = MARK.fullmatch(raw.astext().strip())
        after = raw.next_node(descend=False, siblings=True)
        if match and after is not None:
            found.append((match[1], match[2], after))
        if COMMENT.fullmatch(raw.astext().strip()):
            comments.append(raw)
    for raw in comments:
        raw.parent.remove(raw)
    return found


def caption(block, words):
    """A line above a block of code or output."""
    box = nodes.container("", classes=["shown"])
    line = nodes.paragraph("", "", *words, classes=["shown-from"])
    block.replace_self(box)
    box += [line, block]


def explained(app, block):
    """Links to the pages of the diagnostics that an output names."""
    words = []
    for name in dict.fromkeys(DIAGNOSTIC.findall(block.astext())):
        uri = page_uri(app.env, app.env.current_document.docname,
                       f"docs/diagnostics/{name}", app.config.language)
        words += [nodes.Text(" "),
                  nodes.reference("", name, internal=False, refuri=uri)]
    if not words:
        return []
    told = nodes.Text(say(app.config, "Diagnostics:"))
    return [nodes.inline("", "", told, *words, classes=["explained"])]


def add_plot(app, table, name):
    """Dots below a table, with the words of its first column."""
    first = [row.next_node(nodes.entry).astext().strip()
             for row in table.findall(nodes.row)][1:]
    rows = list(zip(labels(app, name), first, strict=False))
    words = say(app.config, "Times of the table above. A dot further left is "
                "faster; each step of the scale is a factor.")
    drawing = plots.plot(app.srcdir, name, rows, words)
    if not drawing:
        return
    figure = nodes.container("", classes=["plot"])
    figure += nodes.raw("", drawing, format="html")
    figure += nodes.paragraph("", words, classes=["plot-words"])
    table.parent.insert(table.parent.index(table) + 1, figure)


def labels(app, name):
    """The first cells of the table below the mark, as its file has them."""
    page = app.env.doc2path(app.env.current_document.docname)
    text = page.read_text(encoding="utf-8")
    table = text.split(f"<!-- times: {name} -->\n", 1)[1].split("\n\n", 1)[0]
    return [line.split("|")[1].strip() for line in table.splitlines()[2:]]


def name_columns(app, document):
    """A word for who hears the table: the first column often has no head."""
    for head in document.findall(nodes.thead):
        for entry in head.findall(nodes.entry):
            if not entry.astext().strip():
                entry.clear()
                entry += nodes.paragraph("", "", nodes.inline(
                    "", say(app.config, "Row"), classes=["unseen"]))


def show(app, document):
    if app.builder.name == "gettext":
        return
    name_columns(app, document)
    for kind, name, block in marks(document):
        if kind == "times" and isinstance(block, nodes.table):
            add_plot(app, block, name)
        elif not isinstance(block, nodes.literal_block):
            continue
        elif kind == "output":
            caption(block, [nodes.literal("", name), *explained(app, block)])
        else:
            caption(block, [nodes.literal("", name.split("#")[0])])


def setup(app):
    app.connect("doctree-read", show)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
