#!/bin/sh
# SPDX-License-Identifier: MIT
# alone.sh NVCC: whether each example, exercise and solution compiles by itself,
# as a learner compiles it. The tests compile those of a lesson together, where
# one could live from the headers of another. Down to PTX, the cheapest way to
# have all of a file read.
set -eu
cd "$(dirname -- "$0")/.."
nvcc=$1
export nvcc
ls lessons/*/example.cu lessons/*/.skeleton.cu solutions/*/solution.cu |
  xargs -P "$(nproc 2>/dev/null || echo 2)" -I FILE sh -c '
    lesson=lessons/$(basename "$(dirname FILE)")
    "$nvcc" -std=c++17 -D_GLIBCXX_BITS_SPECFUN_H -I. -I"$lesson" \
      -arch=compute_75 -Werror=all-warnings --ptx -o /dev/null FILE ||
      { echo "alone: FILE"; exit 1; }'
echo "alone: done"
