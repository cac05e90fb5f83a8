# SPDX-License-Identifier: MIT
"""Pages in other languages: what a translator is asked for, and the note on a
page whose original has moved on."""
import re

from docutils import nodes
from sphinx.transforms import SphinxTransform

WORD = re.compile(r"[^\W\d_]{2,}")


class Wordless(SphinxTransform):
    """Numbers, times, code and pictures alone are the same everywhere. (The
    words of a picture are a message of their own.)"""
    default_priority = 5  # before Sphinx looks for messages

    def apply(self, **kwargs):
        for node in self.document.findall(nodes.TextElement):
            if isinstance(node, nodes.paragraph) and not has_words(node):
                node["translatable"] = False


def has_words(node):
    """Whether a translator could change something."""
    rest = "".join(
        text.astext() for text in node.findall(nodes.Text)
        if not isinstance(text.parent, nodes.literal))
    rest = re.sub(r"\d[\d.]* (ms|us|µs|ns|TB/s|GB/s|%)", "", rest)
    return bool(WORD.search(rest))


def setup(app):
    app.add_transform(Wordless)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
