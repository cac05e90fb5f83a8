# SPDX-License-Identifier: MIT
"""A headless Chromium that does as it is told: opens a page at a size, presses
real keys, evaluates JavaScript and tells what the console said. It speaks the
DevTools protocol over two pipes; knows no page."""

import json
import os
import select
import subprocess

from browser import Failure

KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36,
        "ArrowRight": 39, "ArrowDown": 40}


class Browser:
    """One browser with one tab."""

    def __init__(self, program, folder):
        theirs, self.to = os.pipe()
        self.back, ours = os.pipe()
        command = [program, "--headless=new", "--disable-gpu", "--no-sandbox",
                   "--disable-dev-shm-usage", "--no-first-run",
                   "--hide-scrollbars", "--remote-debugging-pipe",
                   "--user-data-dir=" + str(folder / "profile"), "about:blank"]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{theirs} 4>&{ours}', "", *command],
            pass_fds=(theirs, ours), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(theirs)
        os.close(ours)
        self.buffer, self.number, self.session = b"", 0, None
        self.console, self.events, self.asked = [], [], []
        target = self.call("Target.createTarget", url="about:blank")
        self.session = self.call("Target.attachToTarget", flatten=True,
                                 targetId=target["targetId"])["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def close(self):
        try:
            self.call("Browser.close")
        except Failure:
            pass
        self.process.wait(timeout=30)
        os.close(self.to)
        os.close(self.back)

    def message(self, seconds=60):
        """The next one from the browser."""
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.back], [], [], seconds)
            read = os.read(self.back, 1 << 20) if ready else b""
            if not read:
                raise Failure("the browser does not answer")
            self.buffer += read
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **params):
        self.number += 1
        sent = {"id": self.number, "method": method, "params": params}
        if self.session:
            sent["sessionId"] = self.session
        data = json.dumps(sent).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            got = self.message()
            if got.get("id") == self.number:
                if "error" in got:
                    raise Failure(f"{method}: {got['error']['message']}")
                return got["result"]
            self.note(got)

    def note(self, event):
        method, params = event.get("method"), event.get("params", {})
        self.events.append(method)
        if method == "Runtime.consoleAPICalled":
            self.console.append(" ".join(
                str(one.get("value", one.get("description")))
                for one in params["args"]))
        elif method == "Runtime.exceptionThrown":
            self.console.append(json.dumps(params["exceptionDetails"])[:500])
        elif method == "Network.requestWillBeSent":
            self.asked.append(params["request"]["url"])
        elif method == "Log.entryAdded":
            entry = params["entry"]
            self.console.append(f"{entry['text']} {entry.get('url', '')}")

    def open(self, address, width, height=900, dark=False, media="screen",
             still=False):
        """Loads a page as a window of this size shows it; `still` for a reader
        who wants less motion."""
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme",
             "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion",
             "value": "reduce" if still else "no-preference"}])
        self.events, self.console, self.asked = [], [], []
        self.call("Page.navigate", url=address)
        while "Page.loadEventFired" not in self.events:
            self.note(self.message())

    def evaluate(self, script):
        """The value of an expression; a promise is waited for."""
        got = self.call("Runtime.evaluate", expression=script,
                        awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in got:
            raise Failure(json.dumps(got["exceptionDetails"])[:2000])
        return got["result"].get("value")

    def press(self, key):
        """As a finger does it."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      windowsVirtualKeyCode=KEYS[key],
                      **({"text": "\r"} if key == "Enter" and kind == "keyDown"
                         else {}))
