# SPDX-License-Identifier: MIT
"""What findings.py must refuse: a page in order, each time with one fault."""
import pathlib
import tempfile
import unittest

import findings

CASE = '`tests/a_test.cpp`: "it holds"'
PAGE = "".join(f"| {letter}{number} | What it was. | {CASE}<br>`tests/b.cu` |\n"
               for letter, count in findings.COUNTS.items()
               for number in range(1, count + 1))


def faults(page):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "tests/grade").mkdir(parents=True)
        (root / findings.PAGE).write_text(page)
        (root / "tests/a_test.cpp").write_text('TEST_CASE("it holds") {}\n')
        (root / "tests/b.cu").write_text("")
        return list(findings.faults(root))


class Refuses(unittest.TestCase):
    def test_nothing_on_a_page_in_order(self):
        self.assertEqual(faults(PAGE), [])

    def test_a_finding_that_stands_never_or_twice(self):
        self.assertEqual(faults(PAGE.replace("| H2 |", "| H1 |")),
                         [f"{findings.PAGE}: H1 stands 2 times",
                          f"{findings.PAGE}: H2 stands 0 times"])

    def test_a_test_that_is_not_there(self):
        for wrong, says in (
                ('`tests/a_test.cpp`: "it does not"',
                 'names "it does not", which tests/a_test.cpp does not have'),
                ('`tests/c.cu`', "names tests/c.cu, which is not there"),
                ('`tests/a_test.cpp`', "names tests/a_test.cpp without a case"),
                ('`tests/b.cu`: "it holds"', "names tests/b.cu with a case"),
                ('none', "names no test: none")):
            page = PAGE.replace(CASE, wrong, 1)
            self.assertEqual(faults(page), [f"{findings.PAGE}: C1 {says}"])


if __name__ == "__main__":
    unittest.main()
