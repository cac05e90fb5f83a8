#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the benches of lessons 26, 27, 31 and 34 on this machine's GPU, each
# beside NVIDIA's library in the same process:
#   bench/record.sh OUTDIR         (from the repository root; kept in bench/data)
# Lesson 28's bench is longer and says at its top how it is run.
set -eu
if [ $# -ne 1 ] || [ ! -f bench/record.sh ]; then
  echo "usage, in the repository's root: bench/record.sh OUTDIR" >&2
  exit 2
fi
out=$1
. tests/patterns/metrics.sh
nvcc=${CUDACXX:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
mkdir -p "$out"
for source in bench/26_*.cu bench/27_*.cu bench/31_*.cu bench/34_*.cu; do
  name=$(basename "$source" .cu)
  lesson=$(echo "lessons/${name%%_*}"_*)
  "$nvcc" -O3 -std=c++17 -arch=native -I. -I"$lesson" "$source" -lcublas \
    -o "$build/$name"
  {
    provenance
    timeout 120 "$build/$name"
  } > "$out/$name.txt"
  cat "$out/$name.txt"
done
