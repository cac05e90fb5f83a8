# SPDX-License-Identifier: MIT
# The library itself brings no file for CMake everywhere.
lockstep_find_library(zstd zstd.h zstd ZSTD_VERSION RELEASE)
