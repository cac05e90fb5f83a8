// SPDX-License-Identifier: MIT
// What an atomic or a reducing copy makes of two numbers. Knows nothing of
// memory.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "simt/ops/form.h"
#include "simt/ops/numbers.h"

namespace simt::ops::SIMT_ISA {

// Two 16-bit numbers of one 32-bit word.
template <class T>
struct Pair {
  T low, high;
};
using HalfPair = Pair<Half>;
using BfloatPair = Pair<Bfloat>;
// 128 bits, which are exchanged and compared only.
using TwoWords = std::array<uint64_t, 2>;

// Global memory flushes subnormal f32 numbers (PTX ISA 9.7.13.5) and hands an
// f64 NaN through as it is (seen on an H200); shared memory does neither.
inline float add(float x, float y, bool global) {
  if (global) return flush(canonical(flush(x) + flush(y)));
  return canonical(x + y);
}
inline double add(double x, double y, bool global) {
  if (global && is_nan(y)) return y;
  if (global && is_nan(x)) return x;
  return nan_of(x + y, y, x);
}
template <class T>
inline T add(T x, T y, bool) {  // exact in f32, so it is rounded once
  return from_float<T>(to_float(x) + to_float(y));
}
template <class T>
inline Pair<T> add(Pair<T> x, Pair<T> y, bool global) {
  return {add(x.low, y.low, global), add(x.high, y.high, global)};
}

template <class T, Combine kOp>
T combine([[maybe_unused]] T old, T b, [[maybe_unused]] T c,
          [[maybe_unused]] bool global) {
  if constexpr (kOp == Combine::kExch) return b;
  if constexpr (kOp == Combine::kAdd) {
    if constexpr (std::is_integral_v<T>) {
      using U = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<U>(old) + static_cast<U>(b));
    } else {
      return add(old, b, global);
    }
  }
  if constexpr (kOp == Combine::kCas) return old == b ? c : old;
  if constexpr (std::is_integral_v<T>) {
    if constexpr (kOp == Combine::kMin) return b < old ? b : old;
    if constexpr (kOp == Combine::kMax) return old < b ? b : old;
    if constexpr (kOp == Combine::kInc)
      return old >= b ? T{0} : static_cast<T>(old + 1);
    if constexpr (kOp == Combine::kDec)
      return old == T{0} || old > b ? b : static_cast<T>(old - 1);
    if constexpr (kOp == Combine::kAnd) return static_cast<T>(old & b);
    if constexpr (kOp == Combine::kOr) return static_cast<T>(old | b);
    if constexpr (kOp == Combine::kXor) return static_cast<T>(old ^ b);
  }
  return old;
}

}  // namespace simt::ops::SIMT_ISA
