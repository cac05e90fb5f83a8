// SPDX-License-Identifier: MIT
// Atomic read-modify-write operations, lane by lane in lane order.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "simt/ops/address.h"
#include "simt/ops/combine.h"
#include "simt/ops/families.h"
#include "simt/ops/marks.h"
#include "simt/ops/numbers.h"
#include "simt/ops/observer.h"
#include "simt/ops/owned.h"
#include "simt/ops/sums.h"
#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Space;
using ptx::Type;

// The additions of one instruction that make a NaN or an infinity from finite
// numbers.
class Births {
 public:
  template <class T>
  void look(int lane, T old, T b, T fresh) {
    const double made = value(fresh), x = value(old), y = value(b);
    if (std::isfinite(made) || !std::isfinite(x) || !std::isfinite(y)) return;
    born_.add(lane, made, {x, y});
  }
  template <class T>
  void look(int lane, Pair<T> old, Pair<T> b, Pair<T> fresh) {
    look(lane, old.low, b.low, fresh.low);
    look(lane, old.high, b.high, fresh.high);
  }
  void tell(Context& c, const Inst& in) {
    if (born_.lanes == 0) return;
    born_.at = c.at;
    born_.pc = static_cast<uint32_t>(&in - c.code);
    born_.count = 2;
    c.numbers->on_born(born_);
  }

 private:
  template <class T>
  static double value(T x) {
    if constexpr (kIsSmall<T>)
      return static_cast<double>(to_float(x));
    else
      return static_cast<double>(x);
  }
  Born born_;
};

// Where lane i's bytes are; `host` is null when the lanes' allocations differ.
std::byte* place_of(const Context& c, const Addresses& a, int i, uint32_t width,
                    std::byte* host) {
  const uint64_t address = at(a, i, width);
  if (host != nullptr) return host + address;
  return reinterpret_cast<std::byte*>(c.memory->find(address)->delta +
                                      static_cast<int64_t>(address));
}

// What parts of a launch on several host threads may do to one place: see
// program::Independence::kAny.
template <class T, Combine kOp>
inline constexpr bool kAnyOrder = std::is_integral_v<T> && sizeof(T) >= 4 &&
                                  kOp != Combine::kExch&& kOp
                                      != Combine::kCas&& kOp
                                      != Combine::kInc&& kOp != Combine::kDec;

template <class T, Combine kOp>
T update_at_once(Context& c, std::byte* place, T b, T third) {
  const std::atomic_ref<T> cell(*reinterpret_cast<T*>(place));
  T old = cell.load(std::memory_order_relaxed), fresh;
  do {
    fresh = combine<T, kOp>(old, b, third, true);
  } while (!cell.compare_exchange_weak(old, fresh, std::memory_order_relaxed));
  c.effects += old != fresh ? 1 : 0;
  return old;
}

// One element of lane i; returns what was there.
template <class T, Combine kOp>
T update(Context& c, int i, std::byte* place, T b, T third, bool global,
         Births& births) {
  if constexpr (kAnyOrder<T, kOp>) {
    if (global && c.shared_updates) [[unlikely]]
      return update_at_once<T, kOp>(c, place, b, third);
  }
  T old;
  std::memcpy(&old, place, sizeof(T));
  const T fresh = combine<T, kOp>(old, b, third, global);
  if constexpr (kOp == Combine::kAdd && !std::is_integral_v<T>) {
    if (c.numbers != nullptr) [[unlikely]]
      births.look(i, old, b, fresh);
  }
  std::memcpy(place, &fresh, sizeof(T));
  c.effects += std::memcmp(&old, &fresh, sizeof(T)) != 0 ? 1 : 0;
  return old;
}

// The same for lanes whose bytes all lie in `host`, where nobody wants to hear
// of numbers and nobody else updates. `old`: the row for what was there, or
// null. Returns how many changed what was there.
template <class T, Combine kOp>
[[gnu::noinline]] uint64_t update_lanes(const Addresses& a, LaneMask lanes,
                                        std::byte* host, const T* b,
                                        const T* third, T* old, bool global) {
  const bool general = a.shape == Shape::kGeneral;
  const uint64_t step = a.shape == Shape::kConsecutive ? sizeof(T) : 0;
  const uint64_t* const lane = a.lane;
  std::byte* const base = host + a.base;
  uint64_t effects = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const int i = std::countr_zero(lanes);
    std::byte* const place = base + (general ? lane[i] : step * i);
    T was;
    std::memcpy(&was, place, sizeof(T));
    const T fresh = combine<T, kOp>(was, b[i], third[i], global);
    std::memcpy(place, &fresh, sizeof(T));
    effects += std::memcmp(&was, &fresh, sizeof(T)) != 0 ? 1 : 0;
    if (old != nullptr) old[i] = was;
  }
  return effects;
}

