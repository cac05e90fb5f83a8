#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that every source file is formatted; format.sh --fix formats them.
set -eu
cd "$(dirname -- "$0")/.."
mode="--dry-run --Werror"
[ "${1-}" = --fix ] && mode=-i
# The words of mode are separate arguments.
# shellcheck disable=SC2086
find common simt runner lessons solutions tests \
  \( -name '*.cpp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' \) \
  -print0 | xargs -0 clang-format $mode
echo "format: done"
