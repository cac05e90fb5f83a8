# SPDX-License-Identifier: MIT
"""Times as dots on a logarithmic scale: what stands in a lesson's table of times,
drawn from bench/data. The same files give the same bytes."""
import html
import math
import re

GPUS = [("h200", "H200"), ("h100", "H100")]
ROW = re.compile(r"^(\S.*?) {2,}([\d.]+) us\b", re.M)
WIDTH, LEFT, RIGHT, TOP, STEP = 400, 24, 376, 26, 36  # fits a phone


def recorded(root, name):
    """{GPU: {label: microseconds}} of the recordings `name`."""
    found = {}
    for folder, gpu in GPUS:
        path = root / "bench/data" / folder / f"{name}.txt"
        if path.exists():
            text = path.read_text(encoding="utf-8")
            found[gpu] = {label.strip(): float(us)
                          for label, us in ROW.findall(text)}
    return found


def shown(us):
    """As a tick of the scale: 500 ns, 2 µs, 10 ms."""
    for unit, size in (("s", 1e6), ("ms", 1e3), ("µs", 1)):
        if us >= size:
            return f"{us / size:g} {unit}"
    return f"{us * 1e3:g} ns"


def ticks(low, high):
    """1, 2, 5, 10, ... from the last below `low` to the first above `high`."""
    steps = [factor * 10.0**power
             for power in range(math.floor(math.log10(low)),
                                math.floor(math.log10(high)) + 2)
             for factor in (1, 2, 5)]
    first = max(i for i, one in enumerate(steps) if one <= low)
    last = min(i for i, one in enumerate(steps) if one >= high)
    last = max(last, first + 1)
    chosen = steps[first:last + 1]
    if len(chosen) > 6:  # powers of ten are enough, and both ends
        chosen = [one for i, one in enumerate(chosen)
                  if i in (0, len(chosen) - 1)
                  or math.isclose(math.log10(one) % 1, 0, abs_tol=1e-9)]
    return chosen


def plot(root, name, rows, words):
    """An SVG element, or "" where nothing was recorded. `rows` are the pairs
    of a label in the recording and the words to show for it."""
    times = recorded(root, name)
    drawn = [(label, words_of) for label, words_of in rows
             if any(label in one for one in times.values())]
    every = [us for one in times.values() for label, us in one.items()
             if any(label == row for row, _ in drawn)]
    if not every:
        return ""
    scale = ticks(min(every), max(every))
    low, high = math.log10(scale[0]), math.log10(scale[-1])

    def at(us):
        return LEFT + (RIGHT - LEFT) * (math.log10(us) - low) / (high - low)

    bottom = TOP + STEP * len(drawn) + 4
    body = []
    for tick in scale:
        body.append(f'<path class="grid" d="M{at(tick):.1f} {TOP - 8}V{bottom}"/>')
        body.append(f'<text class="mid" x="{at(tick):.1f}" y="{TOP - 12}">'
                    f'{shown(tick)}</text>')
    for line, (label, words_of) in enumerate(drawn):
        y = TOP + STEP * line + 25
        body.append(f'<text x="0" y="{y - 12}">{html.escape(words_of)}</text>')
        body.append(f'<path class="row" d="M{LEFT} {y}H{RIGHT}"/>')
        for gpu, one in times.items():
            if label in one:
                body.append(mark(gpu, at(one[label]), y))
    x = LEFT
    for gpu in times:
        body.append(mark(gpu, x + 5, bottom + 14))
        body.append(f'<text x="{x + 16}" y="{bottom + 18}">{gpu}</text>')
        x += 80
    return (f'<svg class="times" role="img" viewBox="0 0 {WIDTH} {bottom + 26}" '
            f'aria-label="{html.escape(words)}">' + "".join(body) + "</svg>")


def mark(gpu, x, y):
    """A shape for each GPU: colour alone tells too few readers."""
    kind = gpu.lower()
    if gpu == GPUS[0][1]:
        return f'<circle class="{kind}" cx="{x:.1f}" cy="{y}" r="5"/>'
    return (f'<rect class="{kind}" x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" '
            'width="9" height="9"/>')
