#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a learner waits for: ./learn check after an edit, split into its steps.

waiting.py BUILD [NN...], while nothing else builds there: changes the solution
of each lesson (or those named) by a comment, puts it back in the end, and prints
for each seconds of processor time: compile and link, the commands of the build;
build tool, what cmake and ninja take when all is up to date; run, the check's
program under its schedules; judge, what ./learn takes besides; all, a check after
an edit. Processor time, because other load changes it least. The last column is
the same check by the clock: schedules run side by side where there are processors.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from silent import machine  # noqa: E402 (its folder is no package)


def seconds(command, env=None):
    """Of the command and all that it starts, with `env` added: processor time,
    and time by the clock."""
    start = time.monotonic()
    child = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL,
                             env={**os.environ, "CCACHE_DISABLE": "1",
                                  **(env or {})})
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{shlex.join(command)}: exit status {child.returncode}")
    return used.ru_utime + used.ru_stime, time.monotonic() - start


def processor_seconds(command, env=None):
    return seconds(command, env)[0]


def commands_of(build, target):
    """The last two: they compile the solution and link the check."""
    said = subprocess.run(["ninja", "-C", build, "-t", "commands",
                           f"lessons/{target}"], capture_output=True,
                          text=True, check=True).stdout.splitlines()
    compiles = [one for one in said if "solution" in one and " -c " in one
                and "nvcc" in one]
    return compiles[-1], said[-1]


def solution_of(lesson):
    return ROOT / "solutions" / lesson.name / "solution.cu"


def steps(build, lesson):
    """Of a lesson whose solution was edited."""
    target = f"{lesson.name}.solution"
    number = re.match(r"(exam_)?\d+", lesson.name).group()
    toml = tomllib.loads((lesson / "lesson.toml").read_text())
    schedules = toml.get("seeds", 8)
    check = ["./learn", "check", number, "--solution"]
    whole, clock = seconds(check)
    again = processor_seconds(check)
    tool = processor_seconds(["cmake", "--build", build, "--target", target])
    compile_one, link = commands_of(build, target)
    shell = ["sh", "-c"]
    here = f"cd {shlex.quote(str(build))} && "
    compiled = processor_seconds(shell + [here + compile_one])
    linked = processor_seconds(shell + [here + link])
    with tempfile.TemporaryDirectory() as folder:
        run = sum(processor_seconds(
            [f"{build}/lessons/{target}"] +
            (["--test-suite-exclude=technique"] if seed else []),
            {"LD_LIBRARY_PATH": f"{build}/simt/lib",
             "SIMT_SCHEDULE": str(seed), "SIMT_JSON_PARTS": "findings",
             **machine(toml),
             "SIMT_JSON": f"{folder}/report.json"})
            for seed in range(schedules))
    return {"compile": compiled, "link": linked, "build tool": tool,
            "run": run, "judge": max(0.0, again - tool - run), "all": whole,
            "by the clock": clock}


def edit(build, texts):
    """Changes all solutions at once: each is an input of CMake, as what a
    learner edits is not, and CMake must not run again in between."""
    targets = [f"{name.parent.name}.solution" for name in texts]
    subprocess.run(["cmake", "--build", build, "--target", *targets], cwd=ROOT,
                   capture_output=True, check=True)
    for solution, text in texts.items():
        solution.write_text(text + f"// {time.time()}\n")
    subprocess.run(["ninja", "-C", build, "build.ninja"],
                   capture_output=True, check=True)


def main():
    build = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1
                             else "build").resolve())
    wanted = sys.argv[2:]
    lessons = [path.parent for path in
               sorted((ROOT / "lessons").glob("*/lesson.toml"))
               if not path.parent.name.startswith("9")]
    if wanted:
        lessons = [lesson for lesson in lessons
                   if any(lesson.name.startswith(one) for one in wanted)]
    if not lessons:
        print(f"waiting.py: no lesson {' '.join(wanted)}; type ./learn list",
              file=sys.stderr)
        return 2
    texts = {solution_of(lesson): solution_of(lesson).read_text()
             for lesson in lessons}
    titles = ["compile", "link", "build tool", "run", "judge", "all",
              "by the clock"]
    print("| lesson | " + " | ".join(titles) + " |")
    print("|---" * (len(titles) + 1) + "|", flush=True)
    try:
        edit(build, texts)
        for lesson in lessons:
            took = steps(build, lesson)
            print(f"| {lesson.name} | " +
                  " | ".join(f"{took[title]:.2f}" for title in titles) + " |",
                  flush=True)
    finally:
        for solution, text in texts.items():
            solution.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
