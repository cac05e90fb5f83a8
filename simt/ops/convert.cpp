// SPDX-License-Identifier: MIT
// cvt (PTX ISA 9.7.9): between any two of the integer and floating types.
// The registers may be wider than the types; see Converted.
#include <cstring>

#include "simt/ops/conversions.h"
#include "simt/ops/families.h"
#include "simt/ops/lanewise.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

/// Runs a conversion lane by lane: `one` reads a source, and gives the
/// result extended to 64 bits. Shared by all forms that are not hot.
__attribute__((noinline)) Step convert_slowly(
    Context& c, const Inst& in, LaneMask mask,
    uint64_t (*one)(const std::byte*)) {
  const std::byte* a = row<std::byte>(c, in.a);
  std::byte* d = row<std::byte>(c, in.d);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    const uint64_t wide = one(a + i * in.bytes);
    std::memcpy(d + i * in.d_bytes, &wide, in.d_bytes);
  }
  return Step::kNext;
}

template <class T>
using BitsOf8 = std::conditional_t<sizeof(T) == 1, uint8_t, BitsOf<T>>;

/// Where a register is wider than its type, the source is its low part and
/// the result is extended by the type's sign.
template <auto kFn, bool kHot>
struct Converted;
template <class To, class From, To (*kFn)(From), bool kHot>
struct Converted<kFn, kHot> {
  static Step run(Context& c, const Inst& in, LaneMask mask) {
    if constexpr (kHot) {
      if (in.bytes == sizeof(From) && in.d_bytes == sizeof(To)) {
        return Lanes<kFn>::run(c, in, mask);
      }
    }
    return convert_slowly(c, in, mask, one);
  }

 private:
  static uint64_t one(const std::byte* source) {
    From from;
    std::memcpy(&from, source, sizeof(From));
    const To x = kFn(from);
    if constexpr (kIsInteger<To> && std::is_signed_v<To>) {
      return static_cast<uint64_t>(int64_t{x});
    } else {
      return std::bit_cast<BitsOf8<To>>(x);
    }
  }
};
template <auto kFn>
inline constexpr Handler kHot = Converted<kFn, true>::run;
template <auto kFn>
inline constexpr Handler kCold = Converted<kFn, false>::run;

template <class To, class From>
Handler pick_integer(const Form& f) {
  constexpr bool kNoByte = sizeof(To) > 1 && sizeof(From) > 1;
  if (f.sat) return kCold<&integer_to_integer<true, To, From>>;
  return Converted<&integer_to_integer<false, To, From>, kNoByte>::run;
}

template <Round kRound, class To, class From>
Handler pick_to_integer(const Form& f) {
  if constexpr (std::is_same_v<From, float>) {
    if (f.ftz) return kCold<&float_to_integer<kRound, true, To, From>>;
  }
  constexpr bool kCommon = kRound == Round::kRzi && sizeof(To) >= 4;
  return Converted<&float_to_integer<kRound, false, To, From>, kCommon>::run;
}
template <class To, class From>
Handler pick_to_integer(const Form& f) {
  switch (f.round) {
    case Round::kRni:
      return pick_to_integer<Round::kRni, To, From>(f);
    case Round::kRzi:
      return pick_to_integer<Round::kRzi, To, From>(f);
    case Round::kRmi:
      return pick_to_integer<Round::kRmi, To, From>(f);
    case Round::kRpi:
      return pick_to_integer<Round::kRpi, To, From>(f);
    default:
      return nullptr;
  }
}

