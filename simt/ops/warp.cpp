// SPDX-License-Identifier: MIT
// Instructions by which the lanes of a warp exchange values. The machine has
// brought the lanes of the mask (row e) together before one of these runs.
#include <bit>

#include "simt/ops/families.h"
#include "simt/ops/observer.h"
#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

void set_predicate(Context& c, Ref ref, LaneMask mask, LaneMask value) {
  if (ref == kNoRef) return;
  LaneMask& d = predicate(c, ref);
  d = (d & ~mask) | (value & mask);
}

// Lanes that a lane may exchange with: those that run this instruction and
// are named by its mask.
inline LaneMask partners(const uint32_t* masks, LaneMask mask, int lane) {
  return masks[lane] & mask;
}

// Told to an observer that asked for it.
void tell(Context& c, const Inst& in, LaneMask mask, Exchange exchange) {
  exchange.at = c.at;
  exchange.pc = static_cast<uint32_t>(&in - c.code);
  exchange.active = mask;
  exchange.mask = row<uint32_t>(c, in.e)[std::countr_zero(mask)];
  c.observer->on_exchange(exchange);
}

bool traced(const Context& c) {
  return c.observer != nullptr && c.observer->traces;
}

// Source lane and in-range flag by the manual's pseudo code (PTX ISA
// 9.7.9.6): b holds the lane or distance, c the clamp and segment mask.
inline bool source(Mode mode, int lane, uint32_t b, uint32_t c, int& from) {
  const int clamp = static_cast<int>(c & 31u);
  const int segment = static_cast<int>(c >> 8 & 31u);
  const int max = (lane & segment) | (clamp & ~segment);
  const int min = lane & segment;
  const int by = static_cast<int>(b & 31u);
  bool in_range = false;
  switch (mode) {
    case Mode::kUp:
      from = lane - by;
      in_range = from >= max;
      break;
    case Mode::kDown:
      from = lane + by;
      in_range = from <= max;
      break;
    case Mode::kBfly:
      from = lane ^ by;
      in_range = from <= max;
      break;
    default:
      from = min | (by & ~segment);
      in_range = from <= max;
      break;
  }
  if (!in_range) from = lane;
  return in_range;
}

template <Mode kMode>
void tell_shuffle(Context& c, const Inst& in, LaneMask mask,
                  LaneMask from_nowhere, LaneMask in_range) {
  const uint32_t* b = row<uint32_t>(c, in.b);
  const uint32_t* segment = row<uint32_t>(c, in.c);
  int8_t lanes[kWarpSize];
  for (int i = 0; i < kWarpSize; ++i) {
    int from = i;
    source(kMode, i, b[i], segment[i], from);
    lanes[i] = from_nowhere >> i & 1 ? int8_t{-1} : static_cast<int8_t>(from);
  }
  Exchange exchange;
  exchange.from = lanes;
  exchange.in_range = in_range;
  tell(c, in, mask, exchange);
}

template <Mode kMode>
Step shuffle(Context& c, const Inst& in, LaneMask mask) {
  const uint32_t* a = row<uint32_t>(c, in.a);
  const uint32_t* b = row<uint32_t>(c, in.b);
  const uint32_t* segment = row<uint32_t>(c, in.c);
  const uint32_t* masks = row<uint32_t>(c, in.e);
  uint32_t result[kWarpSize];
  LaneMask in_range = 0, from_nowhere = 0;
  for (int i = 0; i < kWarpSize; ++i) {
    if (!(mask >> i & 1)) continue;
    int from = i;
    if (source(kMode, i, b[i], segment[i], from)) in_range |= 1u << i;
    result[i] = a[from];
    if (!(partners(masks, mask, i) >> from & 1)) {
      // The value is undefined (PTX ISA); a fixed pattern keeps runs equal.
      if (from != i) result[i] = 0xdeadbeefu;
      if (from != i) from_nowhere |= 1u << i;
    }
  }
  if (traced(c)) tell_shuffle<kMode>(c, in, mask, from_nowhere, in_range);
  uint32_t* d = row<uint32_t>(c, in.d);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    d[i] = result[i];
  }
  set_predicate(c, in.p, mask, in_range);
  if (from_nowhere != 0 && c.observer != nullptr) {
    MaskError error;
    error.kind = MaskError::Kind::kInactiveSource;
    error.at = c.at;
    error.pc = static_cast<uint32_t>(&in - c.code);
    error.mask = masks[std::countr_zero(from_nowhere)];
    error.lanes = from_nowhere;
    error.exited = c.exited;
    c.observer->on_mask_error(error);
  }
  return Step::kNext;
}

