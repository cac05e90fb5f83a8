# SPDX-License-Identifier: MIT
"""What a lesson's page shows below its text: the files with the region marked,
and in the teacher's edition the answers."""
import difflib
import re

from docutils import nodes

from folds import fold, summary
from words import say, section

# Names, punctuation and blanks: code has their colour anyway.
PLAIN = re.compile(r'<span class="[npw]">([^<]*)</span>')
REGION = re.compile(r"^ *// task-(begin|end)$")
SHEET_ENDS = "## Afterwards\n"


def cut_exam(app, docname, source):
    """What follows on an exam's sheet compares answers."""
    if docname.startswith("lessons/exam_") and not app.config.teacher_edition:
        source[0] = source[0].split(SHEET_ENDS)[0]


def add_files(app, document):
    name = app.env.current_document.docname
    if not name.startswith("lessons/") or app.builder.name == "gettext":
        return
    page = document.next_node(nodes.section)
    lesson = app.srcdir / name
    answers = app.srcdir / "solutions" / lesson.name
    files = section(app.config, page, "Files", "files")
    files += paragraph(say(app.config, "The exercise as it is given; your "
                           "lines go into the marked part."))
    files += folded(app, lesson / "exercise.cu")
    for path in sorted(lesson.glob("*")):
        if path.suffix in (".cu", ".cuh", ".h", ".cpp") and (
                path.name != "exercise.cu"):
            files += folded(app, path)
    if not app.config.teacher_edition:
        files += paragraph(say(app.config,
                               "Solutions are left out of this edition."))
        return
    part = section(app.config, page, "Solution", "solution")
    part += folded(app, answers / "solution.cu")
    solution = {"solution.cu": region(answers / "solution.cu")}
    right = {f"also_right/{path.name}": region(path)
             for path in sorted((answers / "also_right").glob("*.cu"))}
    for title, folder in (("Other right answers", "also_right"),
                          ("Known mistakes", "mistakes")):
        found = sorted((answers / folder).glob("*.cu"))
        if found:
            part = section(app.config, page, title, folder)
            beside = solution | right if folder == "mistakes" else solution
            part += [answer(app, path, beside) for path in found]


def paragraph(words):
    return nodes.paragraph("", words)


def folded(app, path):
    """A file of the repository, closed, with its region marked."""
    text = path.read_text(encoding="utf-8")
    app.env.note_dependency(path)
    block = code(text, "cpp")
    marked = [i for i, line in enumerate(text.splitlines(), 1)
              if REGION.match(line)]
    if len(marked) == 2:
        block["highlight_args"]["hl_lines"] = list(
            range(marked[0], marked[1] + 1))
    head = summary("", "", nodes.literal(
        "", path.relative_to(app.srcdir).as_posix()))
    return fold("", head, block)


def region(path):
    """The lines between the marks of a whole file; of a file that holds no more,
    those below its head."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    marks = [i for i, line in enumerate(lines) if REGION.match(line)]
    if not marks:
        return text.split("\n\n", 1)[1].splitlines()
    return lines[marks[0] + 1:marks[1]]


def difference(path, right):
    """Where a region differs from the nearest of the regions in `right`, by
    name, such as `solution.cu`; or all of it where that is shorter."""
    body = region(path)
    texts = ["\n".join(difflib.unified_diff(
        lines, body, name, path.name, n=1, lineterm=""))
        for name, lines in right.items()]
    nearest, whole = min(texts, key=len), "\n".join(body)
    return (code(nearest, "diff") if len(nearest) < len(whole)
            else code(whole, "cpp"))


def answer(app, path, right):
    """Another region: why it is shown, what catches it, and where it differs
    from one of `right`."""
    text = path.read_text(encoding="utf-8")
    app.env.note_dependency(path)
    head = text.split("\n\n", 1)[0]
    words = [line.removeprefix("//").strip() for line in head.splitlines()[1:]]
    caught = [line.removeprefix("caught by: ") for line in words
              if line.startswith("caught by: ")]
    told = " ".join(line for line in words
                    if not line.startswith(("caught by: ", "#include")))
    shown = [summary("", "", nodes.literal("", path.stem))]
    if told:
        shown.append(paragraph(told))
    if caught:
        shown.append(paragraph(say(app.config, "Caught by: {}",
                                   ", ".join(caught))))
    return fold("", *shown, difference(path, right))


def code(text, language):
    return nodes.literal_block(text, text, language=language,
                               highlight_args={})


def thin(app, pagename, templatename, context, doctree):
    """A page without spans that change nothing: nearly a third of its bytes."""
    if "body" in context:
        context["body"] = PLAIN.sub(r"\1", context["body"])


def setup(app):
    app.connect("source-read", cut_exam, priority=100)
    app.connect("doctree-read", add_files)
    app.connect("html-page-context", thin)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
