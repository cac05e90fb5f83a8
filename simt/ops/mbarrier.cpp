// SPDX-License-Identifier: MIT
// Barrier objects in shared memory (mbarrier): arrivals, bytes of copies, and
// who asks for a phase.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include <bit>
#include <cstring>

#include "simt/ops/address.h"
#include "simt/ops/barrier_object.h"
#include "simt/ops/families.h"
#include "simt/ops/observer.h"
#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Space;
using ptx::Type;
using Kind = ObjectUse::Kind;

constexpr uint32_t kObjectBytes = 8;

// An address without a space is generic, and must lie in the window of shared
// memory.
bool in_shared_memory(Context& c, const Inst& in, Addresses& a, LaneMask mask,
                      AccessKind kind) {
  if (in.form->space != Space::kGeneric) return true;
  Space space = Space::kGeneric;
  const LaneMask same = select_space(c, a, mask, kObjectBytes, space);
  if (space == Space::kShared && same == mask) return true;
  c.fault = Fault{};
  c.fault.kind = Fault::Kind::kShared;
  c.fault.lanes = space == Space::kShared ? mask & ~same : same;
  c.fault.address = row<uint64_t>(c, in.a)[std::countr_zero(c.fault.lanes)] +
                    static_cast<uint64_t>(in.offset);
  c.fault.bytes = kObjectBytes;
  c.fault.access = kind;
  c.fault.space = Space::kShared;
  c.fault.text = "a barrier object";
  return false;
}

// Tells of what the lanes did to objects of one block.
void tell(Context& c, const Inst& in, LaneMask mask, const ObjectUse& all) {
  if (c.observer == nullptr) return;
  ObjectUse use = all;
  use.at = c.at;
  use.peer = Peer::of(c.home, c.at);
  use.pc = static_cast<uint32_t>(&in - c.code);
  use.lanes = mask;
  use.over &= mask;
  use.order = in.form->order;
  use.scope = in.form->scope;
  c.observer->on_object(use);
}

// Of each_object(): the objects of one block.
template <class Act>
bool each_here(Context& c, const Inst& in, const Addresses& a, LaneMask mask,
               ObjectUse& use, const Act& act, AccessKind kind) {
  Resolved where;
  if (!check_aligned(c, a, mask, kObjectBytes, kind, Space::kShared) ||
      !resolve_shared(c, a, mask, kObjectBytes, kind, where))
    return false;
  report(c, in, a, mask, kObjectBytes, kind, Space::kShared, nullptr);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    const uint64_t address = at(a, i, kObjectBytes);
    uint64_t word = 0;
    std::memcpy(&word, where.host + address, kObjectBytes);
    BarrierObject object = BarrierObject::from(word);
    use.address[i] = address;
    use.before[i] = word;
    if (act(object, i)) use.over |= LaneMask{1} << i;
    const uint64_t fresh = object.word();
    use.after[i] = fresh;
    if (use.kind == Kind::kTest) continue;
    std::memcpy(where.host + address, &fresh, kObjectBytes);
    c.effects += fresh != word ? 1 : 0;
  }
  tell(c, in, mask, use);
  return true;
}

// Runs `act(object, lane)` for each active lane, in lane order; it says whether
// the phase ended. `kind`: a store does not ask what was there before.
template <class Act>
Step each_object(Context& c, const Inst& in, LaneMask mask, ObjectUse& use,
                 const Act& act, AccessKind kind = AccessKind::kAtomic) {
  Addresses a = gather(c, in, mask, kObjectBytes);
  if (!in_shared_memory(c, in, a, mask, kind)) return Step::kFault;
  for (LaneMask left = mask; left != 0;) {
    BlockVisit visit(c);
    Addresses part = a;
    const LaneMask same = visit.enter(part, left, kObjectBytes, *in.form);
    if (!each_here(c, in, part, same, use, act, kind)) return Step::kFault;
    left &= ~same;
  }
  return Step::kNext;
}

