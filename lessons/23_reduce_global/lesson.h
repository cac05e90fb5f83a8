// SPDX-License-Identifier: MIT
// The contract of lesson 23: what exercise.cu and solution.cu both define.
#pragma once

#include <cuda_runtime_api.h>

/// What a sum came to. `value` counts only when `error` is cudaSuccess.
struct Sum {
  cudaError_t error;
  int value;
};

/// The sum of in[0] ... in[count - 1]. `in` holds `count` ints on the device
/// and is the same afterwards; 0 values have the sum 0. No sum leaves the range
/// of an int, and count is less than 2^30. Waits for the result. Returns the
/// error of the first CUDA call that fails, and makes no call after it but
/// cudaFree. Whatever it allocates on the device it also frees.
Sum device_sum(const int* in, int count);

/// The same for `count` ints in the memory of the host, added by the device.
Sum host_sum(const int* values, int count);
