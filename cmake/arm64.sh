#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes .toolchain/arm64/: the libraries of this Debian's arm64 in root/, and the
# CUDA runtime of cmake/toolchain.txt in cuda/, for what is compiled here and
# runs under qemu-user. That needs neither root nor a foreign architecture in
# dpkg. Then the kernel must know who runs such programs: only that needs root,
# where the packages of qemu have not seen to it.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
own=$root/.toolchain/arm64
list=$root/cmake/libraries.txt

say() { echo "learn: $*" >&2; }
packages="libc6-dev libstdc++6 $(awk '!/^#/ && NF { print $3 }' "$list")"
# Words are separate packages.
# shellcheck disable=SC2086
packages=$(printf '%s\n' $packages)

runs() { "$own"/root/lib/ld-linux-aarch64.so.1 --version >/dev/null 2>&1; }
registered() { # by the kernel, for programs that programs start, too
  runs && return 0
  kernel=/proc/sys/fs/binfmt_misc
  {
    [ -e $kernel/register ] || mount -t binfmt_misc binfmt_misc $kernel
    cat /usr/lib/binfmt.d/qemu-aarch64.conf >$kernel/register
  } 2>>"$own/log" || :
  runs && return 0
  say "This kernel runs no programs for arm64. As root, type:"
  say "  mount -t binfmt_misc binfmt_misc $kernel"
  say "  cat /usr/lib/binfmt.d/qemu-aarch64.conf >$kernel/register"
  exit 2
}
if [ "$(cat "$own/packages.txt" 2>/dev/null)" = "$packages" ]; then
  registered
  exit 0
fi

# An apt of its own, in which nothing is installed.
rm -rf "$own"
mkdir -p "$own/state/lists/partial" "$own/cache/archives/partial" "$own/root"
: >"$own/state/status"
apt() {
  apt-get -o APT::Architecture=arm64 -o APT::Architectures=arm64 \
    -o Dir::State="$own/state" -o Dir::State::status="$own/state/status" \
    -o Dir::Cache="$own/cache" -o APT::Sandbox::User="$(id -un)" \
    -o APT::Install-Recommends=false -o Acquire::Retries=3 "$@" \
    </dev/null >>"$own/log" 2>&1
}
say "bringing the libraries of Debian for arm64 (about a minute)"
# Words are separate packages.
# shellcheck disable=SC2086
if ! { apt update && apt install --yes --download-only $packages; }; then
  tail -n 15 "$own/log" >&2
  say "These libraries for arm64 could not be had. This was tried on Debian;"
  say "is there a network?"
  exit 2
fi
for package in "$own"/cache/archives/*.deb; do
  dpkg-deb --extract "$package" "$own/root"
done
rm -rf "$own/cache" "$own/state"

# The runtime's library for links; what it does is the emulator's.
if ! { python3 -m pip download --no-deps --only-binary=:all: --retries 2 \
    --platform manylinux_2_17_aarch64 -d "$own/wheels" \
    "$(grep '^nvidia-cuda-runtime==' "$root/cmake/toolchain.txt")" &&
    python3 -m zipfile -e "$own"/wheels/*.whl "$own/wheels"; } \
    >>"$own/log" 2>&1; then
  tail -n 5 "$own/log" >&2
  say "The CUDA runtime for arm64 could not be downloaded."
  exit 2
fi
mv "$own/wheels/nvidia/cu13" "$own/cuda"
ln -sf libcudart.so.13 "$own/cuda/lib/libcudart.so"
rm -rf "$own/wheels"
echo "$packages" >"$own/packages.txt"
registered
