# SPDX-License-Identifier: MIT
# A CMake toolchain: compiles here for arm64 Linux, with the libraries that
# cmake/arm64.sh has brought. The preset arm64 names this file.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CUDA_HOST_COMPILER ${CMAKE_CXX_COMPILER})
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../.toolchain/arm64/root)
cmake_path(NORMAL_PATH CMAKE_SYSROOT)
# CMake passes it to no link of CUDA.
set(CMAKE_EXE_LINKER_FLAGS_INIT --sysroot=${CMAKE_SYSROOT})
cmake_path(SET LOCKSTEP_OTHER_CUDA NORMALIZE
  ${CMAKE_CURRENT_LIST_DIR}/../.toolchain/arm64/cuda)

# Tools are this machine's, libraries the other's. The headers of CUDA are the
# toolkit's: those for arm64 are the same.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE BOTH)
