#!/bin/sh
# SPDX-License-Identifier: MIT
# Set-up on machines that lack something: each gets a sentence and exit 2.
# setup_test.sh ROOT; works on a copy of ROOT/cmake, downloads nothing.
set -u
unset LOCKSTEP_COMPILER LOCKSTEP_TOOLCHAIN
root=$1
python=$(command -v python3 || true)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
cp -r "$root/cmake" "$work/cmake"
failed=0

program() { # program NAME TEXT...: a stand-in that prints TEXT
  name=$1
  shift
  printf '#!/bin/sh\n%s\n' "$*" >"$work/bin/$name"
  chmod +x "$work/bin/$name"
}
expect() { # expect STATUS TEXT: about the last run
  if [ "$status" != "$1" ] || ! grep -qF "$2" "$work/said"; then
    echo "expected status $1 and '$2'; got status $status and:"
    cat "$work/said"
    failed=1
  fi
}
silent() { # what set-up says is not on stdout, which may be results
  [ ! -s "$work/printed" ] && return
  echo "stdout has:"
  cat "$work/printed"
  failed=1
}
toolchain() { # toolchain VARIABLE=VALUE...
  env "$@" PATH="$work/bin:/usr/bin:/bin" sh "$work/cmake/toolchain.sh" \
    >"$work/said" 2>&1
  status=$?
}

program old 'echo "Cuda compilation tools, release 12.3, V12.3.107"'
program former 'echo "Cuda compilation tools, release 12.4, V12.4.131"'
program new 'echo "Cuda compilation tools, release 13.1, V13.1.4"'
toolchain CUDACXX="$work/bin/old"
expect 2 "is nvcc 12.3; the lessons need 12.4"
toolchain CUDACXX="$work/bin/former"
expect 0 "$work/bin/former"
toolchain CUDACXX="$work/bin/former" LOCKSTEP_TOOLCHAIN=12.4
expect 0 "$work/bin/former"
toolchain CUDACXX="$work/bin/former" LOCKSTEP_TOOLCHAIN=12.9
expect 2 "There is no nvcc 12.9 here"
for wrong in 11.8 12.3 13 newest 12.x; do
  toolchain LOCKSTEP_TOOLCHAIN=$wrong
  expect 2 "LOCKSTEP_TOOLCHAIN=$wrong is no release from 12.4 on"
done
toolchain CUDACXX=/nowhere/nvcc
expect 2 "CUDACXX names no file: /nowhere/nvcc"
toolchain CUDACXX="$work/bin/new"
expect 0 "$work/bin/new"
cp "$work/bin/new" "$work/bin/nvcc"
toolchain CUDACXX=
expect 0 "$work/bin/nvcc"

# No network: pip is there and cannot download.
program python3 'case "$*" in *--version*) exit 0 ;; esac
echo "ERROR: No matching distribution found"; exit 1'
toolchain CUDACXX= LOCKSTEP_TOOLCHAIN=wheels
expect 2 "There is no nvcc 13 here, and it could not be downloaded."
[ ! -e "$work/.toolchain/cuda" ] || { echo "half a compiler"; failed=1; }
toolchain CUDACXX= LOCKSTEP_TOOLCHAIN=13.2
expect 2 "no nvcc 13.2 found; installing it into .toolchain/"
grep -qxF "nvidia-nvvm==13.2.*" "$work/.toolchain/asked.txt" || {
  echo "13.2 is not what is asked for"
  failed=1
}

# clang, when it is asked for; nothing else may be.
toolchain LOCKSTEP_COMPILER=clang
expect 2 "clang could not be downloaded."
expect 2 "ERROR: No matching distribution found"
[ ! -e "$work/.toolchain/clang/cuda" ] || { echo "half a clang"; failed=1; }
toolchain LOCKSTEP_COMPILER=icc
expect 2 "LOCKSTEP_COMPILER is icc; it may be nvcc or clang"

# The same for libraries that tests use; a toolkit that has them needs none.
mkdir -p "$work/cuda/bin" "$work/cuda/include" "$work/cuda/lib64"
libraries() {
  PATH="$work/bin:/usr/bin:/bin" sh "$work/cmake/test_libraries.sh" \
    "$work/cuda/bin/nvcc" >"$work/printed" 2>"$work/said"
  status=$?
  silent
}
libraries
expect 2 "learn: that could not be downloaded"
expect 2 "learn: fetching headers of CUDA libraries"
expect 2 "learn: fetching NVRTC"
for part in libraries nvrtc; do
  [ -z "$(find "$work/.toolchain" -name "$part*" -type d)" ] ||
    { echo "half of $part"; failed=1; }
