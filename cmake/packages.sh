#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the host packages of packages.txt that are missing, by apt-get or dnf:
# packages.sh SET, where SET is needed (by ./learn), python (by its compiler),
# grade, test, all (by ./learn test --all), arm64 (by ./learn test --arm64) or
# platform. Asks before it uses sudo on a terminal; says what to type where it may
# not ask. 0 when all is there.
set -eu
here=$(CDPATH='' cd -- "${0%/*}" && pwd)
fetched=$here/../.toolchain/older/include

has_command() { command -v "$1" >/dev/null 2>&1; }
has_header() {
  echo "#include <$1>" |
    "${CXX:-c++}" -std=c++20 -I "$fetched" -E -x c++ - >/dev/null 2>&1
}
has_pip() { python3 -m pip --version >/dev/null 2>&1; }
has_yaml() { python3 -c 'import yaml' >/dev/null 2>&1; }
has_fuzzer() { # links: the runtime is a package of its own on some systems
  echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, long) {return 0;}' |
    clang++ -fsanitize=fuzzer -x c++ - -o /dev/null 2>/dev/null
}
has_chromium() { # by any of its names
  has_command chromium || has_command chromium-browser ||
    has_command google-chrome
}
is_there() { # is_there WHAT: as packages.txt says it
  case $1 in
    *.h | *.hpp) has_header "$1" ;;
    has_*) "$1" ;;
    *) has_command "$1" ;;
  esac
}

manager=
for one in apt-get dnf; do
  [ -n "$manager" ] || ! has_command $one || manager=$one
done
missing=
while read -r sets there debian fedora; do
  case ,$sets, in *,"$1",*) ;; *) continue ;; esac
  is_there "$there" && continue
  package=$debian
  [ "$manager" != dnf ] || package=$fedora
  case " $missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac
done <"$here/packages.txt"
[ -n "$missing" ] || exit 0

# Words are separate packages.
# shellcheck disable=SC2086
set -- "$1" $missing
set=$1
shift
echo "learn: missing packages: $*" >&2
stop() {
  echo "learn: $1 Type:" >&2
  shift
  echo "  $*" >&2
  exit 2
}
[ -n "$manager" ] ||
  stop "There is no apt-get or dnf here. Install what corresponds to these." \
    "$*"
update=
[ "$manager" = dnf ] || update="apt-get update && "
sudo=
if [ "$(id -u)" != 0 ]; then
  sudo=sudo
  has_command sudo || stop "They need root." \
    "su -c '$update$manager install $*'"
  if [ "${CI-}" = true ]; then
    sudo="sudo -n"
  elif [ -t 0 ]; then
    printf 'learn: install them with sudo %s? [y/N] ' $manager >&2
    read -r answer
    case $answer in
      [yY]*) ;;
      *) stop "Nothing was installed." "sudo $manager install $*" ;;
    esac
  else
    stop "They need root." "sudo $manager install $*"
  fi
fi
log=$(mktemp)
echo "learn: installing them (about a minute)" >&2
install() {
  if [ "$manager" = dnf ]; then
    $sudo dnf install -y --setopt=install_weak_deps=False "$@"
  else
    $sudo env DEBIAN_FRONTEND=noninteractive \
      apt-get -o Acquire::Retries=3 install -y --no-install-recommends "$@"
  fi </dev/null >>"$log" 2>&1
}
update() { # the list of what there is; dnf has a new one by itself
  [ "$manager" = dnf ] ||
    $sudo apt-get -o Acquire::Retries=3 update </dev/null >"$log" 2>&1
}
each() { # a package that this system has not keeps nobody from the others
  left=
  for one; do install "$one" || left="$left $one"; done
  [ -z "$left" ]
}
left=" $*"
failed() {
  tail -n 15 "$log" >&2
  rm -f "$log"
  stop "These could not be installed; is there a network?" \
    "sudo $manager install$left"
}
update || failed
# Its headers alone are used; they come from elsewhere where the system has none.
toml=libtomlplusplus-dev
case " $* " in *" $toml "*)
  if has_command apt-cache && ! apt-cache show $toml >/dev/null 2>&1; then
    "$here/older.sh" toml++ || exit 2
    # Words are separate packages.
    # shellcheck disable=SC2046
    set -- $(printf '%s\n' "$@" | grep -vx $toml)
  fi ;;
esac
[ $# = 0 ] || install "$@" || { [ "$set" = test ] && each "$@"; } || failed
rm -f "$log"
