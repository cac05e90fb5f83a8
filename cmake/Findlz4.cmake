# SPDX-License-Identifier: MIT
# The library itself brings no file for CMake everywhere.
lockstep_find_library(lz4 lz4.h lz4 LZ4_VERSION RELEASE)
