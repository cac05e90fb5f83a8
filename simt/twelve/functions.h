// SPDX-License-Identifier: MIT
// Every function of CUDA 12's runtime by its symbol. Included by the generated
// table, so it knows nothing of the CUDA headers.
#pragma once

#include <span>
#include <string_view>

#include "simt/cudart/unsupported.h"  // for the stand-ins

namespace simt::twelve {

struct FormerFunction {
  std::string_view symbol;
  bool per_thread;    // for --default-stream per-thread
  int (*function)();  // of libcudart.so.13
};

/// In the order of their symbols.
std::span<const FormerFunction> former_functions();

}  // namespace simt::twelve
