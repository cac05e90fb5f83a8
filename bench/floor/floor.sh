#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures the benches beside their floors, at the sizes of sizes.txt. From the
# repository root:
#   bench/floor/floor.sh time OUTDIR         # on a GPU machine: OUTDIR/NAME.ms
#   bench/floor/floor.sh count BUILD OUTDIR  # here: OUTDIR/NAME.json
#   bench/floor/floor.py ...                 # the table of docs/floor.md
# NAMES="40_transpose ..." chooses some. Each program is stopped after
# BENCH_SECONDS (20; 300 to count).
set -eu
mode=$1
here=$(dirname "$0")
# Those left out measure waiting, or take their times themselves.
skipped='18_without_promise|22_*|37_*|38_*|39_*|exam_6_*|*_tuning'
nvcc=${CUDACXX:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r bench common lessons solutions "$work"
grep -v '^#' "$here/sizes.txt" | while IFS='|' read -r name from to; do
  file=$work/bench/$name
  [ -f "$file" ] || file=$file.cu
  grep -qF "$from" "$file" || echo "$name does not say: $from" >&2
  sed -i "s/$from/$to/" "$file"
done
if [ -z "${NAMES:-}" ]; then
  for source in bench/*.cu; do
    name=$(basename "$source" .cu)
    eval "case $name in $skipped) continue ;; esac"
    NAMES="${NAMES:-} $name"
  done
fi
if [ "$mode" = time ]; then
  out=$2 flags=-arch=native
else
  build=$2 out=$3
  flags='-gencode arch=compute_90,code=compute_90 -cudart shared'
fi
mkdir -p "$out"
export nvcc work flags
printf '%s\n' $NAMES | xargs -P "$(nproc)" -I NAME sh -c '
  cd "$work"
  lesson=$(echo "NAME" | grep -oE "^(exam_)?[0-9]+")
  "$nvcc" -w -O3 -std=c++17 $flags -DBENCH_FLOOR -Ibench/floor -I. \
    -I"$(echo lessons/"$lesson"_*)" bench/NAME.cu -o NAME ||
    echo "NAME does not build" >&2'
for name in $NAMES; do
  [ -x "$work/$name" ] || continue
  echo "$name"
  if [ "$mode" = time ]; then
    rm -f "$out/$name.ms"
    BENCH_TIMES="$out/$name.ms" timeout "${BENCH_SECONDS:-20}" "$work/$name" \
      > "$out/$name.txt" 2>&1 || echo "$name: exit status $?" >&2
  else
    SIMT_JSON="$out/$name.json" SIMT_CHECKS=none SIMT_REPORT=0 \
      SIMT_DEVICE="${SIMT_DEVICE:-h200}" \
      LD_LIBRARY_PATH="$build/simt/lib" \
      timeout "${BENCH_SECONDS:-300}" "$work/$name" > "$out/$name.txt" 2>&1 ||
      echo "$name: exit status $?" >&2
  fi
done
