#!/bin/sh
# SPDX-License-Identifier: MIT
# Records copies by tensor maps on the GPU of this machine, 9.0:
# tests/tensor_maps/record.sh OUTDIR [PROGRAM] writes OUTDIR/tensor_maps.txt,
# which is kept as tests/recorded/tensor_maps.txt, and OUTDIR/open.txt: what a
# GPU does where the manual says nothing. PROGRAM is main.cu, built.
set -eu
out=$1
here=$(cd "$(dirname "$0")" && pwd)
parts=$out/parts
mkdir -p "$parts"
program=${2-}
if [ -z "$program" ]; then
  program=$parts/tensor_maps
  nvcc=${CUDACXX:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
  "$nvcc" -std=c++17 -O1 -gencode=arch=compute_90a,code=sm_90a \
    "$here/main.cu" -o "$program"
fi

# group NAME RESTARTS [all]: a case that the GPU does not survive ends the
# process, and the next one goes on.
group() {
  file=$parts/$1${3-}
  : > "$file"
  tries=$2
  while [ "$tries" -ge 0 ]; do
    status=0
    timeout 20 "$program" "$1" "$(wc -l < "$file")" ${3-} >> "$file" ||
      status=$?
    [ "$status" -ne 0 ] || break
    [ "$status" -eq 3 ] || echo " ended with $status" >> "$file"
    tries=$((tries - 1))
  done
}

. "$here/../patterns/metrics.sh"
for name in load store reduce replace encode bad; do
  group "$name" 15 &
done
wait
{
  provenance
  for name in encode load store reduce replace bad; do cat "$parts/$name"; done
} > "$out/tensor_maps.txt"
group open 45
{
  provenance
  cat "$parts/open"
} > "$out/open.txt"
for name in load store reduce replace; do
  group "$name" 1 all &
done
wait
wc "$out"/*.txt "$parts"/*
