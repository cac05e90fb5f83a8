#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes error_table.inc: one row {code, name, text} for each enumerator of
# cudaError in driver_types.h. The names and texts are asked of the toolkit's
# own runtime library, since programs print them and must print the same.
# Usage: simt/context/make_error_table.sh [/usr/local/cuda]
set -eu
cuda=${1:-/usr/local/cuda}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sed -n '/enum .*cudaError$/,/^};/p' "$cuda/include/driver_types.h" |
  sed -n 's/^ *\(cuda[A-Za-z0-9]*\) *= *[0-9x]*.*/  \1,/p' |
  grep -v cudaErrorApiFailureBase > "$work/codes.inc"
cat > "$work/rows.cpp" <<'END'
#include <cuda_runtime_api.h>

#include <cstdio>

int main() {
  const cudaError_t codes[] = {
#include "codes.inc"
  };
  for (cudaError_t code : codes) {
    std::printf("{%d, \"%s\",\n \"%s\"},\n", int(code),
                cudaGetErrorName(code), cudaGetErrorString(code));
  }
}
END
g++ "$work/rows.cpp" -I"$cuda/include" -L"$cuda/lib64" -lcudart \
  -Wl,-rpath,"$cuda/lib64" -o "$work/rows"
{
  echo '// SPDX-License-Identifier: MIT'
  echo '// Made by make_error_table.sh; do not edit.'
  echo '// clang-format off'
  "$work/rows"
  echo '// clang-format on'
} > "$here/error_table.inc"