// What the lanes say in row `from`, where it must lie in [least, most].
bool read_counts(Context& c, Ref from, LaneMask mask, uint32_t least,
                 uint32_t most, std::array<uint32_t, kWarpSize>& to) {
  const uint32_t* given = row<uint32_t>(c, from);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    if (given[i] - least > most - least) return false;
    to[i] = given[i];
  }
  return true;
}
bool read_arrivals(Context& c, const Inst& in, LaneMask mask, ObjectUse& use) {
  use.count.fill(1);
  return in.b == kNoRef ||
         read_counts(c, in.b, mask, 1, kMostArrivals, use.count);
}
Step refuse_count(Context& c, LaneMask mask) {
  return unsupported(c, mask, "a number of arrivals that is not 1 to 1048575");
}
Step refuse_bytes(Context& c, LaneMask mask) {
  return unsupported(c, mask, "a number of bytes that is not 0 to 1048575");
}

Step init(Context& c, const Inst& in, LaneMask mask) {
  ObjectUse use;
  use.kind = Kind::kInit;
  if (!read_arrivals(c, in, mask, use)) return refuse_count(c, mask);
  const auto fill = [&](BarrierObject& b, int i) {
    b = {use.count[i], use.count[i], 0, 0};
    return false;
  };
  return each_object(c, in, mask, use, fill, AccessKind::kStore);
}

Step invalidate(Context& c, const Inst& in, LaneMask mask) {
  ObjectUse use;
  use.kind = Kind::kInvalidate;
  return each_object(c, in, mask, use, [](BarrierObject& b, int) {
    b = BarrierObject{};
    return false;
  });
}

// Arrives, once its bytes are expected. A state is the object as it was before
// the arrival.
template <bool kNoComplete>
Step arrive_as(Context& c, const Inst& in, LaneMask mask, ObjectUse& use) {
  use.may_not_end = kNoComplete;
  uint64_t* state = in.d == kNoRef ? nullptr : row<uint64_t>(c, in.d);
  return each_object(c, in, mask, use, [&](BarrierObject& b, int i) {
    b.expect(use.bytes[i]);
    if (state != nullptr) state[i] = b.word();
    if (use.kind == Kind::kDrop)
      b.expected -= use.count[i] < b.expected ? use.count[i] : b.expected;
    return b.arrive(use.count[i]);
  });
}

template <Kind kKind, bool kNoComplete>
Step arrive(Context& c, const Inst& in, LaneMask mask) {
  ObjectUse use;
  use.kind = kKind;
  if (!read_arrivals(c, in, mask, use)) return refuse_count(c, mask);
  return arrive_as<kNoComplete>(c, in, mask, use);
}

template <Kind kKind>
Step arrive_expecting(Context& c, const Inst& in, LaneMask mask) {
  ObjectUse use;
  use.kind = kKind;
  use.count.fill(1);
  if (!read_counts(c, in.b, mask, 0, kMostBytes, use.bytes))
    return refuse_bytes(c, mask);
  return arrive_as<false>(c, in, mask, use);
}

// The copies so far count as one arrival; without .noinc it was counted as
// pending when they began.
template <bool kCounts>
Step arrive_after_copies(Context& c, const Inst& in, LaneMask mask) {
  if (c.observer != nullptr) {
    WarpSync event;
    event.at = c.at;
    event.pc = static_cast<uint32_t>(&in - c.code);
    event.lanes = mask;
    c.observer->on_warp_sync(event);
  }
  ObjectUse use;
  use.kind = Kind::kArrive;
  use.count.fill(kCounts ? 1 : 0);
  return each_object(c, in, mask, use, [&](BarrierObject& b, int i) {
    return kCounts && b.arrive(use.count[i]);
  });
}

template <Kind kKind>
Step count_bytes(Context& c, const Inst& in, LaneMask mask) {
  ObjectUse use;
  use.kind = kKind;
  if (!read_counts(c, in.b, mask, 0, kMostBytes, use.bytes))
    return refuse_bytes(c, mask);
  return each_object(c, in, mask, use, [&](BarrierObject& b, int i) {
    if (kKind == Kind::kComplete) return b.complete(use.bytes[i]);
    b.expect(use.bytes[i]);
    return false;
  });
}

