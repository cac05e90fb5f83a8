#!/bin/sh
# SPDX-License-Identifier: MIT
# A release: release.sh FOLDER writes lockstep-VERSION.tar.gz of what is committed,
# the syllabus as .docx and .pdf, and SHA256SUMS beside them. The same commit gives
# the same bytes. The version is that of CMakeLists.txt.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
say() { echo "release: $*" >&2; }
[ $# = 1 ] || { say "where to? Type: cmake/release.sh FOLDER"; exit 2; }
to=$1
cd "$root"
version=$(sed -n 's/^project(lockstep VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
cited=$(sed -n 's/^version: //p' CITATION.cff)
[ "$version" = "$cited" ] || {
  say "CMakeLists.txt is $version, CITATION.cff $cited"
  exit 2
}
[ -z "$(git status --porcelain --untracked-files=no)" ] || {
  say "something is not committed; see: git status"
  exit 2
}
mkdir -p "$to"
name=lockstep-$version
git archive --format=tar --prefix="$name/" HEAD | gzip -9n >"$to/$name.tar.gz"
labs/syllabus/make.sh "$to" || exit 2
(cd "$to" && sha256sum "$name.tar.gz" syllabus.docx syllabus.pdf >SHA256SUMS)
say "$to/$name.tar.gz"
