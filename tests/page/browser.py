# SPDX-License-Identifier: MIT
"""The page in a real browser: no console message, every key and control does
what it says, foreign text stays text, and the script's counts are those that
the page was written with. 77 when there is no Chromium.

A test script is put into a copy of the page (its hash joins the page's
Content-Security-Policy, which stays in force) and leaves what it saw in the
document, which headless Chromium prints."""

import base64
import hashlib
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome")
# The file's name is foreign text, too.
PROGRAM = "a<img src=x onerror=document.title=8>"

SELF_TEST = r"""
"use strict";
const said = [];
const check = (name, good) => { said.push((good ? "ok " : "NOT ") + name); };
const $ = (id) => document.getElementById(id);
const press = (key) => (document.activeElement || document.body).dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const at = () => document.activeElement && document.activeElement.id;
const rows = () => [...document.querySelectorAll("tr[id]")];
const counts = () => rows().map((row) =>
  [...row.cells].slice(1, 7).map((cell) => cell.textContent.trim()).join(","));

try {
  check("nothing foreign became an element",
    !document.querySelector("img, b, iframe, object, [onclick], [onerror]"));
  check("nothing foreign ran", document.title !== "8");
  for (const tag of ["main", "header", "footer", "nav", "h1"]) {
    check("one " + tag, document.querySelectorAll(tag).length === 1);
  }
  check("every column and row has a scope",
    [...document.querySelectorAll("th")].every((th) => th.scope));
  check("every picture has words", [...document.querySelectorAll("svg")].every(
    (svg) => svg.ariaLabel || svg.ariaHidden === "true"));
  check("every control has words",
    [...document.querySelectorAll("select, input")].every(
      (one) => one.labels.length === 1));
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  check("ids are unique", new Set(ids).size === ids.length);
  check("links lead somewhere", [...document.querySelectorAll("a")].every(
    (a) => $(a.getAttribute("href").slice(1))));

  const launch = $("launch");
  const first = launch.value;
  const written = JSON.parse($("written").textContent);
  check("counts are those that were written",
    JSON.stringify(counts()) === JSON.stringify(written));
  const visible = () => [...document.querySelectorAll("section.launch")]
    .filter((one) => one.offsetParent !== null || !one.hidden)
    .map((one) => one.dataset.launch).join();
  check("one launch is shown", visible() === first);
  const before = launch.selectedIndex;
  press("]");
  check("] shows the next launch", launch.selectedIndex === before + 1 &&
    visible() === launch.value);
  check("its counts differ", JSON.stringify(counts()) !==
    JSON.stringify(written));
  check("it is said", $("shown").textContent.includes(
    launch.selectedOptions[0].textContent.trim()));
  press("[");
  check("[ goes back", launch.value === first &&
    JSON.stringify(counts()) === JSON.stringify(written));
  launch.value = "all";
  launch.dispatchEvent(new Event("change"));
  check("all launches can be summed", visible() === "all");

  const findings = [...document.querySelectorAll("article")];
  const race = findings.findIndex((one) =>
    one.textContent.includes("shared-race"));
  check("there is a race", race >= 0);
  for (let i = 0; i <= race; ++i) press("j");
  check("j goes to the finding", at() === "d" + race);
  const links = [...findings[race].querySelectorAll("a.go")];
  const now = [...document.querySelectorAll("tr.now")].map((row) => row.id);
  check("both places are marked", links.length === 2 && now.length === 2 &&
    links.every((a) => now.includes(a.getAttribute("href").slice(1))));
  press("1");
  check("1 goes to the first place",
    "#" + at() === links[0].getAttribute("href"));
  press("2");
  check("2 goes to the second place",
    "#" + at() === links[1].getAttribute("href"));
  press("f");
  check("f goes back", at() === "d" + race);
  press("j");
  press("k");
  check("k goes back", at() === "d" + race);
  links[1].click();
  check("a place can be clicked",
    "#" + at() === links[1].getAttribute("href"));
  document.activeElement.cells[7].querySelector("a").click();
  check("a line leads to its finding", at() && at()[0] === "d");
  $("keys").checked = false;
  const stays = at();
  press("j");
  check("keys can be switched off", at() === stays);
  $("keys").checked = true;
  press("?");
  check("? opens the list of keys", $("help").open);
  const button = findings[0].querySelector("button[data-show]");
  button.click();
  check("a finding shows its launch", launch.value === button.dataset.show &&
    visible() === launch.value);

  const paper = () => getComputedStyle(document.body).backgroundColor;
  const fill = () => getComputedStyle(
    document.querySelector(".drawing .empty, .drawing .c2")).fill;
  const theme = $("theme");
  const seen = ["light", "dark"].map((value) => {
    theme.value = value;
    theme.dispatchEvent(new Event("change"));
    return paper() + fill();
  });
  check("light and dark differ, also in pictures", seen[0] !== seen[1] &&
    seen[0].split("rgb")[2] !== seen[1].split("rgb")[2]);
} catch (error) {
  check("no exception: " + error, false);
}
const out = document.createElement("pre");
out.id = "said";
out.textContent = said.join("\n");
document.body.append(out);
"""


