#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the built lessons on a real GPU, JOBS (8) programs at once, the examples
# alone; a run of an answer ends after LIMIT (30) seconds. Every solution passes
# and is clean under the TOOLS of compute-sanitizer (all four); for skeletons
# and mistakes it is written down what the GPU shows. Writes OUTDIR/lessons.txt
# and, with what the examples print there, OUTDIR/examples.txt; exit 1 when a
# solution or an example fails.
set -eu
if [ $# -ne 2 ]; then
  echo "usage: tests/hardware/lessons.sh OUTDIR PROGRAMS" >&2
  exit 2
fi
out=$1
programs=$2

verdict() {  # PROGRAM LOG: runs the cases that need no counters
  if timeout -s KILL "${LIMIT:-30}" "$1" --test-suite-exclude=technique > "$2" 2>&1
  then echo pass
  else
    status=$?
    if [ "$status" -eq 137 ]; then echo hang; else echo fail; fi
  fi
}

judge() {  # PROGRAM: its lines of the report, in a file of its own
  name=$(basename "$1")
  log=$out/parts/$name.log
  case $name in
    *.solution | *.also_right.*)
      echo "$name: $(verdict "$1" "$log")"
      for tool in ${TOOLS-memcheck racecheck synccheck initcheck}; do
        # Lesson 05 asks for calls that fail: they are no memory errors.
        option=
        [ "$tool" = memcheck ] && option="--report-api-errors no"
        # Where its table of barriers overflows, the program fails under the tool.
        [ "$tool" = synccheck ] && option="--num-cuda-barriers 65536"
        # shellcheck disable=SC2086
        if timeout -s KILL 300 compute-sanitizer --tool "$tool" $option \
          --error-exitcode 9 "$1" --test-suite-exclude=technique \
          > "$log.$tool" 2>&1
        then echo "$name: $tool clean"
        elif grep -q "before first instrumented API call" "$log.$tool"
        then echo "$name: $tool clean (runs no kernel)"
        else echo "$name: $tool NOT clean"
        fi
      done ;;
    *.example)
      if timeout -s KILL 60 "$1" > "$out/parts/$name.stdout" 2> "$log"
      then echo "$name: runs"
      else echo "$name: FAILS"
      fi ;;
    *) echo "$name: $(verdict "$1" "$log")" ;;
  esac > "$out/parts/$name.txt"
}

if [ -n "${LESSONS_ONE:-}" ]; then  # called by xargs below
  judge "$LESSONS_ONE"
  exit 0
fi

rm -rf "$out/parts"  # of another step
mkdir -p "$out/parts"
. "$(dirname "$0")/../patterns/metrics.sh"
for program in "$programs"/*; do
  case $(basename "$program") in 9* | *.check) continue ;; esac
  [ -f "$program" ] && [ -x "$program" ] && echo "$program"
done > "$out/programs"
each() {  # JOBS: judges the programs that come in
  xargs -P "$1" -I '{}' env LESSONS_ONE='{}' sh "$0" "$out" "$programs"
}
grep -v '\.example$' "$out/programs" | each "${JOBS:-8}"
grep '\.example$' "$out/programs" | each 1  # they show times

report=$out/lessons.txt
provenance > "$report"
cat "$out"/parts/*.solution.txt "$out"/parts/*.also_right.*.txt \
  "$out"/parts/*.example.txt >> "$report"
for part in "$out"/parts/*.txt; do
  case $part in
    *.solution.txt | *.also_right.*.txt | *.example.txt) ;;
    *) cat "$part" >> "$report" ;;
  esac
done
provenance > "$out/examples.txt"
for text in "$out"/parts/*.example.stdout; do
  printf '\n== %s\n' "$(basename "$text" .stdout)"
  cat "$text"
done >> "$out/examples.txt"
cat "$report"
if grep -E '(solution|also_right[^:]*): (fail|hang)|NOT clean|FAILS' "$report"
then exit 1
fi
