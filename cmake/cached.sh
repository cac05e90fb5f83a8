#!/bin/sh
# SPDX-License-Identifier: MIT
# cached.sh CCACHE COMPILER ARGUMENT...: compiles by ccache, but for precompiled
# headers. One that the cache gives back may be of headers as they once were:
# then what includes it ends with "redefinition".
set -eu
for argument; do
  case $argument in
    *.gch)
      shift
      exec "$@"
      ;;
  esac
done
# Without this ccache refuses what includes a precompiled header.
export CCACHE_SLOPPINESS=pch_defines,time_macros
exec "$@"
