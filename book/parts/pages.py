# SPDX-License-Identifier: MIT
"""Which file of the repository is which page, and where links between them lead.

README.md of the root is the front page `index`; README.md of another folder is
the page named like its folder; every other page keeps its name. The front page
gets the table of contents, which no file of the repository holds."""
import os
import pathlib
import posixpath
import re

import sphinx.application
import sphinx.project

BELOW = [  # the parts of the sidebar below the lessons, and their pages
    ("Learn", ["docs/commands", "docs/watch", "docs/step", "docs/editors",
               "docs/setup",
               "docs/html-report", "docs/course/map", "docs/course/glossary",
               "docs/course/measured", "docs/course/history",
               "docs/course/where_the_libraries_do_it", "docs/sources",
               "docs/course/reading_ncu_and_compute_sanitizer"]),
    ("Test your own code", ["docs/testing", "docs/schedules", "docs/report",
                            "docs/devices"]),
    ("Diagnostics", ["docs/diagnostics", "docs/diagnostics/**"]),
    ("Teach", ["docs/teaching", "docs/grading", "docs/isolation",
               "docs/lesson-contract",
               "docs/benchmark", "labs/**"]),
    ("Look inside", ["docs/**", "CONTRIBUTING", "CHANGELOG",
                     "LICENSE-texts", "tests", "tests/**"]),
]


# Every README.md of a lesson, and the documentation.
ALL = ["*.md", "docs/*.md", "docs/**/*.md", "lessons/*/README.md",
       "tests/README.md", "tests/*/README.md", "labs/slurm/README.md"]
BOOK = pathlib.Path(__file__).resolve().parent.parent
LOCALE = pathlib.Path(os.environ.get("LOCKSTEP_BOOK_LOCALE")  # of a test
                      or BOOK / "locale")
ROOT = BOOK.parent


def translated(language):
    """The names of the pages that a language has, the front page always."""
    folder = LOCALE / language / "LC_MESSAGES"
    return {"index"} | {
        path.relative_to(folder).with_suffix("").as_posix()
        for path in folder.rglob("*.po")} - {"book", "explorers", "sphinx"}


def included(language):
    """The files that are pages in this language."""
    if language == "en":
        return ALL
    files = []
    for name in sorted(translated(language)):
        page = f"{name}/README.md" if name != "index" else "README.md"
        files.append(page if (ROOT / page).exists() else f"{name}.md")
    return files


class Project(sphinx.project.Project):
    """Pages under the names that they have in the book."""

    def discover(self, exclude_paths=(), include_paths=("**",)):
        super().discover(exclude_paths, include_paths)
        self._path_to_docname = {path: page_name(path)
                                 for path in self._path_to_docname}
        self._docname_to_path = {name: path for path, name
                                 in self._path_to_docname.items()}
        self.docnames = set(self._docname_to_path)
        return self.docnames

    def path2doc(self, filename):
        path = pathlib.Path(filename)
        if path.is_absolute() and path.is_relative_to(self.srcdir):
            path = path.relative_to(self.srcdir)
        if path.suffix != ".md" or path.is_absolute():
            return super().path2doc(path)
        return page_name(path)


def page_name(path):
    """The name in the book of the page at `path`, relative to the root."""
    if path.name != "README.md":
        return path.with_suffix("").as_posix()
    return "index" if path == pathlib.Path("README.md") else path.parent.as_posix()


def parts_of_the_course(root):
    """[(title, names of lessons)], as the map of the course has them."""
    course = (root / "docs/course/map.md").read_text(encoding="utf-8")
    parts = []
    for block in re.findall(r"  subgraph part\d+ .*?\n  end\n", course, re.S):
        title = re.search(r'\["(.*?)"\]', block)[1]
        numbers = re.findall(r"^    l(\w+?)[\[(]", block, re.M)
        parts.append((title, [
            next((root / "lessons").glob(f"{number}_*")).name
            for number in numbers]))
    return parts


def contents(app):
    """The table of contents, as directives. A page stands in it once."""
    every = set(app.project.docnames) - {"index"}
    groups = [(title, [f"lessons/{name}" for name in names])
              for title, names in parts_of_the_course(app.srcdir)]
    for title, patterns in BELOW:
        groups.append((title, [
            name for pattern in patterns for name in sorted(every)
            if pathlib.PurePosixPath(name).match(pattern)
            or (pattern.endswith("/**") and name.startswith(pattern[:-2]))]))
    text, seen = "", set()
    for title, names in groups:
        names = [n for n in dict.fromkeys(names) if n in every and n not in seen]
        seen.update(names)
        if not names:
            continue
        lines = "\n".join(f"/{name}" for name in names)
        text += (f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n"
                 f":titlesonly:\n\n{lines}\n```\n")
    if every - seen:
        raise RuntimeError("in no part of the sidebar: " +
                           ", ".join(sorted(every - seen)))
    return text


def add_contents(app, docname, source):
    if docname == "index":
        source[0] += contents(app)


def page_uri(env, docname, target, language):
    """From a page to another one; to the English one where this language does
    not have it."""
    prefix = ""
    if target not in env.found_docs and language != "en":
        prefix = "../"
    return posixpath.relpath(f"{prefix}{target}.html",
                             posixpath.dirname(docname) or ".")


def setup(app):
    sphinx.application.Project = Project
    app.connect("source-read", add_contents)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
