#!/bin/sh
# SPDX-License-Identifier: MIT
# answer_symbols.sh NM FOLDER COUNT ANSWERS.o CHECK.o writes FOLDER/m0, m1, ...:
# options for the linker that let each function which CHECK.o calls be that of
# namespace m0, m1, ... in ANSWERS.o.
set -eu
nm=$1 folder=$2 count=$3 answers=$4 check=$5
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

pairs() { # pairs FILE OPTION: "symbol<tab>its name in C++" of each
  "$nm" -p -j "$2" "$1" > "$work/symbols"
  "$nm" -p -j -C "$2" "$1" > "$work/names"
  paste "$work/symbols" "$work/names"
}

pairs "$answers" --defined-only > "$work/answers"
pairs "$check" --undefined-only > "$work/check"
number=0
while [ "$number" -lt "$count" ]; do
  awk -F '\t' -v inside="m$number::" '
    NR == FNR {
      if (index($2, inside) == 1) {
        symbol[substr($2, length(inside) + 1)] = $1
      }
      next
    }
    $2 in symbol { print "--defsym=" $1 "=" symbol[$2] }
  ' "$work/answers" "$work/check" > "$folder/m$number"
  number=$((number + 1))
done
