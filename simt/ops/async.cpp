// SPDX-License-Identifier: MIT
// Asynchronous copies and barrier objects in shared memory. A copy is made
// when it is issued, which is one of the times that the manual allows.
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

Step refuse(Context& c, LaneMask lanes, const char* what) {
  c.fault = Fault{};
  c.fault.kind = Fault::Kind::kUnsupported;
  c.fault.lanes = lanes;
  c.fault.text = what;
  return Step::kFault;
}

// cp.async [a], [b], size{, source size}: bytes past the source's are zero.
Step copy(Context& c, const Inst& in, LaneMask mask) {
  const uint32_t width = row<uint32_t>(c, in.c)[std::countr_zero(mask)];
  if (width != 4 && width != 8 && width != kMostCopied)
    return refuse(c, mask, "a copy of another size than 4, 8 or 16 bytes");
  Inst from = in;  // the source is the second address
  from.a = in.b;
  from.offset = static_cast<int32_t>(in.target);
  from.flags &= static_cast<uint8_t>(~kAddress32);
  alignas(16) std::byte data[kWarpSize][kMostCopied] = {};
  const Addresses source = gather(c, from, mask, width);
  Resolved where;
  if (!check_aligned(c, source, mask, width, AccessKind::kLoad,
                     Space::kGlobal) ||
      !resolve_global(c, in, source, mask, width, AccessKind::kLoad, where))
    return Step::kFault;
  report(c, in, source, mask, width, AccessKind::kLoad, Space::kGlobal,
         where.allocation);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    const uint64_t address = at(source, i, width);
    const uint32_t bytes =
        in.e == kNoRef ? width : std::min(width, row<uint32_t>(c, in.e)[i]);
    const int64_t delta = where.allocation != nullptr
                              ? where.allocation->delta
                              : c.memory->find(address)->delta;
    std::memcpy(data[i],
                reinterpret_cast<const std::byte*>(
                    static_cast<int64_t>(address) + delta),
                bytes);
  }
  const Addresses target = gather(c, in, mask, width);
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

// The 64 bits of a barrier object: what the manual leaves open.
struct BarrierObject {
  uint32_t expected : 31;
  uint32_t phase : 1;
  uint32_t pending;
};
static_assert(sizeof(BarrierObject) == 8);

void arrive_once(BarrierObject& b) {
  if (b.pending > 0) --b.pending;
  if (b.pending > 0) return;
  b.phase ^= 1u;
  b.pending = b.expected;
}

// Runs `act(object, lane)` for each active lane, in lane order. `kind`: a store
// does not ask what was there before.
template <class Act>
Step each_object(Context& c, const Inst& in, LaneMask mask, const Act& act,
                 AccessKind kind = AccessKind::kAtomic) {
  const Addresses a = gather(c, in, mask, 8);
  Resolved where;
  if (!check_aligned(c, a, mask, 8, kind, Space::kShared) ||
      !resolve_shared(c, a, mask, 8, kind, where))
    return Step::kFault;
  report(c, in, a, mask, 8, kind, Space::kShared, nullptr);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    BarrierObject object, before;
    std::memcpy(&object, where.host + at(a, i, 8), 8);
    before = object;
    act(object, i);
    std::memcpy(where.host + at(a, i, 8), &object, 8);
    c.effects += std::memcmp(&object, &before, 8) != 0 ? 1 : 0;
  }
  return Step::kNext;
}

// How many arrivals a lane may state (PTX ISA 9.7.13.15). More would also keep
// the emulator inside one instruction for minutes.
constexpr uint32_t kMostArrivals = (1u << 20) - 1;

bool counts_fit(Context& c, const Inst& in, LaneMask mask) {
  if (in.b == kNoRef) return true;
  const uint32_t* count = row<uint32_t>(c, in.b);
  for (LaneMask left = mask; left != 0; left &= left - 1)
    if (count[std::countr_zero(left)] - 1 >= kMostArrivals) return false;
  return true;
}
Step refuse_count(Context& c, LaneMask mask) {
  return refuse(c, mask, "a number of arrivals that is not 1 to 1048575");
}

Step init(Context& c, const Inst& in, LaneMask mask) {
  if (!counts_fit(c, in, mask)) return refuse_count(c, mask);
  const uint32_t* count = row<uint32_t>(c, in.b);
  const auto fill = [&](BarrierObject& b, int i) {
    b.expected = count[i] & kMostArrivals;
    b.pending = b.expected;
    b.phase = 0;
  };
  return each_object(c, in, mask, fill, AccessKind::kStore);
}

Step arrive(Context& c, const Inst& in, LaneMask mask) {
  if (!counts_fit(c, in, mask)) return refuse_count(c, mask);
  uint64_t* state = in.d == kNoRef ? nullptr : row<uint64_t>(c, in.d);
  return each_object(c, in, mask, [&](BarrierObject& b, int i) {
    if (state != nullptr) state[i] = b.phase;
    const uint32_t count = in.b == kNoRef ? 1u : row<uint32_t>(c, in.b)[i];
    for (uint32_t n = 0; n < count; ++n) arrive_once(b);
  });
}

// The copies so far count as one arrival.
Step arrive_noinc(Context& c, const Inst& in, LaneMask mask) {
  group(c, in, mask);
  return arrive(c, in, mask);
}

