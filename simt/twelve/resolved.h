// SPDX-License-Identifier: MIT
// What a function of libcudart.so.12 is: the dynamic linker asks a resolver for
// it, which gives the one of libcudart.so.13. Only the generated library
// includes it.
#pragma once

#include "simt/twelve/find.h"

namespace simt::twelve {
using Resolved = int (*)();
}  // namespace simt::twelve

#define RESOLVED(name)                                                \
  extern "C" {                                                        \
  [[gnu::visibility("hidden"),                                        \
    gnu::no_sanitize_address]] simt::twelve::Resolved find_##name() { \
    return reinterpret_cast<simt::twelve::Resolved>(                  \
        simt_former_function(#name));                                 \
  }                                                                   \
  __attribute__((ifunc("find_" #name))) int name();                   \
  }
