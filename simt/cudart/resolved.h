// SPDX-License-Identifier: MIT
// What a function of a library beside libcudart.so.13 is: the dynamic linker
// asks a resolver for it, which gives the one of libcudart.so.13 that `finder`
// knows. clang gives no ifunc a resolver that is static.
#pragma once

#define RESOLVED_BY(finder, name)                       \
  extern "C" {                                          \
  using Resolved = int (*)();                           \
  [[gnu::visibility("hidden"),                          \
    gnu::no_sanitize_address]] Resolved find_##name() { \
    return reinterpret_cast<Resolved>(finder(#name));   \
  }                                                     \
  __attribute__((ifunc("find_" #name))) int name();     \
  }
