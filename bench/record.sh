#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs every bench on this machine's GPU and keeps what it prints, with date,
# GPU, driver and compiler above it:
#   bench/record.sh OUTDIR         (from the repository root; kept in bench/data)
# Those beside one of NVIDIA's libraries time it in the same process. Each is
# stopped after BENCH_SECONDS (120). Exit status 1 when one does not build,
# fails or gives a wrong result.
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
failed=0
for source in bench/*.cu; do
  name=$(basename "$source" .cu)
  lesson=$(echo "lessons/${name%%_*}"_*)
  kind=txt
  [ "$name" = 37_grid_sync ] && kind=csv
  "$nvcc" -O3 -std=c++17 -arch=native -I. -I"$lesson" "$source" -lcublas \
    -o "$build/$name"
  status=0
  timeout "${BENCH_SECONDS:-120}" "$build/$name" > "$build/$name.out" ||
    status=$?
  {
    provenance
    cat "$build/$name.out"
  } > "$out/$name.$kind"
  cat "$out/$name.$kind"
  if [ "$status" -ne 0 ]; then
    echo "$name ended with exit status $status" >&2
    failed=1
  fi
done
exit $failed
