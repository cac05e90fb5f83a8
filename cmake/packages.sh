#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the host packages that are missing, by the system's package
# manager: packages.sh SET, where SET is needed (by ./learn), python (by its
# compiler), grade, test, all (by ./learn test --all) or platform. Asks before
# it uses sudo on a terminal; says what to type where it may not ask. 0 when all
# is there.
set -eu

has_command() { command -v "$1" >/dev/null 2>&1; }
has_header() {
  echo "#include <$1>" | c++ -std=c++20 -E -x c++ - >/dev/null 2>&1
}

missing=
want() { # want PACKAGE TEST...: notes the package when the test fails
  package=$1
  shift
  "$@" || missing="$missing $package"
}

want_needed() {
  want g++ has_command c++
  want cmake has_command cmake
  want ninja-build has_command ninja
  # Its other columns are for CMake.
  # shellcheck disable=SC2034
  while read -r name oldest package header; do
    case $name in "#" | "") continue ;; esac
    want "$package" has_header "$header"
  done <"${0%/*}/libraries.txt"
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

want_grade() { # walls around what students handed in
  want bubblewrap has_command bwrap
}

want_test() { # what tests run; without one of these a test skips, and says so
  want_grade
  want git has_command git
  want tar has_command tar
  want procps has_command ps
  want python3 has_command python3
  want python3-pip has_pip
  want python3-yaml has_yaml
  want tmux has_command tmux
  want zsh has_command zsh
  want chromium has_chromium
}

want_all() {
  want clang has_command clang++
  want libclang-rt-dev has_fuzzer
  want clang-format has_command clang-format
  want clang-tidy has_command clang-tidy
  want ccache has_command ccache
}

want_platform() {
  want debootstrap has_command debootstrap
}

case $1 in
  needed) want_needed ;;
  python) want python3-pip has_pip ;;
  grade) want_grade ;;
  test) want_test ;;
  all) want_all ;;
  platform) want_platform ;;
esac
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
has_command apt-get ||
  stop "There is no apt-get here. Install what corresponds to these." "$*"
sudo=
if [ "$(id -u)" != 0 ]; then
  sudo=sudo
  has_command sudo || stop "They need root." \
    "su -c 'apt-get update && apt-get install $*'"
  if [ "${CI-}" = true ]; then
    sudo="sudo -n"
  elif [ -t 0 ]; then
    printf 'learn: install them with sudo apt-get? [y/N] ' >&2
    read -r answer
    case $answer in
      [yY]*) ;;
      *) stop "Nothing was installed." "sudo apt-get install $*" ;;
    esac
  else
    stop "They need root." "sudo apt-get install $*"
  fi
fi
log=$(mktemp)
echo "learn: installing them (about a minute)" >&2
install() {
  $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get -o Acquire::Retries=3 install -y --no-install-recommends "$@" \
    </dev/null >>"$log" 2>&1
}
each() { # a package that this system has not keeps nobody from the others
  left=
  for one; do install "$one" || left="$left $one"; done
  [ -z "$left" ]
}
left=" $*"
if ! { $sudo apt-get -o Acquire::Retries=3 update </dev/null >"$log" 2>&1 && {
    install "$@" || { [ "$set" = test ] && each "$@"; }; }; }; then
  tail -n 15 "$log" >&2
  rm -f "$log"
  stop "These could not be installed; is there a network?" \
    "sudo apt-get install$left"
fi
rm -f "$log"
