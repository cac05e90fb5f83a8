# SPDX-License-Identifier: MIT
"""What run.py must refuse: a program that reports one line and ends well, each
time with one fault of its source."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

RUN = pathlib.Path(__file__).resolve().parent / "run.py"
REPORT = "error[trap]: it stops on {}\n"
PROGRAM = """#!/bin/sh
touch "$SIMT_HANDSHAKE"
[ "${SIMT_DEVICE-}" = c1060 ] ||
  echo "error[trap]: it stops on ${SIMT_DEVICE-$SIMT_CHECKS}" >&2
"""
SOURCE = "int main() {}\n"
GOOD = f"""{SOURCE}
/* report:
{REPORT.format("nan")}*/
/* report on k20m:
{REPORT.format("k20m")}*/
/* no report on c1060 */
"""


def said(source, name="bug.cu", update="0", program=PROGRAM):
    """The exit status of run.py, what it writes, and the source afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / name).write_text(source)
        (path / "program").write_text(program)
        (path / "program").chmod(0o755)
        run = subprocess.run(
            [sys.executable, "-B", RUN, path / "program", path / name,
             "libraries", "SIMT_CHECKS=nan"], capture_output=True, text=True, check=False,
            env={**os.environ, "LOCKSTEP_UPDATE": update, "SIMT_DEVICE": "t4"})
        return run.returncode, run.stderr, (path / name).read_text()


class Run(unittest.TestCase):
    def refuses(self, source, words, **options):
        status, text, _ = said(source, **options)
        self.assertEqual(status, 1, text)
        self.assertIn(words, text)

    def test_nothing_where_all_is_as_expected(self):
        self.assertEqual(said(GOOD), (0, "", GOOD))
        silent = PROGRAM.replace("echo", "true")
        self.assertEqual(said(SOURCE, name="near_miss.cu", program=silent),
                         (0, "", SOURCE))

    def test_a_near_miss_that_reports_under_a_seed(self):
        program = PROGRAM.replace("||", "|| [ \"${SIMT_SCHEDULE-0}\" != 7 ] ||")
        self.refuses(SOURCE, "under seed 7", name="near_miss.cu", program=program)

    def test_any_other_character(self):
        begin = GOOD.index("error[")
        end = begin + len(REPORT.format("nan")) - 1  # its newline follows
        for i in (begin, (begin + end) // 2, end - 1):
            self.refuses(GOOD[:i] + "#" + GOOD[i + 1:], "it reports")
        self.refuses(GOOD.replace("on nan\n", "on nan"), "it reports")
        self.refuses(GOOD.replace("on nan\n", "on nan\n\n"), "it reports")
        self.refuses(GOOD.replace("stops on k20m", "stops on k20"),
                     "on k20m it")

    def test_a_report_that_is_missing(self):
        self.refuses(SOURCE, "it reports")
        self.refuses(GOOD.replace("no report on c1060", "no report on m2050"),
                     "on m2050 it reports")

    def test_what_is_no_report(self):
        self.refuses(GOOD.replace("on k20m:", "of k20m:"), "cannot begin with")
        self.refuses(GOOD + "int after;\n", "cannot begin with")
        self.refuses(GOOD + "/* no report on k20m */\n",
                     "two reports on `k20m`")

    def test_what_its_name_forbids(self):
        silent = PROGRAM.replace("echo", "true")
        self.refuses(SOURCE, "must fire its diagnostic", program=silent)
        self.refuses(GOOD, "must stay silent", name="near_miss.cu")

    def test_a_program_that_ends_badly_without_a_report(self):
        self.refuses(SOURCE, "ended with 3", name="other.cu",
                     program=PROGRAM.replace("echo", "exit 3 #"))

    def test_a_program_without_the_emulator(self):
        self.refuses(GOOD, "did not load the emulator",
                     program="#!/bin/sh\n")

    def test_a_diagnostic_without_a_page(self):
        self.refuses(GOOD.replace("trap", "slow"), "slow has no page",
                     program=PROGRAM.replace("trap", "slow"))

    def test_an_update(self):
        old = GOOD.replace("it stops", "it stopped")
        self.assertEqual(said(old, update="1"), (0, "", GOOD))
        head = SOURCE + "\n/* report:\n" + REPORT.format("nan") + "*/\n"
        self.assertEqual(said(SOURCE, update="1"), (0, "", head))
        self.assertEqual(said(SOURCE + "\n", update="1"), (0, "", head))
        ends = PROGRAM.replace("it stops", "*/")
        self.refuses(GOOD, "would end its comment", update="1", program=ends)


if __name__ == "__main__":
    unittest.main()