// True when the phase that the state (or parity) names has ended. A lane that
// waits for copies lets them be made: they need not be made earlier.
template <bool kParity>
Step test_wait(Context& c, const Inst& in, LaneMask mask) {
  ObjectUse use;
  use.kind = Kind::kTest;
  use.parity = kParity;
  const Step step = each_object(c, in, mask, use, [&](BarrierObject& b, int i) {
    const uint32_t phase =
        kParity ? row<uint32_t>(c, in.b)[i] & 1u
                : BarrierObject::from(row<uint64_t>(c, in.b)[i]).phase;
    use.asked |= phase << i;
    if (b.phase == phase &&
        c.machine->hurry_copies(c.shared + use.address[i])) {
      uint64_t word = 0;
      std::memcpy(&word, c.shared + use.address[i], kObjectBytes);
      b = BarrierObject::from(word);
    }
    return b.phase != phase;
  });
  if (step != Step::kNext) return step;
  LaneMask& d = predicate(c, in.d);
  d = (d & ~mask) | (use.over & mask);
  return step;
}

Step pending_count(Context& c, const Inst& in, LaneMask mask) {
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    row<uint32_t>(c, in.d)[i] =
        BarrierObject::from(row<uint64_t>(c, in.a)[i]).pending;
  }
  return Step::kNext;
}

template <Handler kHandler>
Handler select(const Form&) {
  return kHandler;
}

constexpr TypeSet kB64 = types(Type::kB64);
constexpr Does kUse = Does::kReads | Does::kWrites | Does::kOrders;
constexpr Does kAsk = Does::kReads | Does::kOrders;
constexpr Does kAfterCopies = Does::kAsync | Does::kAllGroups | Does::kOrders;

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.13.15), types, execute, counts as, does
    {"cp.async.mbarrier.arrive{.space}.type [a]", kB64, select<arrive_after_copies<false>>, Event::kAtomic, kAfterCopies},
    {"cp.async.mbarrier.arrive.noinc{.space}.type [a]", kB64, select<arrive_after_copies<true>>, Event::kAtomic, kAfterCopies},
    {"mbarrier.arrive{.sem}{.scope}{.space}.type d, [a]{, b:u32}", kB64, select<arrive<Kind::kArrive, false>>, Event::kAtomic, kUse},
    {"mbarrier.arrive.expect_tx{.sem}{.scope}{.space}.type d, [a], b:u32", kB64, select<arrive_expecting<Kind::kArrive>>, Event::kAtomic, kUse},
    {"mbarrier.arrive.noComplete{.sem}{.scope}{.space}.type d, [a], b:u32", kB64, select<arrive<Kind::kArrive, true>>, Event::kAtomic, kUse},
    {"mbarrier.arrive_drop{.sem}{.scope}{.space}.type d, [a]{, b:u32}", kB64, select<arrive<Kind::kDrop, false>>, Event::kAtomic, kUse},
    {"mbarrier.arrive_drop.expect_tx{.sem}{.scope}{.space}.type d, [a], b:u32", kB64, select<arrive_expecting<Kind::kDrop>>, Event::kAtomic, kUse},
    {"mbarrier.arrive_drop.noComplete{.sem}{.scope}{.space}.type d, [a], b:u32", kB64, select<arrive<Kind::kDrop, true>>, Event::kAtomic, kUse},
    {"mbarrier.complete_tx{.sem}{.scope}{.space}.type [a], b:u32", kB64, select<count_bytes<Kind::kComplete>>, Event::kAtomic, kUse},
    {"mbarrier.expect_tx{.sem}{.scope}{.space}.type [a], b:u32", kB64, select<count_bytes<Kind::kExpect>>, Event::kAtomic, kUse},
    {"mbarrier.init{.space}.type [a], b:u32", kB64, select<init>, Event::kAtomic, kUse},
    {"mbarrier.inval{.space}.type [a]", kB64, select<invalidate>, Event::kAtomic, kUse},
    {"mbarrier.pending_count.type d:u32, a", kB64, select<pending_count>, Event::kNothing},
    {"mbarrier.test_wait{.sem}{.scope}{.space}.type d:pred, [a], b", kB64, select<test_wait<false>>, Event::kAtomic, kAsk},
    {"mbarrier.test_wait.parity{.sem}{.scope}{.space}.type d:pred, [a], b:u32", kB64, select<test_wait<true>>, Event::kAtomic, kAsk},
    {"mbarrier.try_wait{.sem}{.scope}{.space}.type d:pred, [a], b{, c:u32}", kB64, select<test_wait<false>>, Event::kAtomic, kAsk},
    {"mbarrier.try_wait.parity{.sem}{.scope}{.space}.type d:pred, [a], b:u32{, c:u32}", kB64, select<test_wait<true>>, Event::kAtomic, kAsk},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> mbarrier_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
