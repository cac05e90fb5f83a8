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
  WideRow* wide = nullptr;         // likewise
  const Run* runs = nullptr;       // kGeneral, a full warp: kRuns, or null
};

/// Reads base row a plus offset and finds the shape. `width`: bytes per lane.
Addresses gather(Context& c, const Inst& in, LaneMask mask, uint32_t width);

/// The same for addresses that nothing rewrites: where the row only moved, it
/// is known.
Addresses gather_wide(Context& c, const Inst& in, LaneMask mask,
                      uint32_t width);

/// Finds out about the row of addresses of `in` and keeps it.
void learn_row(const uint32_t* lanes, uint32_t width, Pattern& pattern);

/// What is known of rows like that of `in`.
inline Pattern& slot_of(Context& c, const Inst& in) {
  return c.patterns[in.a >> 7 & 7];
}

/// True when an instruction before this one in the same basic block has just
/// compared its row with `p` (program::find_known_rows). For loads and stores.
inline bool is_known(Context& c, const Inst& in, uint32_t width, Pattern& p) {
  const uint64_t visit = uint64_t{c.visit} << 32;
  if (p.seen != (visit | in.target) || p.width != width) return false;
  p.seen = visit | (static_cast<uint32_t>(&in - c.code) + 1);
  return true;
}

/// What is known of the row of 32-bit addresses of a full warp's request,
/// which is compared with what it was.
inline Pattern& compare_row(Context& c, const Inst& in, uint32_t width) {
  Pattern& p = slot_of(c, in);
  p.seen = uint64_t{c.visit} << 32 | (static_cast<uint32_t>(&in - c.code) + 1);
  const uint32_t* lanes = row<uint32_t>(c, in.a);
  uint32_t differs = p.width ^ width;
  for (int i = 0; i < kWarpSize; ++i) differs |= lanes[i] ^ p.row[i];
  if (differs != 0) learn_row(lanes, width, p);
  return p;
}

/// The addresses of a full warp whose row is that of `p`.
inline Addresses recall(Pattern& p, const Inst& in) {
  const auto offset = static_cast<uint64_t>(in.offset);
  Addresses a;
  a.shape = p.shape;
  a.base = p.base + offset;
  a.low = p.low + offset;
  a.high = p.high + offset;
  a.bits = p.bits | offset;
  a.lane = p.lanes;
  a.runs = p.runs;
  a.pattern = &p;
  return a;
}

/// The same where the offset may carry them past 2^32, which they wrap around:
/// compilers subtract in the register what they add in the offset.
Addresses recall_row(Context& c, const Inst& in, Pattern& p, uint32_t width);

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

/// Whether the launch may use [low, high), and all of it lies in `a`.
inline bool opens(const Context& c, const Allocation* a, uint64_t low,
                  uint64_t high) {
  return a != nullptr && low >= a->begin && high <= a->end && high >= low &&
         (a->reach & c.device_bit) != 0;
}

/// As resolve_global(), where it is not the allocation of the last time.
bool find_global(Context& c, const Inst& in, const Addresses& a, LaneMask mask,
                 uint32_t width, AccessKind kind, Resolved& out);

/// Finds the allocation that holds all lanes; allocation is null (and host
/// the emulator's view with delta of the first) when lanes lie in several.
inline bool resolve_global(Context& c, const Inst& in, const Addresses& a,
                           LaneMask mask, uint32_t width, AccessKind kind,
                           Resolved& out) {
  const Allocation* const recent = c.recent[(&in - c.code) & 15];
  if (c.delay_stores || !opens(c, recent, a.low, a.high))
    return find_global(c, in, a, mask, width, kind, out);
  out.host = reinterpret_cast<std::byte*>(recent->delta);
  out.allocation = recent;
  return true;
}
bool resolve_shared(Context& c, const Addresses& a, LaneMask mask,
                    uint32_t width, AccessKind kind, Resolved& out);
bool resolve_local(Context& c, const Addresses& a, LaneMask mask,
                   uint32_t width, AccessKind kind, Resolved& out);
/// Parameters of the kernel, which are only read.
bool resolve_param(Context& c, const Addresses& a, LaneMask mask,
                   uint32_t width, AccessKind kind, Resolved& out);

/// The address of one lane.
inline uint64_t at(const Addresses& a, int lane, uint32_t width) {
  if (a.shape == Shape::kGeneral) return a.base + a.lane[lane];
  return a.shape == Shape::kUniform ? a.base : a.base + uint64_t{width} * lane;
}

/// In a cluster a request of shared memory may concern several blocks; each is
/// served as if it were the own one, whose memory Context::shared is again
/// when this ends.
class BlockVisit {
 public:
  explicit BlockVisit(Context& c) : c_(c), shared_(c.shared) {}
  ~BlockVisit() {
    if (c_.cluster == nullptr) return;
    c_.shared = shared_;
    c_.home = c_.at;
    c_.foreign = false;
  }
  BlockVisit(const BlockVisit&) = delete;
  BlockVisit& operator=(const BlockVisit&) = delete;

  /// Goes to the block of the lowest lane's address. Returns the lanes of
  /// `mask` whose addresses lie there and makes `a` offsets into its memory.
  /// Where there is no such block, Context::shared is null.
  /// `form`: whether its instruction reaches other blocks than the own one.
  LaneMask enter(Addresses& a, LaneMask mask, uint32_t width,
                 const Form& form) {
    if (c_.cluster == nullptr) return mask;
    const bool own = form.space == ptx::Space::kShared && !form.cluster;
    return enter_some(a, mask, width, own);
  }

 private:
  LaneMask enter_some(Addresses& a, LaneMask mask, uint32_t width, bool own);

  Context& c_;
  std::byte* const shared_;
  uint64_t lanes_[kWarpSize];
};

/// Tells the observer, if one watches.
void report(Context& c, const Inst& in, const Addresses& a, LaneMask mask,
            uint32_t width, AccessKind kind, ptx::Space space,
            const Allocation* allocation, const Stored* stored = nullptr);

/// Splits a generic request by window: the lanes of `mask` whose space is
/// that of the lowest lane; sets `space` and rewrites the addresses relative
/// to the window (gathered as kGeneral when it had to split).
LaneMask select_space(Context& c, Addresses& a, LaneMask mask, uint32_t width,
                      ptx::Space& space);

}  // namespace simt::ops::SIMT_ISA
