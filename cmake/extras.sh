#!/bin/sh
# SPDX-License-Identifier: MIT
# What ./learn test --all adds to ./learn test: extras.sh BUILD. It needs no
# program of ours. Exit status 1 when a step failed; the next one runs all the
# same.
cd "$(dirname -- "$0")/.." || exit 1
build=$1
cmake=$(sed -n 's/^CMAKE_COMMAND:INTERNAL=//p' "$build/CMakeCache.txt")
passed=0 failed=''
step() { # step NAME COMMAND...
  printf '\n== %s\n' "$1"
  name=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed="$failed${failed:+, }$name"
  fi
}
step "format: clang-format" cmake/format.sh
step "tidy: clang-tidy" cmake/tidy.sh "$build"
step "sanitizers: ASan and UBSan" "$cmake" --workflow --preset asan
[ ! -e tests/fuzz/run.sh ] || step "fuzzing" tests/fuzz/run.sh
printf '\nextras: %s passed, failed: %s\n' "$passed" "${failed:-none}"
[ -z "$failed" ]
