#!/bin/sh
# SPDX-License-Identifier: MIT
# Feeds RUNS broken inputs (default 20000) to each reader of untrusted data, and
# as many programs to the emulator; a tenth to that of lesson.toml, where each
# input is a file to write and read.
# Usage: tests/fuzz/run.sh [RUNS] [BUILD_FOLDER]
# An input that crashes, hangs or leaks is then a file in the folder fuzz of the
# build folder; its half (below) stops there, and the end is 1. The build is that
# of preset asan. SANITIZE replaces the options of the sanitizers (README.md).
set -eu
cd "$(dirname "$0")/../.."
runs=${1:-20000}
build=${2:-build-asan}
cmake=$(sed -n 's/^CMAKE_COMMAND:INTERNAL=//p' "$build/CMakeCache.txt" \
  2>/dev/null) || cmake=cmake
"$cmake" --preset asan -B "$build" >/dev/null \
  ${SANITIZE+"-DLOCKSTEP_SANITIZERS=$SANITIZE"}
"$cmake" --build "$build" --target fuzzers --parallel "$(nproc)" >/dev/null
bin=$build/tests/fuzz
build=$build/fuzz
mkdir -p "$build"

feed() {  # feed NAME FOLDER_OF_SEEDS...
  name=$1
  shift
  # New finds go to a scratch folder: the committed corpus stays as it is.
  found=$(mktemp -d)
  words=""
  [ -f "tests/fuzz/$name.dict" ] && words="-dict=tests/fuzz/$name.dict"
  # To weigh the finds took most of the time, the more of them, the longer.
  # shellcheck disable=SC2086
  "$bin/fuzz_$name" -runs="$runs" -max_len=16384 -timeout=20 -seed=1 \
    -entropic=0 \
    -print_final_stats=1 $words -artifact_prefix="$build/$name-" \
    "$found" "$@" 2> "$build/$name.log" || {
    tail -n 40 "$build/$name.log" >&2
    rm -rf "$found"
    exit 1
  }
  rm -rf "$found"
  echo "fuzz_$name: $(grep -o 'number_of_executed_units: *[0-9]*' \
    "$build/$name.log" | tr -dc '0-9') inputs, no failure"
}

execute() {
  python3 -B tests/ops/generate.py "$build/ops"
  seeds execute
  awk -v folder="$build/seeds/execute" '
    /^\/\/ program / { close(file); file = folder "/" $3 ".ptx"; next }
    { print > file }' tests/fuzz/seeds/*.ptx
  feed execute "$build/seeds/execute" "$build/ops"
}

# A folder for seeds that are made here, with what fuzzing kept, where it did.
seeds() {  # seeds NAME
  rm -rf "$build/seeds/$1"
  mkdir -p "$build/seeds/$1"
  cp "tests/fuzz/corpus/$1/"* "$build/seeds/$1" 2> /dev/null || true
}

# Recorded reports: those that are not cut off by max_len. And a few steps.
reports() {
  seeds report
  python3 -c '
import json, sys
for i, text in enumerate(sys.stdin.read().split("\n}\n")[:-1]):
    text = json.dumps(json.loads(text + "}"))
    if len(text) <= 16384:
        open(f"{sys.argv[1]}/{i}.json", "w").write(text)
' "$build/seeds/report" < tests/recorded/reports.txt
  cat > "$build/seeds/report/steps.json" << 'END'
{"steps":1,"emulator":"0.1.0","device":"h200","schedule":0}
{"file":"a.cu"}
{"array":{"name":"tile","space":"shared","bytes":128,"written":[[0,8]]}}
{"launch":{"index":0,"kernel":"k()","grid":[2,1,1],"block":[40,1,1]}}
{"step":{"l":0,"b":1,"w":0,"on":7,"wait":8,"gone":16,"f":0,"n":2,"do":[{"k":"load","op":"ld","a":0,"e":4,"row":[0,4],"v":"1 2 3"},{"k":"shuffle","m":3,"op":"shfl","from":[1,-1],"v":"5"}]}}
{"step":{"l":0,"b":0,"w":1,"on":3,"do":[{"k":"atomic","a":0,"e":4,"c":2,"at":[0,8],"v":"1 2 3 4","was":"0"},{"k":"branch","m":1,"to":9},{"k":"vote","yes":1,"res":3}]}}
{"step":{"l":0,"do":[{"k":"opens","m":0,"op":"0","from":[0,1]}]}}
{"step":{"l":0,"do":[{"k":"host","m":0,"a":0,"e":64,"at":[0]}]}}
{"fires":{"name":"shared-race","message":"m","error":true,"step":1,"earlier":0}}
END
}

# What reads files.
readers() {
  for name in ptx fatbin results program; do
    feed $name tests/fuzz/corpus/$name
  done
  feed region tests/fuzz/corpus/region tests/grade/hostile/90_adds
  for name in object archive; do
    seeds $name
    python3 -B tests/fuzz/seeds/write.py $name "$build/seeds/$name"
    feed $name "$build/seeds/$name"
  done
  reports
  feed report "$build/seeds/report"
  runs=$((runs / 10))
  feed lesson tests/fuzz/corpus/lesson
}
programs() {
  execute
  feed options tests/fuzz/corpus/options
}

# A fuzzer has one thread, so both go side by side.
readers &
first=$!
programs &
second=$!
failed=0
wait "$first" || failed=1
wait "$second" || failed=1
exit "$failed"
