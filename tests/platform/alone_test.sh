#!/bin/bash
# SPDX-License-Identifier: MIT
# The emulator on its own: installed, and used by a project that knows nothing
# of this repository. alone_test.sh (package|wheel|processes|release) ROOT BUILD NVCC
set -u
what=$1 root=$2 build=$3 nvcc=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fail() {
  echo "FAIL: $1"
  failed=1
}
skip() {
  echo "skipped: $1"
  exit 77
}
# expect STATUS COMMAND...: runs it, with its output in $work/said
expect() {
  local want=$1
  shift
  "$@" >"$work/said" 2>&1
  local got=$?
  [ $got = "$want" ] || {
    fail "$* ended with $got instead of $want:"
    tail -20 "$work/said"
  }
}
says() { # says TEXT
  grep -qF -- "$1" "$work/said" ||
    { fail "not said: $1"; tail -20 "$work/said"; }
}
silent() { # silent ABOUT
  ! grep -qF -- "$1" "$work/said" || fail "said: $1"
}

cat >"$work/sum.cu" <<'END'
// sum [good|bad] [fork]: adds in shared memory; `bad` forgets a barrier.
#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
#include <cstring>
__global__ void turn(int* data, bool wait) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  if (wait) __syncthreads();
  data[threadIdx.x] = tile[63 - threadIdx.x];
}
namespace steps {
template <typename T>
__global__ void shift(T* data) {
  data[threadIdx.x + 1] = data[threadIdx.x];
}
}  // namespace steps
int main(int argc, char** argv) {
  const bool good = argc < 2 || strcmp(argv[1], "bad") != 0;
  if (argc > 2 && fork() != 0) {
    int status = 0;
    wait(&status);
    return status != 0;
  }
  int* data = nullptr;
  cudaMalloc(&data, 65 * sizeof *data);
  cudaMemset(data, 0, 65 * sizeof *data);
  turn<<<1, 64>>>(data, good);
  if (argc > 1 && !good) steps::shift<int><<<1, 64>>>(data);
  const bool fine = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(data);
  puts(fine ? "done" : "failed");
  return !fine;
}
END
compile() {
  "$nvcc" -cudart shared -lineinfo -arch=sm_75 -Wno-deprecated-gpu-targets \
    -o "$work/sum" "$work/sum.cu" || { fail "nvcc"; exit 1; }
}
place() { # place PREFIX: installs, then moves it: nothing may know where it was
  cmake --install "$build" --prefix "$work/elsewhere" >"$work/said" ||
    { fail "cmake --install"; cat "$work/said"; exit 1; }
  mv "$work/elsewhere" "$1"
}

package() {
  place "$work/prefix"
  mkdir "$work/project"
  cp "$work/sum.cu" "$work/project"
  cat >"$work/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(sums LANGUAGES CUDA)
enable_testing()
set(CMAKE_CUDA_ARCHITECTURES 75)
find_package(Lockstep 0.1 REQUIRED)
add_executable(sum sum.cu)
target_compile_options(sum PRIVATE -lineinfo)
lockstep_tests(TARGETS sum OPTIONS --error-exitcode 9)
add_test(NAME good COMMAND sum good)
add_test(NAME bad COMMAND sum bad)
END
  CUDACXX=$nvcc expect 0 cmake -G Ninja -S "$work/project" \
    -B "$work/project/build" \
    -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release
  expect 0 cmake --build "$work/project/build"
  expect 0 ctest --test-dir "$work/project/build" -R good
  expect 8 ctest --test-dir "$work/project/build" --output-on-failure
  says "1 tests failed out of 2"
  says "error[shared-race]"
  says "The following tests FAILED:"
  says "2 - bad"
  expect 0 "$work/prefix/bin/lockstep" --explain shared-race
  says "# shared-race"
  expect 2 "$work/prefix/bin/lockstep" --explain shared-rase
  says 'did you mean `shared-race`?'
  expect 2 "$work/prefix/bin/lockstep"
  says "which program?"
  expect 2 "$work/prefix/bin/lockstep" --jsn x "$work/project/build/sum"
  says "lockstep --help shows what can be typed"
  expect 0 ls "$work/prefix/lib/lockstep/libcuda.so.1" \
    "$work/prefix/lib/lockstep/libcudart.so.12"
  rm "$work/prefix/lib/lockstep/libcudart.so.13"
  expect 2 "$work/prefix/bin/lockstep" "$work/project/build/sum"
  says "lockstep: libcudart.so.13 is missing"
}

