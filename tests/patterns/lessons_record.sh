#!/bin/sh
# SPDX-License-Identifier: MIT
# Records on a real GPU what the lessons' solutions cost, launch by launch:
# OUTDIR/lessons.csv. PROGRAMS is the folder of the built lessons. Needs ncu
# (with the right to read counters), nvcc for its version, and python3; takes
# about seven minutes. Lesson 21 is left out: its kernel waits for the host, which
# waits for ncu.
set -eu
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
  echo "usage: tests/patterns/lessons_record.sh OUTDIR [PROGRAMS]" >&2
  exit 2
fi
out=$1
here=$(cd "$(dirname "$0")" && pwd)
programs=${2:-$here/../../build-gpu/lessons}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$here/metrics.sh"
mkdir -p "$out"
provenance > "$work/provenance"

export COUNT_SECONDS=60
set --
for program in "$programs"/*.solution; do
  lesson=$(basename "$program" .solution)
  case $lesson in 21_*) continue ;; esac
  echo "$lesson" >&2
  # Technique cases need the emulator; these launch the same kernels.
  count "$(memory_metrics)" "$program" --test-suite=tiny,awkward \
    > "$work/$lesson.csv" || echo "$lesson: ncu ended with status $?" >&2
  cp "$work/$lesson.csv" "$out/ncu_$lesson.csv"  # to look at, not to keep
  set -- "$@" "$work/$lesson.csv"
done
python3 "$here/read_ncu.py" lessons "$work/provenance" "$@" \
  > "$out/lessons.csv"