// For the parts of a launch. False: they meet.
bool watch(Context& c, const Inst& in, const Addresses& a, LaneMask mask,
           uint32_t width, const Allocation* allocation) {
  if (c.owners != nullptr)
    return own(c, a, mask, width, AccessKind::kAtomic, allocation, *in.form);
  if (c.marks == nullptr) return true;
  if (allocation == nullptr) c.marks->lose_track();
  for (LaneMask left = mask; left != 0; left &= left - 1)
    c.marks->updates(at(a, std::countr_zero(left), width), width);
  return true;
}

// Calls lanes(mask, addresses, host, global) for the lanes of each space.
template <class Lanes>
Step in_each_space(Context& c, const Inst& in, LaneMask mask, uint32_t width,
                   Lanes lanes) {
  const auto kind = AccessKind::kAtomic;
  for (LaneMask left = mask; left != 0;) {
    Addresses a = gather(c, in, left, width);
    Space space = in.form->space;
    LaneMask same = left;
    if (space == Space::kGeneric) same = select_space(c, a, left, width, space);
    BlockVisit visit(c);
    if (space == Space::kShared) same = visit.enter(a, same, width, *in.form);
    if (!check_aligned(c, a, same, width, kind, space)) return Step::kFault;
    Resolved where;
    const bool found = space == Space::kShared
                           ? resolve_shared(c, a, same, width, kind, where)
                           : resolve_global(c, in, a, same, width, kind, where);
    if (!found) return Step::kFault;
    const bool global = space == Space::kGlobal;
    if (global && !watch(c, in, a, same, width, where.allocation))
      return Step::kFault;
    report(c, in, a, same, width, kind, space, where.allocation);
    const bool several = global && where.allocation == nullptr;
    lanes(same, a, several ? nullptr : where.host, global);
    left &= ~same;
  }
  return Step::kNext;
}

// Context::sums. Nobody looks at what was there.
template <class T>
void add_later(Context& c, const Addresses& a, LaneMask lanes, const T* b) {
  for (; lanes != 0; lanes &= lanes - 1) {
    const int i = std::countr_zero(lanes);
    c.sums->add(at(a, i, sizeof(T)), b[i]);
    c.effects += b[i] != 0 ? 1 : 0;
  }
}

template <class T, Combine kOp>
Step atomic(Context& c, const Inst& in, LaneMask mask) {
  const T* b = row<T>(c, in.b);
  const T* third = in.c == kNoRef ? b : row<T>(c, in.c);  // cas has one
  Births births;
  const auto lanes = [&](LaneMask left, const Addresses& a, std::byte* host,
                         bool global) {
    if constexpr (kOp == Combine::kAdd && kAnyOrder<T, kOp>) {
      if (global && c.sums != nullptr) return add_later(c, a, left, b);
    }
    if (host != nullptr && c.numbers == nullptr && !c.shared_updates) {
      T* const old = in.d != kNoRef ? row<T>(c, in.d) : nullptr;
      c.effects += update_lanes<T, kOp>(a, left, host, b, third, old, global);
      return;
    }
    for (; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      const T old = update<T, kOp>(c, i, place_of(c, a, i, sizeof(T), host),
                                   b[i], third[i], global, births);
      if (in.d != kNoRef) row<T>(c, in.d)[i] = old;  // no red, no sink
    }
  };
  const Step step = in_each_space(c, in, mask, sizeof(T), lanes);
  births.tell(c, in);
  const bool read = in.d != kNoRef && in.form->space != Space::kShared;
  if (read && c.delay_stores && step == Step::kNext)
    return c.machine->after_atomic();
  return step;
}

// Each element by itself. The old ones' rows, where wanted, come first in the
// list.
template <class T, bool kOld>
Step vector_add(Context& c, const Inst& in, LaneMask mask) {
  const auto width = static_cast<uint32_t>(sizeof(T)) * in.count;
  const Ref* d = c.lists + in.list;
  const Ref* b = kOld ? d + in.count : d;
  Births births;
  const auto lanes = [&](LaneMask left, const Addresses& a, std::byte* host,
                         bool global) {
    for (; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      std::byte* place = place_of(c, a, i, width, host);
      for (int e = 0; e < in.count; ++e) {
        const T add = row<T>(c, b[e])[i];
        const T old = update<T, Combine::kAdd>(c, i, place + sizeof(T) * e, add,
                                               add, global, births);
        if constexpr (kOld) row<T>(c, d[e])[i] = old;
      }
    }
  };
  const Step step = in_each_space(c, in, mask, width, lanes);
  births.tell(c, in);
  return step;
}

template <class T>
Handler bitwise(Combine op) {
  switch (op) {
    case Combine::kAnd:
      return atomic<T, Combine::kAnd>;
    case Combine::kOr:
      return atomic<T, Combine::kOr>;
    case Combine::kXor:
      return atomic<T, Combine::kXor>;
    case Combine::kExch:
      return atomic<T, Combine::kExch>;
    case Combine::kCas:
      return atomic<T, Combine::kCas>;
    default:
      return nullptr;
  }
}

