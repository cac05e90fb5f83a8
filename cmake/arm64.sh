#!/bin/sh
# SPDX-License-Identifier: MIT
# What ./learn test --arm64 needs beside a compiler, in .toolchain/arm64/: the
# libraries of this Debian's arm64 in root/, the CUDA runtime of toolchain.txt in
# cuda/, and qemu-aarch64, from backports since Debian 12's takes gigabytes for
# the addresses that the emulator reserves. Needs neither root nor a foreign
# architecture in dpkg, but to tell the kernel who runs programs for arm64.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
own=$root/.toolchain/arm64
here=$root/cmake

say() { echo "learn: $*" >&2; }
stop() {
  tail -n 15 "$own/log" >&2
  say "$*"
  exit 2
}

kernel=/proc/sys/fs/binfmt_misc
# What an ELF file for arm64 begins with, and which bits of that count.
zero='\x00\x00\x00\x00' all='\xff\xff\xff\xff'
magic="\x7fELF\x02\x01\x01\x00$zero$zero\x02\x00\xb7\x00"
mask="$all\xff\xff\xff\x00$all$all\xfe\xff\xff\xff"
entry=":lockstep-arm64:M::$magic:$mask:$own/qemu-aarch64:PF"

# The kernel starts qemu also for programs that programs start. Until the next
# start of this machine; another qemu that is registered may do, too.
register() {
  [ ! -e $kernel/lockstep-arm64 ] || return 0
  {
    [ -e $kernel/register ] || mount -t binfmt_misc binfmt_misc $kernel
    printf '%s' "$entry" >$kernel/register
  } 2>>"$own/log" || :
  "$own"/root/lib/ld-linux-aarch64.so.1 --version >/dev/null 2>&1 && return 0
  say "This kernel runs no programs for arm64. As root, type:"
  say "  mount -t binfmt_misc binfmt_misc $kernel"
  say "  printf '%s' '$entry' >$kernel/register"
  exit 2
}

# Of what set-up installs, the libraries: what has a header.
packages="libc6-dev libstdc++6 $(
  awk '$1 == "needed" && $2 ~ /[.]h/ { print $3 }' "$here/packages.txt" |
    paste -sd ' ' -)"
if [ "$(cat "$own/packages.txt" 2>/dev/null)" = "$packages" ]; then
  register
  exit 0
fi
# shellcheck disable=SC1091
. /etc/os-release
machine=$(dpkg --print-architecture 2>/dev/null) || machine=none
if [ "${ID-}" != debian ] || [ "$machine" = none ]; then
  say "./learn test --arm64 was made for Debian on another processor."
  exit 2
fi
if [ "$machine" = arm64 ]; then
  say "This machine is arm64. Type: ./learn test"
  exit 2
fi

say "bringing libraries for arm64 and qemu (about a minute, 90 MB)"
rm -rf "$own"
mkdir -p "$own/state/lists/partial" "$own/cache/archives/partial" "$own/root"
# An apt of its own, in which nothing is installed.
mirror=$(apt-get indextargets --format '$(REPO_URI)' | head -n 1)
for suite in "$VERSION_CODENAME" "$VERSION_CODENAME-backports"; do
  echo "deb $mirror $suite main"
done >"$own/sources.list"
: >"$own/state/status"
apt() {
  apt-get -o APT::Architecture=arm64 -o APT::Architectures::=arm64 \
    -o APT::Architectures::="$machine" -o APT::Sandbox::User="$(id -un)" \
    -o Dir::Etc::sourcelist="$own/sources.list" -o Dir::Etc::sourceparts=- \
    -o Dir::State="$own/state" -o Dir::State::status="$own/state/status" \
    -o Dir::Cache="$own/cache" -o APT::Install-Recommends=false \
    -o Acquire::Retries=3 "$@" </dev/null >>"$own/log" 2>&1
}
cd "$own/cache"
# Words are separate packages.
# shellcheck disable=SC2086
apt update && apt install --yes --download-only $packages &&
  apt download -t "$VERSION_CODENAME-backports" "qemu-user:$machine" ||
  stop "These packages could not be had; is there a network?"
for package in archives/*.deb; do
  dpkg-deb --extract "$package" "$own/root"
done
# A link from the root of that system leads into this one.
find "$own/root" -type l -lname '/*' | while read -r link; do
  ln -sfn "$own/root$(readlink "$link")" "$link"
done
dpkg-deb --fsys-tarfile qemu-user_*.deb | tar -x ./usr/bin/qemu-aarch64
mv usr/bin/qemu-aarch64 "$own"

# The runtime's library for links; what it does is the emulator's.
sed -n '/^nvidia-cuda-runtime==/,/[^\\]$/p' "$here/toolchain.txt" >runtime.txt
{
  python3 -m pip download --require-hashes --no-deps --only-binary=:all: \
    --retries 2 --platform manylinux_2_17_aarch64 -r runtime.txt &&
    python3 -m zipfile -e nvidia_cuda_runtime*.whl .
} >>"$own/log" 2>&1 || stop "The CUDA runtime for arm64 could not be had."
mv nvidia/cu13 "$own/cuda"
ln -sf libcudart.so.13 "$own/cuda/lib/libcudart.so"
cd "$root"
rm -rf "$own/cache" "$own/state"
register
echo "$packages" >"$own/packages.txt"
