// SPDX-License-Identifier: MIT
// What an instruction hands to the asynchronous proxy. Knows nothing of when
// it is done.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

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
  // Of a tensor map (copy.box), instead of `source` and `target`:
  int64_t delta = 0;            // from global addresses to those of the host
  std::byte* shared = nullptr;  // where the block's shared memory begins
};

/// What the source holds, as the target takes it.
void read_source(const BulkWork& work, std::vector<std::byte>& bytes);
/// Writes that, or combines it with what is there.
void write_target(const BulkWork& work, const std::vector<std::byte>& bytes);

}  // namespace simt::ops
