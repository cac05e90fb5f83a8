// SPDX-License-Identifier: MIT
// Logic, shifts and bit fields (PTX ISA 9.7.1 and 9.7.8).
#include <algorithm>
#include <bit>

#include "simt/ops/families.h"
#include "simt/ops/lanewise.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

struct And {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct Or {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct Xor {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};
struct Not {
  template <class T>
  static T apply(T a) {
    if constexpr (std::is_same_v<T, bool>) return !a;
    return static_cast<T>(~a);
  }
};
/// C's `!`: 1 for zero, else 0.
struct Cnot {
  template <class T>
  static T apply(T a) {
    return a == 0 ? 1 : 0;
  }
};

/// Logic of two predicate registers: all lanes at once.
template <class F>
Step predicate_logic(Context& c, const Inst& in, LaneMask mask) {
  const LaneMask value =
      F::template apply<LaneMask>(predicate(c, in.a), predicate(c, in.b));
  set_predicate_lanes(c, in.d, mask, value);
  return Step::kNext;
}
Step predicate_not(Context& c, const Inst& in, LaneMask mask) {
  set_predicate_lanes(c, in.d, mask, ~predicate(c, in.a));
  return Step::kNext;
}
template <class F>
Handler select_logic(const Form& f) {
  if (f.type == Type::kPred) return predicate_logic<F>;
  return lanewise<F, kBits>(f);
}
Handler select_not(const Form& f) {
  if (f.type == Type::kPred) return predicate_not;
  return lanewise<Not, kBits>(f);
}

/// Any function of three bits: bit (4a + 2b + c) of the table is the result.
uint32_t lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
  uint32_t d = 0;
  for (uint32_t i = 0; i < 8; ++i) {
    const uint32_t row = (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    d |= (0u - (table >> i & 1)) & row;
  }
  return d;
}

/// A shift by the width or more gives 0, or copies of the sign: C++ leaves
/// that undefined, PTX clamps.
struct Shl {
  template <class T>
  static T apply(T a, uint32_t b) {
    return b < sizeof(T) * 8 ? static_cast<T>(a << b) : T{0};
  }
};
struct Shr {
  template <class T>
  static T apply(T a, uint32_t b) {
    constexpr uint32_t kWidth = sizeof(T) * 8;
    if constexpr (std::is_signed_v<T>) {
      return static_cast<T>(a >> (b < kWidth ? b : kWidth - 1));
    } else {
      return b < kWidth ? static_cast<T>(a >> b) : T{0};
    }
  }
};

/// shf shifts the pair b:a (b above) and keeps the upper word (left) or the
/// lower one (right).
template <bool kWrap>
uint32_t funnel_amount(uint32_t c) {
  return kWrap ? c & 31 : (c < 32 ? c : 32);
}
template <bool kWrap>
uint32_t funnel_left(uint32_t a, uint32_t b, uint32_t c) {
  const uint64_t pair = uint64_t{b} << 32 | a;
  return static_cast<uint32_t>(pair >> (32 - funnel_amount<kWrap>(c)));
}
template <bool kWrap>
uint32_t funnel_right(uint32_t a, uint32_t b, uint32_t c) {
  const uint64_t pair = uint64_t{b} << 32 | a;
  return static_cast<uint32_t>(pair >> funnel_amount<kWrap>(c));
}

struct Popc {
  template <class T>
  static uint32_t apply(T a) {
    return static_cast<uint32_t>(std::popcount(a));
  }
};
struct Clz {
  template <class T>
  static uint32_t apply(T a) {
    return static_cast<uint32_t>(std::countl_zero(a));
  }
};
/// Position of the highest bit that differs from the sign; all ones if none.
template <bool kShiftAmount>
struct Bfind {
  template <class T>
  static uint32_t apply(T a) {
    using U = std::make_unsigned_t<T>;
    const U bits = a < T{0} ? static_cast<U>(~a) : static_cast<U>(a);
    const auto above = static_cast<uint32_t>(std::countl_zero(bits));
    if (bits == 0) return ~0u;
    return kShiftAmount ? above
                        : static_cast<uint32_t>(sizeof(T) * 8) - 1 - above;
  }
};
constexpr TypeSet kWords =
    types(Type::kU32, Type::kU64, Type::kS32, Type::kS64);
Handler select_bfind(const Form& f) {
  return f.shiftamt ? lanewise<Bfind<true>, kWords>(f)
                    : lanewise<Bfind<false>, kWords>(f);
}

struct Brev {
  template <class T>
  static T apply(T a) {
    T d = 0;
    for (size_t i = 0; i < sizeof(T) * 8; ++i) {
      d = static_cast<T>(d << 1 | (a >> i & 1));
    }
    return d;
  }
};

/// bfe and bfi: of position and length, 32-bit forms take the low byte (PTX
/// ISA 9.7.1); on the H200 the 64-bit forms take all of the operand.
template <class T>
uint32_t field_operand(uint32_t x) {
  return sizeof(T) == 4 ? x & 255 : std::min(x, 255u);
}
struct Bfe {
  template <class T>
  static T apply(T a, uint32_t b, uint32_t c) {
    constexpr uint32_t kWidth = sizeof(T) * 8;
    const uint32_t position = field_operand<T>(b), length = field_operand<T>(c);
    const T none =
        std::is_signed_v<T> && length != 0 && a < T{0} ? T(-1) : T{0};
    if (length == 0 || position >= kWidth) return none;
    if (position + length >= kWidth) return static_cast<T>(a >> position);
    const uint32_t above = kWidth - length - position;
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<T>(static_cast<U>(a) << above) >>
                          (above + position));
  }
};
/// Inserts the low e bits of a into b at position c.
struct Bfi {
  template <class T>
  static T apply(T a, T b, uint32_t c, uint32_t e) {
    constexpr uint32_t kWidth = sizeof(T) * 8;
    const uint32_t position = field_operand<T>(c), length = field_operand<T>(e);
    if (length == 0 || position >= kWidth) return b;
    const T ones = length >= kWidth ? ~T{0} : (T{1} << length) - 1;
    const T field = ones << position;
    return (b & ~field) | (a << position & field);
  }
};

/// b ones from position a.
template <bool kWrap>
uint32_t bmsk(uint32_t a, uint32_t b) {
  if (kWrap) a &= 31, b &= 31;
  if (a >= 32) return 0;
  const uint32_t ones = b >= 32 ? ~0u : (1u << b) - 1;
  return ones << a;
}
/// Extends the number in the low b bits of a.
template <bool kWrap>
struct Szext {
  template <class T>
  static T apply(T a, uint32_t b) {
    if (kWrap) b &= 31;
    if (b == 0) return 0;
    if (b >= 32) return a;
    return static_cast<T>(static_cast<T>(uint32_t(a) << (32 - b)) >> (32 - b));
  }
};
constexpr TypeSet kWord = types(Type::kU32, Type::kS32);

/// Byte `selector & 7` of b:a; bit 3 copies its sign over the byte.
uint32_t pick_byte(uint64_t pair, uint32_t selector) {
  const auto byte = static_cast<uint8_t>(pair >> (8 * (selector & 7)));
  if ((selector & 8) == 0) return byte;
  return byte & 0x80 ? 0xff : 0;
}
uint32_t permute(uint32_t a, uint32_t b, uint32_t c) {
  const uint64_t pair = uint64_t{b} << 32 | a;
  uint32_t d = 0;
  for (int i = 0; i < 4; ++i) {
    d |= pick_byte(pair, c >> (4 * i) & 15) << (8 * i);
  }
  return d;
}
/// The special modes: byte i of the result is byte select(mode, c, i) of b:a.
template <Mode kMode>
uint32_t permute_mode(uint32_t a, uint32_t b, uint32_t c) {
  const uint64_t pair = uint64_t{b} << 32 | a;
  const uint32_t s = c & 3;
  uint32_t d = 0;
  for (uint32_t i = 0; i < 4; ++i) {
    uint32_t from = 0;
    if (kMode == Mode::kF4e) from = s + i;
    if (kMode == Mode::kB4e) from = (s - i) & 7;
    if (kMode == Mode::kRc8) from = s;
    if (kMode == Mode::kEcl) from = i < s ? s : i;
    if (kMode == Mode::kEcr) from = i < s ? i : s;
    if (kMode == Mode::kRc16) from = (s & 1) * 2 + (i & 1);
    d |= pick_byte(pair, from) << (8 * i);
  }
  return d;
}
Handler select_permute_mode(const Form& f) {
  switch (f.mode) {
    case Mode::kF4e:
      return Lanes<&permute_mode<Mode::kF4e>>::run;
    case Mode::kB4e:
      return Lanes<&permute_mode<Mode::kB4e>>::run;
    case Mode::kRc8:
      return Lanes<&permute_mode<Mode::kRc8>>::run;
    case Mode::kEcl:
      return Lanes<&permute_mode<Mode::kEcl>>::run;
    case Mode::kEcr:
      return Lanes<&permute_mode<Mode::kEcr>>::run;
    case Mode::kRc16:
      return Lanes<&permute_mode<Mode::kRc16>>::run;
    default:
      return nullptr;
  }
}

/// Position of the n-th set bit of a, counted from bit `base`: upwards for
/// n > 0, downwards for n < 0; all ones when there is none (PTX ISA 9.7.1).
uint32_t find_nth_set(uint32_t a, uint32_t base, int32_t n) {
  if (n == 0) return base < 32 && (a >> base & 1) ? base : ~0u;
  const int step = n > 0 ? 1 : -1;
  int64_t left = n > 0 ? int64_t{n} : -int64_t{n};
  for (int64_t i = base; i >= 0 && i < 32; i += step) {
    if ((a >> i & 1) && --left == 0) return static_cast<uint32_t>(i);
  }
  return ~0u;
}

constexpr TypeSet kLogic = kBits | types(Type::kPred);
constexpr TypeSet kB32 = types(Type::kB32);
constexpr TypeSet kB32B64 = types(Type::kB32, Type::kB64);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.1, 9.7.8), types, execute, counts as, does
    {"and.type d, a, b", kLogic, select_logic<And>, Event::kNothing},
    {"bfe.type d, a, b:u32, c:u32", kWords, lanewise<Bfe, kWords>, Event::kNothing},
    {"bfi.type d, a, b, c:u32, e:u32", kB32B64, lanewise<Bfi, kB32B64>, Event::kNothing},
    {"bfind{.shiftamt}.type d:u32, a", kWords, select_bfind, Event::kNothing},
    {"bmsk.clamp.type d, a, b", kB32, lanes<&bmsk<false>>, Event::kNothing},
    {"bmsk.wrap.type d, a, b", kB32, lanes<&bmsk<true>>, Event::kNothing},
    {"brev.type d, a", kB32B64, lanewise<Brev, kB32B64>, Event::kNothing},
    {"clz.type d:u32, a", kB32B64, lanewise<Clz, kB32B64>, Event::kNothing},
    {"cnot.type d, a", kBits, lanewise<Cnot, kBits>, Event::kNothing},
    {"fns.type d, a, b:u32, c:s32", kB32, lanes<&find_nth_set>, Event::kNothing},
    {"lop3.type d, a, b, c, e:u32", kB32, lanes<&lop3>, Event::kNothing},
    {"not.type d, a", kLogic, select_not, Event::kNothing},
    {"or.type d, a, b", kLogic, select_logic<Or>, Event::kNothing},
    {"popc.type d:u32, a", kB32B64, lanewise<Popc, kB32B64>, Event::kNothing},
    {"prmt.type d, a, b, c", kB32, lanes<&permute>, Event::kNothing},
    {"prmt.type.mode d, a, b, c", kB32, select_permute_mode, Event::kNothing},
    {"shf.l.clamp.type d, a, b, c:u32", kB32, lanes<&funnel_left<false>>, Event::kNothing},
    {"shf.l.wrap.type d, a, b, c:u32", kB32, lanes<&funnel_left<true>>, Event::kNothing},
    {"shf.r.clamp.type d, a, b, c:u32", kB32, lanes<&funnel_right<false>>, Event::kNothing},
    {"shf.r.wrap.type d, a, b, c:u32", kB32, lanes<&funnel_right<true>>, Event::kNothing},
    {"shl.type d, a, b:u32", kBits, lanewise<Shl, kBits>, Event::kNothing},
    {"shr.type d, a, b:u32", kBits | kInteger, lanewise<Shr, kBits | kInteger>, Event::kNothing},
    {"szext.clamp.type d, a, b:u32", kWord, lanewise<Szext<false>, kWord>, Event::kNothing},
    {"szext.wrap.type d, a, b:u32", kWord, lanewise<Szext<true>, kWord>, Event::kNothing},
    {"xor.type d, a, b", kLogic, select_logic<Xor>, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> bits_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
