# SPDX-License-Identifier: MIT
"""What Sphinx is told about the book. book/make.py starts it, with the root of
the repository as the folder of sources, and sets the language and the edition."""
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "parts"))

project = "Lockstep"
author = "the Lockstep authors"
copyright = "the Lockstep authors, MIT licence"  # noqa: A001, Sphinx' word
extensions = ["myst_parser", "pages", "folds", "language", "links"]

# The pages: every README.md of a lesson, and the documentation.
root_doc = "index"
source_suffix = {".md": "markdown"}
include_patterns = ["*.md", "docs/*.md", "docs/**/*.md", "lessons/*/README.md",
                    "tests/README.md", "tests/*/README.md",
                    "labs/slurm/README.md"]
exclude_patterns = ["build*", ".*", "**/build"]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
myst_linkify_fuzzy_links = False
# A fence without a language shows output or a diagram.
highlight_language = "text"

# The words of the pages in other languages; see docs/book.md.
locale_dirs = [str(HERE / "locale")]
gettext_compact = False
gettext_location = False
gettext_uuid = False

html_theme = "furo"
html_title = "Lockstep"
html_static_path = [str(HERE / "theme" / "static")]
templates_path = [str(HERE / "theme" / "templates")]
html_css_files = ["book.css"]
html_copy_source = False
html_show_sphinx = False
html_last_updated_fmt = None
html_theme_options = {"navigation_with_keys": False}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

teacher_edition = os.environ.get("LOCKSTEP_BOOK_EDITION") == "teacher"
