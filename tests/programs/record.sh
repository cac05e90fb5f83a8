#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds every program here with nvcc and runs it with the real runtime on a
# GPU, or those named; each must print what tests/recorded/programs.txt has under
# its name. On a machine with a GPU:
#   tests/programs/record.sh [BUILD_FOLDER [NAME...]]
# With WRITE=1 it writes what the GPU printed there instead; a new name gets a
# line "== NAME" first.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=${1:-$(mktemp -d)}
nvcc=${CUDACXX:-nvcc}
command -v "$nvcc" > /dev/null || nvcc=/usr/local/cuda/bin/nvcc
toolkit=$(cd "$(dirname "$(command -v "$nvcc")")/.." && pwd)
mkdir -p "$build"
failed=0
[ $# -gt 0 ] && shift
recorded=$root/tests/recorded/programs.txt
names=$(sed -n 's/^== //p' "$recorded")
# One name a word.
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $names
mkdir -p "$build/expected"
awk -v folder="$build/expected" -f "$here/outputs.awk" "$recorded"
for name; do
  folder=$here/$name
  expected=$build/expected/$name.txt
  separate=
  case $name in device_launch* | rdc) separate=-rdc=true ;; esac
  oldest=75
  [ "$name" = async_copies ] && oldest=80
  [ "$name" = wide_tiles ] && oldest=80
  newest=90
  case $name in
    warpgroup_tiles | cluster_copies | tensor_copies) oldest=90a newest=90a ;;
    wide_atomics | cluster* | dependent_launches) oldest=90 ;;
  esac
  options=$(sed -n 's|^// nvcc: ||p' "$folder"/*.cu)
  case $options in *-G*) ;; *) options="$options -lineinfo" ;; esac
  case $options in *-std=*) ;; *) options="$options -std=c++17" ;; esac
  # shellcheck disable=SC2086
  "$nvcc" $options -O3 -cudart shared --extended-lambda $separate \
    -gencode "arch=compute_$oldest,code=[sm_$oldest,compute_$oldest]" \
    -gencode "arch=compute_$newest,code=sm_$newest" \
    -I"$root" "$folder"/*.cu -o "$build/$name" || { failed=1; continue; }
  LD_LIBRARY_PATH=$toolkit/lib64 timeout 60 "$build/$name" \
    > "$build/$name.txt" 2> "$build/$name.stderr"
  status=$?
  if [ "${WRITE:-0}" = 1 ]; then
    cp "$build/$name.txt" "$expected"
  elif [ $status -eq 0 ] && cmp -s "$build/$name.txt" "$expected"; then
    echo "ok    $name"
  else
    echo "FAIL  $name (status $status)"
    diff "$expected" "$build/$name.txt"
    head -5 "$build/$name.stderr"
    failed=1
  fi
done
if [ "${WRITE:-0}" = 1 ]; then
  {
    sed '/^== /,$d' "$recorded"
    for name in $names; do
      echo "== $name"
      cat "$build/expected/$name.txt"
    done
  } > "$build/programs.txt"
  cp "$build/programs.txt" "$recorded"
fi
exit $failed
