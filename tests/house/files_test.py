# SPDX-License-Identifier: MIT
"""What files.py must refuse: one file, each time with one fault."""
import pathlib
import tempfile
import unittest

import files

GOOD = f"{files.LICENCE}\n// Adds numbers. Knows no files.\nint sum;\n"


def faults(text, name="simt/low/a.cpp"):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text(text)
        return list(files.faults(root))


class Refuses(unittest.TestCase):
    def test_nothing_in_a_file_in_order(self):
        self.assertEqual(faults(GOOD), [])

    def test_a_file_without_its_licence(self):
        self.assertEqual(faults("// A.\n" + GOOD),
                         [f"simt/low/a.cpp:1: must be the line "
                          f"{files.LICENCE}"])
        self.assertEqual(len(faults("")), 2)

    def test_a_file_without_a_head(self):
        says = ["simt/low/a.cpp:2: must say what the file does"]
        self.assertEqual(faults(f"{files.LICENCE}\nint sum;\n"), says)
        self.assertEqual(faults(f"{files.LICENCE}\n//\n\n// Late.\n"), says)
        self.assertEqual(faults(f"{files.LICENCE}\n/// Of sum.\nint sum;\n"),
                         says)

    def test_a_head_that_only_points_elsewhere(self):
        for where in ("a.h.", "simt/low/a.h"):
            self.assertEqual(
                faults(f"{files.LICENCE}\n// See {where}\n"),
                ["simt/low/a.cpp:2: must say what this file does, not where "
                 "to look"])
        self.assertEqual(faults(f"{files.LICENCE}\n// See a.h. Adds.\n"), [])

    def test_a_head_that_is_too_long(self):
        head = "// Adds.\n" * files.MOST_OF_HEAD
        self.assertEqual(faults(f"{files.LICENCE}\n{head}\n// More.\n"), [])
        self.assertEqual(
            faults(f"{files.LICENCE}\n{head}//\nint sum;\n"),
            ["simt/low/a.cpp:2: says it in 5 lines, more than 4: the rest "
             "stands where it is declared"])

    def test_a_file_that_is_too_long(self):
        room = files.MOST - 3
        self.assertEqual(faults(GOOD + "\n" * room), [])
        self.assertEqual(faults(GOOD + "\n" * (room + 1)),
                         ["simt/low/a.cpp: has 401 lines, more than 400: "
                          "split it"])

    def test_each_folder_and_both_endings(self):
        for folder in files.FOLDERS:
            for ending in ("cpp", "h"):
                self.assertEqual(len(faults("", f"{folder}/a.{ending}")), 2)
        self.assertEqual(faults("", "build/a.cpp"), [])
        self.assertEqual(faults("", "simt/a.txt"), [])


if __name__ == "__main__":
    unittest.main()
