# SPDX-License-Identifier: MIT
"""The book: it is built without a warning, its links lead somewhere, and each
kind of page is good in a browser, wide and 400 pixels narrow, light and dark,
by keyboard, on paper and found by its search; so is a lesson for teachers, and
in each translation. 77 where Sphinx or axe cannot be
installed, or there is no Chromium."""

import os
import pathlib
import re
import shlex
import shutil
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
         "docs/course/map", "docs/commands", "lessons/53_wgmma", "search",
         "docs/report", "CHANGELOG"]
LESSON = book_links.LESSON
# A page, a mistake on it, and the right answer that is nearest.
NEAREST = ("lessons/58_sparse_matvec.html", "no_syncwarp_before_the_marks",
           "also_right/everything_added.cu")


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def make(folder, *words):
    """Runs book/make.py."""
    environment = dict(os.environ, LOCKSTEP_BOOK_WORK=str(folder / "work"))
    if (folder / "locale").exists():
        environment["LOCKSTEP_BOOK_LOCALE"] = str(folder / "locale")
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


def check_teacher(folder):
    """In the teacher's edition each lesson has its solution and its mistakes,
    all of them folded, and each beside the nearest right answer."""
    site = folder / "teacher"
    made = make(folder, "-o", site, "--strict", "--teacher", "--language", "en")
    if made.returncode != 0:
        raise Failure(made.stderr)
    pages = book_links.pages_of(site)
    wrong = book_links.wrong_links(pages) + book_links.too_large(pages)
    for answers in sorted((ROOT / "solutions").glob("*/solution.cu")):
        page = site / "lessons" / f"{answers.parent.name}.html"
        text = page.read_text(encoding="utf-8")
        names = [answers.relative_to(ROOT).as_posix(), *(
            one.stem for one in answers.parent.glob("*/*.cu"))]
        wrong += [f"{page}: {name} is not folded there" for name in names
                  if f'<span class="pre">{name}</span></code></summary>'
                  not in text]
    text = (site / NEAREST[0]).read_text(encoding="utf-8")
    if f"--- {NEAREST[2]}" not in text.split(NEAREST[1], 1)[1][:900]:
        wrong.append(f"{NEAREST[1]} is not compared with {NEAREST[2]}")
    if wrong:
        raise Failure("\n".join(wrong[:40]))
    print(f"{len(pages)} pages for teachers")
    return site


def look(browser, site, page, axe, width, dark):
    """One page at one width, in one of the two appearances, unfolded where it
    holds answers."""
    browser.open((site / f"{page}.html").as_uri(), width, dark=dark)
    browser.evaluate("for (const one of document.querySelectorAll("
                     "'#solution ~ * details, #solution details')) "
                     "one.open = true")
    browser.evaluate(TEST)
    wrong = browser.evaluate(f"bookTest({width})")
    browser.evaluate(axe)
    wrong += browser.evaluate("axeFindings()")
    wrong += [f"console: {line}" for line in browser.console]
    wrong += [f"asks for {address}" for address in browser.asked
              if not address.startswith(("file:", "data:", "blob:", "about:"))]
    return [f"{page}, {width} pixels, {'dark' if dark else 'light'}: {line}"
            for line in wrong]


def check_keyboard(browser, site, width):
    """The skip link leads to the text, everything that is reached is seen."""
    wrong = []
    browser.open((site / f"{LESSON}.html").as_uri(), width)
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


def check_players(browser, site):
    """An explorer and a step view answer to keys of the keyboard."""
    wrong = []
    browser.open((site / f"{LESSON}.html").as_uri(), 1300)
    shows = ("['[role=status]', '.picture'].map((part) => document."
             "querySelector('.explorer ' + part).innerHTML).join()")
    for field, key in (("select", "ArrowDown"), ("input", "ArrowRight"),
                       ("input", "Home")):
        browser.evaluate(f"document.querySelector('.explorer {field}').focus()")
        before = browser.evaluate(shows)
        browser.press(key)
        if browser.evaluate(shows) == before:
            wrong.append(f"explorer: {key} in a {field} changes nothing")
    view = site / "steps" / "step_13.html"
    browser.open(view.as_uri(), 1300)
    browser.evaluate(TEST)
    said = [browser.evaluate("stepShown()")]
    for key in ("ArrowRight", "End", "Home"):
        browser.press(key)
        said.append(browser.evaluate("stepShown()"))
    numbers = [int(re.match(r"Step (\d+)", one)[1]) for one in said]
    if not numbers[:2] == [0, 1] < numbers[2:] or numbers[3] != 0:
        wrong.append(f"step view: by keyboard it goes to {numbers}")
    for _ in range(12):  # what Tab reaches
        browser.press("Tab")
        now = browser.evaluate("focusNow()")
        if now["wrong"]:
            wrong.append(f"step view: Tab reaches {now}")
    return wrong


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
    """Paper has all that is folded, no line is cut, and nothing covers it."""
    browser.open((site / f"{LESSON}.html").as_uri(), 650, media="print")
    seen = browser.evaluate("""(() => {
      dispatchEvent(new Event("beforeprint"));
      const all = (what) => [...document.querySelectorAll(what)];
      const style = (one) => getComputedStyle(one);
      return [style(document.querySelector(".sidebar-drawer")).display,
              all("details:not([open], .explorer details)").length,
              all("article pre").filter((one) =>
                one.scrollWidth > one.clientWidth).length,
              all("body *").filter((one) => one.offsetWidth > 0 &&
                style(one).position === "fixed").length];
    })()""")
    return [] if seen == ["none", 0, 0, 0] else [f"print: {seen}"]


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


