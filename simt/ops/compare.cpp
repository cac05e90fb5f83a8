// SPDX-License-Identifier: MIT
// Comparison and selection (PTX ISA 9.7.6, 9.7.7). A comparison is first a
// mask of the lanes where it holds; setp and set write it in their own way.
#include "simt/ops/families.h"
#include "simt/ops/lanewise.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

/// The comparisons that are worked out; a NaN makes each of them false. Every
/// other one is the opposite of one of these, or has a and b exchanged.
enum class Base : uint8_t { kEqual, kUnequal, kLess, kLessEqual, kOrdered };

struct Recipe {
  Base base;
  bool opposite, exchanged;
};

/// `integer`: there is no NaN. The forms that end in u also hold for a NaN.
constexpr Recipe recipe_of(Compare compare, bool integer) {
  switch (compare) {
    case Compare::kNe:
      return integer ? Recipe{Base::kEqual, true, false}
                     : Recipe{Base::kUnequal, false, false};
    case Compare::kNeu:
      return {Base::kEqual, true, false};
    case Compare::kEqu:
      return {Base::kUnequal, true, false};
    case Compare::kLt:
    case Compare::kLo:
      return {Base::kLess, false, false};
    case Compare::kGt:
    case Compare::kHi:
      return {Base::kLess, false, true};
    case Compare::kGeu:
      return {Base::kLess, true, false};
    case Compare::kLeu:
      return {Base::kLess, true, true};
    case Compare::kLe:
    case Compare::kLs:
      return {Base::kLessEqual, false, false};
    case Compare::kGe:
    case Compare::kHs:
      return {Base::kLessEqual, false, true};
    case Compare::kGtu:
      return {Base::kLessEqual, true, false};
    case Compare::kLtu:
      return {Base::kLessEqual, true, true};
    case Compare::kNum:
      return {Base::kOrdered, false, false};
    case Compare::kNan:
      return {Base::kOrdered, true, false};
    default:
      return {Base::kEqual, false, false};
  }
}

