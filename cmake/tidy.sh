#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs clang-tidy: tidy.sh BUILD over simt/ and runner/ (tidy_rooms.py), tidy.sh
# BUILD FILE... over those files one by one. A file whose text and headers did
# not change since it passed is not read again.
set -eu
cd "$(dirname -- "$0")/.."
build=$1
shift
done=$build/tidy
mkdir -p "$done"
[ $# -gt 0 ] || exec python3 cmake/tidy_rooms.py "$build"
# How each file is compiled when it stands alone.
cmake=$(sed -n 's/^CMAKE_COMMAND:INTERNAL=//p' "$build/CMakeCache.txt")
"$cmake" -S . -B "$done/each" -DLOCKSTEP_UNITY=OFF -DLOCKSTEP_LESSONS=OFF \
  >"$done/each.log" 2>&1 || { cat "$done/each.log"; exit 1; }
# One sum over all that any file may include, and the rules.
common=$(find simt runner common .clang-tidy -name '*.h' -o -name .clang-tidy |
  LC_ALL=C sort | xargs cat | cksum)
export done common
printf '%s\n' "$@" | xargs -P "$(nproc 2>/dev/null || echo 2)" -I FILE sh -c '
  stamp=$done/$(echo FILE | tr / _)
  now="$common $(cksum <FILE)"
  [ "$(cat "$stamp" 2>/dev/null)" = "$now" ] && exit 0
  clang-tidy --quiet -p "$done/each" --extra-arg=-Wno-unknown-warning-option \
    --extra-arg=-Wno-unknown-pragmas \
    --extra-arg=-Wno-unused-command-line-argument \
    FILE 2>/dev/null || { echo "tidy: FILE"; exit 1; }
  echo "$now" >"$stamp"'
echo "tidy: done"
