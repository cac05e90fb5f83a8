# SPDX-License-Identifier: MIT
"""What Sphinx is told about the book. book/make.py starts it, with the root of
the repository as the folder of sources, and sets the language and the edition."""
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "parts"))
from pages import LOCALE, included  # noqa: E402, its folder is known only now

project = "Lockstep"
author = "the Lockstep authors"
copyright = "the Lockstep authors, MIT licence"  # noqa: A001, Sphinx' word
extensions = ["myst_parser", "pages", "folds", "links", "marks", "graph",
              "explorers", "steps", "lesson_page", "language"]

root_doc = "index"
source_suffix = {".md": "markdown"}
include_patterns = included(os.environ.get("LOCKSTEP_BOOK_LANGUAGE", "en"))
exclude_patterns = ["build*", ".*", "**/build"]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
myst_linkify_fuzzy_links = False
smartquotes = False  # pages show the characters that were typed
# A fence without a language shows output or a diagram.
highlight_language = "text"

# The words of the pages in other languages; see docs/book.md.
locale_dirs = [str(LOCALE)]
gettext_compact = False
gettext_location = False
gettext_uuid = False

html_theme = "furo"
html_title = "Lockstep"
html_static_path = [str(HERE / "theme" / "static")]
templates_path = [str(HERE / "theme" / "templates")]
html_css_files = ["book.css"]
html_js_files = [("book.js", {"defer": "defer"})]
html_show_search_summary = False  # it fetches pages, which no file:// allows
html_copy_source = False
html_use_index = False
html_sidebars = {"**": [
    "sidebar/brand.html", "sidebar/search.html", "languages.html",
    "sidebar/scroll-start.html", "sidebar/navigation.html",
    "sidebar/scroll-end.html"]}
html_show_sphinx = False
html_last_updated_fmt = None
html_theme_options = {
    "light_css_variables": {"color-h200": "#006a9e", "color-h100": "#b04a00"},
    "dark_css_variables": {"color-h200": "#5ab8e8", "color-h100": "#ff9a55"},
}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

teacher_edition = os.environ.get("LOCKSTEP_BOOK_EDITION") == "teacher"
