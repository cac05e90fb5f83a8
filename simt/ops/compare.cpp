// SPDX-License-Identifier: MIT
// Comparison and selection (PTX ISA 9.7.6, 9.7.7). A comparison is first a
// mask of the lanes where it holds; setp and set write it in their own way.
#include "simt/ops/families.h"
#include "simt/ops/lanewise.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

/// Does kCompare hold? The forms that end in u also hold for a NaN.
template <Compare kCompare, class T>
bool holds(T a, T b) {
  switch (kCompare) {
    case Compare::kEq:
      return a == b;
    case Compare::kNe:
      return a < b || a > b || (std::is_integral_v<T> && a != b);
    case Compare::kLt:
    case Compare::kLo:
      return a < b;
    case Compare::kLe:
    case Compare::kLs:
      return a <= b;
    case Compare::kGt:
    case Compare::kHi:
      return a > b;
    case Compare::kGe:
    case Compare::kHs:
      return a >= b;
    case Compare::kEqu:
      return !(a < b || a > b);
    case Compare::kNeu:
      return a != b;
    case Compare::kLtu:
      return !(a >= b);
    case Compare::kLeu:
      return !(a > b);
    case Compare::kGtu:
      return !(a <= b);
    case Compare::kGeu:
      return !(a < b);
    case Compare::kNum:
      return a == a && b == b;
    case Compare::kNan:
      return a != a || b != b;
    default:
      return false;
  }
}

/// What holds() compares: floats for the 16-bit formats.
template <bool kFtz, class T>
auto comparable(T x) {
  if constexpr (kIsSmall<T>) {
    return to_float(operand<kFtz>(x));
  } else if constexpr (std::is_floating_point_v<T>) {
    return operand<kFtz>(x);
  } else {
    return x;
  }
}

/// The lanes where the comparison holds; `high`: for the upper elements of a
/// packed type.
struct Result {
  LaneMask low = 0, high = 0;
};

template <Compare kCompare, bool kFtz, class T, int kPerLane>
struct Compared {
  /// Not inline: setp and set share it.
  __attribute__((noinline)) static Result test(Context& c, const Inst& in) {
    const T* a = row<T>(c, in.a);
    const T* b = row<T>(c, in.b);
    Result r;
    for (int i = 0; i < kWarpSize; ++i) {
      r.low |= at(a, b, i * kPerLane) ? kLaneBit[i] : 0u;
    }
    if constexpr (kPerLane == 2) {
      for (int i = 0; i < kWarpSize; ++i) {
        r.high |= at(a, b, i * kPerLane + 1) ? kLaneBit[i] : 0u;
      }
    }
    return r;
  }

 private:
  static bool at(const T* a, const T* b, int i) {
    return holds<kCompare>(comparable<kFtz>(a[i]), comparable<kFtz>(b[i]));
  }
};

LaneMask combine(Combine how, LaneMask a, LaneMask c) {
  if (how == Combine::kAnd) return a & c;
  if (how == Combine::kOr) return a | c;
  return how == Combine::kXor ? a ^ c : a;
}

/// Operand c of setp and set, or nothing.
LaneMask third(Context& c, const Inst& in) {
  if (in.form->combine == Combine::kNone) return 0;
  const LaneMask mask = predicate(c, in.c);
  return in.flags & kNegatedC ? ~mask : mask;
}

/// setp d or d|p: p is the opposite of d, or of a packed type the upper result.
template <class Test, bool kPacked>
struct Setp {
  static Step run(Context& c, const Inst& in, LaneMask mask) {
    const Result r = Test::test(c, in);
    if (in.p == kNoRef && in.form->combine == Combine::kNone) {
      set_predicate_lanes(c, in.d, mask, r.low);
      return Step::kNext;
    }
    const Combine how = in.form->combine;
    const LaneMask other = third(c, in);
    const LaneMask second = kPacked ? r.high : ~r.low;
    set_predicate_lanes(c, in.d, mask, combine(how, r.low, other));
    if (in.p != kNoRef) {
      set_predicate_lanes(c, in.p, mask, combine(how, second, other));
    }
    return Step::kNext;
  }
};