def check_reports(browser, axe, learn, build, folder):
    """Pages of runs: axe has no finding, and nothing scrolls sideways."""
    wrong = []
    for program in ("page_runs", "page_flight"):
        page = folder / f"{program}.html"
        subprocess.run(
            [learn, "emulate", "--html", page, "--",
             f"{build}/tests/page/{program}", "all"],
            cwd=HERE / "programs", capture_output=True, check=False)
        for width, dark in ((400, True), (1300, False)):
            browser.open(page.as_uri(), width, dark=dark)
            found = browser.evaluate(f"{axe};{TEST};axeFindings()")
            if browser.evaluate("document.documentElement.scrollWidth") > width:
                found.append("it scrolls sideways")
            wrong += [f"the page of {program}, {width} pixels: {line}"
                      for line in found]
    return wrong


def check_views(browser, site, axe):
    """A step view unpacks its run and shows a step, and axe has no finding."""
    views = sorted((site / "steps").glob("*.html"))
    wrong = [] if len(views) > 1 else [f"step views: {views}"]
    for view in views:
        for width, dark in ((400, True), (650, False), (1300, False)):
            browser.open(view.as_uri(), width, dark=dark)
            browser.evaluate(TEST)
            told = browser.evaluate("stepShown()")
            found = [] if told.startswith("Step 0, ") else [f"says {told!r}"]
            if browser.evaluate("document.documentElement.scrollWidth") > width:
                found.append("it scrolls sideways")
            browser.evaluate(axe)
            found += browser.evaluate("axeFindings()") + browser.console
            wrong += [f"{view.name}, {width} pixels: {line}" for line in found]
    return wrong


def check_explorers(browser, site):
    """They speak the language of their page: no words as on the English one."""
    def texts(page):
        browser.open(page.as_uri(), 400)
        browser.evaluate(TEST)
        return browser.evaluate("explorerTexts()"), browser.console

    wrong = []
    for words in sorted(site.glob("explorers/words.*.js")):
        language, seen = words.name.split(".")[1], set()
        for page in sorted(site.glob(f"{language}/lessons/*.html")):
            kinds = set(re.findall(r'data-explorer="(\w+)"',
                                   page.read_text(encoding="utf-8")))
            if kinds <= seen:
                continue
            seen |= kinds
            english, _ = texts(site / "lessons" / page.name)
            told, console = texts(page)
            wrong += [f"{language}/{page.name}: {line}" for line in console]
            wrong += [f"{language}/{page.name}: an explorer says {line!r}"
                      for line in told
                      if line in english and
                      re.search("[a-z]{2,} [a-z]{2,}", line)]
        if len(seen) < 6:
            wrong.append(f"{language}: explorers are shown of {seen} alone")
    return wrong


def check_browser(site, teacher, folder, axe, learn, build):
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
            wrong += look(browser, site, f"{language}/{LESSON}", axe, 400, True)
        for width, dark in ((400, True), (1300, False)):
            wrong += look(browser, teacher, LESSON, axe, width, dark)
        for width in (400, 1300):
            wrong += check_keyboard(browser, site, width)
        wrong += check_players(browser, site)
        wrong += check_drawer(browser, site)
        wrong += check_search(browser, site)
        wrong += check_print(browser, site)
        wrong += check_colours(browser, site)
        wrong += check_still(browser, site)
        wrong += check_views(browser, site, axe)
        wrong += check_reports(browser, axe, learn, build, folder)
        wrong += check_explorers(browser, site)
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
        book_links.move_on(ROOT, folder / "locale")
        made = make(folder, "-o", site, "--strict", "--build", build,
                    "--learn", shlex.join([learn, "--root", str(ROOT),
                                           "--build", build]), "--built")
        print(made.stderr)
        if made.returncode != 0:
            raise Failure("the book was not built")
        book_links.check_files(site, ROOT)
        book_links.check_moved(site)
        check_browser(site, check_teacher(folder), folder, axe_source(folder),
                      learn, build)


if __name__ == "__main__":
    try:
        if sys.argv[1:] == ["translations"]:
            check_translations()
        else:
            check_site(*sys.argv[1:])
    except Failure as failure:
        print(failure, file=sys.stderr)
        sys.exit(1)