template <auto kFn>
struct Saturated;
template <class To, class From, To (*kFn)(From)>
struct Saturated<kFn> {
  static To apply(From x) { return saturate(kFn(x)); }
};
template <auto kFn>
Handler maybe_saturated(const Form& f) {
  return f.sat ? kCold<&Saturated<kFn>::apply> : kCold<kFn>;
}
template <class To, class From>
Handler pick_from_integer(const Form& f) {
  switch (f.round) {
    case Round::kRn:
      if (!f.sat) return kHot<&integer_to_float_near<To, From>>;
      return maybe_saturated<&integer_to_float_near<To, From>>(f);
    case Round::kRz:
      return maybe_saturated<&integer_to_float<Round::kRz, To, From>>(f);
    case Round::kRm:
      return maybe_saturated<&integer_to_float<Round::kRm, To, From>>(f);
    case Round::kRp:
      return maybe_saturated<&integer_to_float<Round::kRp, To, From>>(f);
    default:
      return nullptr;
  }
}

template <Round kRound, class To, class From>
Handler pick_float(const Form& f) {
  if (f.ftz) {
    return f.sat ? kCold<&float_to_float<kRound, true, true, To, From>>
                 : kCold<&float_to_float<kRound, true, false, To, From>>;
  }
  if (f.sat) return kCold<&float_to_float<kRound, false, true, To, From>>;
  return Converted<&float_to_float<kRound, false, false, To, From>,
                   kRound == Round::kRn>::run;
}
template <class To, class From>
Handler pick_float(const Form& f) {
  switch (f.round) {
    case Round::kNone:  // only where the result is exact
      if (sizeof(To) <= sizeof(From)) return nullptr;
      return pick_float<Round::kRn, To, From>(f);
    case Round::kRn:
      return pick_float<Round::kRn, To, From>(f);
    case Round::kRz:
      return pick_float<Round::kRz, To, From>(f);
    case Round::kRm:
      return pick_float<Round::kRm, To, From>(f);
    case Round::kRp:
      return pick_float<Round::kRp, To, From>(f);
    default:
      return nullptr;
  }
}
template <Round kRound, class T>
Handler pick_same(const Form& f) {
  if (f.ftz) {
    return f.sat ? kCold<&float_to_same<kRound, true, true, T>>
                 : kCold<&float_to_same<kRound, true, false, T>>;
  }
  return f.sat ? kCold<&float_to_same<kRound, false, true, T>>
               : kCold<&float_to_same<kRound, false, false, T>>;
}
template <class T>
Handler pick_same(const Form& f) {
  switch (f.round) {
    case Round::kNone:
      return pick_same<Round::kNone, T>(f);
    case Round::kRni:
      return pick_same<Round::kRni, T>(f);
    case Round::kRzi:
      return pick_same<Round::kRzi, T>(f);
    case Round::kRmi:
      return pick_same<Round::kRmi, T>(f);
    case Round::kRpi:
      return pick_same<Round::kRpi, T>(f);
    default:
      return nullptr;
  }
}

template <class To, class From>
Handler pick(const Form& f) {
  if constexpr (kIsInteger<To> && kIsInteger<From>) {
    return pick_integer<To, From>(f);
  } else if constexpr (kIsInteger<To>) {
    return pick_to_integer<To, From>(f);
  } else if constexpr (kIsInteger<From>) {
    return pick_from_integer<To, From>(f);
  } else if constexpr (std::is_same_v<To, From>) {
    return pick_same<To>(f);
  } else {
    return pick_float<To, From>(f);
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
    T y = change_format<kRound, T>(x);
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
    // syntax (PTX ISA 9.7.9, cvt), types, execute, counts as
    {"cvt{.sat}.type.type2 d, a:2", kIntegers, select_cvt, Event::kNothing},
    {"cvt.irnd{.ftz}{.sat}.type.type2 d, a:2", kIntegers | kFloats, select_cvt, Event::kNothing},
    {"cvt{.rnd}{.ftz}{.sat}.type.type2 d, a:2", kFloats, select_cvt, Event::kNothing},
    {"cvt.rnd{.relu}.type.type2 d, a:2, b:2", kPairs, select_pair, Event::kNothing},
    {"cvt.rna.type.f32 d:u32, a:f32", kTf32, lanes<&to_tf32>, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> convert_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
