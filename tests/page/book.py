# SPDX-License-Identifier: MIT
"""The book: it is built without a warning, its links lead somewhere, and each
kind of page is good in a browser, wide and 400 pixels narrow, light and dark,
by keyboard, on paper and found by its search. 77 where Sphinx or axe cannot be
installed, or there is no Chromium."""

import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import zipfile

import book_links
from browser import Failure, find_browser
from devtools import Browser

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
AXE = "axe-playwright-python==0.1.8"  # the wheel that holds axe.min.js
TEST = (HERE / "book_test.js").read_text(encoding="utf-8")
PAGES = ["index", "lessons/13_bank_conflicts", "lessons/exam_2_shared_memory",
         "lessons/25_reduce_template", "docs/diagnostics",
         "docs/diagnostics/bank-conflict", "docs/course/glossary",
         "docs/course/map", "docs/commands", "search"]


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def make(folder, *words):
    """Runs book/make.py."""
    environment = dict(os.environ, LOCKSTEP_BOOK_WORK=str(folder / "work"))
    return subprocess.run(
        [sys.executable, ROOT / "book" / "make.py", *words], cwd=ROOT,
        env=environment, capture_output=True, text=True, check=False)


def axe_source(folder):
    """The rules, from a wheel."""
    kept = ROOT / ".toolchain" / "axe" / (AXE + ".js")
    if not kept.exists():
        done = subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
             "--disable-pip-version-check", "-d", folder / "axe", AXE],
            capture_output=True, text=True, check=False)
        if done.returncode != 0:
            skip("axe cannot be installed: " + done.stderr.strip()[-200:])
        wheel = next((folder / "axe").glob("*.whl"))
        text = zipfile.ZipFile(wheel).read("axe_playwright_python/axe.min.js")
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(text)
    return kept.read_text(encoding="utf-8")


def check_files(site):
    pages = book_links.pages_of(site)
    if len(pages) < 100:
        raise Failure(f"only {len(pages)} pages")
    wrong = (book_links.wrong_links(pages) + book_links.too_large(pages) +
             book_links.loaded_from_elsewhere(pages) +
             book_links.answers_shown(pages, ROOT))
    if wrong:
        raise Failure("\n".join(wrong[:40]))
    print(f"{len(pages)} pages: links, sizes, nothing from elsewhere")


def look(browser, site, page, axe, width, dark):
    """One page at one width, in one of the two appearances."""
    browser.open((site / f"{page}.html").as_uri(), width, dark=dark)
    browser.evaluate(TEST)
    wrong = browser.evaluate(f"bookTest({width})")
    browser.evaluate(axe)
    wrong += browser.evaluate("axeFindings()")
    wrong += [f"console: {line}" for line in browser.console]
    return [f"{page}, {width} pixels, {'dark' if dark else 'light'}: {line}"
            for line in wrong]


def check_keyboard(browser, site, width):
    """The skip link leads to the text, everything that is reached is seen."""
    wrong = []
    browser.open((site / "lessons/13_bank_conflicts.html").as_uri(), width)
    browser.evaluate(TEST)
    browser.press("Tab")
    first = browser.evaluate("focusNow()")
    if "Skip" not in first["words"]:
        wrong.append(f"the first Tab reaches {first['words']!r}")
    for _ in range(8):
        browser.press("Tab")
        now = browser.evaluate("focusNow()")
        if now["wrong"]:
            wrong.append(f"Tab reaches {now['words']!r}: {now['wrong']}")
    browser.evaluate("document.querySelector('.skip-to-content').focus()")
    browser.press("Enter")
    browser.press("Tab")
    if not browser.evaluate("focusNow()")["inArticle"]:
        wrong.append("after the skip link Tab is not in the text")
    return [f"keyboard, {width} pixels: {line}" for line in wrong]


def check_drawer(browser, site):
    """At a phone's width the list of pages opens and closes by keyboard."""
    browser.open((site / "index.html").as_uri(), 400)
    shown = ("getComputedStyle(document.querySelector('.sidebar-drawer'))"
             ".visibility === 'visible'")
    browser.evaluate("document.querySelector('.nav-overlay-icon').focus()")
    seen = [browser.evaluate(shown)]
    for key in ("Enter", "Escape"):
        browser.press(key)
        seen.append(browser.evaluate(shown))
    return [] if seen == [False, True, False] else [f"drawer: {seen}"]


