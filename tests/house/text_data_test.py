# SPDX-License-Identifier: MIT
"""What text_data.py must find: small trees, each with one file."""
import pathlib
import tempfile
import unittest

import text_data


def found(name, text):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
        return [(line, word)
                for _, line, word in text_data.taken_apart(pathlib.Path(folder))]


class Finds(unittest.TestCase):
    def test_a_number_of_text(self):
        self.assertEqual(
            found("simt/checks/a.cpp",
                  "int a;\nf(std::stoull(name.substr(plus + 1)));\n"
                  "std::sscanf(text, format);\nstd::from_chars(a, b, c);\n"),
            [(2, "stoull"), (3, "sscanf"), (4, "from_chars")])

    def test_a_separator_of_our_sentences(self):
        self.assertEqual(
            found("runner/page/a.cpp",
                  "name.rfind('+');\nnote.find(\": \");\nx.find(':');\n"),
            [(1, "rfind"), (2, "find"), (3, "find")])

    def test_what_follows_a_text_with_slashes(self):
        self.assertEqual(
            found("simt/checks/a.cpp",
                  'f("a // b"); std::stoi(x);\n'
                  "g('\"', 1'000, \"\\\"//\"); std::stol(x);  // stof's\n"),
            [(1, "stoi"), (2, "stol")])

    def test_nothing_in_comments_other_rooms_and_other_calls(self):
        text = "// stoi\npoints.find({file, line});\ntext.find('{');\nhistory();"
        self.assertEqual(found("runner/picture/a.h", text), [])
        self.assertEqual(found("runner/lesson/a.cpp", "std::stoi(x);"), [])


if __name__ == "__main__":
    unittest.main()
