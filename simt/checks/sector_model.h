// SPDX-License-Identifier: MIT
// How many 32-byte sectors a warp's global memory request touches. Pure
// arithmetic: the one place that knows the rule.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/ops/event.h"

namespace simt::checks {

inline constexpr int kSectorShift = 5;  // a sector has 32 bytes

/// Sectors of one request: what it asks for, and how few could hold the bytes
/// that it uses. An atomic asks for a sector once per turn: lanes that update
/// one element take turns, so a sector counts as often as its busiest element
/// (recorded for all of tests/patterns on an H200).
struct SectorCost {
  uint32_t sectors = 0;
  uint32_t ideal = 0;
  /// Lanes whose sectors are all that the request touches; not of texels. Of
  /// an atomic: one for each element that is updated, where shape says nothing.
  LaneMask leads = 0;
};

/// Cost of `access` for the lanes of `lanes`, a part of its active lanes.
/// Every lane's address is a multiple of the width, at most 16 bytes, so a
/// lane lies in one sector.
SectorCost sector_cost(const Access& access, LaneMask lanes);

/// Cost of reading texels of `bytes` (1 to 16) at these addresses, as if it
/// were one request; each texel lies in one sector. Sorts them.
SectorCost texel_cost(std::vector<uint64_t>& texels, uint32_t bytes);

}  // namespace simt::checks
