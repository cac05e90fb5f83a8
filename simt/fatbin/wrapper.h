// SPDX-License-Identifier: MIT
// What nvcc's start-up code hands to the runtime for each file of device code.
// Knows nothing of what the container holds.
#pragma once

#include <cstdint>

namespace simt::fatbin {

inline constexpr uint32_t kWrapperMagic = 0x466243B1;

struct Wrapper {
  uint32_t magic = kWrapperMagic;
  uint32_t version = 1;
  const char* container = nullptr;
  const char* const* linked =
      nullptr;  // version 2: containers, null at the end
};

}  // namespace simt::fatbin
