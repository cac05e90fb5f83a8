# SPDX-License-Identifier: MIT
"""The reports that a program of this folder must give, in comments at its end:

    /* report:
    error[trap]: ...
    */
    /* report on k20m:
    error[trap]: ...
    */
    /* no report on c1060 */

The first is of the default device, the others of a device profile. A program
without the first must stay silent there. Only this file knows how they are
written.
"""
import re

BLOCK = re.compile(r"/\* report(?: on (\w+))?:\n(.*?)\*/\n"
                   r"|/\* no report on (\w+) \*/\n", re.DOTALL)
FIRST = re.compile(r"^/\* (no )?report", re.MULTILINE)


def program_of(text):
    """The text of the program without its reports."""
    first = FIRST.search(text)
    return (text[:first.start()] if first else text).rstrip("\n") + "\n"


def reports_of(text):
    """{profile: report} of the program; the default device is the profile "".
    Raises ValueError where its end is something else."""
    first = FIRST.search(text)
    at, found = first.start() if first else len(text), {}
    while at < len(text):
        block = BLOCK.match(text, at)
        if not block:
            line = text[at:].split("\n", 1)[0]
            raise ValueError(f"a report cannot begin with the line `{line}`")
        profile = block[1] or block[3] or ""
        if profile in found:
            raise ValueError(f"two reports on `{profile or 'default'}`")
        found[profile] = block[2] or ""
        at = block.end()
    return found


def with_reports(text, reports):
    """The text of the program with these reports, in their order."""
    text = program_of(text)
    for i, (profile, report) in enumerate(reports.items()):
        if "*/" in report:
            raise ValueError("a report that holds */ would end its comment")
        where = f" on {profile}" if profile else ""
        text += "" if i else "\n"
        text += (f"/* report{where}:\n{report}*/\n" if report
                 else f"/* no report{where} */\n")
    return text
