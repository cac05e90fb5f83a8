#!/bin/sh
# SPDX-License-Identifier: MIT
# Each process that used the device has its own report, beside its parent's.
# Usage: check.sh PROGRAM LIBRARY_FOLDER
set -u
program=$1
export LD_LIBRARY_PATH="$2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

fail() {
  echo "FAIL: $1"
  ls
  sed 's/^/  err: /' err
  failed=1
}

# run REPORTS HOW: these are the reports that are left, and no other file.
run() {
  rm -f report.json*
  SIMT_JSON=report.json "$program" "$2" > out 2> err || fail "$2: status $?"
  [ "$(echo report.json*)" = "$1" ] || fail "$2: not the reports $1"
}
findings() {  # findings COUNT FILE
  [ "$(grep -c '"severity"' "$2")" -eq "$1" ] || fail "$2: not $1 findings"
}

one=report.json
run "$one $one.fork1 $one.fork1.fork1 $one.fork2 $one.fork3" ""
[ -s err ] && fail "a right program is not silent"
for report in report.json*; do
  findings 0 $report
  [ "$(grep -c '"symbol": "_Z5storePii"' $report)" -eq 1 ] ||
    fail "$report: not its own launch alone"
done

run "$one $one.fork1 $one.fork2" "wrong child"
findings 0 $one
findings 1 $one.fork1
findings 0 $one.fork2
[ "$(grep -c 'error\[out-of-bounds\]' err)" -eq 1 ] || fail "not told once"

run "$one $one.fork1 $one.fork2" "crash in a child"
grep -q '"symbol": "_Z5storePii"' $one.fork1 || fail "crash: no launch"

run "$one $one.fork2" "idle child"
run "$one $one.fork1 $one.fork2" "daemon"
run "$one" "threads"
grep -qx "children of threads that failed: 0" out || fail "threads"
grep -qx "children beside calls that failed: 0" out || fail "threads: a lock"

# An open file is its owner's; what a child finds is printed only.
SIMT_JSON=/proc/self/fd/5 "$program" "wrong child" 5> open > out 2> err
findings 0 open
grep -q 'error\[out-of-bounds\]' err || fail "an open file: not told"

exit $failed
