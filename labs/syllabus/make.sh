#!/bin/sh
# SPDX-License-Identifier: MIT
# The syllabus for an office that wants a file: make.sh FOLDER writes
# syllabus.docx and syllabus.pdf, from the pages that text.py names. Pandoc and
# Typst come from the wheels of pins.txt into .toolchain/syllabus, once.
set -eu
say() { echo "syllabus: $*" >&2; }
[ $# = 1 ] || { say "where to? Type: labs/syllabus/make.sh FOLDER"; exit 2; }
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$here/../..
own=$root/.toolchain/syllabus
if ! cmp -s "$here/pins.txt" "$own/pins.txt"; then
  say "fetching Pandoc and Typst (70 MB, once)"
  "$root/cmake/packages.sh" python || exit 2
  rm -rf "$own"
  # As an option, pip 22.0 refuses this.
  PIP_ROOT_USER_ACTION=ignore \
    python3 -m pip install -q --no-deps --disable-pip-version-check \
    --target "$own" -r "$here/pins.txt" >&2 ||
    { say "they could not be downloaded"; exit 2; }
  cp "$here/pins.txt" "$own/pins.txt"
fi
mkdir -p "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$here/text.py" "$root" >"$work/syllabus.md"
# The same commit gives the same bytes.
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 0)
export SOURCE_DATE_EPOCH
pandoc=$own/pypandoc/files/pandoc
"$pandoc" -f markdown -t docx -o "$1/syllabus.docx" "$work/syllabus.md"
"$pandoc" -f markdown -t typst -s -V papersize=a4 -V margin.x=2cm \
  -V margin.y=2cm -V fontsize=10pt -o "$work/syllabus.typ" "$work/syllabus.md"
PYTHONPATH=$own python3 - "$work/syllabus.typ" "$1/syllabus.pdf" <<'END'
import os, sys, typst
typst.compile(sys.argv[1], output=sys.argv[2], ignore_system_fonts=True,
              timestamp=int(os.environ["SOURCE_DATE_EPOCH"]))
END
PYTHONPATH=$own python3 "$here/check.py" "$root" "$1" >&2
say "$1/syllabus.docx and $1/syllabus.pdf"
