#!/bin/sh
# SPDX-License-Identifier: MIT
# Both commands of README.md on a machine that has nothing: bare_root.sh
# [PLATFORM [WORD...]], the second one with these words (--full; '' for none).
# LOCKSTEP_COMPILER=clang is passed on. PLATFORM/arm64: of that processor, under
# qemu, ten times as slow; the first command, and checks of some solutions, since
# ./learn test --arm64 runs the tests.
# As root in a bare system with git and certificates, in a folder that goes with
# its mounts whatever happens; elsewhere beside what is installed, with every
# toolkit off the path. Tests what is committed.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
platform=${1:-debian-12}
words=--full
[ $# -lt 2 ] || { shift; words=$*; }
options='' mirror='' # as debootstrap chooses
arm64=''
case $platform in
  debian-*/arm64) arm64=yes options=--arch=arm64 platform=${platform%/arm64} ;;
esac
case $platform in # a name, and what debootstrap calls it
  debian-12) suite=bookworm ;;
  debian-13) suite=trixie ;;
  ubuntu-24.04) suite=noble mirror=https://archive.ubuntu.com/ubuntu ;;
  ubuntu-22.04) suite=jammy mirror=https://archive.ubuntu.com/ubuntu ;;
  *)
    echo "bare_root: there is no platform $platform" >&2
    exit 2
    ;;
esac

say() { echo "bare_root: $*"; }
folder=$(mktemp -d "${TMPDIR:-/var/tmp}/lockstep-bare-XXXXXX")
trap 'rm -rf --one-file-system "$folder"' EXIT
trap 'exit 143' HUP INT TERM

printf '[safe]\n\tdirectory = *\n' >"$folder/gitconfig"
clone() { # clone FOLDER: as a person would, whoever owns what is here
  GIT_CONFIG_GLOBAL=$folder/gitconfig \
    git clone --quiet --no-hardlinks "$here" "$1"
}
# What the network asks for on this machine, and nothing else of it.
network=$(env | sed -n '/^\(PIP_[A-Z_]*\|[a-zA-Z]*_proxy\|[A-Z]*_PROXY\)=/p')
clean() { # becomes COMMAND... with an environment that says nothing else
  set -f
  IFS='
'
  # Words are separate lines.
  # shellcheck disable=SC2086
  exec env -i HOME="$home" PATH="$path" LOCKSTEP_TOOLCHAIN="${wheels-}" \
    LOCKSTEP_COMPILER="${LOCKSTEP_COMPILER-}" $network "$@" </dev/null
}
# Nobody can look into the folder afterwards.
first="echo '== ./learn' && { ./learn ||
  { status=\$?; cat build/setup.log; exit \$status; }; }"
commands="cd \"\$HOME/lockstep\" && $first &&
  echo '== ./learn test $words' && ./learn test $words"
[ -z "$arm64" ] || commands="cd \"\$HOME/lockstep\" && uname -m && $first &&
  for lesson in 01 17 25; do ./learn check \$lesson --solution || exit; done"

# Prints FOLDER, or where an nvcc stands in it one with all else that is there.
without_toolkit() { # without_toolkit FOLDER
  [ -x "$1/nvcc" ] || { echo "$1"; return; }
  rest=$(mktemp -d "$folder/path-XXXXXX")
  ln -s "$1"/* "$rest"
  for tool in nvcc ptxas fatbinary cudafe++ nvlink bin2c cuobjdump nvdisasm \
      nvprune cu++filt compute-sanitizer __nvcc_device_query; do
    rm -f "$rest/$tool"
  done
  echo "$rest"
}

beside() { # beside REASON: no root of its own
  [ -z "$arm64" ] || { say "no bare root for arm64: $1" >&2; exit 2; }
  say "not in a bare root: $1"
  say "beside what is installed, with the wheels' compiler"
  home=$folder/home path='' wheels=wheels
  mkdir "$home"
  chmod 700 "$home"
  clone "$home/lockstep"
  IFS=:
  for one in $PATH; do
    path=$path${path:+:}$(without_toolkit "$one")
  done
  unset IFS
  (clean sh -c "$commands")
  exit
}

[ "$(id -u)" = 0 ] || beside "it needs root"
unshare --mount --pid --fork true 2>/dev/null ||
  beside "this machine does not let root mount"
"$here/cmake/packages.sh" platform
if [ -n "$arm64" ]; then
  "$here/cmake/packages.sh" arm64
  "$here/cmake/arm64.sh"
fi

root=$folder/root
say "a bare $platform in $root"
if [ -n "$mirror" ]; then # debootstrap may be older than the suite
  mirror="$mirror /usr/share/debootstrap/scripts/gutsy"
  options=--components=main,universe
  if [ ! -e /usr/share/keyrings/ubuntu-archive-keyring.gpg ]; then
    say "without Ubuntu's keyring its packages are not verified"
    options="$options --no-check-gpg"
  fi
fi
for try in 1 2 3; do
  # Words are separate arguments.
  # shellcheck disable=SC2086
  debootstrap --variant=minbase --include=git,ca-certificates $options \
    "$suite" "$root" $mirror >"$folder/log" 2>&1 && break
  [ $try = 3 ] || { rm -rf "$root"; sleep 20; continue; }
  tail -n 15 "$folder/log" >&2
  say "debootstrap failed" >&2
  exit 1
done
# How this machine reaches the network, and whom it trusts.
for file in resolv.conf hosts pip.conf ssl/certs/ca-certificates.crt; do
  [ ! -e "/etc/$file" ] || cp -L "/etc/$file" "$root/etc/$file"
done
apt-config dump | grep -i '^Acquire::[a-z]*::proxy' \
  >"$root/etc/apt/apt.conf.d/50network" || true
chmod 700 "$root/root"
clone "$root/root/lockstep"

# A root of its own mounts, not only another folder for /: inside of chroot
# alone bubblewrap could make no walls. They end with the first process.
# shellcheck disable=SC2016
enter='set -e
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount --rbind /dev dev
mkdir -p .outside
pivot_root . .outside
exec chroot . /bin/sh -c "umount -l /.outside; rmdir /.outside; eval \"\$1\"" \
  sh "$2"'
home=/root path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
clean unshare --mount --pid --ipc --uts --fork --kill-child \
  sh -c "$enter" sh "$root" "$commands" &
inside=$!
trap 'kill -KILL $inside; exit 143' HUP INT TERM
wait $inside
