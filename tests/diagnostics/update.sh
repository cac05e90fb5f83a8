#!/bin/sh
# SPDX-License-Identifier: MIT
# Rewrites the report at the end of every tests/diagnostics/*/*.cu from what the
# program reports now, and what the pages of docs/diagnostics quote of it. Usage:
# tests/diagnostics/update.sh [BUILD_FOLDER]; then read the diff.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$root/build}
cmake --build "$build" --target diagnostics
LOCKSTEP_UPDATE=1 ctest --test-dir "$build" -R '^diagnostics\.' \
  -E '^diagnostics\.(pages|run_test)' --output-on-failure
python3 "$root/tests/diagnostics/pages.py" --update
git -C "$root" diff --stat -- tests/diagnostics docs/diagnostics
