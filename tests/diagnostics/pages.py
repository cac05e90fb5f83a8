#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the diagnostic pages quote real reports.

pages.py: in docs/diagnostics/*.md, the fenced block after a line
<!-- output: FILE --> must be FILE, whole. A page whose name is that of a folder
here must quote its report. Lists what differs; exit status 1 when something
does.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"<!-- output: (\S+) -->\n```\n(.*?)```\n", re.DOTALL)


def main():
    wrong, quoted = [], set()
    for page in sorted(ROOT.glob("docs/diagnostics/*.md")):
        for name, text in BLOCK.findall(page.read_text()):
            quoted.add(name)
            file = ROOT / name
            if not file.is_file() or file.read_text() != text:
                wrong.append(f"{page.relative_to(ROOT)}: is not {name}")
    for page in sorted(ROOT.glob("docs/diagnostics/*.md")):
        name = f"tests/diagnostics/{page.stem}/bug.stderr"
        if (ROOT / name).is_file() and name not in quoted:
            wrong.append(f"{page.relative_to(ROOT)}: does not quote {name}")
    print("\n".join(wrong) or f"{len(quoted)} reports are quoted as they are")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
