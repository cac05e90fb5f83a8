# SPDX-License-Identifier: MIT
"""How large the steps of each lesson's first tiny case are, with its solution,
as the table of docs/step.md. The lessons must be built.

  step_sizes.py LEARN PAGE           compares; 1 when the page says otherwise
  step_sizes.py LEARN PAGE --update  writes the table there
"""

import pathlib
import re
import subprocess
import sys
import tempfile

MOST = 5_000_000  # bytes, as in simt/steps/steps.h
TABLE = re.compile(r"(<!-- sizes-begin -->\n).*?(<!-- sizes-end -->)", re.S)
FIXED = ("| lesson | steps | kB |", "|---|---|---|")


def row(learn, lesson, file):
    """The row of one lesson; None where its tiny case launches no kernel."""
    done = subprocess.run(
        [learn, "step", lesson, "--solution", "--built", "--json", file],
        capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{lesson}: {done.stdout}{done.stderr}")
    text = pathlib.Path(file).read_text(encoding="utf-8")
    steps = sum(line.startswith('{"step":') for line in text.splitlines())
    size = len(text.encode())
    if size > MOST:
        sys.exit(f"{lesson}: its steps are larger than the emulator keeps")
    return f"| {lesson} | {steps:,} | {(size + 500) // 1000:,} |" if steps \
        else None


def table(learn, root):
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for lesson in sorted(root.glob("lessons/*/lesson.toml")):
            rows.append(row(learn, lesson.parent.name, f"{folder}/steps"))
    return "\n".join([*FIXED, *filter(None, rows)]) + "\n"


def main(learn, page, update=""):
    page = pathlib.Path(page)
    text = page.read_text(encoding="utf-8")
    made = table(learn, pathlib.Path(__file__).parents[2])
    fresh = TABLE.sub(lambda found: found[1] + made + found[2], text)
    if "sizes-begin" not in text:
        sys.exit(f"{page} has no table of sizes")
    if update == "--update":
        page.write_text(fresh, encoding="utf-8")
    elif fresh != text:
        sys.exit(f"{page} has other sizes; {sys.argv[0]} LEARN PAGE --update "
                 f"writes these:\n{made}")


if __name__ == "__main__":
    main(*sys.argv[1:])
