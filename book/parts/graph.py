# SPDX-License-Identifier: MIT
"""The graph of the map of the course, which is written in Mermaid, as a drawing:
a row for each lesson, and an arc for each need."""
import html
import re

from docutils import nodes

from pages import page_uri
from words import say

NODE = re.compile(r'^ +(l\w+?)(?:\[|\(\[)"(.*?)"', re.M)
EDGE = re.compile(r"^ +(l\w+) --> (l\w+)$", re.M)
ROW, TOP, ARCS, WIDTH = 24, 18, 110, 400  # fits a phone


def draw(source, where, words):
    """The SVG of a flow chart; `where` gives the address of a node's page."""
    names = NODE.findall(source)
    row = {name: i for i, (name, _) in enumerate(names)}
    body = []
    longest = max(row[b] - row[a] for a, b in EDGE.findall(source))
    for a, b in EDGE.findall(source):
        ya, yb = TOP + ROW * row[a] + 3, TOP + ROW * row[b] - 3
        reach = 14 + (ARCS - 30) * ((row[b] - row[a]) / longest) ** 0.6
        body.append(f'<path class="need" d="M{ARCS} {ya}C{ARCS - reach:.1f} '
                    f'{ya} {ARCS - reach:.1f} {yb} {ARCS - 3} {yb}"/>')
        body.append(f'<path class="tip" d="M{ARCS - 1} {yb}l-6 -3v6z"/>')
    for name, title in names:
        y = TOP + ROW * row[name]
        body.append(f'<a href="{where(name)}"><text x="{ARCS + 8}" y="{y + 5}">'
                    f'{html.escape(title)}</text></a>')
    height = TOP + ROW * len(names)
    return (f'<svg class="map" viewBox="0 0 {WIDTH} {height}" role="group" '
            f'aria-label="{html.escape(words)}">' + "".join(body) + "</svg>")


def show(app, document):
    if app.builder.name == "gettext":
        return
    docname = app.env.current_document.docname

    def where(name):
        lesson = next(iter(sorted(
            (app.srcdir / "lessons").glob(f"{name[1:]}_*")))).name
        return page_uri(app.env, docname, f"lessons/{lesson}",
                        app.config.language)

    words = say(app.config, "The map of the lessons: an arc leads from a "
                "lesson down to one that needs it. The tables below name the "
                "same needs.")
    for block in list(document.findall(nodes.literal_block)):
        if block.get("language") == "mermaid":
            block.replace_self(nodes.raw("", draw(block.astext(), where, words),
                                         format="html"))


def setup(app):
    app.connect("doctree-read", show)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
