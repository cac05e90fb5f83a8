# SPDX-License-Identifier: MIT
"""What rooms.py and symbols.py must refuse: small trees, each with one fault."""
import pathlib
import tempfile
import unittest

import rooms
import symbols

TABLE = """# A comment.
simt/low
  offers a.h

simt/high
  includes simt/low
"""
TREE = {
    "simt/low/a.h": "#include <vector>\n",
    "simt/low/a.cpp": '#include "simt/low/a.h"\n#include "simt/low/b.h"\n',
    "simt/low/b.h": "",
    "simt/high/c.cpp": '#include "simt/low/a.h"\n',
}


def faults(changes, table=TABLE):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        for name, text in {**TREE, **changes, "cmake/rooms.txt": table}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        return list(rooms.faults(root))


class Refuses(unittest.TestCase):
    def test_nothing_in_a_tree_in_order(self):
        self.assertEqual(faults({}), [])

    def test_two_modules_that_include_each_other_are_allowed(self):
        self.assertEqual(
            faults({"simt/low/b.cpp": '#include "simt/low/a.h"\n'}), [])

    def test_an_include_of_a_room_above(self):
        self.assertIn(
            "simt/low/b.h:2: simt/low may not include simt/high",
            faults({"simt/low/b.h": '\n#include "simt/high/d.h"\n',
                    "simt/high/d.h": ""}))

    def test_an_include_beside_the_root(self):
        self.assertIn(
            "simt/low/b.h:1: simt/low may not include simt/high",
            faults({"simt/low/b.h": '#include "../high/d.h"\n',
                    "simt/high/d.h": ""}))

    def test_an_include_of_what_a_room_keeps_to_itself(self):
        self.assertEqual(
            faults({"simt/high/d.cpp": '#include "simt/low/b.h"\n'}),
            ["simt/high/d.cpp:1: simt/low does not offer b.h"])

    def test_three_modules_in_a_cycle(self):
        self.assertEqual(
            faults({"simt/low/b.h": '#include "simt/low/d.h"\n',
                    "simt/low/d.h": "",
                    "simt/low/d.cpp": '#include "simt/low/a.h"\n'}),
            ["modules in a cycle: simt/low/a simt/low/b simt/low/d"])

    def test_rooms_in_a_cycle(self):
        self.assertIn(
            "rooms in a cycle: simt/high simt/low",
            faults({"simt/low/b.h": '#include "simt/high/d.h"\n',
                    "simt/high/d.h": ""}))

    def test_a_room_that_the_table_lacks(self):
        self.assertEqual(faults({"runner/new/e.cpp": ""}),
                         ["rooms.txt: the room runner/new is missing"])

    def test_a_table_that_is_out_of_order(self):
        table = TABLE.replace("  offers", "  includes simt/high\n  offers")
        self.assertIn("rooms.txt: simt/high does not stand above simt/low",
                      faults({}, table))

    def test_a_table_that_allows_what_nobody_uses(self):
        self.assertEqual(
            faults({"simt/high/c.cpp": ""}),
            ["rooms.txt: no other room includes simt/low/a.h",
             "rooms.txt: simt/high includes nothing of simt/low"])

    def test_a_header_that_is_not_there(self):
        table = TABLE.replace("a.h", "a.h z.h")
        self.assertIn("rooms.txt: simt/low has no z.h", faults({}, table))

    def test_a_use_of_a_room_above_that_no_include_shows(self):
        table = {"simt/low": rooms.Room([], []),
                 "simt/middle": rooms.Room(["simt/low"], []),
                 "simt/high": rooms.Room(["simt/middle"], [])}
        low, high = ({"a"}, {"c", "puts"}), ({"c"}, {"a"})
        self.assertEqual(
            list(symbols.faults(table, {"simt/low": low, "simt/high": high})),
            ["simt/low may not use c of simt/high"])

    def test_a_room_without_a_symbol(self):
        table = {"simt/low": rooms.Room([], [])}
        self.assertEqual(
            list(symbols.faults(table, {"simt/low": (set(), {"puts"})})),
            ["simt/low defines nothing: is it in the list?"])


if __name__ == "__main__":
    unittest.main()
