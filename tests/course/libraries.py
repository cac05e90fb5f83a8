# SPDX-License-Identifier: MIT
"""Looks up every library name of docs/course/where_the_libraries_do_it.md in
the headers of the CUDA toolkit: libraries.py INCLUDE... [--page PAGE]. A header
may stand in any of these folders. Ends with 77 when they have not all of the
libraries; cuSPARSE may be missing, and its names are then not looked up. Knows
nothing of what the functions do."""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ["cccl/cub", "cccl/thrust", "cccl/cuda", "cooperative_groups",
           "cooperative_groups.h", "cublas_v2.h", "cublas_api.h", "cublasLt.h",
           "cuda_runtime_api.h", "cuda.h"]
SPARSE = "cusparse.h"
# Words of the tables that are CUDA C++ itself or parts of names.
LANGUAGE = {"wmma", "volatile", "Device"}


def words_in(includes):
    found = set()
    for name in [*HEADERS, SPARSE]:
        path = next((one / name for one in includes if (one / name).exists()),
                    None)
        if path is None and name == SPARSE:
            print(f"there is no {name}: its names are not looked up")
            found.add(SPARSE)
            continue
        if path is None:
            print(f"skipped: there is no header {name}")
            sys.exit(77)  # a toolkit without all libraries
        files = [path] if path.is_file() else path.rglob("*")
        for file in files:
            if file.is_file():
                text = file.read_text(errors="replace")
                found.update(re.findall(r"\w+", text))
    return found


def names_of(page):
    """Names in the tables' last column: `cub::BlockLoad` -> BlockLoad."""
    names = []
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if not line.startswith("| "):
            continue
        for quoted in re.findall(r"`([^`]+)`", line.split("|")[-2]):
            last = quoted.split("::")[-1]
            if last not in LANGUAGE:
                names.append((number, quoted, last))
    return names


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("include", nargs="+", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path,
                        default=ROOT / "docs/course/where_the_libraries_do_it.md")
    options = parser.parse_args()
    page = options.page
    names = names_of(page)
    known = words_in(options.include)
    absent = [(number, quoted) for number, quoted, last in names
              if last not in known and last + "_v2" not in known
              and not (SPARSE in known and last.startswith("cusparse"))]
    for number, quoted in absent:
        print(f"{page.name}:{number}: `{quoted}` is in no header of the toolkit")
    if len(names) < 40:
        sys.exit(f"{page.name}: only {len(names)} names found in its tables")
    sys.exit(1 if absent else 0)


main()
