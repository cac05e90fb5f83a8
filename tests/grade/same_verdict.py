#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""./learn check and ./learn grade say the same of the same file.

same_verdict.py LEARN [all]: takes the known answers of the course, right and
wrong, and those of unusual/, which are right. A third of the lessons, with one
answer each, or `all` of them. Ends with 0 when each file passes both or neither,
and each of unusual/ passes.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / 'tests/grade/unusual'
BEGIN, END = '// task-begin', '// task-end'


def cut(text):
    """The lines up to the first mark, between the marks, from the second."""
    lines = text.splitlines(keepends=True)
    marks = [i for i, line in enumerate(lines) if line.strip() in (BEGIN, END)]
    return lines[:marks[0] + 1], lines[marks[0] + 1:marks[1]], lines[marks[1]:]


def whole(lesson, file):
    """A file of unusual/ with the rest of the exercise around it."""
    before, region, _ = cut(file.read_text())
    given, _, after = cut((ROOT / 'solutions' / lesson / 'solution.cu').read_text())
    headers = [line for line in before if line.startswith('#include')]
    return ''.join(headers + given + region + after)


def answers(lesson):
    folder = ROOT / 'solutions' / lesson
    return ([folder / 'solution.cu'] + sorted(folder.glob('also_right/*.cu')) +
            sorted(folder.glob('mistakes/*.cu')))


def answer_text(lesson, file):
    """An answer as a whole file, as it would be handed in."""
    solution = ROOT / 'solutions' / lesson / 'solution.cu'
    if file == solution:
        return file.read_text()
    return subprocess.run(
        ['awk', '-f', ROOT / 'cmake/splice.awk', '-v', f'answer={file}',
         '-v', 'to=/dev/stdout', solution],
        check=True, capture_output=True, text=True).stdout


def chosen(everything):
    """Pairs of a lesson and the text of a file for it, with a name."""
    lessons = sorted(path.name for path in (ROOT / 'solutions').iterdir()
                     if (path / 'solution.cu').exists())
    for number, lesson in enumerate(lessons):
        files = answers(lesson)
        if not everything:
            files = [files[number % len(files)]] if number % 3 == 0 else []
        for file in files:
            name = f'{file.parent.name}.{file.stem}'
            yield lesson, name, answer_text(lesson, file)
    for file in sorted(HERE.glob('*/*.cu')):
        lesson = file.parent.name
        yield lesson, f'unusual.{file.stem}', whole(lesson, file)


def grade(learn, lesson, folder):
    out = subprocess.run(
        [learn, 'grade', '--lesson', lesson, '--jobs', '2', '--format', 'json'] +
        sorted(str(path) for path in folder.iterdir()),
        cwd=ROOT, capture_output=True, text=True)
    if out.returncode != 0:
        sys.exit(out.stderr)
    marks = json.loads(out.stdout)
    marks = marks['submissions']
    return {mark['student']: mark['lessons'][0] for mark in marks}


def main():
    learn, everything = sys.argv[1], 'all' in sys.argv[2:]
    by_lesson = {}
    for lesson, name, text in chosen(everything):
        by_lesson.setdefault(lesson, []).append((name, text))
    count = different = 0
    for lesson, files in sorted(by_lesson.items()):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            for name, text in files:
                (folder / name).mkdir()
                (folder / name / 'exercise.cu').write_text(text)
            marks = grade(learn, lesson, folder)
            for name, _ in files:
                check = subprocess.run(
                    [learn, 'check', lesson, '--file',
                     str(folder / name / 'exercise.cu')],
                    cwd=ROOT, capture_output=True, text=True)
                mark = marks[name]
                passed = check.returncode == 0
                same = passed == (mark['state'] == 'passed')
                right = passed or not name.startswith('unusual.')
                count += 1
                print(f"{lesson} {name}: {mark['state']}", flush=True)
                if same and right:
                    continue
                different += 1
                print(f'{lesson} {name}: check {check.returncode}, grade '
                      f'{mark["state"]}: {mark["reason"]}\n{check.stdout}'
                      f'{check.stderr}\n{mark["text"]}')
    print(f'{count} files, {different} with another verdict')
    return 1 if different or count == 0 else 0


if __name__ == '__main__':
    sys.exit(main())
