# SPDX-License-Identifier: MIT
"""What a room calls lies in itself or below it by cmake/rooms.txt, also where
no include shows it; and no variable of the runtime is made by code before main:
symbols.py NM LIST. LIST has a line "room file" for each library or object of a
room."""
import collections
import pathlib
import subprocess
import sys

import rooms

STRONG = "TDBRA"  # defined by one file; weak ones are inline functions
NEW = ("_Znw", "_Zna", "_Zdl", "_Zda")  # all use the one that a program has


def read_symbols(nm, files):
    """(names that it defines, names that it needs) of these files."""
    defined, needed = set(), set()
    done = subprocess.run([nm, "-g", "-P", *files], check=True, text=True,
                          capture_output=True)
    for line in done.stdout.splitlines():
        words = line.split()
        if len(words) < 2 or line.endswith(":"):
            continue
        if words[0].startswith(NEW):
            continue
        if words[1] in STRONG:
            defined.add(words[0])
        elif words[1] == "U":
            needed.add(words[0])
    return defined, needed - defined


def below(table):
    """The rooms that each room may use, also by way of others."""
    result = {}
    for name, room in table.items():
        result[name] = set(room.includes).union(
            *(result[other] for other in room.includes))
    return result


def faults(table, symbols):
    """`symbols`: what read_symbols says of each room."""
    homes = collections.defaultdict(set)
    for name, (defined, _) in symbols.items():
        for symbol in defined:
            homes[symbol].add(name)
    allowed = below(table)
    for name, (defined, needed) in symbols.items():
        if not defined:
            yield f"{name} defines nothing: is it in the list?"
        for symbol in sorted(needed):
            others = homes.get(symbol, set())
            if others and not others & (allowed[name] | {name}):
                yield f"{name} may not use {symbol} of {min(others)}"


def made_by_code(nm, name, files):
    """The runtime starts in a constructor function, which may come before the
    initialisers of its own files: what start() had stored is then lost. Whether
    there is one depends on the standard library, too."""
    if not name.startswith("simt/"):
        return
    done = subprocess.run([nm, "-A", "-P", *files], check=True, text=True,
                          capture_output=True)
    for line in done.stdout.splitlines():
        if "_GLOBAL__sub_I_" in line or "_GLOBAL__I_" in line:
            yield f"{name} has variables that code makes before main: {line}"


def main():
    nm, listed = sys.argv[1:]
    files = collections.defaultdict(list)
    for line in pathlib.Path(listed).read_text().splitlines():
        name, file = line.split(" ", 1)
        files[name].append(file)
    table = rooms.read_table(pathlib.Path(__file__).resolve().parents[2])
    wrong = list(faults(table, {name: read_symbols(nm, paths)
                                for name, paths in files.items()}))
    for name, paths in files.items():
        wrong += made_by_code(nm, name, paths)
    print("\n".join(wrong + [f"symbols: {len(wrong)} faults"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
