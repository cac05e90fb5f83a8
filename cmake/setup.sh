#!/bin/sh
# SPDX-License-Identifier: MIT
# Set-up behind ./learn: host packages, nvcc, configure, build. setup.sh BUILD
# prints progress on stderr, since stdout is the runner's; details go to
# BUILD/setup.log. setup.sh BUILD runner leaves the emulator out, setup.sh BUILD
# none builds nothing, setup.sh BUILD tests configures tests and the known answers
# too, and so they stay. Exit 2 when it failed.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=$1
parts=${2-all}
log=$build/setup.log

"$root/cmake/packages.sh" needed || exit 2
version=$(cmake --version | sed -n '1s/.* \([0-9]*\.[0-9]*\).*/\1/p')
if [ "${version%%.*}" -lt 3 ] ||
    { [ "${version%%.*}" -eq 3 ] && [ "${version#*.}" -lt 25 ]; }; then
  echo "learn: CMake $version is older than 3.25" >&2
  "$root/cmake/older.sh" cmake || exit 2
  PATH=$root/.toolchain/older/cmake/data/bin:$PATH
fi
nvcc=$("$root/cmake/toolchain.sh") || exit 2
case $("$nvcc" --version) in *"release 12."*)
  "$root/cmake/older.sh" cuda || exit 2 ;;
esac
cuda=$(CDPATH='' cd -- "$(dirname -- "$nvcc")/.." && pwd)

mkdir -p "$build"
step() { # step TEXT COMMAND...: quiet; on failure the end of the log
  echo "learn: $1" >&2
  shift
  "$@" </dev/null >>"$log" 2>&1 && return 0
  tail -n 25 "$log" >&2
  echo "learn: set-up failed; the whole log is in build/setup.log" >&2
  exit 2
}
# One build at a time in a folder, as in runner/process/build_lock.h. What is
# started here holds the lock, too.
if command -v flock >/dev/null; then
  exec 9>"$build/.learn.lock"
  if ! flock -n 9; then
    echo "learn: waiting for another build in build to end" >&2
    flock 9
  fi
fi
: >"$log"
# Another compiler than last time needs a fresh configuration.
# CMake changes the type of that entry.
known=$(sed -n 's/^CMAKE_CUDA_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt" \
  2>/dev/null) || :
if [ "$known" != "$nvcc" ]; then
  rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"
fi
generator=
if command -v ninja >/dev/null && [ ! -e "$build/Makefile" ]; then
  generator="-GNinja"
fi
cd "$root"
"$root/cmake/former_numbers.sh" "$root" || exit 2
tests=OFF
if [ "$parts" = tests ] ||
    grep -qs '^LOCKSTEP_TESTS:BOOL=ON' "$build/CMakeCache.txt"; then
  tests=ON
fi
# One word or none.
# shellcheck disable=SC2086
CUDAToolkit_ROOT=$cuda step "configuring" \
  cmake --preset emulator -B "$build" $generator -DLOCKSTEP_TESTS=$tests \
  -DCMAKE_CUDA_COMPILER:FILEPATH="$nvcc"
# For editors that ask clangd. A file that somebody else wrote stays.
if [ ! -e .clangd ] || grep -q "^# Written by ./learn" .clangd; then
  sed "s|@cuda@|$cuda|g" cmake/clangd.in >.clangd
fi
[ "$parts" != none ] || exit 0
what="the emulator and the runner (a minute or two, once)"
targets="--target learn --target cudart --target former_cudart"
[ "$parts" != runner ] ||
  what="the runner (a minute, once)" targets="--target learn"
# shellcheck disable=SC2086
step "building $what" cmake --build "$build" $targets \
  --parallel "$(nproc 2>/dev/null || echo 2)"
# The exercises as they were given, before anybody edits them.
"$build/runner/learn" dev keep >>"$log" 2>&1 || :
