#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the programs of docs/found.md on this machine's GPU, and each under
# Compute Sanitizer: docs/found/record.sh OUTFILE (from the repository root; kept
# as docs/found/h100.txt).
set -eu
if [ $# -ne 1 ] || [ ! -d docs/found ]; then
  echo "usage, in the repository's root: docs/found/record.sh OUTFILE" >&2
  exit 2
fi
. tests/patterns/metrics.sh
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
{
  provenance
  for source in docs/found/*.cu; do
    name=$(basename "$source" .cu)
    nvcc -O3 -std=c++17 -arch=native -lineinfo -I. "$source" -o "$build/$name"
    echo "== $name"
    timeout 60 "$build/$name" || echo "ended with exit status $?"
    for tool in memcheck racecheck synccheck; do
      echo "$tool: $(timeout 120 compute-sanitizer --tool $tool \
        "$build/$name" 2>&1 | grep -E 'ERROR SUMMARY|RACECHECK SUMMARY' |
        sed 's/^=* *//')"
    done
  done
} > "$1"
