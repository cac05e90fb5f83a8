// SPDX-License-Identifier: MIT
// The arithmetic of a warp's part of a warpgroup's product. Knows nothing of
// instructions and of the machine.
#pragma once

#include "simt/ops/warpgroup.h"

namespace simt::ops::SIMT_ISA {

using MakeProduct = void (*)(const WarpProduct&, const std::byte* shared);

/// What makes a product of these types (D, A, B); null: nothing does.
MakeProduct product_of(ptx::Type d, ptx::Type a, ptx::Type b, bool bits);

}  // namespace simt::ops::SIMT_ISA