Handler select_shuffle(const Form& form) {
  switch (form.mode) {
    case Mode::kUp:
      return shuffle<Mode::kUp>;
    case Mode::kDown:
      return shuffle<Mode::kDown>;
    case Mode::kBfly:
      return shuffle<Mode::kBfly>;
    case Mode::kIdx:
      return shuffle<Mode::kIdx>;
    default:
      return nullptr;
  }
}

void tell_vote(Context& c, const Inst& in, LaneMask mask, LaneMask predicate,
               LaneMask result) {
  if (!traced(c)) return;
  Exchange exchange;
  exchange.predicate = predicate;
  exchange.result = result;
  tell(c, in, mask, exchange);
}

Step ballot(Context& c, const Inst& in, LaneMask mask) {
  LaneMask value = predicate(c, in.c);
  if (in.flags & kNegatedC) value = ~value;
  const uint32_t* masks = row<uint32_t>(c, in.e);
  uint32_t* d = row<uint32_t>(c, in.d);
  uint32_t result[kWarpSize];
  for (int i = 0; i < kWarpSize; ++i)
    result[i] = value & partners(masks, mask, i);
  tell_vote(c, in, mask, value, result[std::countr_zero(mask)]);
  for (int i = 0; i < kWarpSize; ++i) d[i] = (mask >> i & 1) ? result[i] : d[i];
  return Step::kNext;
}

Step vote(Context& c, const Inst& in, LaneMask mask) {
  LaneMask value = predicate(c, in.c);
  if (in.flags & kNegatedC) value = ~value;
  const uint32_t* masks = row<uint32_t>(c, in.e);
  LaneMask result = 0;
  for (int i = 0; i < kWarpSize; ++i) {
    const LaneMask who = partners(masks, mask, i);
    const bool all = (value & who) == who, any = (value & who) != 0;
    bool yes = all;
    if (in.form->mode == Mode::kAny) yes = any;
    if (in.form->mode == Mode::kUni) yes = all || !any;
    result |= LaneMask{yes} << i;
  }
  tell_vote(c, in, mask, value, result & mask);
  set_predicate(c, in.d, mask, result);
  return Step::kNext;
}

Handler select_vote(const Form& form) {
  if (form.mode == Mode::kBallot)
    return form.type == Type::kB32 ? ballot : nullptr;
  const bool known = form.mode == Mode::kAll || form.mode == Mode::kAny ||
                     form.mode == Mode::kUni;
  return known && form.type == Type::kPred ? vote : nullptr;
}

template <class T>
Step match(Context& c, const Inst& in, LaneMask mask) {
  const T* a = row<T>(c, in.a);
  const uint32_t* masks = row<uint32_t>(c, in.e);
  uint32_t result[kWarpSize] = {};
  LaneMask all_equal = 0;
  for (int i = 0; i < kWarpSize; ++i) {
    if (!(mask >> i & 1)) continue;
    const LaneMask who = partners(masks, mask, i);
    LaneMask equal = 0;
    for (int j = 0; j < kWarpSize; ++j)
      if ((who >> j & 1) && a[j] == a[i]) equal |= 1u << j;
    if (equal == who) all_equal |= 1u << i;
    result[i] = in.form->mode == Mode::kAll ? (equal == who ? who : 0) : equal;
  }
  const LaneMask first = result[std::countr_zero(mask)];
  tell_vote(c, in, mask, first, first);
  uint32_t* d = row<uint32_t>(c, in.d);
  for (int i = 0; i < kWarpSize; ++i) d[i] = (mask >> i & 1) ? result[i] : d[i];
  set_predicate(c, in.p, mask, all_equal);
  return Step::kNext;
}

Handler select_match(const Form& form) {
  return form.type == Type::kB64 ? match<uint64_t> : match<uint32_t>;
}

template <class T>
T reduce(Combine op, T x, T y) {
  switch (op) {
    case Combine::kAdd:
      return static_cast<T>(static_cast<uint32_t>(x) +
                            static_cast<uint32_t>(y));
    case Combine::kMin:
      return y < x ? y : x;
    case Combine::kMax:
      return x < y ? y : x;
    case Combine::kAnd:
      return x & y;
    case Combine::kOr:
      return x | y;
    default:
      return x ^ y;
  }
}

