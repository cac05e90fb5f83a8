// SPDX-License-Identifier: MIT
// What an instruction hands to the asynchronous proxy. Knows nothing of when
// it is done.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "simt/ops/async_event.h"

namespace simt::ops {

/// Combines `bytes` bytes of `source` with those at `target`.
using Fold = void (*)(std::byte* target, const std::byte* source,
                      uint32_t bytes);

/// A copy whose addresses are valid.
struct BulkWork {
  BulkCopy copy;
  const std::byte* source = nullptr;  // null: `data` holds the bytes
  std::byte* target = nullptr;
  std::byte* object = nullptr;  // kObject
  Fold fold = nullptr;          // null: the target is overwritten
  std::array<std::byte, 16> data{};
};

}  // namespace simt::ops
