# SPDX-License-Identifier: MIT
"""Every include of simt/ and runner/ agrees with cmake/rooms.txt, and no more
than two modules include each other in a cycle: rooms.py [ROOT]. A module is
the .h and the .cpp of one name. Knows nothing of libraries; symbols.py does."""
import collections
import pathlib
import re
import sys

MOST_IN_A_CYCLE = 2
INCLUDE = re.compile(r'\s*#\s*include\s*["<]([^">]+)[">]')
Room = collections.namedtuple("Room", "includes offers")


def read_table(root):
    """The rooms by name, bottom to top."""
    rooms, current = {}, None
    for line in (root / "cmake/rooms.txt").read_text().splitlines():
        words = line.split()
        if line.startswith("#") or not words:
            continue
        if not line.startswith(" "):
            current = rooms.setdefault(words[0], Room([], []))
        else:
            getattr(current, words[0]).extend(words[1:])
    return rooms


def room_of(path):
    return "/".join(path.split("/")[:2])


def module_of(path):
    return path.rsplit(".", 1)[0]


def includes(root):
    """(file, line, included file) for those of simt/ and runner/."""
    for file in sorted(root.glob("simt/**/*")) + sorted(
            root.glob("runner/**/*")):
        name = file.relative_to(root).as_posix()
        if not re.search(r"\.(h|cpp|inc|h\.in)$", name):
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            found = INCLUDE.match(line)
            if not found:
                continue
            beside = file.parent / found[1]
            for target in (beside, root / found[1]):
                target = target.resolve()
                if target.is_file() and root in target.parents:
                    yield name, number, target.relative_to(root).as_posix()
                    break


def table_faults(rooms, root):
    known = set()
    for name, room in rooms.items():
        for other in room.includes:
            if other not in known:
                yield f"rooms.txt: {other} does not stand above {name}"
        for header in room.offers:
            if not (root / name / header).is_file():
                yield f"rooms.txt: {name} has no {header}"
        known.add(name)
    for top in ("simt", "runner"):
        for folder in sorted((root / top).glob("*/")):
            name = f"{top}/{folder.name}"
            if folder.is_dir() and name not in rooms:
                yield f"rooms.txt: the room {name} is missing"


def room_faults(rooms, found):
    used, offered = set(), set()
    for name, number, target in found:
        room, other = room_of(name), room_of(target)
        if room == other or room not in rooms or other not in rooms:
            continue
        header = target.removeprefix(other + "/")
        used.add((room, other))
        offered.add((other, header))
        if other not in rooms[room].includes:
            yield f"{name}:{number}: {room} may not include {other}"
        elif header not in rooms[other].offers:
            yield f"{name}:{number}: {other} does not offer {header}"
    for name, room in rooms.items():
        for other in room.includes:
            if (name, other) not in used:
                yield f"rooms.txt: {name} includes nothing of {other}"
        for header in room.offers:
            if (name, header) not in offered:
                yield f"rooms.txt: no other room includes {name}/{header}"


def cycles(edges):
    """Strongly connected parts of more than one node (Tarjan 1972)."""
    order, low, stack, result = {}, {}, [], []

    def visit(node):
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in sorted(edges.get(node, ())):
            if other not in order:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == order[node]:
            part = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(part) > 1:
                result.append(sorted(part))

    for node in sorted(edges):
        if node not in order:
            visit(node)
    return result


def cycle_faults(found):
    modules, rooms = collections.defaultdict(set), collections.defaultdict(set)
    for name, _, target in found:
        for edges, of in ((modules, module_of), (rooms, room_of)):
            if of(name) != of(target):
                edges[of(name)].add(of(target))
    for part in cycles(rooms):
        yield "rooms in a cycle: " + " ".join(part)
    for part in cycles(modules):
        if len(part) > MOST_IN_A_CYCLE:
            yield "modules in a cycle: " + " ".join(part)


def faults(root):
    rooms, found = read_table(root), list(includes(root))
    yield from table_faults(rooms, root)
    yield from room_faults(rooms, found)
    yield from cycle_faults(found)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1
                        else pathlib.Path(__file__).parents[2]).resolve()
    wrong = list(faults(root))
    print("\n".join(wrong + [f"rooms: {len(wrong)} faults"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
