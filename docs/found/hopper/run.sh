#!/bin/bash
# SPDX-License-Identifier: MIT
# Fetches the code bases of docs/found_hopper.md at the commits named there,
# compiles kernels of them to PTX, decodes all of it, and runs them here on the
# emulator: docs/found/hopper/run.sh FOLDER (from the repository root, after a
# build of cudart and coverage). The folder is outside the repository.
set -eu
if [ $# -ne 1 ] || [ ! -f docs/found/hopper/run.sh ]; then
  echo "usage, in the repository's root: docs/found/hopper/run.sh FOLDER" >&2
  exit 2
fi
here=$PWD bases=$1
mkdir -p "$bases"

fetch() {  # OWNER/NAME COMMIT
  local folder=$bases/${1#*/}
  [ -d "$folder" ] && return
  git init -q "$folder"
  git -C "$folder" fetch -q --depth 1 "https://github.com/$1" "$2"
  git -C "$folder" checkout -q FETCH_HEAD
}
fetch pranjalssh/fast.cu 38eb642e0c081231d6f695978be63604bd7c689b
fetch NVIDIA/cutlass 7107b05535f8977f5ecb9d01ee203205b1fd9bc4
fetch HazyResearch/ThunderKittens 0b55588d2769dde0c7a9a606ffc015b0ca7a9551
fetch deepseek-ai/DeepGEMM 54e22612409371d6364144b69086735beb54e98b
fetch Dao-AILab/flash-attention 0251105a2fb19d2957484b7f023cd8c115286ced
fetch deepseek-ai/FlashMLA 9241ae3ef9bac614dd25e45e507e089f888280e0

cd "$bases"
# A driver function that the emulator lacks is an error where it is called, so
# programs are linked with the toolkit's stub and not with our libcuda.
stubs=$(dirname "$(command -v nvcc)")/../lib64/stubs
build() {  # NAME SOURCE FLAGS...
  local name=$1 source=$2
  shift 2
  [ -f "$name" ] && return
  nvcc -cudart shared -lineinfo -w -DNDEBUG --expt-relaxed-constexpr \
    --expt-extended-lambda -gencode=arch=compute_90a,code=compute_90a "$@" \
    "$source" -o "$name" -L"$stubs" -lcuda
}
own=$here/docs/found/hopper
cutlass="-std=c++17 -Icutlass/include -Icutlass/tools/util/include
  -Icutlass/examples/common"
kittens="-std=c++20 -IThunderKittens -IThunderKittens/include
  -IThunderKittens/prototype -DKITTENS_HOPPER --use_fast_math"
examples=cutlass/examples
build fast_cu "$own/fast_cu.cu" -std=c++17 -Ifast.cu --use_fast_math
build wgmma_sm90 $examples/cute/tutorial/hopper/wgmma_sm90.cu $cutlass
build wgmma_tma_sm90 $examples/cute/tutorial/hopper/wgmma_tma_sm90.cu $cutlass
for example in 48_hopper_warp_specialized_gemm \
  54_hopper_fp8_warp_specialized_gemm; do
  build $example $examples/$example/$example.cu $cutlass
done
build tk_gemm "$own/tk_gemm.cu" $kittens
build tk_attention "$own/tk_attention.cu" $kittens
build deep_gemm "$own/deep_gemm.cu" -std=c++20 -Icutlass/include \
  -IDeepGEMM/deep_gemm/include
build flash "$own/flash.cu" -std=c++17 -Icutlass/include \
  -Iflash-attention/hopper --use_fast_math
build flash_mla "$own/flash_mla.cu" -std=c++20 -Icutlass/include -IFlashMLA/csrc \
  -IFlashMLA/csrc/kerutils/include --use_fast_math

for program in fast_cu wgmma_sm90 wgmma_tma_sm90 48_* 54_* tk_gemm \
  tk_attention deep_gemm flash flash_mla; do
  echo "$program: $("$here/build/tests/coverage/coverage" \
    "$here/tests/coverage/out_of_scope.txt" "$program" | tail -n 1)"
done

run() {
  echo "== $*"
  LD_LIBRARY_PATH=$here/build/simt/lib "./$@" 2>&1 |
    grep -E 'wrong|difference|Disposition|^error|^  -->|^   -->' || true
}
for kernel in 2 3 4 5; do run fast_cu $kernel 256 256 256; done
for kernel in 6 7 8 9 10 11 12; do run fast_cu $kernel 2048 2048 64; done
run wgmma_sm90 256 128 256
run wgmma_tma_sm90 256 128 256
for example in 48_* 54_*; do run "$example" --m=256 --n=256 --k=256 --iterations=0; done
run tk_gemm 256 256 192
run tk_attention 384 0
run tk_attention 384 1
run deep_gemm 256 256 192 1
run deep_gemm 256 256 192 2
run flash 256
for tokens in 128 200; do run flash_mla $tokens; done
