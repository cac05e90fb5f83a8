// SPDX-License-Identifier: MIT
// IEEE arithmetic of f32 and f64 (PTX ISA 9.7.3). Directed rounding sets the
// host's rounding mode around the loop over lanes.
#include <cfenv>

#include "simt/ops/families.h"
#include "simt/ops/lanewise.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

int host_rounding(Round round) {
  if (round == Round::kRz) return FE_TOWARDZERO;
  if (round == Round::kRm) return FE_DOWNWARD;
  return round == Round::kRp ? FE_UPWARD : FE_TONEAREST;
}

/// Runs a handler in the form's rounding mode. All numbers come from memory
/// and go back there, so no arithmetic moves across fesetround (and
/// -frounding-math, which would keep the loops scalar, is not needed).
template <Handler kHandler>
struct Directed {
  static Step run(Context& c, const Inst& in, LaneMask mask) {
    const int before = std::fegetround();
    std::fesetround(host_rounding(in.form->round));
    const Step step = kHandler(c, in, mask);
    std::fesetround(before);
    return step;
  }
  static constexpr Handler kRun = &run;
};

/// Each operation: operands flushed (.ftz), computed, result flushed,
/// saturated (.sat) and made the one NaN.
template <bool kFtz, bool kSat>
struct Add {
  template <class T>
  static T apply(T a, T b) {
    return nan_of(result<kFtz, kSat>(operand<kFtz>(a) + operand<kFtz>(b)), a,
                  b);
  }
};
template <bool kFtz, bool kSat>
struct Sub {
  template <class T>
  static T apply(T a, T b) {
    return nan_of(result<kFtz, kSat>(operand<kFtz>(a) - operand<kFtz>(b)), a,
                  b);
  }
};
template <bool kFtz, bool kSat>
struct Mul {
  template <class T>
  static T apply(T a, T b) {
    return nan_of(result<kFtz, kSat>(operand<kFtz>(a) * operand<kFtz>(b)), a,
                  b);
  }
};
template <bool kFtz, bool kSat>
struct Fma {
  template <class T>
  static T apply(T a, T b, T c) {
    return nan_of(result<kFtz, kSat>(std::fma(
                      operand<kFtz>(a), operand<kFtz>(b), operand<kFtz>(c))),
                  a, c, b);
  }
};
template <bool kFtz, bool kSat>
struct Div {
  template <class T>
  static T apply(T a, T b) {
    return nan_of(result<kFtz, kSat>(operand<kFtz>(a) / operand<kFtz>(b)), b,
                  a);
  }
};
template <bool kFtz, bool kSat>
struct Rcp {
  template <class T>
  static T apply(T a) {
    return nan_of(result<kFtz, kSat>(T{1} / operand<kFtz>(a)), a);
  }
};
template <bool kFtz, bool kSat>
struct Sqrt {
  template <class T>
  static T apply(T a) {
    return nan_of(result<kFtz, kSat>(std::sqrt(operand<kFtz>(a))), a);
  }
};

template <template <bool, bool> class F, template <Handler> class Wrap>
Handler pick(const Form& f) {
  const Type t = f.type;
  if (t == Type::kF64) return lanewise_type<F<false, false>, kF64, Wrap>(t);
  if (f.ftz) {
    return f.sat ? lanewise_type<F<true, true>, kF32, Wrap>(t)
                 : lanewise_type<F<true, false>, kF32, Wrap>(t);
  }
  return f.sat ? lanewise_type<F<false, true>, kF32, Wrap>(t)
               : lanewise_type<F<false, false>, kF32, Wrap>(t);
}
template <template <bool, bool> class F>
Handler select(const Form& f) {
  if (f.round == Round::kRna) return nullptr;
  const bool nearest = f.round == Round::kNone || f.round == Round::kRn;
  return nearest ? pick<F, Plain>(f) : pick<F, Directed>(f);
}

/// min and max: a NaN loses unless .NaN is written; -0 is below +0.
template <bool kMax, bool kFtz, bool kNan>
struct Extreme {
  template <class T>
  static T apply(T a, T b) {
    a = operand<kFtz>(a);
    b = operand<kFtz>(b);
    const auto x = std::bit_cast<BitsOf<T>>(a), y = std::bit_cast<BitsOf<T>>(b);
    const T equal = std::bit_cast<T>(kMax ? x & y : x | y);  // of +0 and -0
    T d = choose_number(a < b, kMax ? b : a, kMax ? a : b);
    d = choose_number(a == b, equal, d);
    d = choose_number(is_nan(a), kNan ? a : b, d);
    d = choose_number(is_nan(b), kNan ? b : a, d);
    if constexpr (std::is_same_v<T, double>) {
      d = choose_number(is_nan(a) && is_nan(b), quieted(b), d);
    }
    return canonical(d);
  }
};
template <bool kMax>
Handler select_extreme(const Form& f) {
  const Type t = f.type;
  if (t == Type::kF64) {
    return lanewise_type<Extreme<kMax, false, false>, kF64>(t);
  }
  if (f.nan) {
    return f.ftz ? lanewise_type<Extreme<kMax, true, true>, kF32>(t)
                 : lanewise_type<Extreme<kMax, false, true>, kF32>(t);
  }
  return f.ftz ? lanewise_type<Extreme<kMax, true, false>, kF32>(t)
               : lanewise_type<Extreme<kMax, false, false>, kF32>(t);
}

