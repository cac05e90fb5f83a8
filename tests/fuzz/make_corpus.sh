#!/bin/sh
# SPDX-License-Identifier: MIT
# Rewrites corpus/ptx and corpus/fatbin from seeds/*.cu with nvcc 13: PTX texts
# of several kinds and fatbins in each compression; and seeds/nvcc.ptx from the
# solutions and the test programs, as far as they are short. Run it after a
# change of the seeds.
set -eu
cd "$(dirname "$0")"
rm -rf corpus/ptx corpus/fatbin
mkdir -p corpus/ptx corpus/fatbin

# Folder names differ between machines: files keep only their last name, and
# debug data, which holds folders too, is left out.
clean() {
  sed -e 's|\(\.file[^"]*\)"/.*/|\1"|' \
    -e '/^[[:space:]]*\.section[[:space:]]*\.debug_info/,/^[[:space:]]*}/d' \
    -e '/^\/\//d'
}

ptx() {  # ptx NAME SEED OPTION...
  name=$1
  seed=$2
  shift 2
  nvcc --ptx -frandom-seed=1 "$@" "seeds/$seed.cu" -o - | clean \
    > "corpus/ptx/$name.ptx"
}

for seed in tiny calls memory; do
  ptx "$seed" "$seed" -arch=sm_75 -lineinfo
done
ptx calls_sm90 calls -arch=sm_90 -rdc=true

# With what names variables: compiled in /tmp, for it holds its folder.
here=$PWD
for seed in tiny memory; do
  cp "seeds/$seed.cu" "/tmp/$seed.cu"
  (cd /tmp && nvcc --ptx -frandom-seed=1 -arch=sm_75 -G "$seed.cu" -o - |
    sed -e 's|\(\.file[^"]*\)"/.*/|\1"|' -e '/^\/\//d' \
    > "$here/corpus/ptx/${seed}_debug.ptx")
  rm "/tmp/$seed.cu"
done

for mode in default size speed none; do
  nvcc -fatbin --compress-mode="$mode" \
    -gencode 'arch=compute_75,code=[sm_75,compute_75]' seeds/tiny.cu \
    -o "corpus/fatbin/tiny_$mode.fatbin"
done
nvcc -fatbin --compress-mode=size -gencode arch=compute_75,code=sm_75 \
  -gencode 'arch=compute_90,code=[sm_90,compute_90]' seeds/memory.cu \
  -o corpus/fatbin/memory.fatbin
nvcc -fatbin -gencode arch=compute_90,code=sm_90 seeds/memory.cu \
  -o corpus/fatbin/no_ptx.fatbin

# Programs to change and run, without the lines that only name places.
most=14000  # bytes: a long program spends its time on what others did
one=$(mktemp)
trap 'rm -f "$one"' EXIT
execute() {  # execute NAME ARCHITECTURE FILE
  nvcc --ptx -frandom-seed=1 -std=c++17 -arch="$2" -I../.. "$3" -o - |
    clean | sed -e '/^[[:space:]]*\.\(loc\|file\)[[:space:]]/d' -e '/^[[:space:]]*$/d' \
    > "$one"
  if [ "$(wc -c < "$one")" -gt "$most" ]; then return; fi
  echo "// program $1" | cat - "$one" >> seeds/nvcc.ptx
}

# Of a file of many kernels each by itself that has an instruction which those
# before it lack, with all that stands outside of kernels.
kernels() {  # kernels NAME LAUNCH
  nvcc --ptx -frandom-seed=1 -std=c++17 \
    -gencode=arch=compute_90a,code=compute_90a -I../.. "../corpus/$1.cu" -o - | clean |
    sed -e '/^[[:space:]]*\.\(loc\|file\)[[:space:]]/d' \
      -e 's|//.*||' -e '/^[[:space:]]*$/d' |
    awk -v name="$1" -v launch="$2" '
      depth == 0 && /^(\.visible )?\.entry/ { ++count; inside = 1 }
      { depth += gsub(/\{/, "{") - gsub(/\}/, "}") }
      inside && /^\t[a-z].*\./ && !seen[$1]++ { fresh[count] = 1 }
      inside { kernel[count] = kernel[count] $0 "\n" }
      !inside { head = head $0 "\n" }
      inside && depth == 0 && /\}/ { inside = 0 }
      END {
        for (i = 1; i <= count; ++i)
          if (fresh[i]) printf "// program %s_%d\n// launch: %s\n%s%s", name, i, launch, head, kernel[i]
      }' >> seeds/nvcc.ptx
}
rm -f seeds/nvcc.ptx
for file in ../../solutions/*/solution.cu; do
  name=$(basename "$(dirname "$file")")
  NVCC_APPEND_FLAGS=-I../../lessons/$name execute "$name" sm_75 "$file"
done
for file in ../corpus/*.cu; do
  execute "$(basename "$file" .cu)" sm_90 "$file"
done
for name in device_calls device_heap local_arrays printf_forms spin_lock \
  wide_atomics warp_intrinsics tensor_tiles textures group_tiles grid_sync; do
  for file in ../programs/"$name"/*.cu; do
    execute "$name" sm_90 "$file"
  done
done
for name in bulk tensors dependents; do
  kernels "$name" "block 64 1 1"
done
kernels clusters "cluster 2 block 64 1 1"
kernels wgmma "grid 1 1 1 block 128 1 1"
