#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times our answers beside PyTorch's functions, all in one process, with the
same CUDA events around both.

usage: bench/beside_torch.py [--out FOLDER] [NAME...]

From the repository's root, with a GPU, nvcc and torch. NAME is a lesson such as
56_softmax; without one all in CASES are timed. An answer is compiled as a
shared library and called through ctypes on torch's own memory. Each result is
compared with the one that torch computes in double. With --out the rows of a
lesson also go to FOLDER/GPU/NAME_torch.txt, as bench/record.sh writes them.
Exit status 1 when a result of ours is wrong.
"""
import argparse
import ctypes
import datetime
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
from typing import Any, Callable, NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
TIMES, CALLS = 15, 3  # the median of TIMES measurements of CALLS calls each


class Trial(NamedTuple):
    """One call of ours and the same work by torch. Built on the GPU."""
    args: list      # of our function: tensors, ints, floats and bools, in order
    out: Any        # the tensor among them that receives the result
    library: Callable   # () -> tensor: torch's call, in the shape of `out`
    exact: Callable     # () -> tensor of doubles: what both should give
    tolerance: float    # of a value, relative to the exact one ...
    smallest: float     # ... or to this, where that is smaller
    amount: float       # what one call does, in `unit` per second / 10^9
    unit: str           # "GB/s" or "GFLOP/s"


class Case(NamedTuple):
    lesson: str      # folder of lessons/ and solutions/
    function: str    # that lesson.h declares
    label: str       # of the row: a size
    make: Callable   # torch -> Trial


def softmax(rows, columns):
    def make(torch):
        x = torch.randn(rows, columns, device="cuda") * 4
        out = torch.full_like(x, float("nan"))
        return Trial(args=[x, out, rows, columns], out=out,
                     library=lambda: torch.softmax(x, 1),
                     exact=lambda: torch.softmax(x.double(), 1),
                     tolerance=3e-5, smallest=1e-30,
                     amount=2 * 4e-9 * rows * columns, unit="GB/s")
    return make


def convolution(length, size):
    def make(torch):
        torch.backends.cudnn.allow_tf32 = False
        torch.backends.cudnn.benchmark = True  # it takes its fastest algorithm
        conv2d = torch.nn.functional.conv2d
        image = torch.randn(1, 1, length, length, device="cuda")
        ours = torch.randn(1, 1, size, size)  # in the host's memory
        theirs = ours.cuda()
        out = torch.full_like(image, float("nan"))
        return Trial(args=[image, ours, out, length, length, size], out=out,
                     library=lambda: conv2d(image, theirs, padding=size // 2),
                     exact=lambda: conv2d(image.double(), theirs.double(),
                                          padding=size // 2),
                     tolerance=1e-4, smallest=1,
                     amount=2e-9 * length**2 * size**2, unit="GFLOP/s")
    return make


def attention(heads, length, dim, causal, backend):
    def make(torch):
        from torch.nn.attention import SDPBackend, sdpa_kernel
        attend = torch.nn.functional.scaled_dot_product_attention
        q, k, v = (torch.randn(1, heads, length, dim, device="cuda")
                   .bfloat16() for _ in "qkv")
        out = torch.full_like(q, float("nan"))

        def library():
            with sdpa_kernel(getattr(SDPBackend, backend)):
                return attend(q, k, v, is_causal=causal)

        def exact():
            result = torch.empty(out.shape, device="cuda", dtype=torch.double)
            for head in range(heads):
                scores = q[0, head].double() @ k[0, head].double().T
                scores /= dim**0.5
                if causal:
                    ahead = torch.ones_like(scores, dtype=torch.bool).triu(1)
                    scores.masked_fill_(ahead, float("-inf"))
                result[0, head] = scores.softmax(1) @ v[0, head].double()
            return result

        return Trial(args=[q, k, v, out, heads, length, dim, causal], out=out,
                     library=library, exact=exact,
                     # Weights are bf16 as well; the first rows of causal sum few.
                     tolerance=1e-2, smallest=0.5,
                     amount=4e-9 * heads * length**2 * dim / (1 + causal),
                     unit="GFLOP/s")
    return make


BACKENDS = {"flash": "FLASH_ATTENTION", "cuDNN": "CUDNN_ATTENTION"}
CASES = [
    Case("56_softmax", "softmax", "16384 x 4096", softmax(16384, 4096)),
    Case("56_softmax", "softmax", "65536 x 1000", softmax(65536, 1000)),
    Case("56_softmax", "softmax", "65536 x 1023", softmax(65536, 1023)),
    Case("56_softmax", "softmax", "8192 x 8192", softmax(8192, 8192)),
    Case("56_softmax", "softmax", "2048 x 32768", softmax(2048, 32768)),
    Case("56_softmax", "softmax", "1024 x 100000", softmax(1024, 100000)),
    *(Case("57_convolution", "convolve", f"{size} x {size}",
           convolution(4096, size)) for size in (3, 7, 15)),
    *(Case("59_attention", "attend",
           f"{dim}{', causal' * causal}, {name}",
           attention(32, 4096, dim, causal, backend))
      for dim in (64, 128) for causal in (False, True)
      for name, backend in BACKENDS.items()),
]


def compiled(lesson, functions, folder):
    """The lesson's answer as a library; {name: its functions' addresses}."""
    source, library = folder / f"{lesson}.cu", folder / f"{lesson}.so"
    lines = [f'#include "solutions/{lesson}/solution.cu"', 'extern "C" {']
    for name in functions:  # a variable, so that no name is mangled
        lines.append(f"decltype(&{name}) entry_{name} = &{name};")
    source.write_text("\n".join(lines + ["}", ""]))
    toml = (ROOT / "lessons" / lesson / "lesson.toml").read_text()
    # -arch=sm_90a would make PTX of compute_90 as well.
    arch = ("-gencode=arch=compute_90a,code=sm_90a"
            if 'arch = "90a"' in toml else "-arch=native")
    nvcc = os.environ.get("CUDACXX", "nvcc")
    subprocess.run(
        [nvcc, "-O3", "-std=c++17", arch, "-shared", "-Xcompiler",
         "-fPIC", f"-I{ROOT}", f"-I{ROOT / 'lessons' / lesson}", str(source),
         "-o", str(library)], check=True)
    loaded = ctypes.CDLL(str(library))
    return {name: ctypes.c_void_p.in_dll(loaded, f"entry_{name}").value
            for name in functions}


def bound(address, args):
    """A call without arguments of the function at `address`."""
    values = []
    for arg in args:
        if isinstance(arg, bool):
            values.append(ctypes.c_bool(arg))
        elif isinstance(arg, int):
            values.append(ctypes.c_int(arg))
        elif isinstance(arg, float):
            values.append(ctypes.c_float(arg))
        else:
            values.append(ctypes.c_void_p(arg.data_ptr()))
    call = ctypes.CFUNCTYPE(None, *map(type, values))(address)
    return lambda: call(*values)


def milliseconds(torch, work):
    """Median time of one call, as median_ms of timing.h takes it."""
    work()
    times = []
    for _ in range(TIMES):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in "be")
        torch.cuda.synchronize()
        begin.record()
        for _ in range(CALLS):
            work()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end) / CALLS)
    return statistics.median(times)


def off(got, exact, trial):
    """The largest difference, in units of what is allowed; NaN is wrong."""
    allowed = trial.tolerance * exact.abs().clamp(min=trial.smallest)
    worst = ((got.double() - exact).abs() / allowed).max().item()
    return worst if worst == worst else float("inf")


def timed(torch, case, address):
    """The rows of one case, and whether ours was right."""
    torch.manual_seed(1)
    trial = case.make(torch)
    ours = bound(address, trial.args)
    ours()
    torch.cuda.synchronize()
    exact = trial.exact()
    worst = off(trial.out, exact, trial)
    library_worst = off(trial.library(), exact, trial)
    del exact
    # Each twice, in turn: the clock of a GPU changes while it works.
    both = {"after": ours, "torch": trial.library}
    ms = {name: [] for name in both}
    for name in list(both) * 2:
        ms[name].append(milliseconds(torch, both[name]))
    rows = []
    for name, error in (("after", worst), ("torch", library_worst)):
        time = min(ms[name])
        rows.append(f"{name + ', ' + case.label:28s} {1e3 * time:9.1f} us "
                    f"{100 * min(ms['torch']) / time:5.0f} %  "
                    f"{1e3 * trial.amount / time:9.1f} {trial.unit}  "
                    f"error {error:.3f} of what is allowed"
                    + ("" if error <= 1 else "  WRONG"))
    return rows, worst <= 1


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    known = list(dict.fromkeys(case.lesson for case in CASES))
    for name in options.names:
        if name not in known:
            sys.exit(f"beside_torch.py: no case of {name}; "
                     f"there are {', '.join(known)}")
    import torch  # here, so that --help needs none
    gpu = torch.cuda.get_device_name(0)
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        for lesson in options.names or known:
            cases = [case for case in CASES if case.lesson == lesson]
            functions = list(dict.fromkeys(case.function for case in cases))
            addresses = compiled(lesson, functions, pathlib.Path(folder))
            head = [f"# recorded {datetime.date.today()} on {gpu}, "
                    f"torch {torch.__version__}, CUDA {torch.version.cuda}",
                    f"{gpu}, {lesson}; share: torch's time in the same run"]
            print("\n".join(head))
            lines = []
            for case in cases:
                rows, right = timed(torch, case, addresses[case.function])
                print("\n".join(rows), flush=True)
                lines += rows
                fine = fine and right
            if options.out:
                short = re.search(r"[a-z]+\d[a-z0-9]*", gpu.lower()).group()
                file = options.out / short / f"{lesson}_torch.txt"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("\n".join(head + lines) + "\n")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
