#!/bin/sh
# SPDX-License-Identifier: MIT
# cmake/splice.awk: an answer's region in the solution, with the lines of both
# files; and a sentence for each answer that is none. splice_test.sh ROOT
set -eu
splice=$1/cmake/splice.awk
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
printf '%s\n' 'int f() {' '  // task-begin' '  return 1;' '  // task-end' '}' \
  > solution.cu
failed=0
fail() { echo "splice_test: $1" && failed=1; }

printf '%s\n' '// caught by: crash' '#include <map>' '' '  return 2;' '' \
  '  // 3' > answer.cu
printf '%s\n' '#line 2 "answer.cu"' '#include <map>' '#line 1 "solution.cu"' \
  'int f() {' '  // task-begin' '#line 4 "answer.cu"' '  return 2;' '' '  // 3' \
  '#line 4 "solution.cu"' '  // task-end' '}' > expected
awk -f "$splice" -v answer=answer.cu -v to=made -v lines=1 solution.cu
cmp made expected || fail "the program has other lines"
grep -v '^#line' expected > plain
awk -f "$splice" -v answer=answer.cu -v to=made solution.cu
cmp made plain || fail "the program without #line has other lines"

refused() { # refused TEXT SENTENCE
  printf "$1" > answer.cu
  rm -f made
  if awk -f "$splice" -v answer=answer.cu -v to=made solution.cu 2> said; then
    fail "not refused: $1"
  fi
  grep -qF "answer.cu: $2" said || { fail "of \`$1\` it says:" && cat said; }
  [ ! -e made ] || fail "a file was written of: $1"
}
refused '// head\n  return 2;\n' 'line 2: an empty line must stand before'
refused '// head\n' 'it must have a head, an empty line and the region'
refused '// head\n\n  // task-begin\n  return 2;\n' 'line 3 is a mark'
rm answer.cu
if awk -f "$splice" -v answer=answer.cu -v to=made solution.cu 2> said; then
  fail "a missing answer is not refused"
fi
grep -qF 'answer.cu: it cannot be read' said || fail "a missing answer"
exit "$failed"
