// SPDX-License-Identifier: MIT
// Moves: registers, vectors packed and taken apart, address windows, clocks.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "simt/ops/families.h"
#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Space;
using ptx::Type;

constexpr TypeSet kMoveTypes = types(
    Type::kB16, Type::kB32, Type::kB64, Type::kU16, Type::kU32, Type::kU64,
    Type::kS16, Type::kS32, Type::kS64, Type::kF16, Type::kF16x2, Type::kB128,
    Type::kBf16, Type::kBf16x2, Type::kF32, Type::kF64);

template <class T>
inline void blend(T* d, const T* a, LaneMask mask) {
  if (mask == kAllLanes) {
    std::memmove(d, a, sizeof(T) * kWarpSize);
    return;
  }
  for (int i = 0; i < kWarpSize; ++i) d[i] = (mask >> i & 1) ? a[i] : d[i];
}

template <class T>
Step move(Context& c, const Inst& in, LaneMask mask) {
  blend(row<T>(c, in.d), row<T>(c, in.a), mask);
  return Step::kNext;
}

Step move_predicate(Context& c, const Inst& in, LaneMask mask) {
  LaneMask& d = predicate(c, in.d);
  d = (d & ~mask) | (predicate(c, in.a) & mask);
  return Step::kNext;
}

Handler select_move(const Form& form) {
  if (form.type == Type::kPred) return move_predicate;
  switch (ptx::size_of(form.type)) {
    case 2:
      return move<uint16_t>;
    case 4:
      return move<uint32_t>;
    case 8:
      return move<uint64_t>;
    case 16:
      return move<std::array<uint64_t, 2>>;
    default:
      return nullptr;
  }
}

// {x, y} of a wide register: elements of size wide / count, lowest first.
// Sizes that are constants make loops of plain copies.
template <int kPart>
void unpack_parts(Context& c, const Inst& in, LaneMask mask) {
  const int wide = kPart * in.count;
  for (int e = 0; e < in.count; ++e) {
    std::byte* d = row<std::byte>(c, c.lists[in.list + e]);
    const std::byte* a = row<std::byte>(c, in.a) + kPart * e;
    for (LaneMask left = mask; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      std::memcpy(d + kPart * i, a + wide * i, kPart);
    }
  }
}

template <int kPart>
void pack_parts(Context& c, const Inst& in, LaneMask mask) {
  const int wide = kPart * in.count;
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    std::byte whole[16];
    for (int e = 0; e < in.count; ++e) {
      const std::byte* a = row<std::byte>(c, c.lists[in.list + e]);
      std::memcpy(whole + kPart * e, a + kPart * i, kPart);
    }
    std::memcpy(row<std::byte>(c, in.d) + wide * i, whole, wide);
  }
}

// The usual case, as vector instructions: a full warp, two halves of 64 bits.
// A row of results may be the source's, so all is read before it is written.
void unpack_halves(Context& c, const Inst& in) {
  const uint64_t* const a = row<uint64_t>(c, in.a);
  uint32_t low[kWarpSize], high[kWarpSize];
  for (int i = 0; i < kWarpSize; ++i) {
    low[i] = static_cast<uint32_t>(a[i]);
    high[i] = static_cast<uint32_t>(a[i] >> 32);
  }
  std::memcpy(row<uint32_t>(c, c.lists[in.list]), low, sizeof(low));
  std::memcpy(row<uint32_t>(c, c.lists[in.list + 1]), high, sizeof(high));
}

void pack_halves(Context& c, const Inst& in) {
  const uint32_t* const low = row<uint32_t>(c, c.lists[in.list]);
  const uint32_t* const high = row<uint32_t>(c, c.lists[in.list + 1]);
  uint64_t whole[kWarpSize];
  for (int i = 0; i < kWarpSize; ++i)
    whole[i] = uint64_t{high[i]} << 32 | low[i];
  std::memcpy(row<uint64_t>(c, in.d), whole, sizeof(whole));
}

bool is_halves(const Inst& in, int wide, LaneMask mask) {
  return wide == 8 && in.count == 2 && mask == kAllLanes;
}

