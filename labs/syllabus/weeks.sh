#!/bin/sh
# SPDX-License-Identifier: MIT
# The lessons in weeks, as a Markdown table, from lesson.toml: as many lessons
# in their order as fit into MINUTES of student's work. weeks.sh [MINUTES]
set -eu
limit=${1:-150}
case $limit in '' | 0 | *[!0-9]*)
  echo "usage: labs/syllabus/weeks.sh [MINUTES], such as 150" >&2
  exit 2
  ;;
esac
cd "$(dirname -- "$0")/../.."
value() { sed -n "1,/^\[/s/^$1 *= *\"\{0,1\}\([^\"#]*[^\"# ]\).*/\1/p" "$2"; }
for file in lessons/*/lesson.toml; do
  name=$(basename "$(dirname "$file")")
  order=0
  number=${name%%_*}
  case $name in exam_*) order=1 number="exam $(value part "$file")" ;; esac
  echo "$(value part "$file")|$order|$name|$number|$(value minutes "$file")"
done | LC_ALL=C sort -t '|' -k1,1n -k2,2n -k3,3 | awk -F '|' -v limit="$limit" '
  function flush() {
    if (count > 0) printf "| %d | %s | %s | %d |\n", ++week, parts, list, sum
    count = sum = 0
    list = parts = ""
  }
  BEGIN { print "| week | part | lessons | minutes |\n|---|---|---|---|" }
  {
    if (count > 0 && sum + $5 > limit) flush()
    if (parts == "" || last != $1) parts = parts (count ? ", " : "") $1
    last = $1
    list = list (count ? ", " : "") $4
    sum += $5
    all += $5
    ++count
  }
  END { flush(); printf "| all | | %d | %d |\n", NR, all }'
