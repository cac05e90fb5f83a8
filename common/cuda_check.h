// SPDX-License-Identifier: MIT
// Stops at the first CUDA call that fails. Use it around every call, and
// after every launch: CUDA_CHECK(cudaGetLastError()).
#pragma once

#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>

namespace lockstep {

/// Returns when `error` is cudaSuccess; else says where, what and why on
/// stderr and ends the program with status 1.
inline void check_cuda(cudaError_t error, const char* call, const char* file,
                       int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s: %s\n", file, line, call,
               cudaGetErrorName(error), cudaGetErrorString(error));
  std::exit(1);
}

}  // namespace lockstep

#define CUDA_CHECK(call) \
  ::lockstep::check_cuda((call), #call, __FILE__, __LINE__)
