#!/bin/sh
# SPDX-License-Identifier: MIT
# Rewrites every tests/diagnostics/*/*.stderr from what the programs report
# now. Usage: tests/diagnostics/update.sh [BUILD_FOLDER]; then read the diff.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$root/build}
cmake --build "$build"
LOCKSTEP_UPDATE=1 ctest --test-dir "$build" -R '^diagnostics\.' \
  --output-on-failure
git -C "$root" diff --stat -- tests/diagnostics
