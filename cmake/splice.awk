# SPDX-License-Identifier: MIT
# A file of mistakes/ or also_right/ as a whole program: its region takes the
# place of the solution's.
#   awk -f splice.awk -v answer=FILE -v to=FILE [-v lines=1] solution.cu
# The answer is a head of comments, the headers that it needs, an empty line and
# the region. With `lines` the compiler names the files that people edit.
function fail(text) {
  print answer ": " text > "/dev/stderr"
  failed = 1
  exit 1
}

function place(number, file) {
  return lines ? "#line " number " \"" file "\"\n" : ""
}

BEGIN {
  while ((status = (getline line < answer)) > 0) {
    ++number
    if (first && line ~ /^ *\/\/ task-(begin|end)$/) {
      fail("line " number " is a mark: the file holds what stands between them")
    } else if (first) {
      region = region line "\n"
    } else if (line == "") {
      first = number + 1
    } else if (line ~ /^#include /) {
      headers = headers place(number, answer) line "\n"
    } else if (line !~ /^\/\//) {
      fail("line " number ": an empty line must stand before the region")
    }
  }
  if (status < 0) fail("it cannot be read")
  if (!first) fail("it must have a head, an empty line and the region")
  printf "%s", headers > to
}

FNR == 1 { printf "%s", place(1, FILENAME) > to }
/^ *\/\/ task-end$/ { inside = 0; printf "%s", place(FNR, FILENAME) > to }
!inside { print > to }
/^ *\/\/ task-begin$/ {
  inside = 1
  printf "%s%s", place(first, answer), region > to
}