class Failure(Exception):
    """Something that the page does not do."""


def find_browser():
    for name in NAMES:
        if path := shutil.which(name):
            return path
    print("skipped: there is no Chromium")
    sys.exit(77)


def browse(browser, page, folder):
    """The document after its scripts ran, and what they said on the console."""
    command = [browser, "--headless=new", "--disable-gpu", "--no-first-run",
               "--no-sandbox", "--disable-dev-shm-usage",
               "--user-data-dir=" + str(folder / "profile"),
               "--enable-logging=stderr", "--virtual-time-budget=2000",
               "--dump-dom", page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120,
                          check=False)
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return done.stdout, console


def written_counts(page):
    """Six cells of every source row, as the page's file has them."""
    return [",".join(cells.split("<td>")[1:7])
            for cells in re.findall(r"<tr id=f\d+-\d+[^>]*>(.*)\n", page)]


def with_self_test(page):
    """A copy with the test script, which the policy is told to let run."""
    digest = hashlib.sha256(SELF_TEST.encode()).digest()
    allowed = f"script-src 'sha256-{base64.b64encode(digest).decode()}' "
    counts = json.dumps(written_counts(page)).replace("<", "\\u003c")
    copy = page.replace("script-src ", allowed, 1)
    return copy.replace(
        "</body>", "<script type=application/json id=written>" + counts +
        "</script><script>" + SELF_TEST + "</script></body>")


def main(learn, program):
    browser = find_browser()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copy = folder / PROGRAM
        shutil.copy(program, copy)
        page = folder / "page.html"
        made = subprocess.run(
            [learn, "emulate", "--html", str(page), "--", str(copy), "all"],
            capture_output=True, text=True, timeout=120, check=False,
            cwd=pathlib.Path(__file__).parent / "programs")
        if made.returncode != 1 or not page.exists():
            raise Failure("no page was written:\n" + made.stderr)
        text = page.read_text(encoding="utf-8")

        plain, console = browse(browser, page, folder)
        if console:
            raise Failure("the page alone says:\n" + "\n".join(console))
        if "<section class=\"launch\"" not in plain:
            raise Failure("the page does not render:\n" + plain[-2000:])

        tested = folder / "tested.html"
        tested.write_text(with_self_test(text), encoding="utf-8")
        document, console = browse(browser, tested, folder)
        said = re.search(r'<pre id="said">(.*?)</pre>', document, re.S)
        if not said:
            raise Failure("the test did not run:\n" + "\n".join(console))
        lines = html.unescape(said.group(1)).splitlines()
        print("\n".join(lines))
        wrong = [line for line in lines if not line.startswith("ok ")]
        if wrong or console:
            raise Failure("\n".join(wrong + console))
        if len(lines) < 30:
            raise Failure("only some of the checks ran")


if __name__ == "__main__":
    try:
        os.umask(0o077)
        main(*sys.argv[1:])
    except Failure as failure:
        print(failure, file=sys.stderr)
        sys.exit(1)
