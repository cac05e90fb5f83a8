// SPDX-License-Identifier: MIT
// Copies of boxes by a tensor map (cp.async.bulk.tensor and its reductions):
// the map is read and the addresses are checked when a copy is issued.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include "simt/ops/bulk_fold.h"
#include "simt/ops/bulk_parts.h"
#include "simt/ops/families.h"
#include "simt/ops/observer.h"
#include "simt/ops/table.h"
#include "simt/ops/tensor_parts.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Space;
using ptx::Type;

constexpr uint32_t kSharedAlign = 128;

Step refuse(Context& c, int lane, std::string what) {
  return unsupported(c, LaneMask{1} << lane, std::move(what));
}

/// The map and the coordinates of a lane; null: Context::fault says why not.
std::shared_ptr<const TensorBox> read_box(Context& c, const Inst& in, int lane,
                                          bool stored, Space& space) {
  const uint64_t address = row<uint64_t>(c, in.b)[lane];
  const std::byte* bytes =
      find_map(c, in, lane, address, AccessKind::kLoad, space);
  if (bytes == nullptr) return nullptr;
  auto box = std::make_shared<TensorBox>();
  box->stored = stored;
  std::memcpy(&box->map, bytes, kTensorMapBytes);
  const TensorMap& map = box->map;
  const auto bad = [&](const std::string& what) {
    refuse(c, lane, what);
    c.fault.kind = Fault::Kind::kDescriptor;
    c.fault.space = space;
    return nullptr;
  };
  if (space == Space::kShared) return bad("lies in shared memory");
  if (space == Space::kLocal) return bad("lies in local memory");
  if (map.mark != TensorMap::kMark) return bad("was encoded by no call");
  if (const char* wrong = wrong_in(map))
    return bad("has " + std::string(wrong));
  if (map.rank != in.form->rank)
    return bad("has " + std::to_string(map.rank) +
               " dimensions, and the copy gives " +
               std::to_string(in.form->rank) + " coordinates");
  if (const char* wrong = unsupported_in(map)) {
    refuse(c, lane, "a copy by " + std::string(wrong));
    return nullptr;
  }
  for (uint32_t i = 0; i < map.rank; ++i)
    box->at[i] = row<int32_t>(c, c.lists[in.list + i])[lane];
  // An H100 calls both an illegal instruction.
  const int64_t begin = int64_t{box->at[0]} * map.element_bytes();
  const bool negative = std::any_of(box->at.begin(), box->at.end(),
                                    [](int at) { return at < 0; });
  std::string what;
  if (begin % kPiece != 0)
    what = "a box that begins at byte " + std::to_string(begin) +
           " of its rows, which is no multiple of 16";
  else if (stored && negative)
    what = "a stored box that begins before the tensor, where only a load may";
  if (what.empty()) return box;
  refuse(c, lane, what);
  c.fault.kind = Fault::Kind::kMisaligned;
  return nullptr;
}

/// Finds the part of the box that lies in the tensor; `begin` is its first
/// byte, and `delta` leads to those of the host. All of it must be in memory.
bool find_tensor(Context& c, const Inst& in, int lane, const TensorBox& box,
                 AccessKind kind, uint64_t& begin, int64_t& delta) {
  uint64_t low = ~uint64_t{0}, high = 0;
  box.each_row([&](const BoxRow& row) {
    low = std::min(low, row.address);
    high = std::max(high, row.address + row.bytes);
  });
  begin = box.map.address;
  if (high == 0) return true;
  begin = low;
  const auto find = [&](uint64_t from, uint64_t bytes) {
    Range range{Space::kGlobal, from, static_cast<uint32_t>(bytes), 1, kind};
    return find_range(c, in, lane, range);
  };
  const Allocation* found = c.memory->find(low);
  const std::byte* host = nullptr;
  if (found != nullptr && high <= found->end) {
    host = find(low, std::min<uint64_t>(high - low, kPiece));
  } else {  // a row of it is outside
    bool inside = true;
    box.each_row([&](const BoxRow& row) {
      inside = inside && find(row.address, row.bytes) != nullptr;
    });
    if (inside) refuse(c, lane, "a tensor that lies in several allocations");
  }
  if (host == nullptr) return false;
  delta = reinterpret_cast<intptr_t>(host) - static_cast<int64_t>(low);
  return true;
}

/// Finds where the box lies in shared memory: of its own block, or as the
/// target of a load beside the barrier object.
bool find_shared(Context& c, const Inst& in, int lane, bool load,
                 BulkWork& work) {
  const TensorMap& map = work.copy.box->map;
  const auto extent =
      static_cast<uint32_t>(map.box_rows() * map.shared_pitch());
  Range range{Space::kShared, first(in).of(c, lane), extent, kSharedAlign,
              load ? AccessKind::kStore : AccessKind::kLoad};
  if (load) {
    if (!find_target(c, in, lane, range, work)) return false;
    work.shared = work.target - work.copy.target;
    return true;
  }
  work.shared = c.shared;
  if (find_range(c, in, lane, range) == nullptr) return false;
  work.copy.source = range.address;
  return true;
}

