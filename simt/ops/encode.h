// SPDX-License-Identifier: MIT
// Rounds an exact number into a floating-point format, in any rounding mode,
// with integers only: slow, and independent of the host's own rounding.
#pragma once

#include <bit>

#include "simt/ops/numbers.h"

namespace simt::ops::SIMT_ISA {

/// An exact number: (-1)^negative * significand * 2^exponent.
struct Exact {
  bool negative = false;
  uint64_t significand = 0;
  int exponent = 0;
};

/// Significant bits (with the hidden one), the exponent of the smallest
/// normal number.
template <class T>
struct Shape754;
template <>
struct Shape754<Half> {
  static constexpr int kPlaces = 11, kLowest = -14;
};
template <>
struct Shape754<Bfloat> {
  static constexpr int kPlaces = 8, kLowest = -126;
};
template <>
struct Shape754<float> {
  static constexpr int kPlaces = 24, kLowest = -126;
};
template <>
struct Shape754<double> {
  static constexpr int kPlaces = 53, kLowest = -1022;
};

/// Splits a finite double.
inline Exact exact_of(double x) {
  const auto bits = std::bit_cast<uint64_t>(x);
  const auto biased = static_cast<int>(bits >> 52 & 0x7ff);
  const uint64_t fraction = bits & 0x000f'ffff'ffff'ffffu;
  if (biased == 0) return {bits >> 63 != 0, fraction, -1074};
  return {bits >> 63 != 0, fraction | uint64_t{1} << 52, biased - 1075};
}

/// Must the cut-off part `rest` (in units of 2^-shift of the last place)
/// raise the magnitude?
inline bool rounds_up(Round round, bool negative, bool odd, uint64_t rest,
                      uint64_t half) {
  switch (round) {
    case Round::kRz:
      return false;
    case Round::kRm:
      return negative && rest != 0;
    case Round::kRp:
      return !negative && rest != 0;
    case Round::kRna:
      return rest >= half;
    default:
      return rest > half || (rest == half && odd);
  }
}

/// The bits of `x` in format T; overflow goes to infinity or to the largest
/// number, as the rounding mode says.
template <class T>
BitsOf<T> encode(const Exact& x, Round round) {
  constexpr int kPlaces = Shape754<T>::kPlaces, kLowest = Shape754<T>::kLowest;
  const BitsOf<T> sign = x.negative ? kSignBit<T> : BitsOf<T>{0};
  if (x.significand == 0) return sign;
  const int lead = x.exponent + 63 - std::countl_zero(x.significand);
  const int place = (lead > kLowest ? lead : kLowest) - (kPlaces - 1);
  const int shift = place - x.exponent;  // bits to cut off
  uint64_t kept = 0;
  if (shift <= 0) {
    kept = x.significand << -shift;
  } else {
    const bool all = shift > 63;  // far below: only the fact that it is there
    const uint64_t rest =
        all ? 1 : x.significand & ((uint64_t{1} << shift) - 1);
    const uint64_t half = all ? 2 : uint64_t{1} << (shift - 1);
    kept = all ? 0 : x.significand >> shift;
    kept += rounds_up(round, x.negative, kept & 1, rest, half);
  }
  // Adding the hidden bit raises the exponent by one, and so does a carry.
  const auto steps = static_cast<uint64_t>(place + kPlaces - 1 - kLowest);
  const uint64_t bits = (steps << (kPlaces - 1)) + kept;
  if (bits < kInfinity<T>) return static_cast<BitsOf<T>>(bits | sign);
  const bool to_largest = round == Round::kRz ||
                          (round == Round::kRm && !x.negative) ||
                          (round == Round::kRp && x.negative);
  return static_cast<BitsOf<T>>((kInfinity<T> - to_largest) | sign);
}

}  // namespace simt::ops::SIMT_ISA