wheel() {
  python3 -c 'import venv' 2>/dev/null || skip "there is no venv"
  python3 -m pip help 2>/dev/null | grep -q -- --python ||
    skip "there is no pip that installs into another environment"
  command -v objdump >/dev/null || skip "there is no objdump"
  command -v dpkg >/dev/null || skip "there is no dpkg, which names licences"
  expect 0 "$root/cmake/wheel.py" "$build" "$work"
  local made
  made=$(tail -1 "$work/said")
  cp "$made" "$work/first.zip"
  expect 0 "$root/cmake/wheel.py" "$build" "$work"
  cmp -s "$made" "$work/first.zip" || fail "the same build gave another wheel"
  python3 -m venv --without-pip "$work/venv" || skip "venv makes no environment"
  expect 0 python3 -m pip --python "$work/venv/bin/python" install --no-index --no-deps \
    --disable-pip-version-check "$made"
  compile
  # The libraries that this machine has are not used: those carried are.
  expect 0 env -i PATH=/usr/bin:/bin ldd "$work/venv/bin/lockstep"
  ! grep -v /carried/ "$work/said" | grep -qE "lib(fmt|pugixml|tomlplusplus)" ||
    { fail "a library is taken from the machine"; cat "$work/said"; }
  expect 1 env -i PATH="$work/venv/bin:/usr/bin:/bin" lockstep "$work/sum" bad
  says "error[shared-race]"
  expect 0 env -i PATH="$work/venv/bin:/usr/bin:/bin" lockstep "$work/sum" good
  says "done"
  expect 0 env -i PATH="$work/venv/bin" lockstep --explain shared-race
}

