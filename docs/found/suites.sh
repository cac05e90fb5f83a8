#!/bin/bash
# SPDX-License-Identifier: MIT
# Fetches three open CUDA projects at fixed commits, builds some of their unit
# tests and runs them on the emulator of this build (docs/testing.md has what
# came of it): docs/found/suites.sh FOLDER [PROJECT...], in the repository's
# root. The folder is outside the repository. Needs nvcc, CMake, Ninja and the
# sources of googletest (libgtest-dev).
set -eu
if [ $# -lt 1 ] || [ ! -f docs/found/suites.sh ]; then
  echo "usage, in the repository's root: docs/found/suites.sh FOLDER" >&2
  exit 2
fi
library=$PWD/build/simt/lib folder=$1 google=/usr/src/googletest
seconds=240 # for each program
shift
[ $# -gt 0 ] || set -- hemi stdgpu moderngpu
mkdir -p "$folder"
cd "$folder"
nvcc=(nvcc -cudart shared -lineinfo --extended-lambda -O1)

fetch() { # fetch FOLDER URL COMMIT
  [ ! -d "$1/.git" ] || return 0
  git init -q "$1"
  git -C "$1" fetch -q --depth 1 "$2" "$3"
  git -C "$1" checkout -q FETCH_HEAD
}
run() { # run PROGRAM [OPTION...]: what it says of its tests, and the findings
  echo "== $*"
  local program=./$1
  shift
  LD_LIBRARY_PATH=$library timeout "$seconds" "$program" "$@" \
    >said.txt 2>&1 ||
    echo "it ended with status $?"
  grep -E 'test cases|PASSED|FAILED|^error|^ *-->' said.txt | sort | uniq -c ||
    true
}

hemi() {
  fetch hemi https://github.com/harrism/hemi \
    2128055060160e1961c92a5192f4cb0141bb294e
  fetch hemi/hemi/range https://github.com/harrism/cpp11-range \
    70f844968c5f669ce85f8ce4cbd24a3584c57f4b
  local test parts=()
  for test in gtest-all gtest_main; do
    g++ -std=c++17 -I $google/googletest -I $google/googletest/include -c \
      $google/googletest/src/$test.cc
    parts+=("$test.o")
  done
  for test in launch.cu portable_launch.cpp parallel_for.cpp array.cpp; do
    "${nvcc[@]}" -std=c++17 -arch=sm_75 -I hemi -I hemi/hemi \
      -I $google/googletest/include -x cu -c hemi/test/test_$test -o test.o
    "${nvcc[@]}" test.o "${parts[@]}" -o "hemi_${test%.*}"
    run "hemi_${test%.*}"
  done
}

stdgpu() {
  fetch stdgpu https://github.com/stotko/stdgpu \
    22599cfdcc185c2ed721d78c792e3193cf84cc01
  cmake -S stdgpu -B stdgpu-build -GNinja -DCMAKE_BUILD_TYPE=Release \
    -DSTDGPU_BUILD_EXAMPLES=OFF -DSTDGPU_BUILD_BENCHMARKS=OFF \
    -DCMAKE_CUDA_RUNTIME_LIBRARY=Shared \
    -DCMAKE_CUDA_ARCHITECTURES=90-virtual -DCMAKE_CUDA_FLAGS=-lineinfo \
    -DFETCHCONTENT_SOURCE_DIR_GOOGLETEST=$google >/dev/null
  ninja -C stdgpu-build teststdgpu >/dev/null
  local group
  for group in bit contract numeric limits iterator algorithm memory bitset \
      deque; do
    run stdgpu-build/bin/teststdgpu --gtest_filter="stdgpu_$group.*"
  done
}

# Its tests go to sizes of 10^8. A line for each result, and no test framework.
moderngpu() {
  fetch moderngpu https://github.com/moderngpu/moderngpu \
    267cc8d02c03f00f1656f1205c61c946a1e530b0
  local source name
  for source in moderngpu/tests/test_*.cu; do
    name=moderngpu_$(basename "$source" .cu)
    "${nvcc[@]}" -std=c++17 -arch=sm_75 -I moderngpu/src "$source" -o "$name"
    run "$name"
    echo "lines: $(wc -l <said.txt); that tell of an error:" \
      "$(grep -ciE 'failure|error' said.txt || true)"
  done
}

for project; do "$project"; done
