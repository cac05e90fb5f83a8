#!/bin/sh
# SPDX-License-Identifier: MIT
# A release of a copy of this repository: release_test.sh ROOT
set -u
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fail() { echo "FAIL: $*"; failed=1; }
export GIT_CONFIG_GLOBAL="$work/gitconfig"
printf '[safe]\n\tdirectory = *\n[user]\n\tname = x\n\temail = x@example.org\n' \
  >"$GIT_CONFIG_GLOBAL"
git -C "$root" rev-parse HEAD >/dev/null 2>&1 ||
  { echo "skipped: this is no git checkout"; exit 77; }
git clone --quiet --depth 1 "file://$root" "$work/copy" || exit 1
cp "$root/cmake/release.sh" "$work/copy/cmake"
git -C "$work/copy" commit --quiet --all --message release >/dev/null 2>&1
release() { "$work/copy/cmake/release.sh" "$@" >"$work/said" 2>&1; }

release "$work/one" || { fail "it fails:"; cat "$work/said"; }
sleep 1 # the time of day is not in it
release "$work/two"
cmp "$work/one/SHA256SUMS" "$work/two/SHA256SUMS" || fail "other bytes"
(cd "$work/one" && sha256sum --quiet --check SHA256SUMS) || fail "checksums"
mkdir "$work/out"
tar -xzf "$work"/one/lockstep-*.tar.gz -C "$work/out"
[ -x "$(echo "$work"/out/lockstep-*/learn)" ] || fail "no ./learn in it"
release
[ $? = 2 ] || fail "without a folder it goes on"
sed -i 's/^version: .*/version: 9/' "$work/copy/CITATION.cff"
release "$work/three"
[ $? = 2 ] && grep -q "CITATION.cff 9" "$work/said" || fail "another version"
git -C "$work/copy" checkout --quiet CITATION.cff
echo >>"$work/copy/README.md"
release "$work/three"
[ $? = 2 ] && grep -q "not committed" "$work/said" || fail "an edit is left out"
[ ! -e "$work/three" ] || fail "something was written"
exit $failed
