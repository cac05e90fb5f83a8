#!/bin/sh
# SPDX-License-Identifier: MIT
# Under each seed PROGRAM prints EXPECTED, with no error; two streams that
# nothing orders come in either order, under seed 0 in that of their calls; parts
# of two kernels run between each other, though not under seed 0; and a kernel
# beside a cudaFreeAsync is a race, whichever comes first.
# Usage: check.sh PROGRAM LIBRARIES EXPECTED
set -eu
program=$1 expected=$3
export LD_LIBRARY_PATH="$2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
seed=0
while [ $seed -lt 20 ]; do
  export SIMT_SCHEDULE=$seed
  "$program" >"$work/out" 2>"$work/err"
  diff "$expected" "$work/out"
  if grep 'error\[' "$work/err"; then exit 1; fi
  "$program" unordered >>"$work/orders" 2>"$work/err"
  if grep 'error\[' "$work/err"; then exit 1; fi
  "$program" between >"$work/out" 2>"$work/err"
  if grep 'error\[' "$work/err"; then exit 1; fi
  "$program" between 2>/dev/null | diff "$work/out" -
  cat "$work/out" >>"$work/counts"
  "$program" freed >"$work/out" 2>"$work/err"
  [ "$(grep -o 'error\[[a-z-]*\]' "$work/err")" = 'error[stream-race]' ]
  seed=$((seed + 1))
done
[ "$(head -n 1 "$work/orders")" = "1 2" ]
[ "$(head -n 1 "$work/counts")" = "8 8" ]
grep '^[1-7] 8$' "$work/counts" >/dev/null
if grep -v '^[1-8] 8$' "$work/counts"; then exit 1; fi
[ "$(sort -u "$work/orders" | tr '\n' ,)" = "1 2,2 1," ]
