# SPDX-License-Identifier: MIT
"""Reads what the sources of the corpus say about their programs."""
import dataclasses
import pathlib
import re

HEAD = re.compile(r"^// program (\w+): (.*)$")
MARK = re.compile(r"// bug: ([a-z-]+)(?: (\S.*))?$")
LIMIT = re.compile(r"^// limit: (\d+)$")
ALSO = re.compile(r"^// also: ([a-z-]+)$")


@dataclasses.dataclass
class Mark:
    name: str  # of the diagnostic
    line: int
    text: str  # must stand in the finding; empty: any


@dataclasses.dataclass
class Program:
    name: str
    file: str
    sentence: str
    marks: list
    also: list  # names of diagnostics that may come with it
    limit: str = "20000000"  # warp instructions of a launch

    @property
    def diagnostic(self):
        return self.marks[0].name


def read(source):
    """The programs of one file, in its order; ValueError when one is wrong."""
    found, head = [], False
    for number, line in enumerate(source.read_text().splitlines(), 1):
        start, mark, also, limit = (HEAD.match(line), MARK.search(line),
                                    ALSO.match(line), LIMIT.match(line))
        if start:
            found.append(Program(start[1], source.name, start[2], [], []))
        elif also:
            found[-1].also.append(also[1])
        elif limit:
            found[-1].limit = limit[1]
        elif head and line.startswith("// "):
            found[-1].sentence += " " + line[3:]
        elif mark:
            alone = line.lstrip().startswith("//")  # marks the next line
            found[-1].marks.append(
                Mark(mark[1], number + alone, mark[2] or ""))
        head = bool(start) or (head and line.startswith("// "))
    for program in found:
        if len({mark.name for mark in program.marks}) != 1:
            raise ValueError(f"{source.name}: {program.name} must have marks "
                             "with one name")
    return found


def read_all(folder):
    """All programs of the corpus, by file."""
    return [program for source in sorted(pathlib.Path(folder).glob("*.cu"))
            for program in read(source)]


def architecture(name):
    """The PTX that a file of the corpus is built for."""
    return 80 if name == "async" else 75


# By diagnostic: the tools of compute-sanitizer whose manual says that they
# look for such a thing.
TOOLS = {
    "out-of-bounds": ["memcheck"],
    "misaligned": ["memcheck"],
    "use-after-free": ["memcheck"],
    "host-pointer": ["memcheck"],
    "assert": ["memcheck"],
    "trap": ["memcheck"],
    "bad-call": ["memcheck"],
    "memory-leak": ["memcheck"],
    "invalid-launch": ["memcheck"],
    "unchecked-error": ["memcheck"],
    "uninitialized-read": ["initcheck"],
    "shared-race": ["racecheck"],
    "warp-race": ["racecheck"],
    "divergent-barrier": ["synccheck"],
    "barrier-mismatch": ["synccheck"],
    "warp-mask": ["synccheck"],
    "inactive-shuffle-source": ["synccheck"],
    "deadlock": ["synccheck"],
}
