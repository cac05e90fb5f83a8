# SPDX-License-Identifier: MIT
# Finds nvcc and turns the language on. No GPU is needed: the
# architectures are fixed, once for every machine.
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  find_program(LOCKSTEP_NVCC nvcc
    HINTS ${PROJECT_SOURCE_DIR}/.toolchain/cuda/bin /usr/local/cuda/bin)
  mark_as_advanced(LOCKSTEP_NVCC)
  if(NOT LOCKSTEP_NVCC)
    message(FATAL_ERROR "nvcc was not found. Type: ./learn")
  endif()
  set(CMAKE_CUDA_COMPILER ${LOCKSTEP_NVCC})
endif()

# clang behind nvcc's command line (cmake/clang.sh): its version, or empty. ccache
# would ask it what only nvcc can answer.
set(LOCKSTEP_CLANG "")
if(CMAKE_CUDA_COMPILER)
  execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --version
    OUTPUT_VARIABLE version ERROR_QUIET)
  if(version MATCHES "clang version ([0-9.]+)")
    set(LOCKSTEP_CLANG ${CMAKE_MATCH_1})
    set(CMAKE_CUDA_COMPILER_LAUNCHER "")
  endif()
endif()

set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_EXTENSIONS OFF)
set(CMAKE_CUDA_ARCHITECTURES 75 90-real)
set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
# Host code; device code is always optimised. Asserts stay: NDEBUG would remove
# those in device code.
set(CMAKE_CUDA_FLAGS_RELEASE "-O1" CACHE STRING "")
# GCC takes what only some paths set for unset, at -O1 more often than not.
set(LOCKSTEP_CUDA_WARNINGS
  -Xcompiler=-Wall,-Wextra,-Wno-maybe-uninitialized)
# cuda_runtime.h draws in <cmath>, and with C++17 that draws in special functions
# (std::legendre and the like): a quarter of the time to compile a small kernel.
# This is libstdc++'s mark that it has them already; elsewhere it means nothing.
string(APPEND CMAKE_CUDA_FLAGS " -D_GLIBCXX_BITS_SPECFUN_H")
# For another machine nvcc looks in folders that only toolkits for it have.
if(CMAKE_CROSSCOMPILING)
  cmake_path(GET CMAKE_CUDA_COMPILER PARENT_PATH toolkit)
  cmake_path(GET toolkit PARENT_PATH toolkit)
  string(APPEND CMAKE_CUDA_FLAGS " -I${toolkit}/include"
    " -isystem ${toolkit}/include/cccl -L${LOCKSTEP_OTHER_CUDA}/lib")
endif()
enable_language(CUDA)
if(CMAKE_CROSSCOMPILING)
  set(CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES ${toolkit}/include)
endif()

# cuda::ptx of CUDA 12.4 lacks what lessons 48 to 55 and 59 call.
if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 13)
  set(newer ${PROJECT_SOURCE_DIR}/.toolchain/older/nvidia/cu13/include/cccl)
  string(APPEND CMAKE_CUDA_FLAGS " -I${newer}")
endif()

# For programs of this repository, which need none of it: cooperative_groups.h draws
# in <cuda/atomic> for reductions that update an atomic object, four fifths of its
# time, and <cuda/atomic> the types of 16 bits and fewer, a third of its. From CCCL
# 3.5 on <cuda/ptx> names these types, wanted or not. A learner's program has all.
set(LOCKSTEP_FEWER_HEADERS _CG_LIMIT_INCLUDED_DEPENDENCIES
  CCCL_DISABLE_FP16_SUPPORT CCCL_DISABLE_BF16_SUPPORT)
foreach(folder IN LISTS CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES newer)
  file(GLOB names_them
    ${folder}/cuda/__ptx/instructions/generated/fabric_try_atom.h
    ${folder}/cccl/cuda/__ptx/instructions/generated/fabric_try_atom.h)
  if(names_them)
    set(LOCKSTEP_FEWER_HEADERS _CG_LIMIT_INCLUDED_DEPENDENCIES)
  endif()
endforeach()
list(TRANSFORM LOCKSTEP_FEWER_HEADERS PREPEND "$<$<COMPILE_LANGUAGE:CUDA>:")
list(TRANSFORM LOCKSTEP_FEWER_HEADERS APPEND ">")

if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.4)
  message(FATAL_ERROR
    "nvcc ${CMAKE_CUDA_COMPILER_VERSION} is older than 12.4, which the lessons "
    "need. Type: LOCKSTEP_TOOLCHAIN=wheels ./learn")
endif()