// The thread leaves: later phases expect one fewer.
Step arrive_drop(Context& c, const Inst& in, LaneMask mask) {
  if (!counts_fit(c, in, mask)) return refuse_count(c, mask);
  uint64_t* state = in.d == kNoRef ? nullptr : row<uint64_t>(c, in.d);
  return each_object(c, in, mask, [&](BarrierObject& b, int i) {
    if (state != nullptr) state[i] = b.phase;
    const uint32_t count = in.b == kNoRef ? 1u : row<uint32_t>(c, in.b)[i];
    for (uint32_t n = 0; n < count; ++n) {
      if (b.expected > 0) --b.expected;
      arrive_once(b);
    }
  });
}

Step invalidate(Context& c, const Inst& in, LaneMask mask) {
  return each_object(c, in, mask,
                     [](BarrierObject& b, int) { b = BarrierObject{}; });
}

// True when the phase that the state (or parity) names has ended.
template <bool kParity>
Step test_wait(Context& c, const Inst& in, LaneMask mask) {
  LaneMask done = 0;
  const Step step = each_object(c, in, mask, [&](BarrierObject& b, int i) {
    const uint32_t phase =
        kParity ? row<uint32_t>(c, in.b)[i] & 1u
                : static_cast<uint32_t>(row<uint64_t>(c, in.b)[i] & 1u);
    if (b.phase != phase) done |= 1u << i;
  });
  LaneMask& d = predicate(c, in.d);
  d = (d & ~mask) | (done & mask);
  return step;
}

template <Handler kHandler>
Handler select(const Form&) {
  return kHandler;
}

constexpr TypeSet kB64 = types(Type::kB64);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.9.25, 9.7.13.15), types, execute, counts as, does
    {"cp.async{.cache}.shared.global [a], [b], c:u32=4/8/16{, e:u32}", 0, select_copy, Event::kAccess, Does::kReads | Does::kWrites | Does::kAsync},
    {"cp.async{.cache}.shared::cta.global [a], [b], c:u32=4/8/16{, e:u32}", 0, select_copy, Event::kAccess, Does::kReads | Does::kWrites | Does::kAsync},
    {"cp.async{.cache}.L2::cache_hint.shared.global [a], [b], c:u32=4/8/16, d:b64", 0, select_copy, Event::kAccess, Does::kReads | Does::kWrites | Does::kAsync},
    {"cp.async{.cache}.L2::cache_hint.shared.global [a], [b], c:u32=4/8/16, e:u32, d:b64", 0, select_copy, Event::kAccess, Does::kReads | Does::kWrites | Does::kAsync},
    {"cp.async.commit_group", 0, select_group, Event::kNothing, Does::kAsync | Does::kCommits},
    {"cp.async.mbarrier.arrive{.space}.type [a]", kB64, select_group, Event::kNothing, Does::kAsync | Does::kAllGroups},
    {"cp.async.mbarrier.arrive.noinc{.space}.type [a]", kB64, select<arrive_noinc>, Event::kAtomic, Does::kAsync | Does::kAllGroups},
    {"cp.async.wait_all", 0, select_group, Event::kNothing, Does::kAsync | Does::kWaits | Does::kAllGroups},
    {"cp.async.wait_group a:u32", 0, select_group, Event::kNothing, Does::kAsync | Does::kWaits},
    {"mbarrier.arrive{.sem}{.scope}{.space}.type d, [a]{, b:u32}", kB64, select<arrive>, Event::kAtomic, Does::kReads | Does::kWrites | Does::kOrders},
    {"mbarrier.arrive.noComplete{.sem}{.scope}{.space}.type d, [a], b:u32", kB64, select<arrive>, Event::kAtomic, Does::kReads | Does::kWrites | Does::kOrders},
    {"mbarrier.arrive_drop{.sem}{.scope}{.space}.type d, [a]{, b:u32}", kB64, select<arrive_drop>, Event::kAtomic, Does::kReads | Does::kWrites | Does::kOrders},
    {"mbarrier.arrive_drop.noComplete{.sem}{.scope}{.space}.type d, [a], b:u32", kB64, select<arrive_drop>, Event::kAtomic, Does::kReads | Does::kWrites | Does::kOrders},
    {"mbarrier.init{.space}.type [a], b:u32", kB64, select<init>, Event::kAtomic, Does::kReads | Does::kWrites | Does::kOrders},
    {"mbarrier.inval{.space}.type [a]", kB64, select<invalidate>, Event::kAtomic, Does::kReads | Does::kWrites | Does::kOrders},
    {"mbarrier.test_wait{.sem}{.scope}{.space}.type d:pred, [a], b", kB64, select<test_wait<false>>, Event::kAtomic, Does::kReads | Does::kOrders},
    {"mbarrier.test_wait.parity{.sem}{.scope}{.space}.type d:pred, [a], b:u32", kB64, select<test_wait<true>>, Event::kAtomic, Does::kReads | Does::kOrders},
    {"mbarrier.try_wait{.sem}{.scope}{.space}.type d:pred, [a], b", kB64, select<test_wait<false>>, Event::kAtomic, Does::kReads | Does::kOrders},
    {"mbarrier.try_wait.parity{.sem}{.scope}{.space}.type d:pred, [a], b:u32", kB64, select<test_wait<true>>, Event::kAtomic, Does::kReads | Does::kOrders},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> async_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
