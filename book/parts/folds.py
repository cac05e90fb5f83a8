# SPDX-License-Identifier: MIT
"""`<details>` of a page as a part of its document: its summary and its text are
then translated like every other paragraph, and a print shows them unfolded."""
import re

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

FOLD = re.compile(r"^<details>\n<summary>(.*?)</summary>\n(.*?)^</details>$",
                  re.M | re.S)


class fold(nodes.General, nodes.Element):
    """What `<details>` holds."""


class summary(nodes.General, nodes.TextElement):
    """Its words while it is closed."""


class Fold(SphinxDirective):
    """:::{fold} SUMMARY"""
    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        words, messages = self.state.inline_text(self.arguments[0], self.lineno)
        head = summary(self.arguments[0], "", *words)
        self.set_source_info(head)
        body = fold("", head)
        self.set_source_info(body)
        self.state.nested_parse(self.content, self.content_offset, body)
        return [body, *messages]


def as_directives(app, docname, source):
    """Replaces the tags. The number of lines stays."""
    source[0] = FOLD.sub(r"::::{fold} \1\n\n\2::::", source[0])


def setup(app):
    app.add_node(fold, html=(
        lambda self, node: self.body.append(self.starttag(node, "details")),
        lambda self, node: self.body.append("</details>\n")))
    app.add_node(summary, html=(
        lambda self, node: self.body.append("<summary>"),
        lambda self, node: self.body.append("</summary>\n")))
    app.add_directive("fold", Fold)
    app.connect("source-read", as_directives)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
