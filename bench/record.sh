#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs every bench on this machine's GPU and keeps what it prints, with date,
# GPU, driver and compiler above it, in a folder of OUTDIR that is named after
# the GPU (h200, h100):
#   bench/record.sh OUTDIR [NAME...]
# (from the repository root; kept in bench/data. NAME is such as 40_transpose;
# without it all run but *_tuning, which tried shapes.)
# Those beside one of NVIDIA's libraries time it in the same process. Each is
# stopped after BENCH_SECONDS (120). Exit status 1 when one does not build,
# fails or gives a wrong result.
set -eu
if [ $# -lt 1 ] || [ ! -f bench/record.sh ]; then
  echo "usage, in the repository's root: bench/record.sh OUTDIR [NAME...]" >&2
  exit 2
fi
. tests/patterns/metrics.sh
gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1 |
  tr 'A-Z' 'a-z' | grep -o '[a-z]*[0-9][a-z0-9]*' | head -n 1)
out=$1/$gpu
shift
nvcc=${CUDACXX:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
mkdir -p "$out"
if [ $# -eq 0 ]; then
  for source in bench/*.cu; do
    case $source in *_tuning.cu) continue ;; esac
    set -- "$@" "$(basename "$source" .cu)"
  done
fi
export nvcc build
# Compiled side by side, then run one after the other.
printf '%s\n' "$@" | xargs -P "$(nproc)" -I NAME sh -c '
  lesson=$(echo "NAME" | grep -oE "^(exam_)?[0-9]+")
  folder=$(echo lessons/"$lesson"_*)
  gpu=-arch=native
  if grep -q "^arch = \"90a\"" "$folder/lesson.toml"; then
    gpu=--generate-code=arch=compute_90a,code=sm_90a
  fi
  "$nvcc" -O3 -std=c++17 $gpu -I. -I"$folder" \
    bench/NAME.cu -lcublas -lcusparse -o "$build/NAME" || echo "NAME does not build" >&2'
failed=0
for name in "$@"; do
  kind=txt
  [ "$name" = 37_grid_sync ] && kind=csv
  status=0
  timeout "${BENCH_SECONDS:-120}" "$build/$name" > "$build/$name.out" ||
    status=$?
  if [ "$status" -ne 0 ]; then
    echo "$name ended with exit status $status" >&2
    cat "$build/$name.out" >&2
    failed=1
    continue
  fi
  {
    provenance
    cat "$build/$name.out"
  } > "$out/$name.$kind"
  cat "$out/$name.$kind"
done
exit $failed
