// SPDX-License-Identifier: MIT
// Conversions between f32, f16 pairs and pairs of 8-bit floating-point
// numbers: e4m3 (no infinity, largest 448) and e5m2 (the upper byte of f16).
#include "simt/ops/encode.h"
#include "simt/ops/families.h"
#include "simt/ops/lanewise.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

/// Bits of the fraction, exponent of the smallest normal number, the largest
/// finite number's bits.
struct E4m3 {
  static constexpr int kFraction = 3, kLowest = -6;
  static constexpr uint32_t kLargest = 0x7e;
};
struct E5m2 {
  static constexpr int kFraction = 2, kLowest = -14;
  static constexpr uint32_t kLargest = 0x7b;
};
constexpr uint32_t kNan8 = 0x7f;

/// To nearest, ties to even; past the largest number (and infinity): that.
template <class F>
uint32_t narrow(float x) {
  if (is_nan(x)) return kNan8;
  const uint32_t sign = std::signbit(x) ? 0x80 : 0;
  if (std::isinf(x)) return sign | F::kLargest;
  const Exact exact = exact_of(double{x});
  if (exact.significand == 0) return sign;
  const int lead = exact.exponent + 63 - std::countl_zero(exact.significand);
  const int exponent = std::max(lead, F::kLowest);
  const int shift = exponent - F::kFraction - exact.exponent;  // > 0: 53 bits
  uint64_t kept = shift > 63 ? 0 : exact.significand >> shift;
  if (shift <= 63) {
    const uint64_t rest = exact.significand & ((uint64_t{1} << shift) - 1);
    const uint64_t half = uint64_t{1} << (shift - 1);
    kept += rounds_up(Round::kRn, false, kept & 1, rest, half);
  }
  // The hidden bit, and a carry, raise the exponent.
  const uint64_t bits =
      (static_cast<uint64_t>(exponent - F::kLowest) << F::kFraction) + kept;
  return sign | static_cast<uint32_t>(std::min<uint64_t>(bits, F::kLargest));
}

/// Exact: every 8-bit number is a half.
template <class F>
uint32_t widen(uint32_t bits) {
  if constexpr (std::is_same_v<F, E5m2>) {
    return (bits & 0x7f) > 0x7c ? kNan16 : bits << 8;
  } else {
    if ((bits & 0x7f) == kNan8) return kNan16;
    const auto fraction = static_cast<float>(bits & 7);
    const int exponent = static_cast<int>(bits >> 3 & 15);
    const float x = exponent == 0
                        ? std::ldexp(fraction, F::kLowest - 3)
                        : std::ldexp(fraction + 8, exponent + F::kLowest - 4);
    return from_float<Half>(bits & 0x80 ? -x : x).bits;
  }
}

/// .relu leaves no -0 either.
template <bool kRelu>
float lifted(float x) {
  return kRelu && x <= 0 ? 0.0f : x;
}

template <class F, bool kRelu>
uint16_t from_floats(float a, float b) {
  return static_cast<uint16_t>(narrow<F>(lifted<kRelu>(a)) << 8 |
                               narrow<F>(lifted<kRelu>(b)));
}
template <class F, bool kRelu>
uint16_t from_halves(uint32_t a) {
  return from_floats<F, kRelu>(to_float(Half{static_cast<uint16_t>(a >> 16)}),
                               to_float(Half{static_cast<uint16_t>(a)}));
}
template <class F, bool kRelu>
uint32_t to_halves(uint16_t a) {
  uint32_t d = 0;
  for (int i = 0; i < 2; ++i) {
    uint32_t half = widen<F>(a >> 8 * i & 0xff);
    if (kRelu && (half & 0x8000)) half = 0;
    d |= half << 16 * i;
  }
  return d;
}

template <Type kFrom>
Handler select_narrow(const Form& f) {
  if (f.type2 != kFrom || f.round != Round::kRn) return nullptr;
  const bool e4m3 = f.type == Type::kE4m3x2;
  if constexpr (kFrom == Type::kF32) {
    if (f.relu)
      return e4m3 ? Lanes<&from_floats<E4m3, true>>::run
                  : Lanes<&from_floats<E5m2, true>>::run;
    return e4m3 ? Lanes<&from_floats<E4m3, false>>::run
                : Lanes<&from_floats<E5m2, false>>::run;
  } else {
    if (f.relu)
      return e4m3 ? Lanes<&from_halves<E4m3, true>>::run
                  : Lanes<&from_halves<E5m2, true>>::run;
    return e4m3 ? Lanes<&from_halves<E4m3, false>>::run
                : Lanes<&from_halves<E5m2, false>>::run;
  }
}
Handler select_widen(const Form& f) {
  if (f.round != Round::kRn) return nullptr;
  if (f.type2 == Type::kE4m3x2)
    return f.relu ? Lanes<&to_halves<E4m3, true>>::run
                  : Lanes<&to_halves<E4m3, false>>::run;
  if (f.type2 == Type::kE5m2x2)
    return f.relu ? Lanes<&to_halves<E5m2, true>>::run
                  : Lanes<&to_halves<E5m2, false>>::run;
  return nullptr;
}

constexpr TypeSet kPairs = types(Type::kE4m3x2, Type::kE5m2x2);
constexpr TypeSet kHalfPair = types(Type::kF16x2);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.9, cvt), types, execute, counts as, does
    {"cvt.rnd{.relu}.type.type2 d:b32, a:b16", kHalfPair, select_widen, Event::kNothing},
    {"cvt.rnd.satfinite{.relu}.type.type2 d:b16, a:b32", kPairs, select_narrow<Type::kF16x2>, Event::kNothing},
    {"cvt.rnd.satfinite{.relu}.type.type2 d:b16, a:f32, b:f32", kPairs, select_narrow<Type::kF32>, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> fp8_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
