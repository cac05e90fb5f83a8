// SPDX-License-Identifier: MIT
// Asynchronous copies of threads (cp.async). A copy is made when it is issued,
// which is one of the times that the manual allows.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/ops/address.h"
#include "simt/ops/families.h"
#include "simt/ops/observer.h"
#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Space;
using ptx::Type;

// Closes a group of copies, or waits for groups: told to who looks for races.
Step group(Context& c, const Inst& in, LaneMask mask) {
  if (c.observer == nullptr) return Step::kNext;
  WarpSync event;
  event.at = c.at;
  event.pc = static_cast<uint32_t>(&in - c.code);
  event.lanes = mask;
  c.observer->on_warp_sync(event);
  return Step::kNext;
}
Handler select_group(const Form&) { return group; }

constexpr uint32_t kMostCopied = 16;  // bytes a lane

using Copied = std::byte[kWarpSize][kMostCopied];

/// Reads the first `bytes` of each lane's source, which is aligned to `width`.
bool read_source(Context& c, const Inst& in, LaneMask mask, uint32_t width,
                 uint32_t bytes, Copied& data) {
  Inst from = in;  // the source is the second address
  from.a = in.b;
  from.offset = static_cast<int32_t>(in.target);
  from.flags &= static_cast<uint8_t>(~kAddress32);
  if (in.form->narrow[0]) from.flags |= kAddress32;
  const Addresses source = gather(c, from, mask, bytes);
  Resolved where;
  const auto kind = AccessKind::kLoad;
  if (!check_aligned(c, source, mask, width, kind, Space::kGlobal) ||
      !resolve_global(c, in, source, mask, bytes, kind, where))
    return false;
  report(c, in, source, mask, bytes, kind, Space::kGlobal, where.allocation);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    const uint64_t address = at(source, i, bytes);
    const int64_t delta = where.allocation != nullptr
                              ? where.allocation->delta
                              : c.memory->find(address)->delta;
    std::memcpy(data[i],
                reinterpret_cast<const std::byte*>(
                    static_cast<int64_t>(address) + delta),
                bytes);
  }
  return true;
}

// cp.async [a], [b], size{, source size}: bytes past the source's are zero, and
// nothing is read there.
Step copy(Context& c, const Inst& in, LaneMask mask) {
  const uint32_t width = row<uint32_t>(c, in.c)[std::countr_zero(mask)];
  if (width != 4 && width != 8 && width != kMostCopied)
    return unsupported(c, mask, "a copy of another size than 4, 8 or 16 bytes");
  alignas(16) Copied data = {};
  const auto bytes_of = [&](int i) {
    return in.e == kNoRef ? width : std::min(width, row<uint32_t>(c, in.e)[i]);
  };
  for (LaneMask left = mask; left != 0;) {
    const uint32_t bytes = bytes_of(std::countr_zero(left));
    LaneMask same = 0;
    for (LaneMask rest = left; rest != 0; rest &= rest - 1)
      if (bytes_of(std::countr_zero(rest)) == bytes) same |= rest & -rest;
    if (bytes > 0 && !read_source(c, in, same, width, bytes, data))
      return Step::kFault;
    left &= ~same;
  }
  Resolved where;
  Addresses target = gather(c, in, mask, width);
  BlockVisit visit(c);
  if (visit.enter(target, mask, width, *in.form) != mask)
    return unsupported(c, mask,
                       "a copy to the shared memory of several blocks");
  if (!check_aligned(c, target, mask, width, AccessKind::kStore,
                     Space::kShared) ||
      !resolve_shared(c, target, mask, width, AccessKind::kStore, where))
    return Step::kFault;
  report(c, in, target, mask, width, AccessKind::kStore, Space::kShared,
         nullptr);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    if (!c.compare_stores ||
        std::memcmp(where.host + at(target, i, width), data[i], width) != 0)
      ++c.effects;
    std::memcpy(where.host + at(target, i, width), data[i], width);
  }
  return Step::kNext;
}
Handler select_copy(const Form&) { return copy; }

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.9.25.3), types, execute, counts as, does
    {"cp.async{.cache}.shared.global [a], [b], c:u32=4/8/16{, e:u32}", 0, select_copy, Event::kAccess, Does::kReads | Does::kWrites | Does::kAsync},
    {"cp.async{.cache}.shared::cta.global [a], [b], c:u32=4/8/16{, e:u32}", 0, select_copy, Event::kAccess, Does::kReads | Does::kWrites | Does::kAsync},
    {"cp.async{.cache}.L2::cache_hint.shared.global [a], [b], c:u32=4/8/16, d:b64", 0, select_copy, Event::kAccess, Does::kReads | Does::kWrites | Does::kAsync},
    {"cp.async{.cache}.L2::cache_hint.shared.global [a], [b], c:u32=4/8/16, e:u32, d:b64", 0, select_copy, Event::kAccess, Does::kReads | Does::kWrites | Does::kAsync},
    {"cp.async.commit_group", 0, select_group, Event::kNothing, Does::kAsync | Does::kCommits},
    {"cp.async.wait_all", 0, select_group, Event::kNothing, Does::kAsync | Does::kWaits | Does::kAllGroups},
    {"cp.async.wait_group a:u32", 0, select_group, Event::kNothing, Does::kAsync | Does::kWaits},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> async_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