Step copy_box(Context& c, const Inst& in, LaneMask mask, const Ends& ends,
              Combine combine) {
  const bool load = ends.to == Space::kShared;
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    Space space = Space::kGlobal;
    const auto box = read_box(c, in, i, !load, space);
    if (box == nullptr) return Step::kFault;
    BulkWork work;
    BulkCopy& copy = work.copy = begin(c, in, i, ends);
    copy.box = box;
    if (space == Space::kGlobal) copy.map = row<uint64_t>(c, in.b)[i];
    copy.bytes = static_cast<uint32_t>(box->map.box_bytes());
    copy.reduces = combine != Combine::kNone;
    if (copy.reduces) {
      work.fold = tensor_fold(box->map.type, combine);
      if (work.fold == nullptr)
        return refuse(c, i, "this reduction of the type of the tensor map");
    }
    const AccessKind kind = load           ? AccessKind::kLoad
                            : copy.reduces ? AccessKind::kAtomic
                                           : AccessKind::kStore;
    if (!find_object(c, in, i, work) || !find_shared(c, in, i, load, work) ||
        !find_tensor(c, in, i, *box, kind, load ? copy.source : copy.target,
                     work.delta))
      return Step::kFault;
    if (!start_copies(c, in, i, work)) return Step::kFault;
  }
  return Step::kNext;
}

Step load(Context& c, const Inst& in, LaneMask mask) {
  return copy_box(c, in, mask,
                  {Space::kGlobal, Space::kShared, BulkEnd::kObject},
                  Combine::kNone);
}
Step store(Context& c, const Inst& in, LaneMask mask) {
  return copy_box(c, in, mask,
                  {Space::kShared, Space::kGlobal, BulkEnd::kGroup},
                  in.form->combine);
}

// A hint; the box may be read all the same.
Step prefetch(Context& c, const Inst& in, LaneMask mask) {
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    Space space = Space::kGlobal;
    const auto box = read_box(c, in, i, false, space);
    uint64_t begin = 0;
    int64_t delta = 0;
    if (box == nullptr ||
        !find_tensor(c, in, i, *box, AccessKind::kLoad, begin, delta))
      return Step::kFault;
  }
  return Step::kNext;
}

template <Handler kHandler>
Handler select(const Form& form) {
  return form.rank != 0 ? kHandler : nullptr;
}
Handler select_reduce(const Form& form) {
  return form.rank != 0 &&
                 tensor_fold(TensorType::kU32, form.combine) != nullptr
             ? store
             : nullptr;
}

constexpr Does kCopies =
    Does::kAsync | Does::kBulk | Does::kReads | Does::kWrites | Does::kBoxes;
constexpr Does kHints = Does::kAsync | Does::kBulk;

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.9.25.5), types, execute, counts as, does
    {"cp.async.bulk.prefetch.tensor.dim.L2.global{.tile} [b;nc]", 0, select<prefetch>, Event::kNothing, kHints},
    {"cp.async.bulk.prefetch.tensor.dim.L2.global{.tile}.L2::cache_hint [b;nc], d:b64", 0, select<prefetch>, Event::kNothing, kHints},
    {"cp.async.bulk.tensor.dim.global.shared::cta{.tile}.bulk_group [b;nc], [a]", 0, select<store>, Event::kNothing, kCopies},
    {"cp.async.bulk.tensor.dim.global.shared::cta{.tile}.bulk_group.L2::cache_hint [b;nc], [a], d:b64", 0, select<store>, Event::kNothing, kCopies},
    {"cp.async.bulk.tensor.dim.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes [a], [b;nc], [e]", 0, select<load>, Event::kNothing, kCopies},
    {"cp.async.bulk.tensor.dim.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes.L2::cache_hint [a], [b;nc], [e], d:b64", 0, select<load>, Event::kNothing, kCopies},
    {"cp.async.bulk.tensor.dim.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes.multicast::cluster [a], [b;nc], [e], m:b16", 0, select<load>, Event::kNothing, kCopies},
    {"cp.async.bulk.tensor.dim.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [a], [b;nc], [e], m:b16, d:b64", 0, select<load>, Event::kNothing, kCopies},
    {"cp.async.bulk.tensor.dim.shared::cta.global{.tile}.mbarrier::complete_tx::bytes [a], [b;nc], [e]", 0, select<load>, Event::kNothing, kCopies},
    {"cp.async.bulk.tensor.dim.shared::cta.global{.tile}.mbarrier::complete_tx::bytes.L2::cache_hint [a], [b;nc], [e], d:b64", 0, select<load>, Event::kNothing, kCopies},
    {"cp.reduce.async.bulk.tensor.dim.global.shared::cta.op{.tile}.bulk_group [b;nc], [a]", 0, select_reduce, Event::kNothing, kCopies},
    {"cp.reduce.async.bulk.tensor.dim.global.shared::cta.op{.tile}.bulk_group.L2::cache_hint [b;nc], [a], d:b64", 0, select_reduce, Event::kNothing, kCopies},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> tensor_rows() { return kRows; }

Fold tensor_fold(TensorType type, Combine combine) {
  const bool bits = combine == Combine::kAnd || combine == Combine::kOr ||
                    combine == Combine::kXor;
  switch (type) {
    case TensorType::kU32:
      return bulk_fold(bits ? Type::kB32 : Type::kU32, combine);
    case TensorType::kS32:
      return bulk_fold(bits ? Type::kB32 : Type::kS32, combine);
    case TensorType::kU64:
      return bulk_fold(bits ? Type::kB64 : Type::kU64, combine);
    case TensorType::kS64:  // no bits and no sums (seen on an H100)
      return combine == Combine::kAdd || bits ? nullptr
                                              : bulk_fold(Type::kS64, combine);
    case TensorType::kF16:
      return bulk_fold(Type::kF16, combine);
    case TensorType::kBf16:
      return bulk_fold(Type::kBf16, combine);
    case TensorType::kF32:
      return bulk_fold(Type::kF32, combine);
    case TensorType::kF64:
      return bulk_fold(Type::kF64, combine);
    default:
      return nullptr;
  }
}

}  // namespace simt::ops::SIMT_ISA
