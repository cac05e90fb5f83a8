#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""./learn check and ./learn grade say the same of the same file.

same_verdict.py LEARN [all]: takes the known answers of the course, right and
wrong, and those of unusual/, which are right: a sample that has each kind of
them, or `all`. Ends with 0 when each file passes both or neither, and each of
unusual/ passes.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / 'tests/grade/unusual'
# Right and wrong in each kind of region; exams; headers of the student's own.
SAMPLE = {
    '05_errors_come_late': ['solution', 'mistakes/nothing_checked'],
    '13_bank_conflicts': ['also_right/swizzle', 'mistakes/plain_copy'],
    '15_wide_access': ['unusual/copies_asynchronously'],
    '16_bank_model': ['unusual/counts_in_a_map'],
    'exam_2_shared_memory': ['mistakes/marks_not_padded'],
    'exam_3_synchronising': ['solution'],
    'exam_8_missing_fences': ['solution'],  # tensor maps
}
KINDS = {(region, what) for region in ('host', 'device')
         for what in ('right', 'wrong', 'exam', 'headers')}
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


def name_of(file):
    folder = 'unusual' if HERE in file.parents else file.parent.name
    return file.stem if file.stem == 'solution' else f'{folder}/{file.stem}'


def chosen(everything):
    """Pairs of a lesson and a file for it."""
    for folder in sorted((ROOT / 'solutions').iterdir()):
        lesson = folder.name
        if not (folder / 'solution.cu').exists():
            continue
        for file in answers(lesson) + sorted((HERE / lesson).glob('*.cu')):
            if everything or name_of(file) in SAMPLE.get(lesson, []):
                yield lesson, file


def kinds_of(lesson, name):
    toml = (ROOT / 'lessons' / lesson / 'lesson.toml').read_text()
    region = 'device' if 'region = "device"' in toml else 'host'
    yield region, 'wrong' if name.startswith('mistakes/') else 'right'
    if 'kind = "exam"' in toml:
        yield region, 'exam'
    if name.startswith('unusual/'):
        yield region, 'headers'


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
    by_lesson, kinds = {}, set()
    for lesson, file in chosen(everything):
        name = name_of(file)
        unusual = name.startswith('unusual/')
        text = whole(lesson, file) if unusual else answer_text(lesson, file)
        # A folder's name is the student's.
        by_lesson.setdefault(lesson, []).append((name.replace('/', '.'), text))
        kinds |= set(kinds_of(lesson, name))
    if kinds != KINDS:
        sys.exit(f'the files have none of these: {sorted(KINDS - kinds)}')
    found = sum(len(files) for files in by_lesson.values())
    if not everything and found != sum(map(len, SAMPLE.values())):
        sys.exit('SAMPLE names an answer that is not there')
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
