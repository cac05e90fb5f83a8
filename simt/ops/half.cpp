// SPDX-License-Identifier: MIT
// Arithmetic of f16, bf16 and their pairs (PTX ISA 9.7.4). Computed in f32,
// which has enough bits that rounding twice is rounding once; products with
// a sum need rounding to odd in between.
#include "simt/ops/families.h"
#include "simt/ops/lanewise.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

/// p + c as a float whose last bit is set when the sum is inexact, so that
/// rounding it again cannot be off (Boldo and Melquiond, "Emulation of FMA
/// and correctly rounded sums", 2008).
float odd_sum(double p, double c) {
  const double sum = p + c;
  const double part = sum - p;
  const double lost = (p - (sum - part)) + (c - part);  // exact error
  const float near = static_cast<float>(sum);
  const double back = near;
  const bool finite = magnitude_of(sum) < kInfinity<double>;
  const bool exact = back == sum && lost == 0;
  if (!finite || exact) return near;
  // Step towards zero where `near` lies beyond the exact sum.
  const double size = std::fabs(sum);
  const bool beyond = std::fabs(back) > size ||
                      (back == sum && std::signbit(lost) != std::signbit(sum));
  const uint32_t bits = std::bit_cast<uint32_t>(near) - (beyond ? 1 : 0);
  return std::bit_cast<float>(bits | 1);
}

template <bool kFtz, bool kSat>
struct Add {
  template <class T>
  static T apply(T a, T b) {
    return result<kFtz, kSat>(
        from_float<T>(to_float(operand<kFtz>(a)) + to_float(operand<kFtz>(b))));
  }
};
template <bool kFtz, bool kSat>
struct Sub {
  template <class T>
  static T apply(T a, T b) {
    return result<kFtz, kSat>(
        from_float<T>(to_float(operand<kFtz>(a)) - to_float(operand<kFtz>(b))));
  }
};
template <bool kFtz, bool kSat>
struct Mul {
  template <class T>
  static T apply(T a, T b) {
    const float x = to_float(operand<kFtz>(a)), y = to_float(operand<kFtz>(b));
    if constexpr (std::is_same_v<T, Bfloat>) {  // may be below float's range
      const double product = double{x} * double{y};
      const float odd = odd_sum(product, std::copysign(0.0, product));
      return result<kFtz, kSat>(from_float<T>(odd));
    } else {
      return result<kFtz, kSat>(from_float<T>(x * y));
    }
  }
};
template <bool kFtz, bool kSat, bool kRelu>
struct Fma {
  template <class T>
  static T apply(T a, T b, T c) {
    const double x = to_float(operand<kFtz>(a)), y = to_float(operand<kFtz>(b));
    const float sum = odd_sum(x * y, to_float(operand<kFtz>(c)));
    T d = result<kFtz, kSat>(from_float<T>(sum));
    if (kRelu && !is_nan(d) && (d.bits & 0x8000)) d.bits = 0;
    return d;
  }
};

template <template <bool, bool> class F>
Handler select(const Form& f) {
  if (f.round != Round::kNone && f.round != Round::kRn) return nullptr;
  constexpr TypeSet kAll = kHalves | kBfloats;
  if (f.ftz) {
    return f.sat ? lanewise<F<true, true>, kHalves>(f)
                 : lanewise<F<true, false>, kHalves>(f);
  }
  return f.sat ? lanewise<F<false, true>, kHalves>(f)
               : lanewise<F<false, false>, kAll>(f);
}
Handler select_fma(const Form& f) {
  if (f.round != Round::kRn) return nullptr;
  if (f.relu) {
    return f.ftz ? lanewise<Fma<true, false, true>, kHalves>(f)
                 : lanewise<Fma<false, false, true>, kHalves | kBfloats>(f);
  }
  if (f.sat) {
    return f.ftz ? lanewise<Fma<true, true, false>, kHalves>(f)
                 : lanewise<Fma<false, true, false>, kHalves>(f);
  }
  return f.ftz ? lanewise<Fma<true, false, false>, kHalves>(f)
               : lanewise<Fma<false, false, false>, kHalves | kBfloats>(f);
}

/// As for f32: a NaN loses unless .NaN is written; -0 is below +0.
template <bool kMax, bool kFtz, bool kNan>
struct Extreme {
  template <class T>
  static T apply(T a, T b) {
    a = operand<kFtz>(a);
    b = operand<kFtz>(b);
    const int x = order(a), y = order(b);
    T d = choose_number(kMax ? x > y : x < y, a, b);
    d = choose_number(is_nan(a), kNan ? a : b, d);
    d = choose_number(is_nan(b), kNan ? b : a, d);
    return canonical(d);
  }

 private:
  /// Grows with the number; -0 comes just below +0.
  template <class T>
  static int order(T x) {
    const int magnitude = magnitude_of(x);
    return x.bits & 0x8000 ? -1 - magnitude : magnitude;
  }
};
template <bool kMax>
Handler select_extreme(const Form& f) {
  constexpr TypeSet kAll = kHalves | kBfloats;
  if (f.nan) {
    return f.ftz ? lanewise<Extreme<kMax, true, true>, kHalves>(f)
                 : lanewise<Extreme<kMax, false, true>, kAll>(f);
  }
  return f.ftz ? lanewise<Extreme<kMax, true, false>, kHalves>(f)
               : lanewise<Extreme<kMax, false, false>, kAll>(f);
}

template <bool kFtz>
struct Neg {
  template <class T>
  static T apply(T a) {
    a = operand<kFtz>(a);
    return canonical(T{static_cast<uint16_t>(a.bits ^ 0x8000u)});
  }
};
template <bool kFtz>
struct Abs {
  template <class T>
  static T apply(T a) {
    return canonical(T{magnitude_of(operand<kFtz>(a))});
  }
};
template <template <bool> class F>
Handler select_sign(const Form& f) {
  return f.ftz ? lanewise<F<true>, kHalves>(f)
               : lanewise<F<false>, kHalves | kBfloats>(f);
}

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.4), types, execute, counts as, does
    {"abs{.ftz}.type d, a", kHalves | kBfloats, select_sign<Abs>, Event::kNothing},
    {"add{.rnd}{.ftz}{.sat}.type d, a, b", kHalves, select<Add>, Event::kNothing},
    {"add{.rnd}.type d, a, b", kBfloats, select<Add>, Event::kNothing},
    {"fma.rnd{.ftz}{.sat}{.relu}.type d, a, b, c", kHalves, select_fma, Event::kNothing},
    {"fma.rnd{.relu}.type d, a, b, c", kBfloats, select_fma, Event::kNothing},
    {"max{.ftz}{.NaN}.type d, a, b", kHalves | kBfloats, select_extreme<true>, Event::kNothing},
    {"min{.ftz}{.NaN}.type d, a, b", kHalves | kBfloats, select_extreme<false>, Event::kNothing},
    {"mul{.rnd}{.ftz}{.sat}.type d, a, b", kHalves, select<Mul>, Event::kNothing},
    {"mul{.rnd}.type d, a, b", kBfloats, select<Mul>, Event::kNothing},
    {"neg{.ftz}.type d, a", kHalves | kBfloats, select_sign<Neg>, Event::kNothing},
    {"sub{.rnd}{.ftz}{.sat}.type d, a, b", kHalves, select<Sub>, Event::kNothing},
    {"sub{.rnd}.type d, a, b", kBfloats, select<Sub>, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> half_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