Step unpack(Context& c, const Inst& in, LaneMask mask) {
  const int wide = ptx::size_of(in.form->type);
  if (is_halves(in, wide, mask)) {
    unpack_halves(c, in);
    return Step::kNext;
  }
  switch (wide / in.count) {
    case 1:
      unpack_parts<1>(c, in, mask);
      break;
    case 2:
      unpack_parts<2>(c, in, mask);
      break;
    case 4:
      unpack_parts<4>(c, in, mask);
      break;
    default:
      unpack_parts<8>(c, in, mask);
  }
  return Step::kNext;
}

Step pack(Context& c, const Inst& in, LaneMask mask) {
  const int wide = ptx::size_of(in.form->type);
  if (is_halves(in, wide, mask)) {
    pack_halves(c, in);
    return Step::kNext;
  }
  switch (wide / in.count) {
    case 1:
      pack_parts<1>(c, in, mask);
      break;
    case 2:
      pack_parts<2>(c, in, mask);
      break;
    case 4:
      pack_parts<4>(c, in, mask);
      break;
    default:
      pack_parts<8>(c, in, mask);
  }
  return Step::kNext;
}

template <Step (*kRun)(Context&, const Inst&, LaneMask)>
Handler select_one(const Form&) {
  return kRun;
}

uint64_t window_of(Space space) {
  if (space == Space::kShared) return kSharedWindow;
  if (space == Space::kLocal) return kLocalWindow;
  if (space == Space::kParam) return kParamWindow;
  return 0;  // global and constant addresses are generic already
}

Step convert_address(Context& c, const Inst& in, LaneMask mask) {
  const uint64_t window = window_of(in.form->space);
  const uint64_t add = in.form->to ? uint64_t{0} - window : window;
  const uint64_t* a = row<uint64_t>(c, in.a);
  uint64_t* d = row<uint64_t>(c, in.d);
  if (mask == kAllLanes) {
#pragma GCC ivdep
    for (int i = 0; i < kWarpSize; ++i) d[i] = a[i] + add;
    return Step::kNext;
  }
  for (int i = 0; i < kWarpSize; ++i)
    d[i] = (mask >> i & 1) ? a[i] + add : d[i];
  return Step::kNext;
}

bool is_constant(Context& c, uint64_t address) {
  const Allocation* found = c.memory->find(address);
  return found != nullptr && found->constant;
}

// A kernel's parameters are in global memory, too, and constants are not, as on
// an H200.
bool lies_in(Context& c, const Form& form, uint64_t address) {
  const Space space = form.space;
  const uint64_t window = window_of(space);
  if (space == Space::kShared && !form.cluster && rank_in(address) != c.rank)
    return false;
  if (window != 0) return address - window < kWindowBytes;
  if (space == Space::kConst) return is_constant(c, address);
  const bool global =
      (address >> 48) == 0 || address - kParamWindow < kWindowBytes;
  return global && !is_constant(c, address);
}

Step is_space(Context& c, const Inst& in, LaneMask mask) {
  const uint64_t* a = row<uint64_t>(c, in.a);
  LaneMask result = 0;
  for (int i = 0; i < kWarpSize; ++i)
    result |= LaneMask{lies_in(c, *in.form, a[i])} << i;
  LaneMask& d = predicate(c, in.d);
  d = (d & ~mask) | (result & mask);
  return Step::kNext;
}

template <class T, uint64_t (*kRead)(Machine&)>
Step read(Context& c, const Inst& in, LaneMask mask) {
  const T value = static_cast<T>(kRead(*c.machine));
  T* d = row<T>(c, in.d);
  for (int i = 0; i < kWarpSize; ++i) d[i] = (mask >> i & 1) ? value : d[i];
  return Step::kNext;
}
uint64_t clock_of(Machine& m) { return m.clock(); }
uint64_t clock_high_of(Machine& m) { return m.clock() >> 32; }
uint64_t timer_of(Machine& m) { return m.global_timer_ns(); }
uint64_t timer_high_of(Machine& m) { return m.global_timer_ns() >> 32; }

template <uint64_t (*kRead)(Machine&)>
Handler select_read(const Form& form) {
  return ptx::size_of(form.type) == 8 ? read<uint64_t, kRead>
                                      : read<uint32_t, kRead>;
}

