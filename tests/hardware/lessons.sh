#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the built lessons on a real GPU: every solution passes and is clean
# under compute-sanitizer; for skeletons and mistakes it is written down what
# the GPU shows. Writes OUTDIR/lessons.txt; exit 1 when a solution fails.
set -eu
if [ $# -ne 2 ]; then
  echo "usage: tests/hardware/lessons.sh OUTDIR PROGRAMS" >&2
  exit 2
fi
out=$1
programs=$2
failed=0
mkdir -p "$out"
report="$out/lessons.txt"
. "$(dirname "$0")/../patterns/metrics.sh"
provenance > "$report"

verdict() {  # PROGRAM: runs the cases that need no counters
  if timeout 20 "$1" --test-suite-exclude=technique > "$out/last.log" 2>&1
  then echo pass
  else
    status=$?
    if [ "$status" -eq 124 ]; then echo hang; else echo "fail"; fi
  fi
}

for solution in "$programs"/*.solution "$programs"/*.also_right.*; do
  [ -x "$solution" ] || continue
  name=$(basename "$solution")
  result=$(verdict "$solution")
  echo "$name: $result" >> "$report"
  [ "$result" = pass ] || failed=1
  for tool in memcheck racecheck synccheck; do
    if timeout 200 compute-sanitizer --tool "$tool" --error-exitcode 9 \
      "$solution" --test-suite-exclude=technique > "$out/last.log" 2>&1
    then echo "$name: $tool clean" >> "$report"
    else
      echo "$name: $tool NOT clean" >> "$report"
      tail -n 20 "$out/last.log" >&2
      failed=1
    fi
  done
done
for wrong in "$programs"/*; do
  name=$(basename "$wrong")
  case $name in
    *.solution | *.also_right.* | *.example | 9*) continue ;;
  esac
  [ -f "$wrong" ] && [ -x "$wrong" ] || continue
  echo "$name: $(verdict "$wrong")" >> "$report"
done
rm -f "$out/last.log"
cat "$report"
exit $failed
