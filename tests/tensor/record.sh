#!/bin/sh
# SPDX-License-Identifier: MIT
# Records the matrix instructions of the GPU of this machine, 8.0 or later:
# tests/tensor/record.sh OUTDIR writes OUTDIR/tensor.txt, which is kept as
# tests/recorded/tensor.txt, and on a GPU of 9.0 warpgroup.txt likewise.
set -eu
out=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../patterns/metrics.sh"
nvcc=${CUDACXX:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
mkdir -p "$out"
"$nvcc" -std=c++17 -O1 -arch=native -I "$here/../.." "$here/main.cu" \
  -o "$build/tensor"
{
  provenance
  timeout 60 "$build/tensor"
} > "$out/tensor.txt"
wc "$out/tensor.txt"
case $(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1) in
  9.0) ;;
  *) exit 0 ;;
esac
python3 -B "$here/warpgroup.py" "$build/warpgroup_forms.inc"
"$nvcc" -std=c++17 -O1 -gencode arch=compute_90a,code=sm_90a -I "$build" \
  -I "$here/../.." "$here/warpgroup.cu" -o "$build/warpgroup"
{
  provenance
  timeout 60 "$build/warpgroup"
} > "$out/warpgroup.txt"
wc "$out/warpgroup.txt"
