#!/bin/sh
# SPDX-License-Identifier: MIT
# What an older system's archive lacks, from elsewhere into .toolchain/older,
# without root: older.sh cmake puts a newer CMake (the wheel of older.txt) into
# cmake/data/bin there, older.sh toml++ the headers of that library into include,
# older.sh cuda the headers of CUDA 13, for the emulator, and its CCCL, for
# lessons, into nvidia/cu13/include. What is no wheel has its hash here.
# Exit 2 when it failed.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
own=$root/.toolchain/older
pins=$root/cmake/older.txt

say() { echo "learn: $*" >&2; }
fresh=$own/incoming
rm -rf "$fresh"
mkdir -p "$fresh"
trap 'rm -rf "$fresh"' EXIT
log=$own/log
failed() {
  tail -n 3 "$log" >&2
  say "$1"
  exit 2
}

newer_cmake() {
  [ ! -x "$own/cmake/data/bin/cmake" ] || ! cmp -s "$pins" "$own/pins.txt" ||
    return 0
  say "fetching a newer CMake into .toolchain/ (28 MB)"
  "$root/cmake/packages.sh" python || exit 2
  python3 -m pip install --require-hashes --no-deps --no-compile --retries 2 \
    --disable-pip-version-check --target "$fresh" -r "$pins" >"$log" 2>&1 ||
    failed "It could not be downloaded. Install CMake 3.25 and type ./learn"
  rm -rf "$own/cmake"
  mv "$fresh/cmake" "$own/cmake"
  cp "$pins" "$own/pins.txt"
}

cuda_headers() {
  from=$root/cmake/toolchain.txt
  ! cmp -s "$from" "$own/nvidia/pins.txt" || return 0
  say "nvcc 12 needs headers of CUDA 13; fetching them (6 MB)"
  "$root/cmake/packages.sh" python || exit 2
  sed -nE '/^nvidia-cuda-(crt|runtime|cccl)=/,/[^\\]$/p' "$from" \
    >"$fresh/pins.txt"
  python3 -m pip install --require-hashes --no-deps --no-compile --retries 2 \
    --disable-pip-version-check --target "$fresh" -r "$fresh/pins.txt" \
    >"$log" 2>&1 ||
    failed "They could not be downloaded; is there a network?"
  rm -rf "$own/nvidia"
  mv "$fresh/nvidia" "$own/nvidia"
  cp "$from" "$own/nvidia/pins.txt"
}

# The package of a newer Ubuntu. Only its headers are taken, which are the same
# for every processor.
deb=pool/universe/t/tomlplusplus/libtomlplusplus-dev_3.4.0+ds-0.2build1_amd64.deb
hash=e6d68dbb89f11c71fc33bd1397ab1b405e83e96b959e5c18ef82871c12051c46
toml_headers() {
  [ ! -e "$own/include/toml++/toml.h" ] || return 0
  say "this system has no libtomlplusplus-dev; fetching its headers"
  /usr/lib/apt/apt-helper download-file "http://archive.ubuntu.com/ubuntu/$deb" \
    "$fresh/toml.deb" "SHA256:$hash" >"$log" 2>&1 ||
    failed "They could not be downloaded; is there a network?"
  dpkg-deb -x "$fresh/toml.deb" "$fresh/all" >"$log" 2>&1 ||
    failed "Its package could not be unpacked."
  rm -rf "$own/include"
  mv "$fresh/all/usr/include" "$own/include"
}

case $1 in
  cmake) newer_cmake ;;
  toml++) toml_headers ;;
  cuda) cuda_headers ;;
esac
