#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sets the emulator beside Oclgrind and numba's CUDA simulator.

compare.py SIMT_BENCH KERNELS.ptx: runs the three kernels of kernels.cu on each,
one after the other, on one core, and prints seconds of processor time and how
many times faster the emulator is. Oclgrind (Debian: apt-get install oclgrind)
runs the same sizes, plain against our counters, and with its checks of races
and uninitialised values against all of ours. numba (pip install numba) runs
small sizes, against all of our checks; so does the emulator then. What is not
installed is named and left out. The kernels in OpenCL stand in kernels.cl, in
Python in numba_sim.py. Exit status 2 when nothing could be compared.
"""
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FLOATS = "<size={} float fill=1>"
INTS = "<size={} int fill=1>"
# Kernel: arguments, work items, work items of a group.
OPENCL = {
    "matmul_tiled": ([FLOATS.format(256 * 256 * 4)] * 3 + ["<size=4> 256"],
                     (256, 256), (16, 16)),
    "transpose_tile": ([FLOATS.format(1024 * 1024 * 4)] * 2 +
                       ["<size=4> 1024"], (1024, 256), (32, 8)),
    "sum_shared": ([INTS.format((1 << 20) * 4), INTS.format(4096 * 4)],
                   (1 << 20, 1), (256, 1)),
}


def processor_time(command, folder=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0 or "error" in (done.stdout + done.stderr).lower():
        sys.exit(f"{' '.join(map(str, command))} failed:\n"
                 f"{done.stdout[-500:]}{done.stderr[-500:]}")
    return (after.ru_utime + after.ru_stime - before.ru_utime -
            before.ru_stime)


def ours(bench, kernels):
    """[(kernel, size, instructions, bare, counters, all checks)], six rows."""
    done = subprocess.run([bench, kernels, "--seconds"], check=True,
                          capture_output=True, text=True)
    rows = [line.split(",") for line in done.stdout.splitlines()]
    return [(row[0], row[1], *map(float, row[2:])) for row in rows]


def oclgrind(kernel, options):
    """Seconds of the whole launch, less those of a launch of one group."""
    arguments, items, group = OPENCL[kernel]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(HERE / "kernels.cl", folder)
        times = []
        for size in items, group:
            sim = pathlib.Path(folder) / "launch.sim"
            sim.write_text("\n".join(
                ["kernels.cl", kernel, f"{size[0]} {size[1]} 1",
                 f"{group[0]} {group[1]} 1", "", *arguments, ""]))
            times.append(processor_time(
                ["oclgrind-kernel", "--num-threads", "1", *options, sim.name],
                folder))
    return times[0] - times[1]


def numba():
    done = subprocess.run([sys.executable, HERE / "numba_sim.py"], check=True,
                          capture_output=True, text=True)
    return {name: float(seconds) for name, seconds in
            (line.split(",") for line in done.stdout.splitlines())}


def row(kernel, size, who, theirs, mode, seconds):
    print(f"{kernel:15} {size:12} {who:20} {theirs:9.3f} {mode:11} "
          f"{seconds:9.5f} {theirs / seconds:8.0f}", flush=True)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.split("\n\n")[1])
    rows = ours(*sys.argv[1:])
    print(f"{'kernel':15} {'size':12} {'other':20} {'seconds':>9} "
          f"{'ours':11} {'seconds':>9} {'ratio':>8}")
    compared = 0
    if shutil.which("oclgrind-kernel") is None:
        print("Oclgrind is not installed: apt-get install oclgrind")
    else:
        checks = ["--data-races", "--uninitialized"]
        for kernel, size, _, _, counters, everything in rows[:3]:
            row(kernel, size, "Oclgrind", oclgrind(kernel, []), "counters",
                counters)
            row(kernel, size, "Oclgrind, checks", oclgrind(kernel, checks),
                "all checks", everything)
            compared += 2
    try:
        import numba as _  # noqa: F401
    except ImportError:
        print("numba is not installed: pip install numba")
    else:
        times = numba()
        for kernel, size, _, _, _, everything in rows[3:]:
            row(kernel, size, "numba's simulator", times[kernel], "all checks",
                everything)
            compared += 1
    return 0 if compared else 2


if __name__ == "__main__":
    sys.exit(main())
