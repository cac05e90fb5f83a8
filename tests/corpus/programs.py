# SPDX-License-Identifier: MIT
"""Reads what the sources of the corpus say about their programs."""
import dataclasses
import pathlib
import re

HEAD = re.compile(r"^// program (\w+): (.*)$")
MARK = re.compile(r"// bug: ([a-z-]+)(?: (\S.*))?$")
LIMIT = re.compile(r"^// limit: (\d+)$")
ALSO = re.compile(r"^// also: ([a-z-]+)$")
PRINTS = re.compile(r"^ *// prints: (\S.*)$")


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
    shared: int = 0  # the line in its file where the first program begins
    prints: str = ""  # by the program with its bug, and not by its twin

    @property
    def diagnostic(self):
        """Its name; "" when the program tells by what it prints."""
        return self.marks[0].name if self.marks else ""

    @property
    def waits(self):
        """Whether its host takes care of the order of its own work."""
        return self.file not in ASYNCHRONOUS

    @property
    def seen(self):
        return self.name not in NOT_SEEN_YET.get(self.diagnostic, ())


def read(source):
    """The programs of one file, in its order; ValueError when one is wrong."""
    found, head, shared = [], False, 0
    for number, line in enumerate(source.read_text().splitlines(), 1):
        start, mark, also, limit, prints = (
            HEAD.match(line), MARK.search(line), ALSO.match(line),
            LIMIT.match(line), PRINTS.match(line))
        if start:
            shared = shared or number
            found.append(Program(start[1], source.name, start[2], [], [],
                                 shared=shared))
        elif also:
            found[-1].also.append(also[1])
        elif limit:
            found[-1].limit = limit[1]
        elif prints:
            found[-1].prints = prints[1]
        elif head and line.startswith("// "):
            found[-1].sentence += " " + line[3:]
        elif mark:
            alone = line.lstrip().startswith("//")  # marks the next line
            found[-1].marks.append(
                Mark(mark[1], number + alone, mark[2] or ""))
        head = bool(start) or (head and line.startswith("// "))
    for program in found:
        names = {mark.name for mark in program.marks}
        if len(names) + bool(program.prints) != 1:
            raise ValueError(f"{source.name}: {program.name} must have marks "
                             "with one name, or one line that it prints")
    return found


def read_all(folder):
    """All programs of the corpus, by file."""
    return [program for source in sorted(pathlib.Path(folder).glob("*.cu"))
            for program in read(source)]


def architecture(name):
    """The PTX that a file of the corpus is built for."""
    return {"async": 80, "bulk": 90, "clusters": 90, "dependents": 90,
            "tensors": "90a",
            "wgmma": "90a"}.get(name, 75)


# Files whose programs are about the order of host and device: their twins run
# under many seeds.
ASYNCHRONOUS = {"unified.cu", "transfers.cu", "streams.cu", "stream_pools.cu",
                "host_graphs.cu", "lifetimes.cu", "endings.cu", "peers.cu"}

# By file: how many devices it needs, if more than one (SIMT_DEVICES).
DEVICES = {"peers.cu": "2"}

# What a program's end is needed for: it runs in a process of its own.
AT_THE_END = {"unfinished-work", "lost-output"}

# By diagnostic: programs whose bug the emulator does not report yet ("": does
# not print yet). run.py demands that each is taken out when it does.
NOT_SEEN_YET = {
    "host-race": ["registered_vector"],
}

# Calls of the host have no line: a line of these is of a kernel, and the
# mark's text tells which program it is.
OF_THE_HOST = {"host-race", "stream-race"}

# By diagnostic: the tools of compute-sanitizer whose manual says that they
# look for such a thing.
TOOLS = {
    "out-of-bounds": ["memcheck"],
    "misaligned": ["memcheck"],
    "use-after-free": ["memcheck"],
    "host-pointer": ["memcheck"],
    "host-atomic": ["memcheck"],
    "assert": ["memcheck"],
    "trap": ["memcheck"],
    "bad-call": ["memcheck"],
    "memory-leak": ["memcheck"],
    "double-free": ["memcheck"],
    "wrong-kind": ["memcheck"],
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

# By diagnostic that no tool's manual names: the tool that is nearest to it.
NEAREST = {
    "proxy-fence": ["racecheck"],
    "bulk-unwaited": ["racecheck"],
    "wgmma-in-flight": ["synccheck"],
    "dependent-launch": ["racecheck"],
    "descriptor": ["memcheck"],
    "cluster-exit": ["memcheck"],
    "expect-tx": ["synccheck"],
    "mbarrier-misuse": ["synccheck"],
    "register-pool": ["synccheck"],
}
