// SPDX-License-Identifier: MIT
// What reductions of the asynchronous proxy make of the bytes at their target.
// Knows nothing of when that happens.
#pragma once

#include <cmath>
#include <cstring>
#include <type_traits>

#include "simt/ops/bulk.h"
#include "simt/ops/combine.h"

namespace simt::ops::SIMT_ISA {

// Reductions: element by element.
template <class T, Combine kOp>
T fold_one(T old, T b) {
  if constexpr (kIsSmall<T> && kOp != Combine::kAdd) {
    const float x = to_float(old), y = to_float(b);
    if (std::isnan(x)) return std::isnan(y) ? T{kNan16} : b;
    if (std::isnan(y)) return old;
    const bool less = x < y || (x == y && std::signbit(x));
    return less == (kOp == Combine::kMin) ? old : b;
  } else {
    // Unlike an atomic, it keeps subnormal f32 numbers (seen on an H100).
    return combine<T, kOp>(old, b, b, !std::is_same_v<T, float>);
  }
}
template <class T, Combine kOp>
void fold(std::byte* target, const std::byte* source, uint32_t bytes) {
  for (uint32_t at = 0; at + sizeof(T) <= bytes; at += sizeof(T)) {
    T old, b;
    std::memcpy(&old, target + at, sizeof(T));
    std::memcpy(&b, source + at, sizeof(T));
    const T fresh = fold_one<T, kOp>(old, b);
    std::memcpy(target + at, &fresh, sizeof(T));
  }
}

template <class T>
Fold number_fold(Combine op) {
  if (op == Combine::kAdd) return fold<T, Combine::kAdd>;
  if constexpr (!std::is_floating_point_v<T>) {
    if (op == Combine::kMin) return fold<T, Combine::kMin>;
    if (op == Combine::kMax) return fold<T, Combine::kMax>;
  }
  if constexpr (std::is_same_v<T, uint32_t>) {
    if (op == Combine::kInc) return fold<T, Combine::kInc>;
    if (op == Combine::kDec) return fold<T, Combine::kDec>;
  }
  return nullptr;
}
template <class T>
Fold bit_fold(Combine op) {
  if (op == Combine::kAnd) return fold<T, Combine::kAnd>;
  if (op == Combine::kOr) return fold<T, Combine::kOr>;
  return op == Combine::kXor ? fold<T, Combine::kXor> : nullptr;
}

/// Combines elements of the type; null: there is no such reduction.
inline Fold bulk_fold(ptx::Type type, Combine combine) {
  switch (type) {
    case ptx::Type::kB32:
      return bit_fold<uint32_t>(combine);
    case ptx::Type::kB64:
      return bit_fold<uint64_t>(combine);
    case ptx::Type::kU32:
      return number_fold<uint32_t>(combine);
    case ptx::Type::kS32:
      return number_fold<int32_t>(combine);
    case ptx::Type::kU64:
      return number_fold<uint64_t>(combine);
    case ptx::Type::kS64:
      return number_fold<int64_t>(combine);
    case ptx::Type::kF16:
      return number_fold<Half>(combine);
    case ptx::Type::kBf16:
      return number_fold<Bfloat>(combine);
    case ptx::Type::kF32:
      return number_fold<float>(combine);
    case ptx::Type::kF64:
      return number_fold<double>(combine);
    default:
      return nullptr;
  }
}
/// Likewise of a form's type and operation.
inline Fold fold_of(const Form& form) {
  return bulk_fold(form.type, form.combine);
}

}  // namespace simt::ops::SIMT_ISA