template <Base kBase, class T>
bool holds(T a, T b) {
  if constexpr (kBase == Base::kEqual) return a == b;
  if constexpr (kBase == Base::kUnequal) return a < b || a > b;
  if constexpr (kBase == Base::kLess) return a < b;
  if constexpr (kBase == Base::kLessEqual) return a <= b;
  return a == a && b == b;
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

/// How the elements of a type are stored and compared. kElements: in a lane.
template <class T, int kElements, bool kFtz>
struct Kind {
  using Type = T;
  static constexpr bool kInteger = std::is_integral_v<T>;
  static constexpr bool kPacked = kElements == 2;

  /// Not inline: all comparisons of one base share it.
  template <Base kBase>
  __attribute__((noinline)) static Result test(const T* a, const T* b) {
    Result r;
    for (int i = 0; i < kWarpSize; ++i) {
      r.low |= at<kBase>(a, b, i * kElements) ? kLaneBit[i] : 0u;
    }
    if constexpr (kPacked) {
      for (int i = 0; i < kWarpSize; ++i) {
        r.high |= at<kBase>(a, b, i * kElements + 1) ? kLaneBit[i] : 0u;
      }
    }
    return r;
  }

 private:
  template <Base kBase>
  static bool at(const T* a, const T* b, int i) {
    return holds<kBase>(comparable<kFtz>(a[i]), comparable<kFtz>(b[i]));
  }
};

template <class T>
using Test = Result (*)(const T*, const T*);

/// `test` is that of the recipe's base.
template <class T>
inline Result compared(Context& c, const Inst& in, const Recipe& recipe,
                       Test<T> test) {
  const T* a = row<T>(c, recipe.exchanged ? in.b : in.a);
  const T* b = row<T>(c, recipe.exchanged ? in.a : in.b);
  const Result r = test(a, b);
  return recipe.opposite ? Result{~r.low, ~r.high} : r;
}

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

/// setp with a second result or a third operand.
__attribute__((noinline)) void set_both(Context& c, const Inst& in,
                                        LaneMask mask, LaneMask first,
                                        LaneMask second) {
  const Combine how = in.form->combine;
  const LaneMask other = third(c, in);
  set_predicate_lanes(c, in.d, mask, combine(how, first, other));
  if (in.p != kNoRef) {
    set_predicate_lanes(c, in.p, mask, combine(how, second, other));
  }
}

/// setp d or d|p: p is the opposite of d, or of a packed type the upper result.
template <class Kind, Compare kCompare>
Step setp(Context& c, const Inst& in, LaneMask mask) {
  constexpr Recipe kRecipe = recipe_of(kCompare, Kind::kInteger);
  const Result r = compared<typename Kind::Type>(
      c, in, kRecipe, Kind::template test<kRecipe.base>);
  if (in.p == kNoRef && in.form->combine == Combine::kNone) {
    set_predicate_lanes(c, in.d, mask, r.low);
  } else {
    set_both(c, in, mask, r.low, Kind::kPacked ? r.high : ~r.low);
  }
  return Step::kNext;
}

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
/// set is rare: it finds out as it runs what to compare and how.
template <class Kind>
Result compared_by_form(Context& c, const Inst& in) {
  constexpr Test<typename Kind::Type> kTests[] = {
      Kind::template test<Base::kEqual>, Kind::template test<Base::kUnequal>,
      Kind::template test<Base::kLess>, Kind::template test<Base::kLessEqual>,
      Kind::template test<Base::kOrdered>};
  const Recipe recipe = recipe_of(in.form->compare, Kind::kInteger);
  return compared(c, in, recipe, kTests[static_cast<size_t>(recipe.base)]);
}

template <class Kind>
Step set(Context& c, const Inst& in, LaneMask mask) {
  Result r = compared_by_form<Kind>(c, in);
  const LaneMask other = third(c, in);
  r.low = combine(in.form->combine, r.low, other);
  r.high = Kind::kPacked ? combine(in.form->combine, r.high, other) : r.low;
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

/// Calls pick(Kind{}) with the kind of `type`, or gives null.
template <class Pick>
Handler by_integer(Type type, Pick pick) {
  switch (type) {
    case Type::kB16:
    case Type::kU16:
      return pick(Kind<uint16_t, 1, false>{});
    case Type::kB32:
    case Type::kU32:
      return pick(Kind<uint32_t, 1, false>{});
    case Type::kB64:
    case Type::kU64:
      return pick(Kind<uint64_t, 1, false>{});
    case Type::kS16:
      return pick(Kind<int16_t, 1, false>{});
    case Type::kS32:
      return pick(Kind<int32_t, 1, false>{});
    case Type::kS64:
      return pick(Kind<int64_t, 1, false>{});
    default:
      return nullptr;
  }
}
template <bool kFtz, class Pick>
Handler by_float(Type type, Pick pick) {
  switch (type) {
    case Type::kF16:
      return pick(Kind<Half, 1, kFtz>{});
    case Type::kF16x2:
      return pick(Kind<Half, 2, kFtz>{});
    case Type::kF32:
      return pick(Kind<float, 1, kFtz>{});
    case Type::kF64:
      return pick(Kind<double, 1, false>{});
    case Type::kBf16:
      return pick(Kind<Bfloat, 1, false>{});
    case Type::kBf16x2:
      return pick(Kind<Bfloat, 2, false>{});
    default:
      return nullptr;
  }
}
template <class Pick>
Handler by_float(const Form& f, Type type, Pick pick) {
  return f.ftz ? by_float<true>(type, pick) : by_float<false>(type, pick);
}

bool for_unsigned(Compare c) { return c >= Compare::kLo && c <= Compare::kHs; }
bool for_floats(Compare c) { return c >= Compare::kEqu; }

template <Compare kCompare>
Handler setp_of(const Form& f) {
  const auto pick = [](auto kind) -> Handler {
    return setp<decltype(kind), kCompare>;
  };
  if constexpr (kCompare < Compare::kEqu) {
    if (const Handler h = by_integer(f.type, pick)) return h;
  }
  return for_unsigned(f.compare) ? nullptr : by_float(f, f.type, pick);
}
Handler select_setp(const Form& f) {
  switch (f.compare) {
    case Compare::kEq:
      return setp_of<Compare::kEq>(f);
    case Compare::kNe:
      return setp_of<Compare::kNe>(f);
    case Compare::kLt:
    case Compare::kLo:
      return setp_of<Compare::kLt>(f);
    case Compare::kLe:
    case Compare::kLs:
      return setp_of<Compare::kLe>(f);
    case Compare::kGt:
    case Compare::kHi:
      return setp_of<Compare::kGt>(f);
    case Compare::kGe:
    case Compare::kHs:
      return setp_of<Compare::kGe>(f);
    case Compare::kEqu:
      return setp_of<Compare::kEqu>(f);
    case Compare::kNeu:
      return setp_of<Compare::kNeu>(f);
    case Compare::kLtu:
      return setp_of<Compare::kLtu>(f);
    case Compare::kLeu:
      return setp_of<Compare::kLeu>(f);
    case Compare::kGtu:
      return setp_of<Compare::kGtu>(f);
    case Compare::kGeu:
      return setp_of<Compare::kGeu>(f);
    case Compare::kNum:
      return setp_of<Compare::kNum>(f);
    case Compare::kNan:
      return setp_of<Compare::kNan>(f);
    default:
      return nullptr;
  }
}
Handler select_set(const Form& f) {
  const auto pick = [](auto kind) -> Handler { return set<decltype(kind)>; };
  if (f.compare == Compare::kNone) return nullptr;
  if (!for_floats(f.compare))
    if (const Handler h = by_integer(f.type2, pick)) return h;
  return for_unsigned(f.compare) ? nullptr : by_float(f, f.type2, pick);
}

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
    // syntax (PTX ISA 9.7.6, 9.7.7), types, execute, counts as, does
    {"selp.type d, a, b, c:pred", kChosen, select_selp, Event::kNothing},
    {"set.cmp{.ftz}.type.type2 d, a:2, b:2", kSet, select_set, Event::kNothing, Does::kDecides},
    {"set.cmp.bool{.ftz}.type.type2 d, a:2, b:2, c:pred", kSet, select_set, Event::kNothing, Does::kDecides},
    {"setp.cmp{.ftz}.type d:pred, a, b", kCompared, select_setp, Event::kNothing, Does::kDecides},
    {"setp.cmp{.ftz}.type d:pred|p, a, b", kCompared, select_setp, Event::kNothing, Does::kDecides},
    {"setp.cmp.bool{.ftz}.type d:pred, a, b, c:pred", kCompared, select_setp, Event::kNothing, Does::kDecides},
    {"setp.cmp.bool{.ftz}.type d:pred|p, a, b, c:pred", kCompared, select_setp, Event::kNothing, Does::kDecides},
    {"slct{.ftz}.type.type2 d, a, b, c:2", kChosen, select_slct, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> compare_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
