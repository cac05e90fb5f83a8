#!/bin/sh
# SPDX-License-Identifier: MIT
# Records what clusters do against the rules, on the GPU of this machine, 9.0 or
# later: tests/hardware/clusters.sh OUTDIR writes OUTDIR/clusters.txt, which is
# kept as tests/recorded/h100/clusters.txt.
set -eu
out=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../patterns/metrics.sh"
nvcc=${CUDACXX:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
mkdir -p "$out"
"$nvcc" -std=c++17 -O1 -arch=sm_90a -I "$here/../.." "$here/clusters.cu" \
  -o "$build/clusters"
{
  provenance
  for name in $("$build/clusters"); do
    timeout 20 "$build/clusters" "$name" || echo "$name: ends with $?"
  done
} > "$out/clusters.txt"
wc "$out/clusters.txt"
