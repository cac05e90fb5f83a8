// SPDX-License-Identifier: MIT
// Approximate functions (PTX ISA 9.7.3). The bits are not specified, only
// the largest error: these compute in double and round once, which lies
// within every bound. The bounds stand in tests/ops/approximate.txt too.
#include "simt/ops/families.h"
#include "simt/ops/lanewise.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

/// A function of double, applied to f32 or a 16-bit format. Maximum errors
/// that the manual allows: see each function.
template <double (*kFn)(double), bool kFtz>
struct Approximate {
  template <class T>
  static T apply(T a) {
    const double x = to_float(operand<kFtz>(a));
    const T y = from_float<T>(static_cast<float>(kFn(x)));
    return result<kFtz, false>(y);
  }
};

double ex2(double x) { return std::exp2(x); }        // f32: 2 ulp
double lg2(double x) { return std::log2(x); }        // 2^-22
double tangent_h(double x) { return std::tanh(x); }  // 2^-11 relative
double reciprocal(double x) { return 1.0 / x; }      // f32: 1 ulp
double root(double x) { return std::sqrt(x); }       // 2^-23 relative
double reciprocal_root(double x) {                   // 2^-22.9 relative
  return 1.0 / std::sqrt(x);
}
/// Of f64, whose NaN has a sign; all NaNs of f32 are one.
double reciprocal_root_f64(double x) { return nan_of(reciprocal_root(x), x); }

/// The angle as the hardware takes it: in turns, rounded to f32 towards
/// zero. So a large angle gives what the GPU gives, however wrong that is.
double turns(double x) {
  const double exact = x * double{0.15915494f};  // 48 bits: no rounding
  const auto near = static_cast<float>(exact);
  const bool beyond = std::fabs(double{near}) > std::fabs(exact);
  const double t =
      std::bit_cast<float>(std::bit_cast<uint32_t>(near) - (beyond ? 1u : 0u));
  return t - std::nearbyint(t);
}
constexpr double kTurn = 6.283185307179586;
double sine(double x) { return std::sin(turns(x) * kTurn); }    // 2^-20.5 in
double cosine(double x) { return std::cos(turns(x) * kTurn); }  // [-pi, pi]

/// Functions that take .ftz as an option.
template <double (*kFn)(double)>
Handler select(const Form& f) {
  return f.ftz ? lanewise<Approximate<kFn, true>, kF32>(f)
               : lanewise<Approximate<kFn, false>, kF32>(f);
}
template <double (*kFn)(double)>
Handler select_half(const Form& f) {
  if (f.type == Type::kBf16 || f.type == Type::kBf16x2) {
    return f.ftz ? lanewise<Approximate<kFn, true>, kBfloats>(f)
                 : lanewise<Approximate<kFn, false>, kBfloats>(f);
  }
  return f.ftz ? lanewise<Approximate<kFn, true>, kHalves>(f)
               : lanewise<Approximate<kFn, false>, kHalves>(f);
}

/// div.approx: a * (1 / b), 2 ulp for |b| in [2^-126, 2^126]. Above that
/// 1 / b is subnormal and counts as zero.
template <bool kFtz>
float divide_approx(float a, float b) {
  const float inverse = flush(1.0f / operand<kFtz>(b));
  const double x = operand<kFtz>(a);
  const bool zero = magnitude_of(inverse) == 0;
  const double quotient = zero ? x * inverse : x / operand<kFtz>(b);
  return result<kFtz, false>(static_cast<float>(quotient));
}
/// div.full: as approx, but scaled to the whole range; 2 ulp.
template <bool kFtz>
float divide_full(float a, float b) {
  return result<kFtz, false>(operand<kFtz>(a) / operand<kFtz>(b));
}
Handler select_divide_approx(const Form& f) {
  return f.ftz ? Lanes<&divide_approx<true>>::run
               : Lanes<&divide_approx<false>>::run;
}
Handler select_divide_full(const Form& f) {
  return f.ftz ? Lanes<&divide_full<true>>::run
               : Lanes<&divide_full<false>>::run;
}

/// The f64 forms with .ftz look at the upper 32 bits of a and give those of d.
template <double (*kFn)(double)>
double upper_half(double a) {
  constexpr uint64_t kUpper = 0xffff'ffff'0000'0000u;
  const auto bits = std::bit_cast<uint64_t>(a) & kUpper;
  const double y = flush(kFn(flush(std::bit_cast<double>(bits))));
  if (is_nan(y)) return std::bit_cast<double>(0x7fff'ffff'0000'0000u);
  return std::bit_cast<double>(std::bit_cast<uint64_t>(y) & kUpper);
}

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.3, 9.7.4), types, execute, counts as, does
    {"cos.approx{.ftz}.type d, a", kF32, select<cosine>, Event::kNothing},
    {"div.approx{.ftz}.type d, a, b", kF32, select_divide_approx, Event::kNothing},
    {"div.full{.ftz}.type d, a, b", kF32, select_divide_full, Event::kNothing},
    {"ex2.approx{.ftz}.type d, a", kF32, select<ex2>, Event::kNothing},
    {"ex2.approx.type d, a", kHalves, select_half<ex2>, Event::kNothing},
    {"ex2.approx.ftz.type d, a", kBfloats, select_half<ex2>, Event::kNothing},
    {"lg2.approx{.ftz}.type d, a", kF32, select<lg2>, Event::kNothing},
    {"rcp.approx{.ftz}.type d, a", kF32, select<reciprocal>, Event::kNothing},
    {"rcp.approx.ftz.type d, a", kF64, lanes<&upper_half<reciprocal>>, Event::kNothing},
    {"rsqrt.approx{.ftz}.type d, a", kF32, select<reciprocal_root>, Event::kNothing},
    {"rsqrt.approx.type d, a", kF64, lanes<&reciprocal_root_f64>, Event::kNothing},
    {"rsqrt.approx.ftz.type d, a", kF64, lanes<&upper_half<reciprocal_root_f64>>, Event::kNothing},
    {"sin.approx{.ftz}.type d, a", kF32, select<sine>, Event::kNothing},
    {"sqrt.approx{.ftz}.type d, a", kF32, select<root>, Event::kNothing},
    {"tanh.approx.type d, a", kF32, select<tangent_h>, Event::kNothing},
    {"tanh.approx.type d, a", kHalves | kBfloats, select_half<tangent_h>, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> approx_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
