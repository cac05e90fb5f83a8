# SPDX-License-Identifier: MIT
"""What pages.py must refuse: one diagnostic, each time with one fault."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

PAGES = pathlib.Path(__file__).resolve().parent / "pages.py"
REPORT = "warning[slow]: it is slow\n"
PROGRAM = "int main() {}\n\n"
FILES = {
    "docs/diagnostics/README.md": "| [slow](slow.md) | warning |\n",
    "docs/diagnostics/slow.md": "<!-- output: tests/diagnostics/slow/bug.cu -->\n"
                                f"```\n{REPORT}```\n",
    "tests/diagnostics/slow/bug.cu": f"{PROGRAM}/* report:\n{REPORT}*/\n",
    "tests/diagnostics/slow/near_miss.cu": "",
}


def said(changes, *options):
    """What pages.py says of FILES with these changes (None: no such file), and
    the page afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {**FILES, **changes}.items():
            if text is not None:
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
        run = subprocess.run([sys.executable, "-B", PAGES, root, *options],
                             capture_output=True, text=True, check=False)
        page = (root / "docs/diagnostics/slow.md").read_text()
        return run.returncode, run.stdout, page


class Pages(unittest.TestCase):
    def refuses(self, changes, words):
        status, text, _ = said(changes)
        self.assertEqual(status, 1, text)
        self.assertIn(words, text)

    def test_nothing_where_all_is_there(self):
        self.assertEqual(said({})[:2],
                         (0, "1 reports are quoted as they are\n"))

    def test_a_diagnostic_without_a_row(self):
        self.refuses({"docs/diagnostics/README.md": ""},
                     "README.md: add a row `| [slow](slow.md) | ...`")

    def test_a_diagnostic_that_no_program_fires(self):
        self.refuses({"tests/diagnostics/slow/bug.cu": None},
                     "write tests/diagnostics/slow/bug.cu")

    def test_a_diagnostic_without_a_near_miss(self):
        self.refuses({"tests/diagnostics/slow/near_miss.cu": None},
                     "write tests/diagnostics/slow/near_miss.cu")

    def test_a_page_without_its_report(self):
        other = FILES["docs/diagnostics/slow.md"].replace("slow/bug", "fast/bug")
        self.refuses({"docs/diagnostics/slow.md": other,
                      "tests/diagnostics/fast/bug.cu":
                          FILES["tests/diagnostics/slow/bug.cu"]},
                     "slow.md: does not quote its report")
        self.refuses({"docs/diagnostics/slow.md": other},
                     "there is no report tests/diagnostics/fast/bug.cu")
        self.refuses({"docs/diagnostics/slow.md": ""},
                     "has no page that quotes a report")

    def test_a_report_that_the_program_does_not_have(self):
        self.refuses({"tests/diagnostics/slow/bug.cu": PROGRAM},
                     "there is no report tests/diagnostics/slow/bug.cu")
        other = FILES["docs/diagnostics/slow.md"]
        other += other.replace("bug.cu", "bug.cu on k20m")
        self.refuses({"docs/diagnostics/slow.md": other},
                     "there is no report tests/diagnostics/slow/bug.cu on k20m")

    def test_the_report_on_a_profile(self):
        changes = {
            "docs/diagnostics/slow.md": FILES["docs/diagnostics/slow.md"] * 2,
            "tests/diagnostics/slow/bug.cu":
                FILES["tests/diagnostics/slow/bug.cu"]
                + "/* report on k20m:\nwarning[slow]: slower\n*/\n"}
        self.assertEqual(said(changes)[0], 0)
        page = FILES["docs/diagnostics/slow.md"]
        page += page.replace("bug.cu", "bug.cu on k20m")
        changes["docs/diagnostics/slow.md"] = page
        self.refuses(changes, "is not the report tests/diagnostics/slow/bug.cu "
                              "on k20m")
        self.assertIn("slower", said(changes, "--update")[2])

    def test_an_old_report_until_it_is_updated(self):
        old = FILES["docs/diagnostics/slow.md"].replace("is slow", "was slow")
        changes = {"docs/diagnostics/slow.md": old}
        self.refuses(changes, "type tests/diagnostics/pages.py --update")
        self.assertEqual(said(changes)[2], old)
        status, _, page = said(changes, "--update")
        self.assertEqual(status, 0)
        self.assertEqual(page, FILES["docs/diagnostics/slow.md"])


if __name__ == "__main__":
    unittest.main()
