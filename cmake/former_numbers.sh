#!/bin/sh
# SPDX-License-Identifier: MIT
# Lessons have other numbers than in the first edition. Where a course lies over
# an older one, lessons/ holds both folders of a lesson: this moves the older one
# (`formerly` in lesson.toml) to the backups, and the region that was written in
# its exercise to the exercise of today, where that has the same code around it.
# former_numbers.sh ROOT; says what it moved on stderr.
set -eu
cd "$1"
state=.learn
[ -z "${LOCKSTEP_STATE-}" ] || state=$(dirname "$LOCKSTEP_STATE")

# cut 0, 1 or 2 FILE: the lines up to the first mark, inside, and from the last.
cut() {
  awk -v which="$1" '
    /^ *\/\/ task-end\r?$/ { part = 2 }
    part + 0 == which
    /^ *\/\/ task-begin\r?$/ { part = 1 }' "$2"
}
has_region() {
  [ "$(grep -cE '^ *// task-(begin|end)[[:space:]]*$' "$1")" = 2 ]
}
# The code around the region, without comments and spaces: an answer fits into
# another file where this is the same.
around() {
  { cut 0 "$1"; cut 2 "$1"; } | sed 's|//.*||' | tr -d '[:space:]'
}
# Whether nobody wrote there: as set-up keeps it, or with its TODO.
untouched() { # untouched NAME FILE
  if [ -f "$state/given/$1.cu" ]; then
    cmp -s "$state/given/$1.cu" "$2"
  else
    cut 1 "$2" | grep -q TODO
  fi
}

others=0
for toml in lessons/*/lesson.toml; do
  [ -f "$toml" ] || continue
  before=$(sed -n 's/^formerly = "\(.*\)"$/\1/p' "$toml")
  [ -n "$before" ] && [ -d "lessons/$before" ] || continue
  name=$(basename "$(dirname "$toml")")
  [ "$name" != "$before" ] || continue
  old=lessons/$before/exercise.cu new=lessons/$name/exercise.cu
  kept=$state/backup/$before
  while [ -e "$kept" ]; do kept=${kept}_; done
  mkdir -p "$state/backup"
  if [ ! -f "$old" ] || untouched "$before" "$old"; then
    said=
  elif [ -f "$new" ] && has_region "$old" && has_region "$new" &&
      [ "$(around "$old")" = "$(around "$new")" ] && untouched "$name" "$new"; then
    { cut 0 "$new"; cut 1 "$old"; cut 2 "$new"; } >"$new.moved"
    mv "$new.moved" "$new"
    said="what you wrote stands in $new"
  else
    said="what you wrote stands in $kept/exercise.cu"
  fi
  mv "lessons/$before" "$kept"
  if [ -n "$said" ]; then
    echo "learn: lessons/$before is lessons/$name now; $said" >&2
  else
    others=$((others + 1))
  fi
done
[ "$others" = 0 ] || echo "learn: lessons have new numbers; older folders in \
which nothing was written are in $state/backup: $others" >&2
