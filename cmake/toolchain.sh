#!/bin/sh
# SPDX-License-Identifier: MIT
# Finds nvcc 13 or installs it from Python wheels into .toolchain/, without
# root. Prints the path of nvcc on stdout, everything else on stderr. May be
# interrupted and started again: finished downloads are kept, and the
# compiler appears under its name only when it is whole.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
own=$root/.toolchain
pins=$root/cmake/toolchain.txt

say() { echo "learn: $*" >&2; }
release() { "$1" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p'; }

# Prints a compiler that is new enough; says so when it is not.
accept() {
  [ -x "$1" ] || return 1
  version=$(release "$1")
  [ "${version%%.*}" -ge 13 ] 2>/dev/null && echo "$1" && return 0
  say "$1 is nvcc ${version:-of no known version}; the lessons need 13"
  return 1
}

if [ "${LOCKSTEP_TOOLCHAIN-}" != wheels ]; then
  if [ -n "${CUDACXX-}" ]; then
    accept "$(command -v "$CUDACXX" || echo "$CUDACXX")" && exit 0
    [ -x "$(command -v "$CUDACXX")" ] || say "CUDACXX names no file: $CUDACXX"
    say "Type: unset CUDACXX"
    exit 2
  fi
  found=$(command -v nvcc || true)
  [ -n "$found" ] && accept "$found" && exit 0
  accept /usr/local/cuda/bin/nvcc && exit 0
fi

# The wheels that are there must be the ones that are pinned.
if [ -x "$own/cuda/bin/nvcc" ] && cmp -s "$pins" "$own/cuda/pins.txt"; then
  echo "$own/cuda/bin/nvcc"
  exit 0
fi

offline() {
  say "There is no nvcc 13 here, and it could not be downloaded."
  say "Connect to the network and type ./learn again, or install the CUDA"
  say "Toolkit 13 and type: CUDACXX=/usr/local/cuda/bin/nvcc ./learn"
  exit 2
}
say "no nvcc 13 found; installing it into .toolchain/ (about 100 MB)"
"$root/cmake/packages.sh" python || exit 2
rm -rf "$own/incoming"
mkdir -p "$own/wheels" "$own/incoming"
log=$own/install.log
say "  downloading"
python3 -m pip download --no-deps --retries 2 --disable-pip-version-check \
  -d "$own/wheels" -r "$pins" >"$log" 2>&1 || offline
say "  unpacking"
if ! python3 -m pip install --no-deps --no-index --no-compile \
    --disable-pip-version-check --find-links "$own/wheels" \
    --target "$own/incoming" -r "$pins" >>"$log" 2>&1; then
  tail -n 5 "$log" >&2
  say "The wheels could not be unpacked. Type: rm -rf .toolchain && ./learn"
  exit 2
fi
cuda=$own/incoming/nvidia/cu13
# The wheels lack both names that compilers and linkers look for.
ln -sf libcudart.so.13 "$cuda/lib/libcudart.so"
ln -sfn lib "$cuda/lib64"
cp "$pins" "$cuda/pins.txt"
rm -rf "$own/cuda"
mv "$cuda" "$own/cuda"
rm -rf "$own/incoming" "$own/wheels"
say "  done: nvcc $(release "$own/cuda/bin/nvcc")"
echo "$own/cuda/bin/nvcc"
