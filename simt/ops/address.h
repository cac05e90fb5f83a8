// SPDX-License-Identifier: MIT
// The addresses of one warp request: gathered, classified by shape once, and
// resolved to memory of the emulator. Serves loads, stores and atomics.
#pragma once

#include "simt/ops/inst.h"

namespace simt::ops::SIMT_ISA {

/// The addresses of the active lanes. `base` as in Access; `low` and `high`
/// bound the bytes touched, [low, high).
struct Addresses {
  Shape shape = Shape::kGeneral;
  uint64_t base = 0;
  uint64_t low = 0, high = 0;
  uint64_t bits = 0;  // of all active addresses, or-ed: shows misalignment
  const uint64_t* lane = nullptr;  // kGeneral; base is added
  Pattern* pattern = nullptr;      // where these came from, or null
};

/// Reads base row a plus offset and finds the shape. `width`: bytes per lane.
Addresses gather(Context& c, const Inst& in, LaneMask mask, uint32_t width);

/// Where the bytes are: lane i's at host + its address; kLocal adds a stride.
/// Null: the request faulted and Context::fault is filled.
struct Resolved {
  std::byte* host = nullptr;
  const Allocation* allocation = nullptr;
};

/// True when every active address is a multiple of `width` (a power of two);
/// otherwise fills Context::fault.
bool check_aligned(Context& c, const Addresses& a, LaneMask mask,
                   uint32_t width, AccessKind kind, ptx::Space space);

/// Finds the allocation that holds all lanes; allocation is null (and host
/// the emulator's view with delta of the first) when lanes lie in several.
bool resolve_global(Context& c, const Inst& in, const Addresses& a,
                    LaneMask mask, uint32_t width, AccessKind kind,
                    Resolved& out);
bool resolve_shared(Context& c, const Addresses& a, LaneMask mask,
                    uint32_t width, AccessKind kind, Resolved& out);
bool resolve_local(Context& c, const Addresses& a, LaneMask mask,
                   uint32_t width, AccessKind kind, Resolved& out);

/// The address of one lane.
inline uint64_t at(const Addresses& a, int lane, uint32_t width) {
  if (a.shape == Shape::kGeneral) return a.base + a.lane[lane];
  return a.shape == Shape::kUniform ? a.base : a.base + uint64_t{width} * lane;
}

/// Tells the observer, if one watches.
void report(Context& c, const Inst& in, const Addresses& a, LaneMask mask,
            uint32_t width, AccessKind kind, ptx::Space space,
            const Allocation* allocation);

/// Splits a generic request by window: the lanes of `mask` whose space is
/// that of the lowest lane; sets `space` and rewrites the addresses relative
/// to the window (gathered as kGeneral when it had to split).
LaneMask select_space(Context& c, Addresses& a, LaneMask mask, uint32_t width,
                      ptx::Space& space);

}  // namespace simt::ops::SIMT_ISA
