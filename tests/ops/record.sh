#!/bin/sh
# SPDX-License-Identifier: MIT
# Records tests/ops on the GPU of this machine: tests/ops/record.sh OUTDIR
# writes OUTDIR/ops.txt, for tests/ops/split.py. Needs nvcc, python3 and
# a driver.
set -eu
out=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../patterns/metrics.sh"
nvcc=${CUDACXX:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
mkdir -p "$out"
"$nvcc" -std=c++20 -O1 -I "$here/../.." "$here/record.cpp" -o "$build/record" \
  -lcuda
python3 -B "$here/generate.py" "$build/modules"
{
  provenance
  "$build/record" "$build/modules"
} > "$out/ops.txt"
wc -c "$out/ops.txt"
