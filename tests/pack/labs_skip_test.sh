#!/bin/sh
# SPDX-License-Identifier: MIT
# labs_test.sh on a machine without Python: it is skipped, unless it found
# something wrong before. labs_skip_test.sh ROOT
set -u
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/few" "$work/root"
for folder in /usr/bin /bin; do
  ln -s "$folder"/* "$work/few" 2>/dev/null
done
rm -f "$work"/few/python*
for one in docs lessons solutions .devcontainer; do
  ln -s "$root/$one" "$work/root/$one"
done
cp -r "$root/labs" "$work/root/labs"
failed=0
expect() { # expect STATUS TEXT
  PATH=$work/few sh "$root/tests/pack/labs_test.sh" "$work/root" \
    >"$work/said" 2>&1
  status=$?
  if [ $status != "$1" ] || ! grep -q "$2" "$work/said"; then
    echo "expected status $1 and '$2'; got status $status and:"
    cat "$work/said"
    failed=1
  fi
}
expect 77 "skipped: there is no python3"
chmod -x "$work/root/labs/ci/grade.sh"
expect 1 "grade.sh: it cannot be executed"
exit $failed
