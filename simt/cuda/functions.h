// SPDX-License-Identifier: MIT
// Every function of the driver API by its symbol. Included by the generated
// table, so it knows nothing of the CUDA headers.
#pragma once

#include <span>
#include <string_view>

namespace simt::cuda {

struct DriverFunction {
  std::string_view symbol;  // "cuMemAlloc_v2"
  std::string_view name;    // "cuMemAlloc", as cuGetProcAddress calls it
  int version;              // the first CUDA whose cuMemAlloc it is: 3020
  bool per_thread;          // for --default-stream per-thread
  int (*function)();        // of the plain symbol
};

/// In the order of their symbols.
std::span<const DriverFunction> driver_functions();

/// Adds the diagnostic unsupported-call for `symbol` and returns
/// CUDA_ERROR_NOT_SUPPORTED as the call's result.
int unsupported_function(const char* symbol);

}  // namespace simt::cuda
