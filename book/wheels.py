# SPDX-License-Identifier: MIT
"""Python wheels that a file pins, in a folder of their own."""
import os
import pathlib
import shutil
import subprocess
import sys


def _wanted(pins):
    version = ".".join(str(part) for part in sys.version_info[:2])
    return f"# Python {version}\n" + pathlib.Path(pins).read_text()


def are_there(pins, folder):
    """Whether `folder` holds what `pins` names, for this Python."""
    kept = pathlib.Path(folder) / "installed"
    return kept.exists() and kept.read_text() == _wanted(pins)


def install(pins, folder):
    """Puts them into `folder`, which is whole or not there. "", or the end of
    what pip said."""
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    incoming = folder.with_name(folder.name + "-incoming")
    shutil.rmtree(incoming, ignore_errors=True)
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--no-deps", "--no-compile",
         "--only-binary", ":all:", "--disable-pip-version-check", "--quiet",
         "--no-warn-conflicts", "--retries", "2", "--target", incoming,
         "-r", pins],
        # As an option, pip 22.0 refuses it.
        env={**os.environ, "PIP_ROOT_USER_ACTION": "ignore"},
        capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return done.stderr[-2000:] or "pip failed and said nothing"
    (incoming / "installed").write_text(_wanted(pins))
    incoming.rename(folder)
    return ""
