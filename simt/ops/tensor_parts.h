// SPDX-License-Identifier: MIT
// What the instructions about tensor maps have in common.
#pragma once

#include "simt/ops/bulk_parts.h"
#include "simt/ops/tensor_map.h"

namespace simt::ops::SIMT_ISA {

/// The 128 bytes at a generic address, and the space that it lies in; null:
/// Context::fault says why not.
std::byte* find_map(Context& c, const Inst& in, int lane, uint64_t address,
                    AccessKind kind, ptx::Space& space);

/// The reduction of elements of a tensor; null: there is none.
Fold tensor_fold(TensorType type, Combine combine);

}  // namespace simt::ops::SIMT_ISA
