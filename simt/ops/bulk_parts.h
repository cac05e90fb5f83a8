// SPDX-License-Identifier: MIT
// What the instructions of the asynchronous proxy have in common: addresses
// that are checked when a copy is issued.
#pragma once

#include "simt/ops/bulk.h"
#include "simt/ops/inst.h"

namespace simt::ops::SIMT_ISA {

inline constexpr uint32_t kPiece = 16;  // bytes: a copy's addresses and size

/// One of the addresses of a copy.
struct Base {
  Ref ref = kNoRef;
  bool narrow = false;
  int64_t offset = 0;

  uint64_t of(Context& c, int lane) const {
    const auto add = static_cast<uint64_t>(offset);
    if (narrow) return static_cast<uint32_t>(row<uint32_t>(c, ref)[lane] + add);
    return row<uint64_t>(c, ref)[lane] + add;
  }
};
inline Base first(const Inst& in) {
  return {in.a, (in.flags & kAddress32) != 0, in.offset};
}
inline Base second(const Inst& in) {
  return {in.b, in.form->narrow[0], static_cast<int32_t>(in.target)};
}
inline Base object_of(const Inst& in) {
  return {in.e, in.form->narrow[1], in.form->third_offset};
}

/// A range of memory that one lane names.
struct Range {
  ptx::Space space = ptx::Space::kGlobal;
  uint64_t address = 0;
  uint32_t bytes = 0;
  uint32_t align = kPiece;
  AccessKind kind = AccessKind::kLoad;
};

/// Where the range is; null: Context::fault says what is wrong with it. Of
/// shared memory its address becomes the offset in that of the block. `peer`
/// null: only the own block may be it.
std::byte* find_range(Context& c, const Inst& in, int lane, Range& r,
                      Peer* peer = nullptr);

struct Ends {
  ptx::Space from, to;
  BulkEnd end;
};

/// Finds the barrier object that a copy ends at, if it does.
bool find_object(Context& c, const Inst& in, int lane, BulkWork& work);

/// Finds the target, which must lie in the same block as that object.
bool find_target(Context& c, const Inst& in, int lane, Range range,
                 BulkWork& work);

BulkCopy begin(Context& c, const Inst& in, int lane, const Ends& ends);

/// Hands the copy of a lane to the machine; where its form has a mask of blocks
/// (.multicast::cluster), one for each of them, with target and object at the
/// same offset. False: Context::fault says why not.
bool start_copies(Context& c, const Inst& in, int lane, const BulkWork& first);

}  // namespace simt::ops::SIMT_ISA