/// What set writes for "true": 1.0 of a floating type, else all ones.
uint64_t one_of(Type type) {
  switch (type) {
    case Type::kF32:
      return 0x3f800000u;
    case Type::kF16:
      return 0x3c00u;
    case Type::kF16x2:
      return 0x3c003c00u;
    case Type::kBf16:
      return 0x3f80u;
    case Type::kBf16x2:
      return 0x3f803f80u;
    case Type::kU16:
    case Type::kS16:
      return 0xffffu;
    default:
      return 0xffffffffu;
  }
}
template <class Test, bool kPacked>
struct Set {
  static Step run(Context& c, const Inst& in, LaneMask mask) {
    Result r = Test::test(c, in);
    const LaneMask other = third(c, in);
    r.low = combine(in.form->combine, r.low, other);
    r.high = kPacked ? combine(in.form->combine, r.high, other) : r.low;
    const auto yes = static_cast<uint32_t>(one_of(in.form->type));
    const bool narrow = ptx::size_of(in.form->type) == 2;
    for (int i = 0; i < kWarpSize; ++i) {
      if ((mask & kLaneBit[i]) == 0) continue;
      const uint32_t low = r.low & kLaneBit[i] ? yes & 0xffffu : 0;
      const uint32_t high = r.high & kLaneBit[i] ? yes & 0xffff0000u : 0;
      if (narrow) row<uint16_t>(c, in.d)[i] = static_cast<uint16_t>(low);
      if (!narrow) row<uint32_t>(c, in.d)[i] = low | high;
    }
    return Step::kNext;
  }
};

/// Chooses by the compared type.
template <template <class, bool> class Out, Compare kCompare, bool kFtz>
Handler by_float(Type type) {
  switch (type) {
    case Type::kF16:
      return Out<Compared<kCompare, kFtz, Half, 1>, false>::run;
    case Type::kF16x2:
      return Out<Compared<kCompare, kFtz, Half, 2>, true>::run;
    case Type::kF32:
      return Out<Compared<kCompare, kFtz, float, 1>, false>::run;
    case Type::kF64:
      return Out<Compared<kCompare, false, double, 1>, false>::run;
    case Type::kBf16:
      return Out<Compared<kCompare, false, Bfloat, 1>, false>::run;
    case Type::kBf16x2:
      return Out<Compared<kCompare, false, Bfloat, 2>, true>::run;
    default:
      return nullptr;
  }
}
template <template <class, bool> class Out, Compare kCompare>
Handler by_integer(Type type) {
  switch (type) {
    case Type::kB16:
    case Type::kU16:
      return Out<Compared<kCompare, false, uint16_t, 1>, false>::run;
    case Type::kB32:
    case Type::kU32:
      return Out<Compared<kCompare, false, uint32_t, 1>, false>::run;
    case Type::kB64:
    case Type::kU64:
      return Out<Compared<kCompare, false, uint64_t, 1>, false>::run;
    case Type::kS16:
      return Out<Compared<kCompare, false, int16_t, 1>, false>::run;
    case Type::kS32:
      return Out<Compared<kCompare, false, int32_t, 1>, false>::run;
    case Type::kS64:
      return Out<Compared<kCompare, false, int64_t, 1>, false>::run;
    default:
      return nullptr;
  }
}
template <template <class, bool> class Out, Compare kCompare>
Handler by_type(const Form& f, Type type) {
  constexpr bool kFloatOnly = kCompare >= Compare::kEqu;
  constexpr bool kUnsignedOnly =
      kCompare >= Compare::kLo && kCompare <= Compare::kHs;
  if constexpr (kUnsignedOnly) {
    return by_integer<Out, kCompare>(type);
  } else {
    if constexpr (!kFloatOnly) {
      if (const Handler h = by_integer<Out, kCompare>(type)) return h;
    }
    return f.ftz ? by_float<Out, kCompare, true>(type)
                 : by_float<Out, kCompare, false>(type);
  }
}