template <class T>
Handler arithmetic(Combine op) {
  switch (op) {
    case Combine::kAdd:
      return atomic<T, Combine::kAdd>;
    case Combine::kMin:
      return atomic<T, Combine::kMin>;
    case Combine::kMax:
      return atomic<T, Combine::kMax>;
    case Combine::kInc:
      return std::is_same_v<T, uint32_t> ? atomic<T, Combine::kInc> : nullptr;
    case Combine::kDec:
      return std::is_same_v<T, uint32_t> ? atomic<T, Combine::kDec> : nullptr;
    default:
      return bitwise<std::make_unsigned_t<T>>(op);
  }
}

template <class T>
Handler floating(Combine op) {
  return op == Combine::kAdd ? atomic<T, Combine::kAdd> : nullptr;
}

Handler two_words(Combine op) {
  if (op == Combine::kExch) return atomic<TwoWords, Combine::kExch>;
  return op == Combine::kCas ? atomic<TwoWords, Combine::kCas> : nullptr;
}

// Atomics are for memory that threads share.
bool is_shared(const Form& form) {
  return form.space == Space::kGeneric || form.space == Space::kGlobal ||
         form.space == Space::kShared;
}
template <bool kOld>
Handler select_vector(const Form& form) {
  if (form.combine != Combine::kAdd || !is_shared(form)) return nullptr;
  switch (form.type) {
    case Type::kF32:
      return vector_add<float, kOld>;
    case Type::kF16:
      return vector_add<Half, kOld>;
    case Type::kF16x2:
      return vector_add<HalfPair, kOld>;
    case Type::kBf16:
      return vector_add<Bfloat, kOld>;
    case Type::kBf16x2:
      return vector_add<BfloatPair, kOld>;
    default:
      return nullptr;
  }
}

Handler select_atomic(const Form& form) {
  switch (form.type) {
    case Type::kB16:
      return bitwise<uint16_t>(form.combine);
    case Type::kB32:
      return bitwise<uint32_t>(form.combine);
    case Type::kB64:
      return bitwise<uint64_t>(form.combine);
    case Type::kB128:
      return two_words(form.combine);
    case Type::kU32:
      return arithmetic<uint32_t>(form.combine);
    case Type::kS32:
      return arithmetic<int32_t>(form.combine);
    case Type::kU64:
      return arithmetic<uint64_t>(form.combine);
    case Type::kS64:
      return arithmetic<int64_t>(form.combine);
    case Type::kF32:
      return floating<float>(form.combine);
    case Type::kF64:
      return floating<double>(form.combine);
    case Type::kF16:
      return floating<Half>(form.combine);
    case Type::kF16x2:
      return floating<HalfPair>(form.combine);
    case Type::kBf16:
      return floating<Bfloat>(form.combine);
    case Type::kBf16x2:
      return floating<BfloatPair>(form.combine);
    default:
      return nullptr;
  }
}

Handler select_operation(const Form& form) {
  return is_shared(form) && form.combine != Combine::kCas ? select_atomic(form)
                                                          : nullptr;
}
Handler select_swap(const Form& form) {
  return is_shared(form) ? select_atomic(form) : nullptr;
}

constexpr TypeSet kAtomicTypes =
    types(Type::kB16, Type::kB32, Type::kB64, Type::kU32, Type::kS32,
          Type::kU64, Type::kS64, Type::kF32, Type::kF64, Type::kF16,
          Type::kF16x2, Type::kBf16, Type::kBf16x2, Type::kB128);
constexpr TypeSet kVectorTypes =
    types(Type::kF32, Type::kF16, Type::kF16x2, Type::kBf16, Type::kBf16x2);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.13), types, execute, counts as, does
    {"atom{.sem}{.scope}{.space}.cas{.cache}.type d, [a], b, c", kAtomicTypes, select_swap, Event::kAtomic, Does::kReads | Does::kWrites},
    {"atom{.sem}{.scope}{.space}.op{.noftz}{.cache}.type d, [a], b", kAtomicTypes, select_operation, Event::kAtomic, Does::kReads | Does::kWrites},
    {"atom{.sem}{.scope}{.space}.op{.noftz}{.cache}.vec.type d, [a], b", kVectorTypes, select_vector<true>, Event::kAtomic, Does::kReads | Does::kWrites},
    {"red{.sem}{.scope}{.space}.op{.noftz}{.cache}.type [a], b", kAtomicTypes, select_operation, Event::kAtomic, Does::kReads | Does::kWrites},
    {"red{.sem}{.scope}{.space}.op{.noftz}{.cache}.vec.type [a], b", kVectorTypes, select_vector<false>, Event::kAtomic, Does::kReads | Does::kWrites},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> atomic_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
