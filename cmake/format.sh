#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that every source file is formatted; format.sh --fix formats them. The
# regions in solutions/ are formatted as parts of whole programs.
set -eu
cd "$(dirname -- "$0")/.."
mode="--dry-run --Werror"
[ "${1-}" = --fix ] && mode=-i
regions='*/solutions/*/[am]*/*.cu'
# The words of mode are separate arguments.
# shellcheck disable=SC2086
find ./common ./simt ./runner ./lessons ./solutions ./tests \
  \( -name '*.cpp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' \) \
  ! -path "$regions" ! -path '*/template/mistakes/*' -print0 |
  xargs -0 clang-format $mode

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp .clang-format "$work"
find ./solutions ./tests/runner/fixtures -path "$regions" >"$work/list"
while read -r answer; do
  mkdir -p "$work/${answer%/*}"
  awk -f cmake/splice.awk -v answer="$answer" -v to="$work/$answer" \
    "${answer%/*/*}/solution.cu"
done <"$work/list"
(cd "$work" && xargs clang-format $mode <list)
[ "$mode" = -i ] || { echo "format: done" && exit 0; }
while read -r answer; do
  {
    sed '/^$/q' "$answer"
    sed -e '1,/^ *\/\/ task-begin$/d' -e '/^ *\/\/ task-end$/,$d' "$work/$answer"
  } >"$work/region"
  cmp -s "$work/region" "$answer" || cat "$work/region" >"$answer"
done <"$work/list"
echo "format: done"
