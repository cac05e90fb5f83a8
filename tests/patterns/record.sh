#!/bin/sh
# SPDX-License-Identifier: MIT
# Records on a real GPU what each pattern costs: OUTDIR/one_warp.csv, and on one
# of 9.0 what bulk copies cost: OUTDIR/bulk.csv.
# Needs nvcc, ncu (with the right to read counters) and python3.
set -eu
if [ $# -ne 1 ]; then
  echo "usage: tests/patterns/record.sh OUTDIR" >&2
  exit 2
fi
out=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$here/metrics.sh"
mkdir -p "$out"

nvcc -std=c++17 -O3 -lineinfo -gencode arch=compute_90,code=sm_90 \
  -I "$here/../.." "$here/patterns.cu" "$here/shapes.cpp" \
  -o "$work/patterns"
"$work/patterns" list > "$work/list.csv"

requests=$(shared_request_metric "$work/patterns" run 0 1)
metrics=$(memory_metrics)
for op in ${requests:+ld st atom}; do metrics="$metrics${requests}_$op.sum,"; done
echo "shared requests: ${requests:-no metric found, left empty}" >&2

count "$metrics" "$work/patterns" run > "$work/ncu.csv" ||
  echo "ncu ended with status $?" >&2
cp "$work/ncu.csv" "$out/ncu.csv"  # to look at, not to keep
provenance > "$work/provenance"
python3 "$here/read_ncu.py" one-warp "$work/provenance" "$work/ncu.csv" \
  "$work/list.csv" > "$out/one_warp.csv"

nvcc -std=c++17 -O3 -lineinfo -gencode arch=compute_90,code=sm_90 \
  -I "$here/../.." "$here/bulk.cu" -o "$work/bulk"
"$work/bulk" list > "$work/bulk_list.csv"
metrics=l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum,
for way in st red; do
  metrics=${metrics}l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_$way.sum,
done
count "$metrics" "$work/bulk" run > "$work/ncu_bulk.csv" ||
  echo "ncu ended with status $?" >&2
python3 "$here/read_ncu.py" bulk "$work/provenance" "$work/ncu_bulk.csv" \
  "$work/bulk_list.csv" > "$out/bulk.csv"