/// `type`: the compared one.
template <template <class, bool> class Out>
Handler by_compare(const Form& f, Type type) {
  switch (f.compare) {
    case Compare::kEq:
      return by_type<Out, Compare::kEq>(f, type);
    case Compare::kNe:
      return by_type<Out, Compare::kNe>(f, type);
    case Compare::kLt:
      return by_type<Out, Compare::kLt>(f, type);
    case Compare::kLe:
      return by_type<Out, Compare::kLe>(f, type);
    case Compare::kGt:
      return by_type<Out, Compare::kGt>(f, type);
    case Compare::kGe:
      return by_type<Out, Compare::kGe>(f, type);
    case Compare::kLo:
      return by_type<Out, Compare::kLo>(f, type);
    case Compare::kLs:
      return by_type<Out, Compare::kLs>(f, type);
    case Compare::kHi:
      return by_type<Out, Compare::kHi>(f, type);
    case Compare::kHs:
      return by_type<Out, Compare::kHs>(f, type);
    case Compare::kEqu:
      return by_type<Out, Compare::kEqu>(f, type);
    case Compare::kNeu:
      return by_type<Out, Compare::kNeu>(f, type);
    case Compare::kLtu:
      return by_type<Out, Compare::kLtu>(f, type);
    case Compare::kLeu:
      return by_type<Out, Compare::kLeu>(f, type);
    case Compare::kGtu:
      return by_type<Out, Compare::kGtu>(f, type);
    case Compare::kGeu:
      return by_type<Out, Compare::kGeu>(f, type);
    case Compare::kNum:
      return by_type<Out, Compare::kNum>(f, type);
    case Compare::kNan:
      return by_type<Out, Compare::kNan>(f, type);
    default:
      return nullptr;
  }
}
Handler select_setp(const Form& f) { return by_compare<Setp>(f, f.type); }
Handler select_set(const Form& f) { return by_compare<Set>(f, f.type2); }

struct Selp {
  template <class T>
  static T apply(T a, T b, bool c) {
    return c ? a : b;
  }
};
/// selp copies bits: only the width counts.
Handler select_selp(const Form& f) {
  switch (ptx::size_of(f.type)) {
    case 2:
      return Lanes<&Selp::apply<uint16_t>>::run;
    case 4:
      return Lanes<&Selp::apply<uint32_t>>::run;
    case 8:
      return Lanes<&Selp::apply<uint64_t>>::run;
    default:
      return nullptr;
  }
}

/// d = c >= 0 ? a : b; a NaN chooses b.
template <class T, class C, bool kFtz>
T slct(T a, T b, C c) {
  return comparable<kFtz>(c) >= C{0} ? a : b;
}
template <class C, bool kFtz>
Handler slct_by_width(const Form& f) {
  switch (ptx::size_of(f.type)) {
    case 2:
      return Lanes<&slct<uint16_t, C, kFtz>>::run;
    case 4:
      return Lanes<&slct<uint32_t, C, kFtz>>::run;
    case 8:
      return Lanes<&slct<uint64_t, C, kFtz>>::run;
    default:
      return nullptr;
  }
}
Handler select_slct(const Form& f) {
  if (f.type2 == Type::kS32) return slct_by_width<int32_t, false>(f);
  if (f.type2 != Type::kF32) return nullptr;
  return f.ftz ? slct_by_width<float, true>(f) : slct_by_width<float, false>(f);
}

constexpr TypeSet kFloats = kF32 | kF64 | kHalves | kBfloats;
constexpr TypeSet kCompared = kBits | kInteger | kFloats;
constexpr TypeSet kChosen = kBits | kInteger | kF32 | kF64;
constexpr TypeSet kSet = kHalves | kBfloats | kF32 |
                         types(Type::kU16, Type::kS16, Type::kU32, Type::kS32);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.6, 9.7.7), types, execute, counts as
    {"selp.type d, a, b, c:pred", kChosen, select_selp, Event::kNothing},
    {"set.cmp{.ftz}.type.type2 d, a:2, b:2", kSet, select_set, Event::kNothing},
    {"set.cmp.bool{.ftz}.type.type2 d, a:2, b:2, c:pred", kSet, select_set, Event::kNothing},
    {"setp.cmp{.ftz}.type d:pred, a, b", kCompared, select_setp, Event::kNothing},
    {"setp.cmp{.ftz}.type d:pred|p, a, b", kCompared, select_setp, Event::kNothing},
    {"setp.cmp.bool{.ftz}.type d:pred, a, b, c:pred", kCompared, select_setp, Event::kNothing},
    {"setp.cmp.bool{.ftz}.type d:pred|p, a, b, c:pred", kCompared, select_setp, Event::kNothing},
    {"slct{.ftz}.type.type2 d, a, b, c:2", kChosen, select_slct, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> compare_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
