// SPDX-License-Identifier: MIT
// Beside other launches a bulk copy of global memory is looked at as if its
// thread accessed the bytes: in its own launch the rules of the asynchronous
// proxy hold (async_proxy.h).
#include <algorithm>
#include <array>
#include <bit>

#include "simt/ops/tensor_map.h"
#include "simt/races/detector.h"

namespace simt::races {
namespace {

constexpr uint64_t kPiece = 16;  // bytes of an access at most

/// The largest access that begins at `begin`, is aligned and ends by `end`.
uint8_t piece_at(uint64_t begin, uint64_t end) {
  const uint64_t aligned = begin == 0 ? kPiece : begin & (~begin + 1);
  return static_cast<uint8_t>(
      std::bit_floor(std::min({kPiece, aligned, end - begin})));
}

}  // namespace

void Detector::bulk_access(const BulkStep& step) {
  const BulkCopy& copy = *step.copy;
  for (const bool source : {true, false}) {
    if ((source ? copy.from : copy.to) != ptx::Space::kGlobal) continue;
    Access access;
    access.pc = step.pc;
    access.at = copy.at;
    access.space = ptx::Space::kGlobal;
    access.kind = source         ? AccessKind::kLoad
                  : copy.reduces ? AccessKind::kAtomic
                                 : AccessKind::kStore;
    access.shape = Shape::kUniform;
    access.active = LaneMask{1} << copy.lane;
    Record record = record_of(copy.at, step.pc, use_of(access));
    record.scope = Scope::kGpu;
    record.bulk = true;
    each_range(copy, source, [&](uint64_t begin, uint64_t bytes) {
      for (const uint64_t end = begin + bytes; begin < end;
           begin += access.bytes) {
        access.base = begin;
        access.bytes = piece_at(begin, end);
        on_global(access, record);
      }
    });
  }
}

/// Its thread loads the tensor map.
void Detector::map_access(const BulkCopy& copy) {
  Access access;
  access.pc = copy.pc;
  access.at = copy.at;
  access.space = ptx::Space::kGlobal;
  access.kind = AccessKind::kLoad;
  access.shape = Shape::kUniform;
  access.active = LaneMask{1} << copy.lane;
  access.bytes = kPiece;
  const Record record = record_of(copy.at, copy.pc, Use::kRead);
  for (uint64_t at = 0; at < ops::kTensorMapBytes; at += kPiece) {
    access.base = copy.map + at;
    on_global(access, record);
  }
}

}  // namespace simt::races
