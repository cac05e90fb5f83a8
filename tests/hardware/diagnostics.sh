#!/bin/sh
# SPDX-License-Identifier: MIT
# What compute-sanitizer says on a real GPU about the programs in
# tests/diagnostics that fire, or those named: OUTDIR/sanitizer.txt, one line
# for each program and tool. Needs nvcc and compute-sanitizer. JOBS (4) programs
# at once.
set -eu
if [ $# -lt 1 ]; then
  echo "usage: tests/hardware/diagnostics.sh OUTDIR [NAME...]" >&2
  exit 2
fi
out=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
tools="memcheck racecheck synccheck initcheck"

# The first thing that the tool says of the program, without addresses.
first_message() {  # LOG
  grep '^=========' "$1" | grep -v -e COMPUTE-SANITIZER -e SUMMARY |
    sed -e 's/^=========[ ]*//' -e 's/0x[0-9a-f]*/0x_/g' -e '/^$/d' |
    head -n 1
}

judge() {  # NAME: its lines of the report, in a file of its own
  program=$out/parts/$1
  nvcc -std=c++17 -lineinfo -I"$here/../.." -gencode arch=compute_90a,code=sm_90a \
    "$here/../diagnostics/$1/bug.cu" -o "$program" > "$program.build" 2>&1 || {
    echo "$1: does not compile for sm_90a" > "$program.txt"
    return
  }
  status=0
  timeout -s KILL 10 "$program" > "$program.alone" 2>&1 || status=$?
  case $status in
    137) echo "$1 alone: did not end in 10 seconds" ;;
    *) echo "$1 alone: exit status $status" ;;
  esac > "$program.txt"
  for tool in $tools; do
    status=0
    timeout -s KILL 20 compute-sanitizer --tool "$tool" "$program" \
      > "$program.$tool" 2>&1 || status=$?
    message=$(first_message "$program.$tool")
    [ "$status" -ne 137 ] || message="${message:+$message; }did not end"
    echo "$1 $tool: ${message:-nothing}"
  done >> "$program.txt"
}

if [ -n "${DIAGNOSTIC:-}" ]; then  # called by xargs below
  judge "$DIAGNOSTIC"
  exit 0
fi

rm -rf "$out/parts"  # of another step
mkdir -p "$out/parts"
. "$here/../patterns/metrics.sh"
# One name a word.
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(basename -s .md "$here"/../../docs/diagnostics/*.md)
for name; do
  [ ! -f "$here/../diagnostics/$name/bug.cu" ] || echo "$name"
done | xargs -P "${JOBS:-4}" -I '{}' env DIAGNOSTIC='{}' sh "$0" "$out"
{
  provenance
  echo "# compute-sanitizer $(compute-sanitizer --version |
    grep -o 'Version [0-9.]*')"
  cat "$out"/parts/*.txt
} > "$out/sanitizer.txt"
rm -r "$out/parts"
cat "$out/sanitizer.txt"