def check_search(browser, site):
    """It finds the lesson, from a folder on disk."""
    browser.open((site / "search.html").as_uri() + "?q=bank+conflict", 800)
    found = browser.evaluate("""new Promise((done) => {
      let left = 100;
      const look = () => {
        const links = [...document.querySelectorAll("#search-results li a")];
        if (links.length || !left--) done(links.map((a) => a.textContent));
        else setTimeout(look, 100);
      };
      look();
    })""")
    wrong = [] if "13 Bank conflicts" in found else [f"search: {found[:9]}"]
    return wrong + [f"search: {line}" for line in browser.console]


def check_print(browser, site):
    browser.open((site / "lessons/13_bank_conflicts.html").as_uri(), 800,
                 media="print")
    seen = browser.evaluate("""(() => {
      dispatchEvent(new Event("beforeprint"));
      const gone = (one) => getComputedStyle(one).display === "none";
      return [gone(document.querySelector(".sidebar-drawer")),
              document.querySelectorAll("details:not([open])").length];
    })()""")
    return [] if seen == [True, 0] else [f"print: {seen}"]


def check_colours(browser, site):
    """A step view is told the colours: when it is loaded, and at a change."""
    browser.open((site / "index.html").as_uri(), 1300)
    told = browser.evaluate("""new Promise((done) => {
      const told = [], frame = document.querySelector("iframe.steps");
      addEventListener("message", ({ data }) => {
        told.push(data);
        if (told.length === 1) document.body.dataset.theme = "dark";
        else done(told);
      });
      setTimeout(() => done(told), 10000);
      frame.removeAttribute("src");
      frame.srcdoc = "<script>onmessage = ({ data }) => " +
        "parent.postMessage(data.colours, '*')</script>";
    })""")
    return [] if told == ["system", "dark"] else [f"colours: {told}"]


def check_still(browser, site):
    """Nothing moves by itself for a reader who wants less motion."""
    moving = """[...document.querySelectorAll("*")].filter((one) =>
      [null, "::before", "::after"].some((part) => {
        const style = getComputedStyle(one, part);
        return style.scrollBehavior === "smooth" ||
          [style.transitionDuration, style.animationDuration].some(
            (times) => times.split(",").some((time) => parseFloat(time) > 0));
      })).length"""
    seen = []
    for still in (False, True):
        browser.open((site / "index.html").as_uri(), 1300, still=still)
        seen.append(browser.evaluate(moving) > 0)
    return [] if seen == [True, False] else [f"less motion: {seen}"]


def check_browser(site, folder, axe):
    browser = Browser(find_browser(), folder)
    try:
        wrong = []
        for page in PAGES:
            wrong += look(browser, site, page, axe, 400, True)
            wrong += look(browser, site, page, axe, 1300, False)
            wrong += look(browser, site, page, axe, 650, False)  # at 200 %
        for language in sorted(one.parent.name for one in
                               site.glob("*/index.html")
                               if (one.parent / "lessons").is_dir()):
            wrong += look(browser, site, f"{language}/index", axe, 400, False)
        for width in (400, 1300):
            wrong += check_keyboard(browser, site, width)
        wrong += check_drawer(browser, site)
        wrong += check_search(browser, site)
        wrong += check_print(browser, site)
        wrong += check_colours(browser, site)
        wrong += check_still(browser, site)
    finally:
        browser.close()
    if wrong:
        raise Failure("\n".join(wrong))
    print(f"{len(PAGES)} kinds of page in a browser")


def install():
    ready = make(HERE, "--install")
    if ready.returncode != 0:
        skip("Sphinx cannot be installed: " + ready.stderr.strip()[-200:])


def check_translations():
    install()
    done = subprocess.run([sys.executable, ROOT / "book" / "locale_check.py"],
                          check=False)
    if done.returncode != 0:
        raise Failure("translations differ from their originals")


def check_site(learn, build):
    install()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        site = folder / "site"
        made = make(folder, "-o", site, "--strict", "--build", build,
                    "--learn", shlex.join([learn, "--root", str(ROOT),
                                           "--build", build]), "--built")
        print(made.stderr)
        if made.returncode != 0:
            raise Failure("the book was not built")
        check_files(site)
        check_browser(site, folder, axe_source(folder))


if __name__ == "__main__":
    try:
        if sys.argv[1:] == ["translations"]:
            check_translations()
        else:
            check_site(*sys.argv[1:])
    except Failure as failure:
        print(failure, file=sys.stderr)
        sys.exit(1)
