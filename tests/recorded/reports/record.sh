#!/bin/sh
# SPDX-License-Identifier: MIT
# Rewrites the reports in this folder, and as seeds without blanks those of
# tests/fuzz/corpus/report: what the emulator writes of the page's test program.
# Usage: tests/recorded/reports/record.sh BUILD_FOLDER
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")"
to=$PWD
seeds=$PWD/../../fuzz/corpus/report

record() {  # record NAME KIND TRACE
  (cd ../../page/programs && LD_LIBRARY_PATH=$build/simt/lib SIMT_REPORT=0 \
    SIMT_JSON=$to/$1.json SIMT_TRACE=$3 "$build/tests/page/page_runs" "$2" \
    > "$to/output" 2>&1) || true  # a check that ends the program is meant
  rm -f output
}
record race race summary
record lines race pages.cu:20,pages.cu:21
record deadlock deadlock summary
for name in race lines; do
  python3 -c 'import json, sys; json.dump(json.load(sys.stdin), sys.stdout)' \
    < "$name.json" > "$seeds/$name.json"
done