processes() {
  compile
  place "$work/prefix"
  cd "$work" || exit 1
  local lockstep=$work/prefix/bin/lockstep
  # Options behind the program are its own.
  expect 1 "$lockstep" --quiet ./sum bad --json
  silent "error["
  # The line to type names this command.
  expect 0 "$lockstep" --html page.html ./sum good
  grep -q "lockstep --html page.html -- ./sum good" page.html ||
    fail "the page names another command"
  # Filters. All launches are checked: the second kernel is found racing too.
  expect 1 "$lockstep" ./sum bad
  says "error[shared-race]"
  says "error[global-race]"
  expect 1 "$lockstep" --kernel turn ./sum bad
  says "error[shared-race]"
  silent "error[global-race]"
  says "suppressed: 1 finding"
  expect 1 "$lockstep" --kernel 'steps::*' ./sum bad
  silent "error[shared-race]"
  says "error[global-race]"
  expect 1 "$lockstep" --launches 1 ./sum bad
  silent "error[shared-race]"
  says "error[global-race]"
  expect 0 "$lockstep" --launches 2-9 ./sum bad
  says "none of the launches is one"
  expect 0 "$lockstep" --kernel tirn ./sum bad
  says "none of the launches is one"
  expect 2 "$lockstep" --launches 3-1 ./sum bad
  says "SIMT_LAUNCHES=3-1 is not possible"
  # Machine code alone is not run; a program that looks at no error passes not.
  "$nvcc" -cudart shared -gencode arch=compute_75,code=sm_75 \
    -Wno-deprecated-gpu-targets -o no_ptx sum.cu || fail "nvcc"
  expect 1 "$lockstep" sh -c './no_ptx good; true'
  says "holds no PTX"
  # A program that starts others, one of which forks.
  cat >suite <<'END'
#!/bin/sh
./sum good
./sum bad
./sum bad fork
END
  chmod +x suite
  mkdir sh  # a folder is no program: that of PATH is meant
  expect 1 "$lockstep" --quiet sh -c './sum bad'
  touch all.json.7 all.json.7.fork1 all.json.bak
  expect 1 "$lockstep" --json all.json --sarif all.sarif ./suite
  for report in all.json.2 all.json.3 all.json.3.fork1; do
    [ -s "$report" ] || fail "there is no $report"
  done
  [ ! -e all.json.7 ] && [ ! -e all.json.7.fork1 ] ||
    fail "reports of a run before are still there"
  [ -e all.json.bak ] || fail "a file that is no report was removed"
  # Two processes found the same: it is told once.
  [ "$(grep -c '"ruleId": "shared-race"' all.sarif)" = 1 ] ||
    fail "all.sarif does not hold the finding of both processes once"
  expect 1 "$lockstep" --json 'each.%p.json' ./suite
  [ "$(ls each.*.json | wc -l)" = 3 ] || fail "each process has no file"
  [ "$(ls each.*.json.fork1 | wc -l)" = 1 ] || fail "the child has no file"
  # Several at once, each with its files.
  local started=()
  for i in 1 2 3 4; do
    "$lockstep" --quiet --json 'own.%p.json' --sarif 'own.%p.sarif' \
      ./sum "$([ $i = 2 ] && echo bad || echo good)" >/dev/null &
    started+=($!)
  done
  local ended=""
  for one in "${started[@]}"; do
    wait "$one"
    ended+=" $?"
  done
  [ "$ended" = " 0 1 0 0" ] || fail "four at once ended with$ended"
  [ "$(ls own.*.json | wc -l)" = 4 ] || fail "four at once left $(ls own.*)"
  [ "$(grep -l shared-race own.*.json | wc -l)" = 1 ] ||
    fail "the finding is not in one report"
  [ "$(grep -l shared-race own.*.sarif | wc -l)" = 1 ] ||
    fail "the finding is not in one SARIF file"
}

release() { # of a copy of this repository
  export GIT_CONFIG_GLOBAL="$work/gitconfig"
  printf '[safe]\n\tdirectory = *\n[user]\n\tname = x\n\temail = x@example.org\n' \
    >"$GIT_CONFIG_GLOBAL"
  git -C "$root" rev-parse HEAD >/dev/null 2>&1 || skip "this is no git checkout"
  git clone --quiet --depth 1 "file://$root" "$work/copy" || exit 1
  cp "$root/cmake/release.sh" "$work/copy/cmake"
  git -C "$work/copy" commit --quiet --all --message release >/dev/null 2>&1
  make_release() { "$work/copy/cmake/release.sh" "$@" >"$work/said" 2>&1; }

  make_release "$work/one" || { fail "it fails:"; cat "$work/said"; }
  sleep 1 # the time of day is not in it
  make_release "$work/two"
  cmp "$work/one/SHA256SUMS" "$work/two/SHA256SUMS" || fail "other bytes"
  (cd "$work/one" && sha256sum --quiet --check SHA256SUMS) || fail "checksums"
  mkdir "$work/out"
  tar -xzf "$work"/one/lockstep-*.tar.gz -C "$work/out"
  [ -x "$(echo "$work"/out/lockstep-*/learn)" ] || fail "no ./learn in it"
  make_release
  [ $? = 2 ] || fail "without a folder it goes on"
  sed -i 's/^version: .*/version: 9/' "$work/copy/CITATION.cff"
  make_release "$work/three"
  [ $? = 2 ] && grep -q "CITATION.cff 9" "$work/said" || fail "another version"
  git -C "$work/copy" checkout --quiet CITATION.cff
  echo >>"$work/copy/README.md"
  make_release "$work/three"
  [ $? = 2 ] && grep -q "not committed" "$work/said" || fail "an edit is left out"
  [ ! -e "$work/three" ] || fail "something was written"
}

"$what"
[ $failed = 0 ] && echo "$what: as it should be"
exit $failed