done
touch "$work/cuda/include/curand_kernel.h" "$work/cuda/include/cublas_v2.h"
libraries
expect 2 "learn: fetching NVRTC"
touch "$work/cuda/include/nvrtc.h" "$work/cuda/lib64/libnvrtc.so"
libraries
[ $status = 0 ] || { echo "libraries that are there are fetched"; failed=1; }

# As root, where one package of those that tests use is not to be had: the
# others are installed all the same.
program id 'echo 0'
program apt-get 'case "$*" in *update*) ;; *tmux*) exit 1 ;;
  *) echo "$*" >>'"$work"'/installed ;; esac'
for name in sh env mktemp tail rm cat; do
  ln -s "$(command -v $name)" "$work/bin/$name"
done
PATH="$work/bin" sh "$work/cmake/packages.sh" test </dev/null \
  >"$work/printed" 2>"$work/said"
status=$?
silent
expect 2 "  sudo apt-get install tmux"
grep -q "install.* zsh$" "$work/installed" || { echo "no zsh"; failed=1; }
# By dnf, where the system has that: other names, and none of them twice.
rm "$work/bin/apt-get"
program dnf 'echo "$*" >>'"$work"'/installed'
PATH="$work/bin" sh "$work/cmake/packages.sh" all </dev/null \
  >"$work/printed" 2>"$work/said"
status=$?
expect 0 "learn: installing them"
grep -qx "install -y --setopt=install_weak_deps=False clang compiler-rt\
 clang-tools-extra ccache" "$work/installed" || {
  echo "not installed by dnf:"
  cat "$work/installed"
  failed=1
}
rm "$work/bin/dnf" "$work/bin/sh" "$work/bin/env" "$work/bin/mktemp" \
  "$work/bin/tail" "$work/bin/rm" "$work/bin/cat"

# A bare root that cannot be made fails and leaves nothing.
program debootstrap 'mkdir -p "$4/usr"; echo "no mirror"; exit 1'
program sleep 'exit 0'
program unshare 'exit 0'
mkdir "$work/temporary"
TMPDIR="$work/temporary" PATH="$work/bin:$PATH" \
  sh "$root/tests/platform/bare_root.sh" debian-12 >"$work/said" 2>&1
status=$?
expect 1 "bare_root: debootstrap failed"
expect 1 "no mirror"
[ -z "$(ls "$work/temporary")" ] || { echo "a root is left"; failed=1; }
sh "$root/tests/platform/bare_root.sh" plan-9 >"$work/said" 2>&1
status=$?
expect 2 "bare_root: there is no platform plan-9"

# Packages are missing, there is no root and nobody to ask.
program id 'echo 1000'
program sudo 'exit 1'
program c++ 'exit 1'
env CI= PATH="$work/bin:/usr/bin:/bin" sh "$work/cmake/packages.sh" needed \
  </dev/null >"$work/said" 2>&1
status=$?
expect 2 "learn: They need root. Type:"
expect 2 "sudo apt-get install"
expect 2 "libpugixml-dev"

# CMake is too old, and a newer one cannot be downloaded.
program c++ 'exit 0'
program cmake 'echo "cmake version 3.22.1"'
env CUDACXX="$work/bin/new" PATH="$work/bin:/usr/bin:/bin" \
  sh "$work/cmake/setup.sh" "$work/fresh" >"$work/printed" 2>"$work/said"
status=$?
silent
expect 2 "learn: CMake 3.22 is older than 3.25"
expect 2 "It could not be downloaded. Install CMake 3.25 and type ./learn"
[ ! -e "$work/.toolchain/older/cmake" ] || { echo "half a CMake"; failed=1; }

# With all that is needed it configures and builds.
program c++ 'exit 0'
program ninja 'exit 0'
program cmake 'case "$*" in --version) echo "cmake version 3.25.1" ;;
  *) echo "cmake: $*" ;; esac'
env CUDACXX="$work/bin/new" PATH="$work/bin:/usr/bin:/bin" \
  sh "$work/cmake/setup.sh" "$work/fresh" >"$work/printed" 2>"$work/said"
status=$?
silent
expect 0 "learn: configuring"
expect 0 "learn: building the emulator and the runner"
grep -q "cmake: --preset" "$work/fresh/setup.log" || {
  echo "nothing was configured"
  failed=1
}
grep -q "cmake: --build.* cudart" "$work/fresh/setup.log" || {
  echo "the emulator was not built"
  failed=1
}
env CUDACXX="$work/bin/new" PATH="$work/bin:/usr/bin:/bin" \
  sh "$work/cmake/setup.sh" "$work/fresh" runner >"$work/printed" 2>"$work/said"
