// SPDX-License-Identifier: MIT
// The addresses of 64 bits of a full warp: how they lie is worked out once, as
// long as all lanes move by as much from one time to the next.
#include "simt/ops/classify.h"

namespace simt::ops::SIMT_ISA {
namespace {

/// Keeps how the lanes of the row lie.
void learn_wide(const uint64_t* row, uint32_t width, WideRow& w) {
  const Addresses found =
      classify<uint64_t, true>(row, 0, w.step, kAllLanes, width);
  w.width = width;
  w.shape = found.shape;
  w.low = found.low - row[0];
  w.high = found.high - row[0];
  w.bits = 0;
  for (int i = 0; i < kWarpSize; ++i) {
    w.step[i] = row[i] - row[0];
    w.bits |= w.step[i];
  }
  for (int r = 0; r < kRuns; ++r)
    w.runs[r] = run_of(w.step + r * kRunLanes, width);
  for (SectorMemo& memo : w.sectors) memo = {};
  for (uint64_t& marks : w.marks) marks = 0;
}

}  // namespace

Addresses gather_wide(Context& c, const Inst& in, LaneMask mask,
                      uint32_t width) {
  if ((in.flags & kAddress32) != 0 || mask != kAllLanes)
    return gather(c, in, mask, width);
  const uint64_t* const lanes = row<uint64_t>(c, in.a);
  WideRow& w = c.wide[(&in - c.code) & 15];
  const uint64_t first = lanes[0];
  uint64_t differs = w.width ^ width;
  for (int i = 0; i < kWarpSize; ++i) differs |= (lanes[i] - first) ^ w.step[i];
  if (differs != 0) learn_wide(lanes, width, w);
  Addresses a;
  a.shape = w.shape;
  a.base = first + static_cast<uint64_t>(in.offset);
  a.low = a.base + w.low;
  a.high = a.base + w.high;
  a.bits = a.base | w.bits;
  a.lane = w.shape == Shape::kGeneral ? w.step : nullptr;
  a.runs = w.runs;
  a.wide = &w;
  return a;
}

}  // namespace simt::ops::SIMT_ISA