template <class T>
Step redux(Context& c, const Inst& in, LaneMask mask) {
  const T* a = row<T>(c, in.a);
  const uint32_t* masks = row<uint32_t>(c, in.e);
  T result[kWarpSize] = {};
  for (int i = 0; i < kWarpSize; ++i) {
    if (!(mask >> i & 1)) continue;
    bool first = true;
    for (LaneMask who = partners(masks, mask, i); who != 0; who &= who - 1) {
      const T value = a[std::countr_zero(who)];
      result[i] = first ? value : reduce(in.form->combine, result[i], value);
      first = false;
    }
  }
  tell_vote(c, in, mask, mask, mask);
  T* d = row<T>(c, in.d);
  for (int i = 0; i < kWarpSize; ++i) d[i] = (mask >> i & 1) ? result[i] : d[i];
  return Step::kNext;
}

Handler select_redux(const Form& form) {
  return form.type == Type::kS32 ? redux<int32_t> : redux<uint32_t>;
}

Step active_mask(Context& c, const Inst& in, LaneMask mask) {
  const LaneMask here = c.delay_stores ? c.machine->together(mask) : mask;
  uint32_t* d = row<uint32_t>(c, in.d);
  for (int i = 0; i < kWarpSize; ++i) d[i] = (here >> i & 1) ? here : d[i];
  c.later = mask & ~here;
  return here == mask ? Step::kNext : Step::kApart;
}
Handler select_active_mask(const Form&) { return active_mask; }

Step elect(Context& c, const Inst& in, LaneMask mask) {
  const uint32_t* masks = row<uint32_t>(c, in.e);
  uint32_t* d = in.d == kNoRef ? nullptr : row<uint32_t>(c, in.d);
  LaneMask leader = 0;
  for (int i = 0; i < kWarpSize; ++i) {
    if (!(mask >> i & 1)) continue;
    const int first = std::countr_zero(partners(masks, mask, i));
    if (first == i) leader |= 1u << i;
    if (d != nullptr) d[i] = static_cast<uint32_t>(first);
  }
  set_predicate(c, in.p, mask, leader);
  return Step::kNext;
}
Handler select_elect(const Form&) { return elect; }

// Lanes of one mask meet here; the order of their accesses is what counts.
Step sync(Context& c, const Inst& in, LaneMask mask) {
  if (c.observer == nullptr) return Step::kNext;
  const uint32_t* masks = row<uint32_t>(c, in.e);
  for (LaneMask left = mask; left != 0;) {
    const LaneMask asked = masks[std::countr_zero(left)];
    LaneMask group = 0;
    for (LaneMask who = left; who != 0; who &= who - 1) {
      const int i = std::countr_zero(who);
      if (masks[i] == asked) group |= 1u << i;
    }
    WarpSync event;
    event.at = c.at;
    event.pc = static_cast<uint32_t>(&in - c.code);
    event.lanes = group & asked;
    event.memory = true;
    if (event.lanes != 0) c.observer->on_warp_sync(event);
    left &= ~group;
  }
  return Step::kNext;
}
Handler select_sync(const Form&) { return sync; }

constexpr TypeSet kWord = types(Type::kB32);
constexpr TypeSet kVoteTypes = types(Type::kB32, Type::kPred);
constexpr TypeSet kMatchTypes = types(Type::kB32, Type::kB64);
constexpr TypeSet kReduxTypes = types(Type::kB32, Type::kU32, Type::kS32);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.9.6, 9.7.13), types, execute, counts as; e is the
    // lane mask, and every row that has one brings its lanes together
    {"activemask.type d", kWord, select_active_mask, Event::kNothing},
    {"bar.warp.sync e:u32", 0, select_sync, Event::kWarpBarrier, Does::kOrders | Does::kWaits},
    {"elect.sync d:u32|p, e:u32", 0, select_elect, Event::kVote},
    {"match.mode.sync.type d:u32|p, a, e:u32", kMatchTypes, select_match, Event::kVote},
    {"match.mode.sync.type d:u32, a, e:u32", kMatchTypes, select_match, Event::kVote},
    {"redux.sync.op.type d, a, e:u32", kReduxTypes, select_redux, Event::kShuffle},
    {"shfl.sync.mode.type d|p, a, b:u32, c:u32, e:u32", kWord, select_shuffle, Event::kShuffle},
    {"shfl.sync.mode.type d, a, b:u32, c:u32, e:u32", kWord, select_shuffle, Event::kShuffle},
    {"vote.sync.mode.type d, c:pred, e:u32", kVoteTypes, select_vote, Event::kVote},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> warp_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
