# SPDX-License-Identifier: MIT
"""Makes the screenshots of docs/ anew: of the book, a step view and an explorer.

    ./learn book -o /tmp/site
    python3 tests/page/screenshots.py /tmp/site build

Nobody compares them by machine; look at them. The mistakes that they step
through are built (`./learn test` does)."""

import base64
import pathlib
import subprocess
import sys
import tempfile

from browser import find_browser
from devtools import Browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def step_view(build, view, *words):
    subprocess.run([f"{build}/runner/learn", "step", *words, "--built", "-o",
                    view], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return view.as_uri()


def take(browser, name, address, size, script="", dark=False):
    """One picture, after `script` has run in the page."""
    browser.open(address, size[0], size[1], dark=dark, still=True)
    browser.evaluate("document.querySelector('.back-to-top')?.remove()")
    browser.evaluate(script or "0")
    # Two frames later all of it is painted, and what is embedded has begun.
    browser.evaluate("new Promise((done) => setTimeout(() => "
                     "requestAnimationFrame(() => requestAnimationFrame(done))"
                     ", 1500))")
    shot = browser.call("Page.captureScreenshot", format="png")
    (DOCS / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))


def main(site, build):
    site = pathlib.Path(site).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        browser = Browser(find_browser(), folder)
        take(browser, "book-front", (site / "index.html").as_uri(),
             (1280, 2150))
        lesson = (site / "lessons/13_bank_conflicts.html").as_uri()
        take(browser, "book-lesson", lesson, (400, 1000),
             "scrollTo(0, document.querySelector('.table-wrapper:has(+ .plot)')"
             ".getBoundingClientRect().top - 60)", dark=True)
        take(browser, "explorer-narrow", lesson, (400, 1020),
             "const box = document.querySelector('.explorer'); "
             "const padding = box.querySelector('[id$=-padding]'); "
             "padding.value = 1; padding.dispatchEvent(new Event('input')); "
             "scrollTo(0, box.getBoundingClientRect().top - 60)")
        take(browser, "step-beside", step_view(
            build, folder / "beside.html", "13", "--mistake",
            "barrier_removed", "--beside", "3") + "#otherwise", (1300, 1180))
        take(browser, "step-narrow", step_view(
            build, folder / "narrow.html", "17", "--mistake", "no_barrier"),
            (400, 1400),
            "document.querySelector('[data-do=diagnostic]').click()")
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
