// SPDX-License-Identifier: MIT
// The numbers of one lane: sets of types, the 16-bit floating-point formats,
// and what every floating-point result goes through (flush, saturate, one
// NaN). Knows nothing of registers.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {

inline constexpr TypeSet kUnsigned =
    types(ptx::Type::kU16, ptx::Type::kU32, ptx::Type::kU64);
inline constexpr TypeSet kSigned =
    types(ptx::Type::kS16, ptx::Type::kS32, ptx::Type::kS64);
inline constexpr TypeSet kInteger = kUnsigned | kSigned;
inline constexpr TypeSet kBits =
    types(ptx::Type::kB16, ptx::Type::kB32, ptx::Type::kB64);
inline constexpr TypeSet kF32 = types(ptx::Type::kF32);
inline constexpr TypeSet kF64 = types(ptx::Type::kF64);
inline constexpr TypeSet kHalves = types(ptx::Type::kF16, ptx::Type::kF16x2);
inline constexpr TypeSet kBfloats = types(ptx::Type::kBf16, ptx::Type::kBf16x2);

/// yes ? a : b, without a branch: a branch keeps a loop over lanes from being
/// vectorised.
template <class U>
inline U choose(bool yes, U a, U b) {
  const U mask = static_cast<U>(U{0} - static_cast<U>(yes));
  return static_cast<U>((a & mask) | (b & static_cast<U>(~mask)));
}
/// IEEE binary16.
struct Half {
  uint16_t bits;
};
/// The upper half of a binary32.
struct Bfloat {
  uint16_t bits;
};
template <class T>
inline constexpr bool kIsSmall =
    std::is_same_v<T, Half> || std::is_same_v<T, Bfloat>;

// The NaN that an operation gives. f32: CUDA C++ Programming Guide, "the
// quiet NaN of bit pattern 0x7fffffff"; f16 and bf16: PTX ISA 9.7.4,
// "canonical NaN, 0x7FFF".
inline constexpr uint32_t kNan32 = 0x7fffffff;
inline constexpr uint16_t kNan16 = 0x7fff;

/// Exact.
inline float to_float(Half h) {
  const uint32_t magnitude = h.bits & 0x7fffu;
  const uint32_t sign = static_cast<uint32_t>(h.bits & 0x8000u) << 16;
  // Multiplying by 2^112 moves the exponent and makes subnormals normal.
  const float scaled = std::bit_cast<float>(magnitude << 13) * 0x1p112f;
  const uint32_t special = magnitude << 13 | 0x7f800000u;
  const uint32_t bits =
      choose(magnitude >= 0x7c00u, special, std::bit_cast<uint32_t>(scaled));
  return std::bit_cast<float>(bits | sign);
}
inline float to_float(Bfloat b) {
  return std::bit_cast<float>(static_cast<uint32_t>(b.bits) << 16);
}
inline float to_float(float f) { return f; }

/// To nearest, ties to even; NaN becomes kNan16.
template <class T>
__attribute__((always_inline)) inline T from_float(float f);
template <>
__attribute__((always_inline)) inline Half from_float<Half>(float f) {
  const uint32_t bits = std::bit_cast<uint32_t>(f);
  const uint32_t magnitude = bits & 0x7fffffffu;
  const uint32_t sign = bits >> 16 & 0x8000u;
  // Adding 0.5 puts a subnormal half's last place where float rounds.
  const float small = std::bit_cast<float>(magnitude) + 0.5f;
  const uint32_t subnormal = std::bit_cast<uint32_t>(small) - 0x3f000000u;
  const uint32_t odd = magnitude >> 13 & 1;
  const uint32_t normal = (magnitude - 0x38000000u + 0xfffu + odd) >> 13;
  uint32_t result = choose(magnitude < 0x38800000u, subnormal, normal);
  result = choose(magnitude >= 0x47800000u, 0x7c00u, result);
  result = choose(magnitude > 0x7f800000u, uint32_t{kNan16}, result | sign);
  return {static_cast<uint16_t>(result)};
}
template <>
__attribute__((always_inline)) inline Bfloat from_float<Bfloat>(float f) {
  const uint32_t bits = std::bit_cast<uint32_t>(f);
  const uint32_t rounded = (bits + 0x7fffu + (bits >> 16 & 1)) >> 16;
  const bool nan = (bits & 0x7fffffffu) > 0x7f800000u;
  return {static_cast<uint16_t>(choose(nan, uint32_t{kNan16}, rounded))};
}
template <>
inline float from_float<float>(float f) {
  return f;
}

