// SPDX-License-Identifier: MIT
// What a function of libcuda.so.1 is: the dynamic linker asks a resolver for
// it, which gives the one of libcudart.so.13. Only the generated library
// includes it.
#pragma once

#include "simt/cuda/find.h"

namespace simt::cuda {
using Resolved = int (*)();
}  // namespace simt::cuda

#define RESOLVED(name)                                              \
  extern "C" {                                                      \
  [[gnu::visibility("hidden"),                                      \
    gnu::no_sanitize_address]] simt::cuda::Resolved find_##name() { \
    return reinterpret_cast<simt::cuda::Resolved>(                  \
        simt_driver_function(#name));                               \
  }                                                                 \
  __attribute__((ifunc("find_" #name))) int name();                 \
  }
