#!/bin/sh
# SPDX-License-Identifier: MIT
# Records everything that this repository quotes of a GPU, on a machine with
# one: calls the scripts that record, one after the other.
#   tests/hardware/record_all.sh OUTDIR [STEP...]     (any of the steps below)
# OUTDIR gets what each step wrote, with date, GPU, driver and compiler in it,
# and STEP.log with all that it printed. With KEEP=1 the files also replace the
# ones that are kept; then look at the difference, and let the pages follow:
#   git diff --stat tests/recorded bench/data
#   bench/plot_grid_sync.py; bench/plot_ladders.py
#   ./learn dev text NN --update (lessons with a table of times)
#   python3 tests/course/mistakes.py --update
# Needs nvcc, CMake, doctest, python3, ncu (with the right to read counters)
# and compute-sanitizer; about half an hour in all with 16 cores. Exit status 1
# when a step fails; the others run all the same.
#
# step        seconds allowed, what it writes, where that is kept
steps="
properties    60  properties.txt            tests/recorded/h200
patterns     600  one_warp.csv,bulk.csv     tests/recorded/h200
ops          300  ops.txt                   tests/recorded/ops
tensor       120  tensor.txt                tests/recorded
hopper       300  hopper.txt                tests/recorded
programs     900  programs.txt              tests/recorded/h200
diagnostics  900  sanitizer.txt             tests/recorded/h200
corpus       900  corpus.txt                tests/recorded/h200
delays       400  delays.txt                tests/recorded/h200
random      1800  random.txt                tests/recorded/h200
lessons     3600  lessons.txt,examples.txt  tests/recorded/h100
counts      1800  lessons.csv               tests/recorded/h200
bench       1200  bench                     bench/data/GPU
"
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
names=$(echo "$steps" | awk 'NF { printf " %s", $1 }')
if [ $# -lt 1 ]; then
  echo "usage: tests/hardware/record_all.sh OUTDIR [STEP...]; steps:$names" >&2
  exit 2
fi
mkdir -p "$1" && out=$(cd "$1" && pwd) || exit 2
shift
for wanted in "$@"; do
  case "$names " in *" $wanted "*) continue ;; esac
  echo "record_all.sh: no step \`$wanted\`; steps:$names" >&2
  exit 2
done
cd "$root" || exit 2
PATH=$PATH:/usr/local/cuda/bin
. tests/patterns/metrics.sh

build_lessons() {  # once for both steps that need them
  cmake --preset gpu > "$out/build.log" 2>&1 || return 1
  cmake --build --preset gpu -j "$(nproc)" >> "$out/build.log" 2>&1
}

record() {  # STEP: writes its files into $out
  case $1 in
    properties)
      nvcc tests/hardware/properties.cu -o "$out/properties" &&
        { provenance; "$out/properties"; } > "$out/properties.txt" ;;
    patterns) sh tests/patterns/record.sh "$out" ;;
    ops) sh tests/ops/record.sh "$out" ;;
    tensor) sh tests/tensor/record.sh "$out" ;;
    hopper)
      for source in clusters hopper; do
        nvcc -std=c++17 -O1 -arch=sm_90a -I. "tests/hardware/$source.cu" \
          -o "$out/$source" || return 1
        echo "# tests/hardware/$source.cu"
        provenance
        for name in $("$out/$source"); do
          timeout 20 "$out/$source" "$name" || echo "$name: ends with $?"
        done
      done > "$out/hopper.txt" 2> "$out/hopper.err"
      count "$(memory_metrics)" "$out/hopper" asks > "$out/asks.csv"
      python3 tests/patterns/read_ncu.py asks "$out/asks.csv" \
        >> "$out/hopper.txt" ;;
    programs)
      { provenance; sh tests/programs/record.sh; } > "$out/programs.txt" ;;
    diagnostics) sh tests/hardware/diagnostics.sh "$out" ;;
    corpus) python3 tests/corpus/record_sanitizer.py "$out" ;;
    delays) python3 tests/corpus/record_delays.py "$out" ;;
    random) sh tests/random/record.sh "$out" 103 ;;
    lessons)
      build_lessons && sh tests/hardware/lessons.sh "$out" build-gpu/lessons ;;
    counts)
      build_lessons &&
        sh tests/patterns/lessons_record.sh "$out" build-gpu/lessons ;;
    bench) sh bench/record.sh "$out/bench" ;;
  esac
}

keep() {  # FILES FOLDER
  case $1 in
    ops.txt) python3 tests/ops/split.py "$out/ops.txt" ;;
    bench) cp -R "$out"/bench/. bench/data ;;
    *) for file in $(echo "$1" | tr , ' '); do cp "$out/$file" "$2"; done ;;
  esac
}

if [ -n "${RECORD_ONE:-}" ]; then  # called by `timeout` below
  record "$RECORD_ONE"
  exit $?
fi

failed=0
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $names
for name in "$@"; do
  # shellcheck disable=SC2046
  set -- $(echo "$steps" | awk -v name="$name" '$1 == name')
  status=0
  RECORD_ONE=$name timeout "$2" sh "$0" "$out" > "$out/$name.log" 2>&1 ||
    status=$?
  if [ "$status" -eq 0 ]; then
    echo "ok    $name: $3, kept in $4"
    [ "${KEEP:-0}" = 1 ] && keep "$3" "$4"
  else
    echo "FAIL  $name (status $status), see $out/$name.log"
    failed=1
  fi
done
exit $failed
