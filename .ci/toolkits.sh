#!/bin/sh
# SPDX-License-Identifier: MIT
# What another toolkit compiles, run on the emulator of this build:
#   toolkits.sh BUILD NVCC [NAME...]
# The solution and the check of each lesson, and programs of tests/programs that
# need no options; or only those with a NAME (47_copy_pipeline, graphs). Prints
# what passed, what that nvcc does not compile, with its first error, and what
# failed; ends with 1 where something failed. LOCKSTEP_CCCL: a folder of another
# CCCL; with nvcc 12 set-up takes that of CUDA 13.
set -u
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=$1 nvcc=$2
shift 2
toolkit=$(CDPATH='' cd -- "$(dirname -- "$nvcc")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
programs="array_bytes atomic_ref capture capture_errors clusters
  dependent_launches dynamic_shared graph_memory graphs grid_sync
  group_tiles half_math histogram host_functions host_memory last_block
  local_arrays memory_pools pitched_copies printf_forms queries
  saxpy_managed spin_lock streams_events surfaces symbols textures
  warp_intrinsics"
# Words are separate names.
# shellcheck disable=SC2046,SC2086
[ $# -gt 0 ] || set -- $(ls "$root/solutions") $programs
passed=0 failed=0 left=0

compile() { # compile OUT SOURCE OPTION...
  out=$1
  shift
  "$nvcc" -std=c++17 -lineinfo -cudart shared -Wno-deprecated-gpu-targets \
    ${LOCKSTEP_CCCL:+-I "$LOCKSTEP_CCCL"} -I "$root" "$@" -o "$work/$out" >"$work/said" 2>&1
}
host() { # host OUT SOURCE OPTION...: code that no nvcc compiles
  out=$1
  shift
  c++ -std=c++20 -c -isystem "$toolkit/include" -I "$root" -o "$work/$out" \
    "$@" >"$work/said" 2>&1
}
setting() { # setting KEY FILE
  sed -n "s/^$1 *= *\"\{0,1\}\([0-9a-z]*\).*/\1/p" "$2"
}
lesson() { # lesson NAME
  folder=$root/lessons/$1
  arch=$(setting arch "$folder/lesson.toml")
  arch=${arch:-75} # "-arch=sm_90a" compiles for compute_90, too
  compile solution.o -c -I "$folder" \
    "-gencode=arch=compute_$arch,code=[compute_$arch,sm_$arch]" \
    "$root/solutions/$1/solution.cu" || return 2
  host check.o -O0 -DDOCTEST_LIBRARY_IMPLEMENTATION -I "$folder" \
    "$folder/check.cpp" || return 2
  compile program "$work/solution.o" "$work/check.o" "$work/main.o" -ldl ||
    return 2
  sms=$(setting sms "$folder/lesson.toml")
  order=$(setting block_order "$folder/lesson.toml")
  devices=$(sed -n 's/^devices *= *\[\(.*\)\]/\1/p' "$folder/lesson.toml" |
    tr -d '" ')
  env LD_LIBRARY_PATH="$build/simt/lib" ${sms:+SIMT_SMS=$sms} \
    ${order:+SIMT_BLOCK_ORDER=$order} \
    ${devices:+SIMT_DEVICE=$devices} "$work/program" >"$work/said" 2>&1
}
program() { # program NAME: prints what it printed on a GPU
  arch=75
  case $1 in clusters | dependent_*) arch=90 ;; esac
  compile program -arch=sm_$arch --extended-lambda "$root/tests/programs/$1"/*.cu ||
    return 2
  LD_LIBRARY_PATH=$build/simt/lib "$work/program" >"$work/printed" \
    2>"$work/said" || return 1
  cmp "$work/printed" "$build/tests/programs/expected/$1.txt" >"$work/said"
}

host main.o "$root/cmake/check_main.cpp" || { cat "$work/said"; exit 1; }
for name; do
  kind=program
  [ ! -d "$root/solutions/$name" ] || kind=lesson
  [ $kind = lesson ] || [ -d "$root/tests/programs/$name" ] || continue
  $kind "$name"
  case $? in
    0) passed=$((passed + 1)) ;;
    2)
      left=$((left + 1))
      echo "not compiled  $name: $(grep -m 1 -E 'error|fatal' "$work/said")"
      ;;
    *)
      failed=$((failed + 1))
      echo "failed        $name: $(grep -m 1 -E 'error|ERROR|differ' "$work/said")"
      ;;
  esac
done
echo "$passed passed, $left not compiled, $failed failed"
[ "$failed" = 0 ]
