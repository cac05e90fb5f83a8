#!/bin/sh
# SPDX-License-Identifier: MIT
# Headers of CUDA libraries that only tests read: library_headers.sh NVCC.
# Where the toolkit of NVCC lacks them they are taken out of Python wheels and
# put into .toolchain/libraries/include. 0 when they are there; otherwise the
# tests that read them are skipped, and say so.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
pins=$root/cmake/library_headers.txt
own=$root/.toolchain/libraries
toolkit=$(CDPATH='' cd -- "$(dirname -- "$1")/.." && pwd)/include

say() { echo "learn: $*" >&2; }
there() { # there FOLDER: all that tests look for
  [ -e "$1/curand_kernel.h" ] && [ -e "$1/cublas_v2.h" ]
}
there "$toolkit" && exit 0
there "$own/include" && cmp -s "$pins" "$own/pins.txt" && exit 0

say "fetching headers of CUDA libraries, for tests (480 MB, 3 MB are kept)"
"$root/cmake/packages.sh" python || exit 2
fresh=$root/.toolchain/libraries.incoming
rm -rf "$fresh"
mkdir -p "$fresh/wheels"
trap 'rm -rf "$fresh"' EXIT
log=$root/.toolchain/libraries.log
if ! python3 -m pip download --no-deps --retries 2 \
    --disable-pip-version-check -d "$fresh/wheels" -r "$pins" \
    >"$log" 2>&1; then
  tail -n 2 "$log" >&2
  say "they could not be downloaded"
  exit 2
fi
python3 - "$fresh" <<'END'
import pathlib, sys, zipfile
to = pathlib.Path(sys.argv[1])
(to / "include").mkdir()
for wheel in (to / "wheels").iterdir():
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if "/include/" in name and name.endswith(".h"):
                header = to / "include" / name.rsplit("/", 1)[1]
                header.write_bytes(archive.read(name))
END
rm -rf "$fresh/wheels" "$own"
cp "$pins" "$fresh/pins.txt"
mv "$fresh" "$own"
