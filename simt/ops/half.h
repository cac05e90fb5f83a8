// SPDX-License-Identifier: MIT
// Pairs of 16-bit floating-point numbers, and sums of them: what atomics
// need. Knows nothing of registers.
#pragma once

#include "simt/ops/numbers.h"

namespace simt::ops::SIMT_ISA {

/// f16x2 and bf16x2: the first element is the lower half of the word.
struct Half2 {
  Half low, high;
};
struct Bfloat2 {
  Bfloat low, high;
};

/// To nearest, ties to even; f32 has enough bits that rounding twice is
/// rounding once.
inline Half operator+(Half a, Half b) {
  return from_float<Half>(to_float(a) + to_float(b));
}
inline Bfloat operator+(Bfloat a, Bfloat b) {
  return from_float<Bfloat>(to_float(a) + to_float(b));
}
inline Half2 operator+(Half2 a, Half2 b) {
  return {a.low + b.low, a.high + b.high};
}
inline Bfloat2 operator+(Bfloat2 a, Bfloat2 b) {
  return {a.low + b.low, a.high + b.high};
}

/// The GPU's NaN in place of any other, element by element.
inline Half2 canonical(Half2 x) {
  return {canonical(x.low), canonical(x.high)};
}
inline Bfloat2 canonical(Bfloat2 x) {
  return {canonical(x.low), canonical(x.high)};
}

}  // namespace simt::ops::SIMT_ISA
