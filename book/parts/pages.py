# SPDX-License-Identifier: MIT
"""Which file of the repository is which page, and where links between them lead.

README.md of the root is the front page `index`; README.md of another folder is
the page named like its folder; every other page keeps its name. The front page
gets the table of contents, which no file of the repository holds."""
import pathlib
import re

import sphinx.application
import sphinx.project

BELOW = [  # the parts of the sidebar below the lessons, and their pages
    ("Learn", ["docs/commands", "docs/watch", "docs/step", "docs/setup",
               "docs/html-report", "docs/course/map", "docs/course/glossary",
               "docs/course/measured", "docs/course/history",
               "docs/course/where_the_libraries_do_it", "docs/sources",
               "docs/course/reading_ncu_and_compute_sanitizer"]),
    ("Test your own code", ["docs/testing", "docs/report", "docs/devices"]),
    ("Diagnostics", ["docs/diagnostics", "docs/diagnostics/**"]),
    ("Teach", ["docs/teaching", "docs/grading", "docs/lesson-contract",
               "docs/benchmark", "labs/**"]),
    ("Look inside", ["docs/**", "CONTRIBUTING", "CHANGELOG", "tests", "tests/**"]),
]


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
        return self._path_to_docname.get(path) or super().path2doc(path)


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


def setup(app):
    sphinx.application.Project = Project
    app.connect("source-read", add_contents)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
