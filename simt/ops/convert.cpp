// SPDX-License-Identifier: MIT
// cvt (PTX ISA 9.7.9): between any two of the integer and floating types.
// The registers may be wider than the types; see Converted.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include <cstring>

#include "simt/ops/conversions.h"
#include "simt/ops/families.h"
#include "simt/ops/lanewise.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

using One = uint64_t (*)(const Form&, const std::byte*);

/// Runs a conversion lane by lane: `one` reads a source, and gives the
/// result extended to 64 bits. Shared by all forms that are not hot.
__attribute__((noinline)) Step convert_slowly(Context& c, const Inst& in,
                                              LaneMask mask, One one) {
  const std::byte* a = row<std::byte>(c, in.a);
  std::byte* d = row<std::byte>(c, in.d);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    const uint64_t wide = one(*in.form, a + i * in.bytes);
    std::memcpy(d + i * in.d_bytes, &wide, in.d_bytes);
  }
  return Step::kNext;
}

template <class T>
using BitsOf8 = std::conditional_t<sizeof(T) == 1, uint8_t, BitsOf<T>>;

/// Any conversion, as the form says.
template <class To, class From>
To convert(const Form& f, From x) {
  if constexpr (kIsInteger<To> && kIsInteger<From>) {
    return integer_to_integer<To>(f.sat, x);
  } else if constexpr (kIsInteger<To>) {
    const bool ftz = f.ftz && std::is_same_v<From, float>;
    return float_to_integer<To>(f.round, ftz, x);
  } else if constexpr (kIsInteger<From>) {
    const To d = integer_to_float<To>(f.round, x);
    return f.sat ? saturate(d) : d;
  } else if constexpr (std::is_same_v<To, From>) {
    return float_to_same(f.round, f.ftz, f.sat, x);
  } else {
    const Round round = f.round == Round::kNone ? Round::kRn : f.round;
    return float_to_float<To>(round, f.ftz, f.sat, x);
  }
}

/// Where a register is wider than its type, the source is its low part and
/// the result is extended by the type's sign.
template <class To, class From>
struct Cold {
  static Step run(Context& c, const Inst& in, LaneMask mask) {
    return convert_slowly(c, in, mask, one);
  }

 private:
  static uint64_t one(const Form& f, const std::byte* source) {
    From from;
    std::memcpy(&from, source, sizeof(From));
    const To x = convert<To>(f, from);
    if constexpr (kIsInteger<To> && std::is_signed_v<To>) {
      return static_cast<uint64_t>(int64_t{x});
    } else {
      return std::bit_cast<BitsOf8<To>>(x);
    }
  }
};

/// A common conversion, all lanes at once where the registers fit the types.
template <auto kFn>
struct Hot;
template <class To, class From, To (*kFn)(From)>
struct Hot<kFn> {
  static Step run(Context& c, const Inst& in, LaneMask mask) {
    if (in.bytes == sizeof(From) && in.d_bytes == sizeof(To)) {
      return Lanes<kFn>::run(c, in, mask);
    }
    return Cold<To, From>::run(c, in, mask);
  }
};

template <class To, class From>
To plain_integer(From x) {
  return integer_to_integer<To>(false, x);
}
template <class To, class From>
To towards_zero(From x) {
  return float_to_integer<To>(Round::kRzi, false, x);
}
template <class To, class From>
To nearest_float(From x) {
  return float_to_float<To>(Round::kRn, false, false, x);
}

bool to_integral(Round r) {
  return r == Round::kRni || r == Round::kRzi || r == Round::kRmi ||
         r == Round::kRpi;
}
bool to_float_format(Round r) {
  return r == Round::kRn || r == Round::kRz || r == Round::kRm ||
         r == Round::kRp;
}

/// Null: there is no such form.
template <class To, class From>
Handler pick(const Form& f) {
  constexpr Handler kCold = Cold<To, From>::run;
  if constexpr (kIsInteger<To> && kIsInteger<From>) {
    constexpr bool kNoByte = sizeof(To) > 1 && sizeof(From) > 1;
    if constexpr (kNoByte) {
      if (!f.sat) return Hot<&plain_integer<To, From>>::run;
    }
    return kCold;
  } else if constexpr (kIsInteger<To>) {
    if constexpr (sizeof(To) >= 4) {
      const bool ftz = f.ftz && std::is_same_v<From, float>;
      if (f.round == Round::kRzi && !ftz) {
        return Hot<&towards_zero<To, From>>::run;
      }
    }
    return to_integral(f.round) ? kCold : nullptr;
  } else if constexpr (kIsInteger<From>) {
    if (f.round == Round::kRn && !f.sat) {
      return Hot<&integer_to_float_near<To, From>>::run;
    }
    return to_float_format(f.round) ? kCold : nullptr;
  } else if constexpr (std::is_same_v<To, From>) {
    const bool known = f.round == Round::kNone || to_integral(f.round);
    return known ? kCold : nullptr;
  } else {
    // Without a rounding only where the result is exact.
    const bool exact = f.round == Round::kNone && sizeof(To) > sizeof(From);
    if (!exact && !to_float_format(f.round)) return nullptr;
    const bool near = exact || f.round == Round::kRn;
    if (near && !f.ftz && !f.sat) return Hot<&nearest_float<To, From>>::run;
    return kCold;
  }
}