constexpr uint64_t kStackUnit = 16;  // bytes

// Memory of the lane's stack until the function returns.
template <class T>
Step allocate(Context& c, const Inst& in, LaneMask mask) {
  auto* end = reinterpret_cast<uint64_t*>(c.pool[0] + kLocalEndRow);
  const T* bytes = row<T>(c, in.a);
  T* d = row<T>(c, in.d);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    const uint64_t align =
        in.b == kNoRef ? kStackUnit
                       : std::max(kStackUnit, row<uint64_t>(c, in.b)[i]);
    const uint64_t at = (end[i] + align - 1) / align * align;
    const uint64_t room =
        c.local_stride - std::min<uint64_t>(at, c.local_stride);
    if (bytes[i] > room) return overflow_stack(c, left, at + bytes[i]);
    end[i] = (at + bytes[i] + kStackUnit - 1) / kStackUnit * kStackUnit;
    d[i] = static_cast<T>(at);
  }
  return Step::kNext;
}

template <class T>
Step stack_save(Context& c, const Inst& in, LaneMask mask) {
  const auto* end = reinterpret_cast<uint64_t*>(c.pool[0] + kLocalEndRow);
  T* d = row<T>(c, in.d);
  for (int i = 0; i < kWarpSize; ++i)
    d[i] = (mask >> i & 1) ? static_cast<T>(end[i]) : d[i];
  return Step::kNext;
}

template <class T>
Step stack_restore(Context& c, const Inst& in, LaneMask mask) {
  auto* end = reinterpret_cast<uint64_t*>(c.pool[0] + kLocalEndRow);
  const T* a = row<T>(c, in.a);
  for (int i = 0; i < kWarpSize; ++i) end[i] = (mask >> i & 1) ? a[i] : end[i];
  return Step::kNext;
}

Handler select_allocate(const Form& form) {
  return ptx::size_of(form.type) == 8 ? allocate<uint64_t> : allocate<uint32_t>;
}
Handler select_stack_save(const Form& form) {
  return ptx::size_of(form.type) == 8 ? stack_save<uint64_t>
                                      : stack_save<uint32_t>;
}
Handler select_stack_restore(const Form& form) {
  return ptx::size_of(form.type) == 8 ? stack_restore<uint64_t>
                                      : stack_restore<uint32_t>;
}

constexpr TypeSet kB64 = types(Type::kU64, Type::kB64, Type::kS64);
constexpr TypeSet kStack = types(Type::kU32, Type::kU64);
constexpr TypeSet kClock = kB64 | types(Type::kU32, Type::kB32, Type::kS32);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.9, 9.7.14), types, execute, counts as; `read` is a mov from
    // a special register that changes while the warp runs
    {"alloca.type d, a{, b:u64}", kStack, select_allocate, Event::kNothing, Does::kGrowsStack},
    {"cvta.space.type d, a", kB64, select_one<convert_address>, Event::kNothing},
    {"cvta.to.space.type d, a", kB64, select_one<convert_address>, Event::kNothing},
    {"isspacep.space d:pred, a:u64", 0, select_one<is_space>, Event::kNothing},
    {"mov.type d, a", kMoveTypes | types(Type::kPred), select_move, Event::kNothing, Does::kRenames},
    {"mov.type {d}, a", kMoveTypes, select_one<unpack>, Event::kNothing, Does::kRenames},
    {"mov.type d, {a}", kMoveTypes, select_one<pack>, Event::kNothing, Does::kRenames},
    {"read_clock.type d", kClock, select_read<clock_of>, Event::kNothing, Does::kReadsClock},
    {"read_clock_hi.type d", kClock, select_read<clock_high_of>, Event::kNothing, Does::kReadsClock},
    {"read_globaltimer.type d", kClock, select_read<timer_of>, Event::kNothing, Does::kReadsClock},
    {"read_globaltimer_hi.type d", kClock, select_read<timer_high_of>, Event::kNothing, Does::kReadsClock},
    {"stackrestore.type a", kStack, select_stack_restore, Event::kNothing},
    {"stacksave.type d", kStack, select_stack_save, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> data_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