status=$?
expect 0 "learn: building the runner"
if ! grep -q "cmake: --build.* learn" "$work/fresh/setup.log" ||
    grep -q "cudart" "$work/fresh/setup.log"; then
  echo "not the runner alone was built"
  failed=1
fi

# Tests are configured for who asks for them, and stay.
for _ in fresh with_tests; do
  for parts in all tests all; do
    env CUDACXX="$work/bin/new" PATH="$work/bin:/usr/bin:/bin" \
      sh "$work/cmake/setup.sh" "$work/fresh" $parts >"$work/printed" \
      2>"$work/said"
    sed -n 's/.*-DLOCKSTEP_TESTS=\([A-Z]*\) .*/\1/p' "$work/fresh/setup.log"
  done
  printf 'CMAKE_CUDA_COMPILER:STRING=%s\nLOCKSTEP_TESTS:BOOL=ON\n' \
    "$work/bin/new" >"$work/fresh/CMakeCache.txt"
done >"$work/tests_of"
[ "$(tr '\n' ' ' <"$work/tests_of")" = "OFF ON OFF ON ON ON " ] || {
  echo "tests were configured: $(cat "$work/tests_of")"
  failed=1
}

# What was configured stays, unless the compiler is another one.
for kept in new old; do
  echo "CMAKE_CUDA_COMPILER:STRING=$work/bin/$kept" >"$work/fresh/CMakeCache.txt"
  env CUDACXX="$work/bin/new" PATH="$work/bin:/usr/bin:/bin" \
    sh "$work/cmake/setup.sh" "$work/fresh" runner >"$work/printed" \
    2>"$work/said"
  [ -e "$work/fresh/CMakeCache.txt" ] && echo "$kept" >>"$work/stayed"
done
[ "$(cat "$work/stayed")" = new ] || {
  echo "configured again for: $(cat "$work/stayed")"
  failed=1
}

# Another build goes on in that folder: it waits, and says so.
if command -v flock >/dev/null; then
  exec 8>"$work/fresh/.learn.lock"
  flock 8
  env CUDACXX="$work/bin/new" PATH="$work/bin:/usr/bin:/bin" \
    sh "$work/cmake/setup.sh" "$work/fresh" >"$work/printed" \
    2>"$work/said" 8>&- &
  until grep -q "waiting for another build" "$work/said"; do :; done
  if grep -q "learn: configuring" "$work/said"; then
    echo "it did not wait"
    failed=1
  fi
  flock -u 8
  wait $!
  status=$?
  exec 8>&-
  expect 0 "learn: configuring"
fi

# ./learn goes on without what only grading and tests need, and says so; a
# learner is asked for nothing of it.
cp "$root/learn" "$work/learn"
mkdir -p "$work/build/runner" "$work/lessons" "$work/runner" "$work/simt" \
  "$work/tests"
touch "$work/CMakeLists.txt" "$work/CMakePresets.json" \
  "$work/lessons/CMakeLists.txt"
printf '#!/bin/sh\necho "set-up of $2" >&2\n' >"$work/cmake/setup.sh"
printf '#!/bin/sh\necho "runner: $*"\n' >"$work/build/runner/learn"
chmod +x "$work/build/runner/learn"
echo "CMAKE_CUDA_COMPILER:STRING=$work/cuda/bin/nvcc" \
  >"$work/build/CMakeCache.txt"
program apt-get "exit 1"
mkdir "$work/few" # a machine without bubblewrap, tmux and so on
for name in sh env cat find grep sort xargs cksum sed dirname cmp mktemp; do
  ln -s "$(command -v $name)" "$work/few/$name"
done
learn() { # learn WORDS...: on that machine, without root
  env CI= PATH="$work/bin:$work/few" sh "$work/learn" "$@" \
    </dev/null >"$work/said" 2>&1
  status=$?
}
printf '#!/bin/sh\necho "extras"\n' >"$work/cmake/extras.sh"
chmod +x "$work/cmake/extras.sh"
learn test --extras
expect 2 "set-up of none"
rm -f "$work/build/.ready"
learn test --clang # its own build; asks for no packages
expect 0 "set-up of runner"
expect 0 "runner: test --clang"
# A lesson can be read before the emulator is built.
for words in list "hint 13" "check --help"; do
  rm -f "$work/build/.ready"
  # Words are separate.
  # shellcheck disable=SC2086
  learn $words
  expect 0 "set-up of runner"
