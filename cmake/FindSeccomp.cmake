# SPDX-License-Identifier: MIT
# The library itself brings no file for CMake everywhere.
lockstep_find_library(Seccomp seccomp.h seccomp SCMP_VER MICRO)