/// `d`, unless a is a NaN: an f64 NaN keeps its sign.
template <class T>
T sign_changed(T a, T d) {
  if constexpr (std::is_same_v<T, double>) {
    return choose_number(is_nan(a), quieted(a), d);
  } else {
    return canonical(d);
  }
}
template <bool kFtz>
struct Neg {
  template <class T>
  static T apply(T a) {
    const auto bits = std::bit_cast<BitsOf<T>>(operand<kFtz>(a));
    return sign_changed(a, std::bit_cast<T>(bits ^ kSignBit<T>));
  }
};
template <bool kFtz>
struct Abs {
  template <class T>
  static T apply(T a) {
    return sign_changed(a, std::bit_cast<T>(magnitude_of(operand<kFtz>(a))));
  }
};
template <template <bool> class F>
Handler select_sign(const Form& f) {
  return f.ftz ? lanewise<F<true>, kF32>(f)
               : lanewise<F<false>, kF32 | kF64>(f);
}

/// The magnitude of b with the sign of a.
struct Copysign {
  template <class T>
  static T apply(T a, T b) {
    const BitsOf<T> sign = std::bit_cast<BitsOf<T>>(a) & kSignBit<T>;
    return std::bit_cast<T>(magnitude_of(b) | sign);
  }
};

template <Test kTest>
struct Testp {
  template <class T>
  static bool apply(T a) {
    const BitsOf<T> m = magnitude_of(a);
    const bool normal =  // zero counts as normal
        m == 0 || (m >= kMinNormal<T> && m < kInfinity<T>);
    switch (kTest) {
      case Test::kFinite:
        return m < kInfinity<T>;
      case Test::kInfinite:
        return m == kInfinity<T>;
      case Test::kNumber:
        return m <= kInfinity<T>;
      case Test::kNotANumber:
        return m > kInfinity<T>;
      case Test::kNormal:
        return normal;
      default:
        return m != 0 && m < kMinNormal<T>;
    }
  }
};
constexpr TypeSet kFloats = kF32 | kF64;
Handler select_testp(const Form& f) {
  switch (f.test) {
    case Test::kFinite:
      return lanewise<Testp<Test::kFinite>, kFloats>(f);
    case Test::kInfinite:
      return lanewise<Testp<Test::kInfinite>, kFloats>(f);
    case Test::kNumber:
      return lanewise<Testp<Test::kNumber>, kFloats>(f);
    case Test::kNotANumber:
      return lanewise<Testp<Test::kNotANumber>, kFloats>(f);
    case Test::kNormal:
      return lanewise<Testp<Test::kNormal>, kFloats>(f);
    case Test::kSubnormal:
      return lanewise<Testp<Test::kSubnormal>, kFloats>(f);
    default:
      return nullptr;
  }
}

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.3), types, execute, counts as, does
    {"abs{.ftz}.type d, a", kFloats, select_sign<Abs>, Event::kNothing},
    {"add{.rnd}{.ftz}{.sat}.type d, a, b", kF32, select<Add>, Event::kNothing},
    {"add{.rnd}.type d, a, b", kF64, select<Add>, Event::kNothing},
    {"copysign.type d, a, b", kFloats, lanewise<Copysign, kFloats>, Event::kNothing},
    {"div.rnd{.ftz}.type d, a, b", kFloats, select<Div>, Event::kNothing},
    {"fma.rnd{.ftz}{.sat}.type d, a, b, c", kF32, select<Fma>, Event::kNothing},
    {"fma.rnd.type d, a, b, c", kF64, select<Fma>, Event::kNothing},
    {"mad.rnd{.ftz}{.sat}.type d, a, b, c", kF32, select<Fma>, Event::kNothing},
    {"mad.rnd.type d, a, b, c", kF64, select<Fma>, Event::kNothing},
    {"max{.ftz}{.NaN}.type d, a, b", kF32, select_extreme<true>, Event::kNothing},
    {"max.type d, a, b", kF64, select_extreme<true>, Event::kNothing},
    {"min{.ftz}{.NaN}.type d, a, b", kF32, select_extreme<false>, Event::kNothing},
    {"min.type d, a, b", kF64, select_extreme<false>, Event::kNothing},
    {"mul{.rnd}{.ftz}{.sat}.type d, a, b", kF32, select<Mul>, Event::kNothing},
    {"mul{.rnd}.type d, a, b", kF64, select<Mul>, Event::kNothing},
    {"neg{.ftz}.type d, a", kFloats, select_sign<Neg>, Event::kNothing},
    {"rcp.rnd{.ftz}.type d, a", kFloats, select<Rcp>, Event::kNothing},
    {"sqrt.rnd{.ftz}.type d, a", kFloats, select<Sqrt>, Event::kNothing},
    {"sub{.rnd}{.ftz}{.sat}.type d, a, b", kF32, select<Sub>, Event::kNothing},
    {"sub{.rnd}.type d, a, b", kF64, select<Sub>, Event::kNothing},
    {"testp.test.type d:pred, a", kFloats, select_testp, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> floating_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
