#!/bin/sh
# SPDX-License-Identifier: MIT
# Feeds RUNS broken inputs (default 20000) to each reader of untrusted data, and
# as many programs to the emulator; a tenth to that of lesson.toml, where each
# input is a file to write and read.
# Usage: tests/fuzz/run.sh [RUNS] [BUILD_FOLDER]
# An input that crashes, hangs or leaks is then a file in the build folder; its
# half (below) stops there, and the end is 1. Needs clang++ and python3. SANITIZE
# replaces the options of the sanitizers (README.md).
set -eu
runs=${1:-20000}
build=${2:-build/fuzz}
cd "$(dirname "$0")/../.."
mkdir -p "$build"

compiler=${CLANGXX:-clang++}
if ! command -v "$compiler" > /dev/null; then
  echo "clang++ was not found; set CLANGXX to its name" >&2
  exit 2
fi

sanitize=${SANITIZE--fno-sanitize-recover=undefined \
  -fsanitize=address,undefined}
launcher=$(command -v ccache || true)

# The files of a room are compiled together, as CMake does it: half the time.
units() {  # units FOLDER ROOM...: writes files that include them, prints these
  written=$build/units/$1
  mkdir -p "$written"
  shift
  for room in "$@"; do
    begin=$written/$(echo "$room" | tr / _)_
    rm -f "$begin"*
    for source in "$room"/*.cpp; do
      echo "#include \"$source\""
    done | split -l 12 -d --additional-suffix=.cpp - "$begin"
    echo "$begin"*
  done
}

fuzzer() {  # fuzzer NAME SOURCE_OR_LIBRARY...
  name=$1
  shift
  # The words of $sanitize are separate arguments.
  # shellcheck disable=SC2086
  "$compiler" -std=c++20 -O1 -g1 -I. $sanitize -fsanitize=fuzzer \
    "tests/fuzz/fuzz_$name.cpp" "$@" -o "$build/fuzz_$name"
}

fuzz() {  # fuzz NAME SOURCE_OR_LIBRARY...
  fuzzer "$@"
  feed "$1" "tests/fuzz/corpus/$1"
}

objects() {  # objects FOLDER "OPTION..." SOURCE...: compiled side by side
  mkdir -p "$build/$1"
  folder=$build/$1
  options=$2
  shift 2
  # shellcheck disable=SC2016,SC2086
  printf '%s\n' "$@" | xargs -P "$(nproc)" -I '{}' sh -c '
    folder=$1 source=$2
    shift 2
    exec "$@" -c "$source" -o "$folder/$(basename "$source").o"' \
    compile "$folder" '{}' $launcher "$compiler" -std=c++20 -O1 -g1 -I. \
    $sanitize $options
}

feed() {  # feed NAME FOLDER_OF_SEEDS...
  name=$1
  shift
  # New finds go to a scratch folder: the committed corpus stays as it is.
  found=$(mktemp -d)
  words=""
  [ -f "tests/fuzz/$name.dict" ] && words="-dict=tests/fuzz/$name.dict"
  # To weigh the finds took most of the time, the more of them, the longer.
  # shellcheck disable=SC2086
  "$build/fuzz_$name" -runs="$runs" -max_len=16384 -timeout=20 -seed=1 \
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

# The emulator as the library has it: handlers for AVX2 where there is AVX2. A
# base plus an address wraps on purpose, so pointers may. What a refusal
# reaches is no progress: the parser and the verifier are left out of coverage.
isa="-DSIMT_ISA=baseline"
if grep -qw avx2 /proc/cpuinfo; then
  isa="-DSIMT_ISA=avx2 -DSIMT_NEEDS_AVX2 -mavx2 -mfma -mbmi -mbmi2 -mlzcnt \
    -mpopcnt -mf16c -ffp-contract=off -fno-math-errno -fno-trapping-math"
fi
execute() {
  wraps=-fno-sanitize=pointer-overflow
  counted="$wraps -fsanitize-coverage=inline-8bit-counters,pc-table"
  rm -rf "$build/execute" "$build/handlers"
  # Names of files are separate arguments; none has a blank.
  # shellcheck disable=SC2046
  objects execute "$wraps" $(units execute simt/ptx simt/dwarf simt/verify) \
    tests/fuzz/execute/*.cpp tests/fuzz/fuzz_execute.cpp
  # shellcheck disable=SC2046
  objects execute "$counted" $(units execute simt/program simt/machine \
    simt/races simt/checks simt/report simt/steps)
  objects handlers "$counted $isa" simt/ops/*.cpp
  # shellcheck disable=SC2086
  "$compiler" $sanitize -fsanitize=fuzzer "$build"/execute/*.o \
    "$build"/handlers/*.o -o "$build/fuzz_execute"
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

# What reads files, and what runs programs. The latter also holds the options:
# the names of checks stand in their table, which needs them all.
readers() {
  # shellcheck disable=SC2046
  fuzz ptx $(units ptx simt/ptx simt/dwarf)
  fuzz fatbin simt/fatbin/*.cpp simt/elf/*.cpp -lzstd -llz4
  fuzz results runner/check/doctest_results.cpp runner/base/xml.cpp \
    runner/base/text_file.cpp -lpugixml -lfmt
  fuzzer region runner/grade/region.cpp runner/grade/region_scan.cpp \
    runner/grade/directives.cpp runner/lesson/region.cpp \
    runner/base/text_file.cpp -lfmt
  feed region tests/fuzz/corpus/region tests/grade/hostile/90_adds
  fuzz program runner/process/elf.cpp simt/elf/*.cpp \
    runner/base/text_file.cpp -lfmt
  fuzzer object runner/grade/object_file.cpp simt/elf/*.cpp
  seeds object
  python3 -B tests/fuzz/seeds/write.py object "$build/seeds/object"
  feed object "$build/seeds/object"
  fuzzer archive runner/grade/archive_reader.cpp runner/grade/unpacked.cpp \
    -larchive -lz
  seeds archive
  python3 -B tests/fuzz/seeds/write.py archive "$build/seeds/archive"
  feed archive "$build/seeds/archive"
  # shellcheck disable=SC2046
  fuzzer report $(units report simt/report simt/steps runner/steps) \
    runner/check/emulator_report.cpp runner/page/run_model.cpp \
    runner/base/text_file.cpp -lfmt
  reports
  feed report "$build/seeds/report"
  runs=$((runs / 10))
  # The runner's own places, which reading a lesson does not use.
  fuzz lesson '-DLOCKSTEP_SOURCE_DIR=""' '-DLOCKSTEP_BINARY_DIR=""' \
    runner/lesson/lesson.cpp runner/base/pattern.cpp \
    runner/lesson/picture_toml.cpp runner/base/place.cpp \
    runner/base/suggest.cpp runner/base/text_file.cpp \
    runner/process/limits.cpp -lfmt
}
programs() {
  execute
  fuzz options simt/context/options.cpp "$build"/execute/simt_*.o \
    "$build"/handlers/*.o
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
