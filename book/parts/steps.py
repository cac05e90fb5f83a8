# SPDX-License-Identifier: MIT
"""The step view of a lesson: a page that ./learn step wrote. The lesson links to
it, and the front page shows that of the lesson whose check it quotes."""
import html
import os
import pathlib
import re

from docutils import nodes

from words import say, section

CHECKED = re.compile(r"<!-- output: \./learn check (\w+) -->")


def front_lesson(root):
    """The number of the lesson whose check README.md shows."""
    return CHECKED.search((root / "README.md").read_text(encoding="utf-8"))[1]


def view_of(number):
    """The page that make.py asked for, or None."""
    folder = os.environ.get("LOCKSTEP_BOOK_STEPS")
    path = pathlib.Path(folder or ".") / f"step_{number}.html"
    return path if folder and path.exists() else None


def case_of(view):
    """The case that a view walks through."""
    heading = re.search(r"<h1[^>]*>(.*?)</h1>",
                        view.read_text(encoding="utf-8"), re.S)[1]
    return html.unescape(re.sub(r"<[^>]+>", "", heading)).split(", case ")[-1]


def add(app, document):
    if app.builder.name == "gettext":
        return
    docname = app.env.current_document.docname
    front = docname == "index"
    found = re.match(r"lessons/(\d+|exam_\d+)_", docname)
    if not front and not found:
        return
    number = front_lesson(app.srcdir) if front else found[1]
    view = view_of(number)
    if view is None:
        return
    app.env.note_dependency(view)
    up = "../" * (docname.count("/") + (app.config.language != "en"))
    there = f"{up}steps/{view.name}"
    words = say(app.config, "Walk through the case {} of the exercise as it is "
                "given, lane by lane.", case_of(view))
    link = nodes.paragraph("", "", nodes.reference(
        "", words, internal=False, refuri=there))
    if not front:
        part = section(app.config, document.next_node(nodes.section),
                       "Step by step", "step-by-step")
        part += link
        return
    picture = next(document.findall(nodes.image))
    part = picture.parent
    while not isinstance(part, nodes.section):
        part = part.parent
    part += link
    part += nodes.raw("", f'<iframe class="steps" src="{there}" loading="lazy" '
                      f'title="{html.escape(words)}"></iframe>', format="html")


def setup(app):
    app.connect("doctree-read", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
