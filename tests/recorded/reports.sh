#!/bin/sh
# SPDX-License-Identifier: MIT
# Rewrites reports.txt: what the emulator reports of the page's test program,
# one report after the other. Usage: tests/recorded/reports.sh BUILD_FOLDER
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../page/programs"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

record() {  # record KIND TRACE
  # A check that ends the program is meant.
  LD_LIBRARY_PATH=$build/simt/lib SIMT_REPORT=0 SIMT_JSON=$work/report.json \
    SIMT_TRACE=$2 "$build/tests/page/page_runs" "$1" > "$work/output" 2>&1 ||
    true
  cat "$work/report.json" >> "$work/reports.txt"
  rm "$work/report.json"
}
record race summary
record race pages.cu:20,pages.cu:21
record deadlock summary
mv "$work/reports.txt" ../../recorded/reports.txt
