# SPDX-License-Identifier: MIT
"""The step views of a lesson: pages that ./learn step wrote, of its exercise and
of its example. The lesson links to them, and the front page shows that of the
exercise whose check it quotes."""
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


def view_of(number, what="step"):
    """The page that make.py asked for, or None."""
    folder = os.environ.get("LOCKSTEP_BOOK_STEPS")
    path = pathlib.Path(folder or ".") / f"{what}_{number}.html"
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
    example = None if front else view_of(number, "example")
    view = view_of(number)
    up = "../" * (docname.count("/") + (app.config.language != "en"))
    links = []
    if example:
        links.append(link(app, example, up, say(
            app.config, "Walk through the example, lane by lane.")))
    if view:
        links.append(link(app, view, up, say(
            app.config, "Walk through the case {} of the exercise as it is "
            "given, lane by lane.", case_of(view))))
    if links and not front:
        part = section(app.config, document.next_node(nodes.section),
                       "Step by step", "step-by-step")
        part += links
    elif links:
        embed(document, links[0])


def link(app, view, up, words):
    """A paragraph that leads to a view."""
    app.env.note_dependency(view)
    return nodes.paragraph("", "", nodes.reference(
        "", words, internal=False, refuri=f"{up}steps/{view.name}"))


def embed(document, to):
    """The view below the first picture, and the link to it."""
    part = next(document.findall(nodes.image)).parent
    while not isinstance(part, nodes.section):
        part = part.parent
    there = to.next_node(nodes.reference)
    part += to
    part += nodes.raw(
        "", f'<iframe class="steps" src="{there["refuri"]}" loading="lazy" '
        f'title="{html.escape(there.astext())}"></iframe>', format="html")


def setup(app):
    app.connect("doctree-read", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
