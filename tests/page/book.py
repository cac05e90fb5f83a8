# SPDX-License-Identifier: MIT
"""The book: it is built without a warning, its links lead somewhere, and each
kind of page is good in a browser, wide and 400 pixels narrow, light and dark,
by keyboard, on paper and found by its search. 77 where Sphinx or axe cannot be
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
         "docs/course/map", "docs/commands", "lessons/53_wgmma", "search"]


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


MOVED = "lessons/13_bank_conflicts"  # a page whose original has moved on


def move_on(locale):
    """Translations in which one sentence of MOVED is that of an older page."""
    shutil.copytree(ROOT / "book" / "locale", locale)
    path = locale / "ru" / "LC_MESSAGES" / f"{MOVED}.po"
    text = path.read_text(encoding="utf-8")
    older = text.replace('msgid "Idea"\n', 'msgid "The older idea"\n')
    if older == text:
        raise Failure(f"{path} has no message Idea")
    path.write_text(older, encoding="utf-8")


def check_moved(site):
    """That page alone says so, and shows the new sentence."""
    wrong = []
    for page in sorted((site / "ru" / "lessons").glob("*.html")):
        text = page.read_text(encoding="utf-8")
        moved = page.stem == pathlib.Path(MOVED).name
        if moved != ('class="translation"' in text):
            wrong.append(f"{page}: does it say that its original moved on?")
        if moved and "<h2>Idea<" not in text:
            wrong.append(f"{page}: it does not show the new sentence")
    if wrong:
        raise Failure("\n".join(wrong))


def check_teacher(folder):
    """In the teacher's edition each lesson has its solution and its mistakes,
    all of them folded."""
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
    if wrong:
        raise Failure("\n".join(wrong[:40]))
    print(f"{len(pages)} pages for teachers")


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


def check_browser(site, folder, axe, learn, build):
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
        move_on(folder / "locale")
        made = make(folder, "-o", site, "--strict", "--build", build,
                    "--learn", shlex.join([learn, "--root", str(ROOT),
                                           "--build", build]), "--built")
        print(made.stderr)
        if made.returncode != 0:
            raise Failure("the book was not built")
        check_files(site)
        check_moved(site)
        check_browser(site, folder, axe_source(folder), learn, build)
        check_teacher(folder)


if __name__ == "__main__":
    try:
        if sys.argv[1:] == ["translations"]:
            check_translations()
        else:
            check_site(*sys.argv[1:])
    except Failure as failure:
        print(failure, file=sys.stderr)
        sys.exit(1)
