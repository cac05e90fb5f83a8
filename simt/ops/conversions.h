// SPDX-License-Identifier: MIT
// The conversions of one lane between integer and floating types (PTX ISA
// 9.7.9, cvt). Knows nothing of registers and forms. What a form says
// (rounding, .ftz, .sat) are plain arguments: constants where it is known
// beforehand.
#pragma once

#include <utility>

#include "simt/ops/encode.h"
#include "simt/ops/numbers.h"

namespace simt::ops::SIMT_ISA {

template <class T>
inline constexpr bool kIsInteger = std::is_integral_v<T>;

template <class To, class From>
To integer_to_integer(bool sat, From x) {
  if (sat) {
    using Limits = std::numeric_limits<To>;
    if (std::cmp_less(x, Limits::min())) return Limits::min();
    if (std::cmp_greater(x, Limits::max())) return Limits::max();
  }
  return static_cast<To>(x);
}

template <class F>
F round_to_integral(Round round, F x) {
  if (round == Round::kRni) return std::nearbyint(x);
  if (round == Round::kRmi) return std::floor(x);
  if (round == Round::kRpi) return std::ceil(x);
  return std::trunc(x);
}

/// 16-bit formats are computed with in f32, exactly.
template <class T>
auto widened(T x) {
  if constexpr (kIsSmall<T>) return to_float(x);
  if constexpr (!kIsSmall<T>) return x;
}

/// Out of range: the nearest integer there is. NaN: 0, but 1 << (width - 1)
/// where f64 or a 64-bit integer takes part (PTX ISA, cvt).
template <class To, class From>
To float_to_integer(Round round, bool ftz, From x) {
  using Limits = std::numeric_limits<To>;
  using F = decltype(widened(x));
  constexpr bool kWideNan = std::is_same_v<From, double> || sizeof(To) == 8;
  constexpr To kNan = kWideNan ? static_cast<To>(std::make_unsigned_t<To>(1)
                                                 << (sizeof(To) * 8 - 1))
                               : To{0};
  constexpr F kEnd = F{2} * static_cast<F>(Limits::max() / 2 + 1);
  const F r = round_to_integral(round, widened(ftz ? operand<true>(x) : x));
  const bool low = r < static_cast<F>(Limits::min());
  const bool high = r >= kEnd;
  const bool nan = r != r;
  const F safe = low || high || nan ? F{0} : r;
  To d = static_cast<To>(safe);
  d = low ? Limits::min() : d;
  d = high ? Limits::max() : d;
  return nan ? kNan : d;
}

template <class To, class From>
To integer_to_float_near(From x) {
  if constexpr (std::is_floating_point_v<To>) {
    return static_cast<To>(x);
  } else {
    Exact exact{x < From{0}, static_cast<uint64_t>(x), 0};
    if (exact.negative) exact.significand = 0 - exact.significand;
    return std::bit_cast<To>(encode<To>(exact, Round::kRn));
  }
}
template <class To, class From>
To integer_to_float(Round round, From x) {
  if (round == Round::kRn) return integer_to_float_near<To>(x);
  Exact exact{x < From{0}, static_cast<uint64_t>(x), 0};
  if (exact.negative) exact.significand = 0 - exact.significand;
  return std::bit_cast<To>(encode<To>(exact, round));
}

/// The NaN that a conversion gives, as the H200 does: from or to f64 it is
/// quiet and keeps its sign and the upper part of its payload; bf16 to f32
/// keeps every bit; all others give the one NaN.
template <class To, class From>
To converted_nan(From x) {
  using D = std::conditional_t<std::is_same_v<To, double>, From, To>;
  constexpr bool kWide =
      std::is_same_v<To, double> || std::is_same_v<From, double>;
  if constexpr (std::is_same_v<From, Bfloat> && std::is_same_v<To, float>) {
    return to_float(x);
  } else if constexpr (kWide) {
    // D is the narrow one of the two: its fraction is the upper part of f64's.
    constexpr int kPlaces = Shape754<D>::kPlaces - 1, kShift = 52 - kPlaces;
    constexpr auto kFraction = BitsOf<D>((BitsOf<D>{1} << kPlaces) - 1);
    const bool negative =
        (std::bit_cast<BitsOf<From>>(x) & kSignBit<From>) != 0;
    uint64_t fraction = std::bit_cast<BitsOf<From>>(x);
    if constexpr (std::is_same_v<To, double>) {
      fraction = (fraction & kFraction) << kShift | uint64_t{1} << 51;
    } else {
      fraction = (fraction >> kShift & kFraction) | uint64_t{1}
                                                        << (kPlaces - 1);
    }
    const BitsOf<To> sign = negative ? kSignBit<To> : BitsOf<To>{0};
    return std::bit_cast<To>(
        static_cast<BitsOf<To>>(kInfinity<To> | sign | fraction));
  } else {
    const uint32_t nan = sizeof(To) == 4 ? kNan32 : kNan16;
    return std::bit_cast<To>(static_cast<BitsOf<To>>(nan));
  }
}

/// To a wider or narrower floating format; `round` is kRn where exact.
template <class To, class From>
To change_format(Round round, From x) {
  if (is_nan(x)) return converted_nan<To>(x);
  if (round == Round::kRn) {
    if constexpr (std::is_floating_point_v<To>) {
      return static_cast<To>(widened(x));
    } else if constexpr (!std::is_same_v<From, double>) {
      return from_float<To>(widened(x));
    }
  }
  const double wide = widened(x);
  const BitsOf<To> sign = std::signbit(wide) ? kSignBit<To> : BitsOf<To>{0};
  if (std::isinf(wide)) {
    return std::bit_cast<To>(static_cast<BitsOf<To>>(kInfinity<To> | sign));
  }
  return std::bit_cast<To>(encode<To>(exact_of(wide), round));
}
template <class T>
T flush32(bool ftz, T x) {  // .ftz concerns f32 only
  if constexpr (std::is_same_v<T, float>) return ftz ? operand<true>(x) : x;
  if constexpr (!std::is_same_v<T, float>) return x;
}
template <class To, class From>
To float_to_float(Round round, bool ftz, bool sat, From x) {
  x = flush32(ftz, x);
  // A flushed f32 has gone through an operation, so its NaN is the one NaN.
  if constexpr (std::is_same_v<From, float>) x = ftz ? canonical(x) : x;
  const To d = flush32(ftz, change_format<To>(round, x));
  return sat ? saturate(d) : d;
}
/// Same type: rounds to an integral number, or only flushes and saturates.
template <class T>
T float_to_same(Round round, bool ftz, bool sat, T x) {
  auto wide = widened(flush32(ftz, x));
  if (round != Round::kNone) wide = round_to_integral(round, wide);
  T d;
  if constexpr (kIsSmall<T>) d = from_float<T>(wide);
  if constexpr (!kIsSmall<T>) d = wide;
  return canonical(sat ? saturate(d) : d);
}

/// tf32: f32 with 10 bits of fraction; halves away from zero. NaNs and
/// infinities are cut off.
inline uint32_t to_tf32(float x) {
  const uint32_t bits = std::bit_cast<uint32_t>(x);
  const bool finite = magnitude_of(x) < kInfinity<float>;
  return (bits + (finite ? 0x1000u : 0u)) & ~0x1fffu;
}

}  // namespace simt::ops::SIMT_ISA
