#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records what compute-sanitizer says of the corpus, on a machine with a GPU.

record_sanitizer.py OUTDIR [FILE...]: builds the files of the corpus (bulk.cu,
...; without names all) as CMakeLists.txt does, runs every program and its twin
with the tools that can see its diagnostic and writes OUTDIR/corpus.txt, a line
each: program, variant, tool, verdict.
A run that has not ended after 20 seconds is stopped: the verdict is "hangs".
Needs nvcc, compute-sanitizer and nvidia-smi; takes about two minutes.
"""
import concurrent.futures
import datetime
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import programs

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 20
AT_ONCE = 8
# Programs that hang keep the GPU busy: they come last.
HANGS = {"deadlock", "livelock", "grid-barrier-not-resident",
         "divergent-barrier", "barrier-mismatch", "warp-mask", "expect-tx",
         "mbarrier-misuse", "register-pool"}


def toolkit():
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    return pathlib.Path(nvcc).resolve().parent.parent


def build(folder, names):
    """Builds these files into `folder`, as CMakeLists.txt does."""
    def one(source):
        arch = programs.architecture(source.stem)
        subprocess.run(
            [toolkit() / "bin/nvcc", "-O3", "-lineinfo", "-cudart", "shared",
             f"-gencode=arch=compute_{arch},code=compute_{arch}",
             f"-I{HERE.parents[1]}", source, "-o",
             folder / f"corpus.{source.stem}"], check=True,
            capture_output=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(one, [HERE / name for name in names]))


def command(tool):
    found = (shutil.which("compute-sanitizer") or
             toolkit() / "bin/compute-sanitizer")
    extra = ["--leak-check", "full"] if tool == "memcheck" else []
    return [str(found), "--tool", tool, *extra]


def verdict(output):
    """One line of what the tool said: how many errors, and the first one."""
    lines = [line[10:] for line in output.splitlines()
             if line.startswith("=========")]
    summary = next((line.strip() for line in reversed(lines)
                    if "SUMMARY" in line), "no summary")
    first = next((line.strip() for line in lines
                  if line.startswith((" ", "\t")) is False and
                  line.strip() and "SUMMARY" not in line and
                  "COMPUTE-SANITIZER" not in line), "")
    first = re.sub(r"0x[0-9a-f]+", "0x...", re.sub(r"/\S*/", "", first))
    return f"{summary}; {first}" if first else summary


def run(job):
    folder, program, variant, tool, logs = job
    environment = dict(os.environ)
    environment["LD_LIBRARY_PATH"] = str(toolkit() / "lib64")
    environment["CUDA_CACHE_PATH"] = str(folder / "cache")
    executable = folder / f"corpus.{pathlib.Path(program.file).stem}"
    try:
        done = subprocess.run(
            ["timeout", "-k", "5", str(SECONDS), *command(tool),
             str(executable), program.name, variant], env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        output = done.stdout.decode(errors="replace")
        said = verdict(output)
        if done.returncode in (124, 137):
            said = "hangs; " + said
    except OSError as error:
        output = said = str(error)
    (logs / f"{program.name}.{variant}.{tool}.txt").write_text(output)
    return f"{program.name}\t{variant}\t{tool}\t{said}"


def ask(*arguments):
    done = subprocess.run(arguments, capture_output=True, text=True,
                          check=True)
    return done.stdout.strip()


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    out = pathlib.Path(sys.argv[1])
    logs = out / "logs"  # to look at, not to keep
    logs.mkdir(parents=True, exist_ok=True)
    head = [
        "# compute-sanitizer on the programs of tests/corpus:",
        "# program, variant, tool, verdict.",
        f"# date {datetime.date.today()}",
        "# GPU " + ask("nvidia-smi", "--query-gpu=name",
                       "--format=csv,noheader").splitlines()[0],
        "# driver " + ask("nvidia-smi", "--query-gpu=driver_version",
                          "--format=csv,noheader").splitlines()[0],
        "# " + ask(str(toolkit() / "bin/nvcc"), "--version").splitlines()[-1],
        "# " + next(line for line in ask(command("memcheck")[0],
                                         "--version").splitlines()
                    if "ersion" in line),
    ]
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        files = sys.argv[2:] or sorted(s.name for s in HERE.glob("*.cu"))
        build(folder, files)
        tools = programs.TOOLS | programs.NEAREST
        jobs = [(folder, program, variant, tool, logs)
                for file in files for program in programs.read(HERE / file)
                for tool in tools.get(program.diagnostic, [])
                for variant in ("bug", "fixed")]
        jobs.sort(key=lambda job: job[1].diagnostic in HANGS)
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            lines = sorted(pool.map(run, jobs))
    (out / "corpus.txt").write_text("\n".join(head + lines) + "\n")
    print(f"{len(lines)} runs in {out / 'corpus.txt'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
