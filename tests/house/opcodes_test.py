# SPDX-License-Identifier: MIT
"""What opcodes.py must find: small trees, each with one string."""
import pathlib
import tempfile
import unittest

import opcodes

ROWS = """constexpr Op kRows[] = {
    {"ld.global.type d, [a]", 0, select, Event::kAccess},
    {"red.type [a], b", 0, select, Event::kAtomic},
};
const char* kWords[] = {
    {"shared"},
};
"""


def found(name, text):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, content in {"simt/ops/rows.cpp": ROWS, name: text}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(content)
        known = opcodes.opcodes(root)
        return [(line, word) for _, line, word in opcodes.named(root, known)]


class Finds(unittest.TestCase):
    def test_an_opcode_with_and_without_modifiers(self):
        self.assertEqual(
            found("simt/machine/a.cpp", 'f("ld");\ng("red.global.add");\n'),
            [(1, "ld"), (2, "red")])

    def test_nothing_in_the_rooms_of_rows_and_syntax(self):
        self.assertEqual(found("simt/ptx/a.cpp", 'f("ld");\n'), [])

    def test_nothing_in_comments_sentences_and_other_words(self):
        self.assertEqual(
            found("simt/machine/a.cpp",
                  '// "ld"\nf("shared");\nf("ld of a word");\nf("ldx");\n'), [])


if __name__ == "__main__":
    unittest.main()