template <class To>
Handler pick_from(const Form& f) {
  switch (f.type2) {
    case Type::kU8:
      return pick<To, uint8_t>(f);
    case Type::kU16:
      return pick<To, uint16_t>(f);
    case Type::kU32:
      return pick<To, uint32_t>(f);
    case Type::kU64:
      return pick<To, uint64_t>(f);
    case Type::kS8:
      return pick<To, int8_t>(f);
    case Type::kS16:
      return pick<To, int16_t>(f);
    case Type::kS32:
      return pick<To, int32_t>(f);
    case Type::kS64:
      return pick<To, int64_t>(f);
    case Type::kF16:
      return pick<To, Half>(f);
    case Type::kBf16:
      return pick<To, Bfloat>(f);
    case Type::kF32:
      return pick<To, float>(f);
    case Type::kF64:
      return pick<To, double>(f);
    default:
      return nullptr;
  }
}
Handler select_cvt(const Form& f) {
  switch (f.type) {
    case Type::kU8:
      return pick_from<uint8_t>(f);
    case Type::kU16:
      return pick_from<uint16_t>(f);
    case Type::kU32:
      return pick_from<uint32_t>(f);
    case Type::kU64:
      return pick_from<uint64_t>(f);
    case Type::kS8:
      return pick_from<int8_t>(f);
    case Type::kS16:
      return pick_from<int16_t>(f);
    case Type::kS32:
      return pick_from<int32_t>(f);
    case Type::kS64:
      return pick_from<int64_t>(f);
    case Type::kF16:
      return pick_from<Half>(f);
    case Type::kBf16:
      return pick_from<Bfloat>(f);
    case Type::kF32:
      return pick_from<float>(f);
    case Type::kF64:
      return pick_from<double>(f);
    default:
      return nullptr;
  }
}

/// Two f32 into one pair: a is the upper element.
template <class T, Round kRound, bool kRelu>
uint32_t pair_of(float a, float b) {
  uint32_t d = 0;
  for (const float x : {a, b}) {
    T y = change_format<T>(kRound, x);
    if (kRelu && !is_nan(y) && (y.bits & 0x8000)) y.bits = 0;
    d = d << 16 | y.bits;
  }
  return d;
}
template <class T>
Handler pick_pair(const Form& f) {
  if (f.round == Round::kRn) {
    return f.relu ? Lanes<&pair_of<T, Round::kRn, true>>::run
                  : Lanes<&pair_of<T, Round::kRn, false>>::run;
  }
  if (f.round != Round::kRz) return nullptr;
  return f.relu ? Lanes<&pair_of<T, Round::kRz, true>>::run
                : Lanes<&pair_of<T, Round::kRz, false>>::run;
}
Handler select_pair(const Form& f) {
  if (f.type2 != Type::kF32) return nullptr;
  return f.type == Type::kF16x2 ? pick_pair<Half>(f) : pick_pair<Bfloat>(f);
}

constexpr TypeSet kIntegers = kInteger | types(Type::kU8, Type::kS8);
constexpr TypeSet kFloats = kF32 | kF64 | types(Type::kF16, Type::kBf16);
constexpr TypeSet kPairs = types(Type::kF16x2, Type::kBf16x2);
constexpr TypeSet kTf32 = types(Type::kTf32);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.9, cvt), types, execute, counts as, does
    {"cvt{.sat}.type.type2 d~, a~:2", kIntegers, select_cvt, Event::kNothing},
    {"cvt.irnd{.ftz}{.sat}.type.type2 d~, a~:2", kIntegers | kFloats, select_cvt, Event::kNothing},
    {"cvt{.rnd}{.ftz}{.sat}.type.type2 d~, a~:2", kFloats, select_cvt, Event::kNothing},
    {"cvt.rnd{.relu}.type.type2 d, a:2, b:2", kPairs, select_pair, Event::kNothing},
    {"cvt.rna.type.f32 d:u32, a:f32", kTf32, lanes<&to_tf32>, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> convert_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
