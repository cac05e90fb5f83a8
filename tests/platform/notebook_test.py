#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs labs/notebook/lockstep.ipynb as a reader would: notebook_test.py ROOT
BUILD. First with the cell of the exercise as it was given, which must fail for
its reason, then with the solution's region in it."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT, BUILD = (pathlib.Path(word) for word in sys.argv[1:3])
PINS = ROOT / "labs/notebook/pins.txt"
WHEELS = ROOT / ".toolchain/notebook"
sys.path.insert(0, str(ROOT / "book"))
import wheels  # where it stands

failed = []


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def expect(holds, about):
    if not holds:
        failed.append(about)


def run(notebook, folder):
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError
    try:
        NotebookClient(notebook, timeout=200, kernel_name="python3",
                       resources={"metadata": {"path": str(folder)}}).execute()
    except CellExecutionError as error:
        return str(error)
    return ""


def said(cell):
    """All that a cell printed or shows."""
    text = ""
    for output in cell.outputs:
        text += output.get("text", "")
        text += "".join(output.get("data", {}).values())
    return text


def kernel(folder):
    """This Python as the kernel, whatever the machine has."""
    spec = folder / "kernels/python3"
    spec.mkdir(parents=True)
    (spec / "kernel.json").write_text(
        '{"argv": ["%s", "-m", "ipykernel_launcher", "-f", "{connection_file}"],'
        ' "display_name": "Python 3", "language": "python"}' % sys.executable)


def main():
    if subprocess.run([sys.executable, "-m", "pip", "--version"],
                      capture_output=True).returncode != 0:
        skip("Python has no pip here")
    if not wheels.are_there(PINS, WHEELS):
        why = wheels.install(PINS, WHEELS)
        if why:
            skip("its wheels could not be installed: " + why[-300:])
    sys.path.insert(0, str(WHEELS))
    import nbformat
    path = ROOT / "labs/notebook/lockstep.ipynb"
    solution = next(ROOT.glob("solutions/01_*/solution.cu")).read_text()
    region = re.search(r"// task-begin\n(.*?) *// task-end", solution, re.S)[1]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        kernel(scratch)
        os.environ.update(
            PYTHONPATH=str(WHEELS), JUPYTER_PATH=str(scratch),
            JUPYTER_PREFER_ENV_PATH="0", IPYTHONDIR=str(scratch / "ipython"),
            JUPYTER_RUNTIME_DIR=str(scratch / "runtime"),
            LOCKSTEP_STATE=str(scratch / "state.json"),
            LOCKSTEP_LEARN=f"{BUILD}/runner/learn --root {ROOT} --build {BUILD}")
        given = nbformat.read(path, 4)
        expect(all(not one.get("outputs") and one.get("execution_count") is None
                   for one in given.cells), "outputs are kept in the file")
        nbformat.validate(given)
        task = next(i for i, one in enumerate(given.cells)
                    if one.source.startswith("%%exercise"))
        expect(run(given, path.parent) == "", "a cell raises")
        outputs = [said(one) for one in given.cells if one.cell_type == "code"]
        everything = "\n".join(outputs)
        for text in ("Passed: 6 of 6 points", "13_bank_conflicts",
                     "`threadIdx.x`", "<svg", "Not passed: ", "<iframe"):
            expect(text in everything, f"nowhere: {text}")
        expect("Not passed: " in said(given.cells[task]), "the given cell passes")
        solved = nbformat.read(path, 4)
        solved.cells = solved.cells[:task + 1]
        solved.cells[task].source = "%%exercise 01\n" + region
        run(solved, path.parent)
        expect("Passed: 6 of 6 points" in said(solved.cells[task]),
               "the solution does not pass: " + said(solved.cells[task]))
        # Alone, without an address: one sentence.
        alone = nbformat.read(path, 4)
        alone.cells = alone.cells[:2]
        expect("Write the address" in run(alone, scratch) + said(alone.cells[1]),
               "without the course it does not say what to do")
    print("\n".join(failed) or "the notebook runs")
    sys.exit(bool(failed))


main()