done
for words in "" "run 13"; do # no terminal: all is shown at once
  rm -f "$work/build/.ready"
  # shellcheck disable=SC2086
  learn $words
  expect 0 "set-up of all"
done
if [ -n "$python" ]; then # the watch mode
  rm -f "$work/build/.ready"
  "$python" -c 'import pty, sys; pty.spawn(sys.argv[1:])' \
    env PATH="$work/bin:$work/few" sh "$work/learn" </dev/null >"$work/said"
  expect 0 "set-up of runner"
fi
# Tests and known answers are configured for who asks for them, and then stay.
for words in "test 13" "dev text 13" "check 13 --mistake=x" \
    "step 13 --also-right x"; do
  echo "LOCKSTEP_TESTS:BOOL=OFF" >>"$work/build/CMakeCache.txt"
  learn check 13
  # shellcheck disable=SC2086
  learn $words
  expect "$status" "set-up of tests"
  rm -f "$work/build/.ready"
done
echo "LOCKSTEP_TESTS:BOOL=ON" >>"$work/build/CMakeCache.txt"
learn check 13
expect 0 "set-up of all"
learn dev text 13
expect 0 "runner: dev text 13"
if grep -q "set-up" "$work/said"; then
  echo "tests that are configured are set up again"
  failed=1
fi
rm -f "$work/build/.ready"
learn list
learn check 13
expect 0 "set-up of all"
learn test --extras
if grep -q "set-up" "$work/said"; then
  echo "what is there is set up again"
  failed=1
fi
learn check 13
expect 0 "runner: check 13"
if grep -q "missing" "$work/said"; then
  echo "a learner is asked for packages:"
  cat "$work/said"
  failed=1
fi
learn grade class
expect 0 "  sudo apt-get install bubblewrap"
expect 0 "learn: going on; grading says what it lacks"
expect 0 "runner: grade class"
learn grade --no-isolation class
if grep -q "bubblewrap" "$work/said"; then
  echo "bubblewrap is offered to who does without"
  failed=1
fi
learn test
expect 0 "learn: going on; tests that need them are skipped"
expect 0 "runner: test"
learn test --all
expect 2 "clang"

# A course over that of the first edition: what was written is moved.
course=$work/course
lesson() { # lesson NAME LINE: its exercise with that region
  mkdir -p "$course/lessons/$1"
  printf '{\n  // task-begin\n%s\n  // task-end\n}  // of %s\n' "$2" "$1" \
    >"$course/lessons/$1/exercise.cu"
}
now() { # now NAME FORMERLY
  lesson "$1" "  // TODO"
  echo "formerly = \"$2\"" >"$course/lessons/$1/lesson.toml"
}
now 13_banks 07_banks
now 14_swizzle 08_swizzle
now 15_wide 09_wide
now 16_model 10_model
now 17_others 11_others
lesson 07_banks "  mine = 7;"
lesson 08_swizzle "  // TODO"
lesson 09_wide "  mine = 9;"
lesson 15_wide "  newer = 9;"
lesson 11_others "  mine = 11;"
echo "other code" >>"$course/lessons/11_others/exercise.cu"
former() {
  sh "$work/cmake/former_numbers.sh" "$course" >"$work/printed" 2>"$work/said"
  status=$?
}
former
expect 0 "lessons/07_banks is lessons/13_banks now; what you wrote stands in \
lessons/13_banks/exercise.cu"
expect 0 "in which nothing was written are in .learn/backup: 1"
expect 0 "stands in .learn/backup/09_wide/exercise.cu"
expect 0 "stands in .learn/backup/11_others/exercise.cu"
silent
grep -q "mine = 7" "$course/lessons/13_banks/exercise.cu" &&
  grep -q "of 13_banks" "$course/lessons/13_banks/exercise.cu" &&
  grep -q "newer = 9" "$course/lessons/15_wide/exercise.cu" &&
  grep -q "mine = 9" "$course/.learn/backup/09_wide/exercise.cu" &&
  grep -q "mine = 7" "$course/.learn/backup/07_banks/exercise.cu" &&
  grep -q TODO "$course/lessons/17_others/exercise.cu" &&
  [ ! -e "$course/lessons/08_swizzle" ] || {
  echo "an exercise of the first edition is lost"
  failed=1
}
former
[ "$status" = 0 ] && [ ! -s "$work/said" ] || { echo "moved twice"; failed=1; }
[ $failed = 0 ] && echo "set-up: each case is answered"
exit $failed
