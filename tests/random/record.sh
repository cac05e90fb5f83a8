#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares random kernels (generate.py) on a GPU and on the emulator. Usage, on
# a machine with a GPU:
#   tests/random/record.sh OUTDIR [FILES] [KERNELS]
# builds the programs with the seeds 1 to FILES (100), each of KERNELS (100)
# kernels, and writes OUTDIR/random.txt: where and when, how many differ and
# which, and the hashes that the tests here compare with; OUTDIR/random_kept.txt:
# the same for the kernels of kept/. EMULATOR names the
# folder of a built libcudart.so.13; without it, it is built first. Exit status
# 1 when a kernel differs, is diagnosed or does not run.
set -eu
if [ $# -lt 1 ]; then
  echo "usage: tests/random/record.sh OUTDIR [FILES] [KERNELS]" >&2
  exit 2
fi
out=$1
files=${2:-100}
kernels=${3:-100}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
. "$root/tests/patterns/metrics.sh"
jobs=$(nproc)
mkdir -p "$out"
build=${BUILD:-$(mktemp -d)}
mkdir -p "$build"
nvcc=${CUDACXX:-nvcc}
command -v "$nvcc" > /dev/null || nvcc=/usr/local/cuda/bin/nvcc
toolkit=$(cd "$(dirname "$(command -v "$nvcc")")/.." && pwd)
PATH=$PATH:$toolkit/bin
if [ -z "${EMULATOR:-}" ]; then
  cmake -S "$root" -B "$build/emulator" -DCMAKE_BUILD_TYPE=Release \
    -DLOCKSTEP_LESSONS=OFF -DLOCKSTEP_RUNNER=OFF > "$build/emulator.log"
  cmake --build "$build/emulator" --target cudart -j "$jobs" \
    >> "$build/emulator.log"
  EMULATOR=$build/emulator/simt/lib
fi
export here root build nvcc kernels toolkit EMULATOR

seq 1 "$files" | xargs -P "$jobs" -n 1 sh -c '
  python3 "$here/generate.py" "$1" "$kernels" > "$build/$1.cu"
  "$nvcc" -std=c++17 -O3 -w -cudart shared -I"$root" \
    -gencode arch=compute_75,code=compute_75 \
    -gencode arch=compute_90,code=sm_90 \
    "$build/$1.cu" -o "$build/$1" 2> "$build/$1.log" ||
    echo "seed $1 does not build" > "$build/$1.failed"' sh
seq 1 "$files" | xargs -P 4 -n 1 sh -c '
  LD_LIBRARY_PATH=$toolkit/lib64 timeout 60 "$build/$1" > "$build/$1.gpu" ||
    echo "seed $1 does not run on the GPU" >> "$build/$1.failed"' sh
# The seed of the program is that of the schedule, too.
seq 1 "$files" | xargs -P "$jobs" -n 1 sh -c '
  LD_LIBRARY_PATH=$EMULATOR SIMT_SCHEDULE=$1 SIMT_HANDSHAKE=$build/$1.hello \
    SIMT_CHECKS=memory,init,race,barrier,warp timeout 120 "$build/$1" \
    > "$build/$1.emulator" 2> "$build/$1.err" ||
    echo "seed $1 does not run on the emulator" >> "$build/$1.failed"
  [ -e "$build/$1.hello" ] ||
    echo "seed $1 did not load the emulator" >> "$build/$1.failed"
  if grep -q "^error\[" "$build/$1.err"; then
    echo "seed $1 is diagnosed" >> "$build/$1.failed"
  fi' sh

for seed in $(seq 1 "$files"); do
  cat "$build/$seed.failed" 2> /dev/null || :
  [ "$(wc -l < "$build/$seed.gpu")" -eq "$kernels" ] ||
    echo "seed $seed prints too little on the GPU"
  diff "$build/$seed.gpu" "$build/$seed.emulator" |
    sed -n 's/^< \([0-9.]*\) .*/differs: \1/p'
done > "$build/problems.txt"
count=$(wc -l < "$build/problems.txt")
# What each thread of the first kernels that differ stored, on either.
sed -n 's/^differs: //p' "$build/problems.txt" | head -n 8 |
  while IFS=. read -r seed index; do
    LD_LIBRARY_PATH=$toolkit/lib64 timeout 60 "$build/$seed" "$index" \
      > "$out/$seed.$index.gpu" || :
    LD_LIBRARY_PATH=$EMULATOR SIMT_SCHEDULE=$seed timeout 60 "$build/$seed" \
      "$index" > "$out/$seed.$index.emulator" 2> /dev/null || :
  done
# The kept kernels, by plain and by optimised machine code.
for level in 0 3; do
  "$nvcc" -std=c++17 -w -cudart shared -I"$root" -Xptxas "-O$level" \
    -gencode arch=compute_90,code=sm_90 "$here/kept/main.cu" \
    -o "$build/kept$level"
  LD_LIBRARY_PATH=$toolkit/lib64 timeout 60 "$build/kept$level" \
    > "$build/kept$level.txt"
done
{
  provenance
  echo "# the kernels of tests/random/kept; machine code of sm_90 by ptxas -O0"
  cat "$build/kept0.txt"
  echo "# by ptxas -O3"
  sed 's/^/# /' "$build/kept3.txt"
} > "$out/random_kept.txt"
{
  provenance
  echo "# tests/random/record.sh: seeds 1 to $files, $kernels kernels each:" \
    "$((files * kernels)) kernels"
  echo "# $count problems"
  sed 's/^/# /' "$build/problems.txt"
  echo "# hashes of the kernels that the tests build, on the GPU"
  head -q -n 20 "$build/1.gpu" "$build/2.gpu"
} > "$out/random.txt"
head -n 30 "$out/random.txt"
[ "$count" -eq 0 ]
