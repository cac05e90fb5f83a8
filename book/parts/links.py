# SPDX-License-Identifier: MIT
"""Links to files that are no pages: each such file is copied beside the pages,
as text, which a browser shows. A link to a folder becomes its words, and so does
one to an answer in the student's edition. A page that is not translated is linked
in English."""
import pathlib
import posixpath
import re
import shutil

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from lesson_page import region
from pages import page_uri

FOLDER = "files"  # of the site


class FileLinks(SphinxTransform):
    default_priority = 30  # after translations were put in

    def apply(self, **kwargs):
        for node in list(self.document.findall(addnodes.download_reference)):
            self.replace(node, node["reftarget"])
        for node in list(self.document.findall(addnodes.pending_xref)):
            if node.get("refdomain") == "doc":
                self.to_english(node)
            elif self.path(node).is_dir():
                self.replace(node, node["reftarget"])

    def path(self, node):
        return pathlib.Path(self.env.relfn2path(node["reftarget"])[1])

    def to_english(self, node):
        """A page that this language does not have is linked in English."""
        if node["reftarget"] in self.env.found_docs:
            return
        where = page_uri(self.env, self.env.docname, node["reftarget"],
                         self.config.language)
        if node.get("reftargetid"):
            where += "#" + node["reftargetid"]
        words = [one for inline in node.children for one in inline.children]
        node.replace_self(nodes.reference("", "", *words, internal=False,
                                          refuri=where))

    def replace(self, node, target):
        path = self.path(node)
        words = [one for inline in node.children for one in inline.children]
        inside = path.relative_to(self.env.srcdir).as_posix()
        hidden = not self.config.teacher_edition and (
            inside.startswith("solutions/") or holds_answer(path))
        if path.is_dir() or hidden:
            node.replace_self(words)
            return
        linked = getattr(self.env, "book_files", None)
        if linked is None:
            linked = self.env.book_files = {}
        linked.setdefault(self.env.docname, set()).add(inside)
        node.replace_self(nodes.reference(
            "", "", *words, internal=False,
            refuri=file_uri(self.env.docname, inside)))


def holds_answer(path):
    """Whether a program of times holds an answer of its lesson: it may time a
    known mistake beside the solution."""
    root = path.parents[1]
    if path.parent != root / "bench" or path.suffix != ".cu":
        return False
    bare = lambda text: re.sub(r"\s+", "", text)
    program = bare(path.read_text(encoding="utf-8"))
    answers = root.glob(f"solutions/{path.name[:2]}_*/**/*.cu")
    return any(bare("\n".join(region(answer))) in program for answer in answers)


def file_uri(docname, inside):
    """From the page to the copy of a file of the repository."""
    return posixpath.relpath(f"{FOLDER}/{inside}.txt",
                             posixpath.dirname(docname) or ".")


def forget(app, env, docname):
    getattr(env, "book_files", {}).pop(docname, None)


def copy(app, error):
    """Puts the files that pages link to beside them."""
    if error or app.builder.name != "html":
        return
    shutil.rmtree(app.outdir / FOLDER, ignore_errors=True)
    for files in getattr(app.env, "book_files", {}).values():
        for inside in files:
            target = app.outdir / FOLDER / f"{inside}.txt"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(app.srcdir / inside, target)


def setup(app):
    app.add_config_value("teacher_edition", False, "env")
    app.add_transform(FileLinks)
    app.connect("env-purge-doc", forget)
    app.connect("build-finished", copy)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
