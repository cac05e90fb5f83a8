// SPDX-License-Identifier: MIT
// How many 32-byte sectors a warp's global memory request touches. Pure
// arithmetic: the one place that knows the rule.
#pragma once

#include <cstdint>

#include "simt/ops/event.h"

namespace simt::checks {

/// Sectors of one request: what it touches, and how few could hold the bytes
/// that it uses.
struct SectorCost {
  uint32_t sectors = 0;
  uint32_t ideal = 0;
};

/// Cost of `access` for the lanes of `lanes`, a part of its active lanes.
/// Every lane's address is a multiple of the width, at most 16 bytes, so a
/// lane lies in one sector.
SectorCost sector_cost(const Access& access, LaneMask lanes);

}  // namespace simt::checks
