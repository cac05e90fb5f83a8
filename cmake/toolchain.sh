#!/bin/sh
# SPDX-License-Identifier: MIT
# Finds nvcc or installs it from Python wheels into .toolchain/, without root.
# LOCKSTEP_COMPILER=clang takes clang instead (clang.sh).
# LOCKSTEP_TOOLCHAIN: "wheels", whatever is installed, or a release such as 12.4
# or 13.2. Prints the path of nvcc on stdout, everything else on stderr. May be
# interrupted and started again: finished downloads are kept, and the compiler
# appears under its name only when it is whole.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
own=$root/.toolchain
pins=$root/cmake/toolchain.txt
asked=${LOCKSTEP_TOOLCHAIN-}

say() { echo "learn: $*" >&2; }
release() { "$1" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p'; }
is_number() { case $1 in '' | *[!0-9]*) return 1 ;; esac }
new_enough() { # new_enough RELEASE: 12.4 or later
  is_number "${1%%.*}" && is_number "${1#*.}" || return 1
  [ "${1#*.}" != "$1" ] || return 1
  [ "${1%%.*}" -ge 13 ] || { [ "${1%%.*}" -eq 12 ] && [ "${1#*.}" -ge 4 ]; }
}

case $asked in
  "" | wheels) ;;
  *)
    if ! new_enough "$asked"; then
      say "LOCKSTEP_TOOLCHAIN=$asked is no release from 12.4 on"
      exit 2
    fi
    ;;
esac

# Prints a compiler that is new enough; says so when it is not.
accept() {
  [ -x "$1" ] || return 1
  version=$(release "$1")
  if [ -n "$asked" ]; then
    [ "$version" = "$asked" ] && echo "$1" && return 0
    return 1
  fi
  new_enough "$version" && echo "$1" && return 0
  say "$1 is nvcc ${version:-of no known version}; the lessons need 12.4"
  return 1
}

case ${LOCKSTEP_COMPILER:-nvcc} in
  nvcc) ;;
  clang) exec "$root/cmake/clang.sh" ;;
  *)
    say "LOCKSTEP_COMPILER is $LOCKSTEP_COMPILER; it may be nvcc or clang"
    exit 2
    ;;
esac

if [ "$asked" != wheels ]; then
  if [ -n "${CUDACXX-}" ]; then
    accept "$(command -v "$CUDACXX" || echo "$CUDACXX")" && exit 0
    if [ -z "$asked" ]; then
      [ -x "$(command -v "$CUDACXX")" ] || say "CUDACXX names no file: $CUDACXX"
      say "Type: unset CUDACXX"
      exit 2
    fi
  fi
  found=$(command -v nvcc || true)
  [ -n "$found" ] && accept "$found" && exit 0
  accept /usr/local/cuda/bin/nvcc && exit 0
  accept "/usr/local/cuda-$asked/bin/nvcc" && exit 0
fi
case $asked in
  12.*)
    say "There is no nvcc $asked here, and NVIDIA's wheels of CUDA 12 hold none."
    say "Install the CUDA Toolkit $asked, or type: LOCKSTEP_TOOLCHAIN=wheels ./learn"
    exit 2
    ;;
  [0-9]*) # the newest of that release, on trust; CCCL counts otherwise
    mkdir -p "$own"
    sed -n "/cccl==/{s/==.*/==${asked%%.*}.*/p;d};s/==.*/==$asked.*/p" "$pins" \
      >"$own/asked.txt"
    pins=$own/asked.txt
    ;;
esac

# The wheels that are there must be the ones that are pinned.
if [ -x "$own/cuda/bin/nvcc" ] && cmp -s "$pins" "$own/cuda/pins.txt"; then
  echo "$own/cuda/bin/nvcc"
  exit 0
fi

offline() {
  say "There is no nvcc 13 here, and it could not be downloaded."
  # Where NVIDIA has no wheel for this machine, clang may have one.
  if instead=$("$root/cmake/clang.sh"); then
    say "using clang in its place"
    echo "$instead"
    exit 0
  fi
  say "Connect to the network and type ./learn again, or install the CUDA"
  say "Toolkit 13 and type: CUDACXX=/usr/local/cuda/bin/nvcc ./learn"
  exit 2
}
case $asked in [0-9]*) ;; *) asked=13 ;; esac
say "no nvcc $asked found; installing it into .toolchain/ (about 100 MB)"
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
