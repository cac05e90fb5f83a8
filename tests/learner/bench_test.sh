#!/bin/sh
# SPDX-License-Identifier: MIT
# That programs of bench/ compile with an exercise: bench_test.sh NVCC ROOT
# FOLDER, where cuBLAS's headers may stand if not in the toolkit. 77 where there
# are none. Running it needs a GPU (./learn bench).
set -eu
nvcc=$1
headers=-I$3
cd "$2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo '#include <cublas_v2.h>' >"$work/blas.cu"
"$nvcc" "$headers" -E "$work/blas.cu" >/dev/null 2>&1 ||
  { echo "skipped: there is no header cublas_v2.h"; exit 77; }
# An exercise that is solved: the solution again, in a namespace of its own.
check() {  # LESSON ARCHITECTURE KERNEL...
  lesson=$1
  "$nvcc" -ptx -std=c++17 -arch="compute_$2" "$headers" -I. \
    -Ilessons/"$lesson" -diag-suppress 177 \
    "-DLOCKSTEP_EXERCISE=\"$PWD/solutions/$lesson/solution.cu\"" \
    bench/"$lesson".cu -o "$work/bench.ptx"
  shift 2
  for name; do
    grep -q "\.entry $name" "$work/bench.ptx" ||
      { echo "no kernel $name"; exit 1; }
  done
}
check 40_transpose 90 _ZN8exercise17transpose_vectors _ZN8solution17transpose
check 55_ahead_of_the_library 90a _ZN8exercise7product _ZN8solution7product
echo "bench 40, 55: compiled with the exercise beside the solution"
