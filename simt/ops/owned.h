// SPDX-License-Identifier: MIT
// Notes in Context::owners which threads touch global memory.
#pragma once

#include "simt/ops/address.h"

namespace simt::ops::SIMT_ISA {

/// Before lanes of a warp load or store. False: they meet other threads, or
/// themselves, or it cannot be told; Context::fault is filled.
bool own(Context& c, const Addresses& a, LaneMask mask, uint32_t width,
         AccessKind kind, const Allocation* allocation, const Form& form);

}  // namespace simt::ops::SIMT_ISA