template <class T>
using BitsOf =
    std::conditional_t<sizeof(T) == 2, uint16_t,
                       std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;

/// The sign bit, the largest magnitude below it and the smallest normal
/// number of a format, as bits.
template <class T>
inline constexpr BitsOf<T> kSignBit =
    static_cast<BitsOf<T>>(BitsOf<T>{1} << (sizeof(T) * 8 - 1));
template <class T>
inline constexpr BitsOf<T> kInfinity = std::is_same_v<T, double>
                                           ? BitsOf<T>(0x7ff0'0000'0000'0000ull)
                                       : std::is_same_v<T, float>
                                           ? BitsOf<T>(0x7f80'0000u)
                                       : std::is_same_v<T, Bfloat>
                                           ? BitsOf<T>(0x7f80u)
                                           : BitsOf<T>(0x7c00u);
template <class T>
inline constexpr BitsOf<T> kMinNormal =
    std::is_same_v<T, double>   ? BitsOf<T>(0x0010'0000'0000'0000ull)
    : std::is_same_v<T, float>  ? BitsOf<T>(0x0080'0000u)
    : std::is_same_v<T, Bfloat> ? BitsOf<T>(0x0080u)
                                : BitsOf<T>(0x0400u);

template <class T>
inline BitsOf<T> magnitude_of(T x) {
  return std::bit_cast<BitsOf<T>>(x) & static_cast<BitsOf<T>>(~kSignBit<T>);
}
template <class T>
inline bool is_nan(T x) {
  if constexpr (kIsSmall<T>) {
    return magnitude_of(x) > kInfinity<T>;
  } else {
    return x != x;
  }
}

/// The same for numbers, by their bits.
template <class T>
inline T choose_number(bool yes, T a, T b) {
  return std::bit_cast<T>(
      choose(yes, std::bit_cast<BitsOf<T>>(a), std::bit_cast<BitsOf<T>>(b)));
}

/// A NaN with its quiet bit set: what an operation makes of an f64 NaN that
/// it is given. The payload stays.
inline double quieted(double x) {
  return std::bit_cast<double>(std::bit_cast<uint64_t>(x) |
                               0x0008'0000'0000'0000u);
}

/// `d`, unless an operand is an f64 NaN: then the last such one, quieted. An
/// H200 prefers b to c and c to a (tests/recorded/ops), and makes a NaN of
/// numbers negative; x86-64 does, too, and arm64 not.
template <class T, class... Operands>
inline T nan_of(T d, Operands... operands) {
  if constexpr (std::is_same_v<T, double>) {
    constexpr auto kMade = std::bit_cast<T>(0xfff8'0000'0000'0000u);
    d = choose_number(is_nan(d), kMade, d);
    ((d = choose_number(is_nan(operands), quieted(operands), d)), ...);
  }
  return d;
}

/// .ftz: a subnormal number becomes zero of the same sign.
template <class T>
inline T flush(T x) {
  const auto bits = std::bit_cast<BitsOf<T>>(x);
  const BitsOf<T> sign = bits & kSignBit<T>;
  return std::bit_cast<T>(
      choose<BitsOf<T>>(magnitude_of(x) < kMinNormal<T>, sign, bits));
}

/// .sat: clamps to [0, 1]; NaN becomes +0.
template <class T>
inline T saturate(T x) {
  if constexpr (kIsSmall<T>) {
    return from_float<T>(saturate(to_float(x)));
  } else {
    const T low = choose_number(x > T{0}, x, T{0});  // false for NaN too
    return choose_number(low > T{1}, T{1}, low);
  }
}

/// One NaN for all: see kNan32. f64 keeps the NaN that the operation gave.
template <class T>
inline T canonical(T x) {
  if constexpr (std::is_same_v<T, double>) {
    return x;
  } else {
    const BitsOf<T> nan =
        std::is_same_v<T, float> ? BitsOf<T>(kNan32) : BitsOf<T>(kNan16);
    return std::bit_cast<T>(
        choose(is_nan(x), nan, std::bit_cast<BitsOf<T>>(x)));
  }
}

/// What an operand and a result go through.
template <bool kFtz, class T>
inline T operand(T x) {
  if constexpr (kFtz) return flush(x);
  return x;
}
template <bool kFtz, bool kSat, class T>
inline T result(T x) {
  if constexpr (kFtz) x = flush(x);
  if constexpr (kSat) x = saturate(x);
  return canonical(x);
}

}  // namespace simt::ops::SIMT_ISA
