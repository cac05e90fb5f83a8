#!/bin/sh
# SPDX-License-Identifier: MIT
# Rewrites corpus/ptx and corpus/fatbin from seeds/*.cu with nvcc 13: PTX texts of several kinds
# and fatbins in each compression; and corpus/archive with Python. Run it after a change of the seeds.
set -eu
cd "$(dirname "$0")"
rm -rf corpus/ptx corpus/fatbin corpus/archive
mkdir -p corpus/ptx corpus/fatbin corpus/archive
python3 seeds/archives.py corpus/archive

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
ptx tiny_debug tiny -arch=sm_75 -G
ptx memory_debug memory -arch=sm_75 -G

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
