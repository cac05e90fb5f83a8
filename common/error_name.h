// SPDX-License-Identifier: MIT
// Lets a failed CHECK(call == cudaSuccess) show the error's name instead of its
// number. Include it after <doctest/doctest.h>; without that it does nothing.
#pragma once

#include <cuda_runtime_api.h>

#ifdef DOCTEST_LIBRARY_INCLUDED
/// "cudaErrorIllegalAddress"; doctest finds this function by its argument.
inline doctest::String toString(cudaError_t error) {
  return cudaGetErrorName(error);
}
#endif
