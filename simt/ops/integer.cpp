// SPDX-License-Identifier: MIT
// Integer arithmetic of 16 to 64 bits (PTX ISA 9.7.1). Wraps around: all
// sums and products are made in unsigned types, where C++ defines that.
#include <algorithm>

#include "simt/ops/families.h"
#include "simt/ops/lanewise.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

/// Unsigned type of T's width, at least that of unsigned int: a product of
/// two 16-bit numbers would otherwise be a signed int and could overflow.
template <class T>
using Wrap =
    std::conditional_t<(sizeof(T) < 4), uint32_t, std::make_unsigned_t<T>>;
/// The type of twice T's width. Only used where sizeof(T) < 8.
template <class T>
using Wide =
    std::conditional_t<std::is_signed_v<T>,
                       std::conditional_t<sizeof(T) == 2, int32_t, int64_t>,
                       std::conditional_t<sizeof(T) == 2, uint32_t, uint64_t>>;

struct Add {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(Wrap<T>(a) + Wrap<T>(b));
  }
};
struct Sub {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(Wrap<T>(a) - Wrap<T>(b));
  }
};

int32_t clamp32(int64_t x) {
  return static_cast<int32_t>(
      std::clamp<int64_t>(x, std::numeric_limits<int32_t>::min(),
                          std::numeric_limits<int32_t>::max()));
}
int32_t add_saturated(int32_t a, int32_t b) { return clamp32(int64_t{a} + b); }
int32_t sub_saturated(int32_t a, int32_t b) { return clamp32(int64_t{a} - b); }

/// The upper half of the product.
template <class T>
T high(T a, T b) {
  if constexpr (sizeof(T) < 8) {
    return static_cast<T>((Wide<T>{a} * Wide<T>{b}) >> (sizeof(T) * 8));
  } else if constexpr (std::is_signed_v<T>) {
    __extension__ using Int128 = __int128;
    return static_cast<T>((Int128{a} * Int128{b}) >> 64);
  } else {
    __extension__ using Uint128 = unsigned __int128;
    return static_cast<T>((Uint128{a} * Uint128{b}) >> 64);
  }
}

struct MulLo {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(Wrap<T>(a) * Wrap<T>(b));
  }
};
struct MulHi {
  template <class T>
  static T apply(T a, T b) {
    return high(a, b);
  }
};
struct MulWide {
  template <class T>
  static Wide<T> apply(T a, T b) {
    return static_cast<Wide<T>>(Wide<T>{a} * Wide<T>{b});
  }
};
struct MadLo {
  template <class T>
  static T apply(T a, T b, T c) {
    return static_cast<T>(Wrap<T>(a) * Wrap<T>(b) + Wrap<T>(c));
  }
};
struct MadHi {
  template <class T>
  static T apply(T a, T b, T c) {
    return Add::apply<T>(high(a, b), c);
  }
};
struct MadWide {
  template <class T>
  static Wide<T> apply(T a, T b, Wide<T> c) {
    return Add::apply<Wide<T>>(MulWide::apply<T>(a, b), c);
  }
};
int32_t mad_hi_saturated(int32_t a, int32_t b, int32_t c) {
  return clamp32(int64_t{high(a, b)} + c);
}

/// The low 24 bits, extended by T's sign.
template <class T>
T low24(T x) {
  return static_cast<T>(static_cast<T>(uint32_t(x) << 8) >> 8);
}
/// The product of 24-bit numbers has 48 bits: .lo is bits 0 to 31, .hi bits
/// 16 to 47.
struct Mul24Lo {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(Wide<T>{low24(a)} * Wide<T>{low24(b)});
  }
};
struct Mul24Hi {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>((Wide<T>{low24(a)} * Wide<T>{low24(b)}) >> 16);
  }
};
template <class F>
struct Mad24 {
  template <class T>
  static T apply(T a, T b, T c) {
    return Add::apply<T>(F::template apply<T>(a, b), c);
  }
};
int32_t mad24_hi_saturated(int32_t a, int32_t b, int32_t c) {
  return clamp32(int64_t{Mul24Hi::apply<int32_t>(a, b)} + c);
}

struct Sad {
  template <class T>
  static T apply(T a, T b, T c) {
    const Wrap<T> difference =
        a < b ? Wrap<T>(b) - Wrap<T>(a) : Wrap<T>(a) - Wrap<T>(b);
    return static_cast<T>(Wrap<T>(c) + difference);
  }
};

/// Division by zero gives all ones, as the hardware does; the most negative
/// number divided by -1 is itself. Neither may reach the host's divider.
struct Div {
  template <class T>
  static T apply(T a, T b) {
    if (b == 0) return static_cast<T>(~T{0});
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return Sub::apply<T>(0, a);
    }
    return static_cast<T>(a / b);
  }
};
struct Rem {
  template <class T>
  static T apply(T a, T b) {
    if (b == 0) return static_cast<T>(~T{0});
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return 0;
    }
    return static_cast<T>(a % b);
  }
};

struct Neg {
  template <class T>
  static T apply(T a) {
    return static_cast<T>(Wrap<T>{0} - Wrap<T>(a));
  }
};
struct Abs {
  template <class T>
  static T apply(T a) {
    return a < 0 ? Neg::apply<T>(a) : a;
  }
};
struct Min {
  template <class T>
  static T apply(T a, T b) {
    return a < b ? a : b;
  }
};
struct Max {
  template <class T>
  static T apply(T a, T b) {
    return a < b ? b : a;
  }
};

/// Sum of the products of four bytes, or of two 16-bit numbers and two bytes
/// (dp2a: bytes 0 and 1, or 2 and 3). Template arguments: signs of a and b.
template <bool kSignedA>
int32_t byte_of(uint32_t x, int i) {
  const auto byte = static_cast<uint8_t>(x >> (8 * i));
  return kSignedA ? static_cast<int8_t>(byte) : int32_t{byte};
}
template <bool kSignedA>
int32_t short_of(uint32_t x, int i) {
  const auto part = static_cast<uint16_t>(x >> (16 * i));
  return kSignedA ? static_cast<int16_t>(part) : int32_t{part};
}
template <bool kSignedA, bool kSignedB>
uint32_t dot4(uint32_t a, uint32_t b, uint32_t c) {
  for (int i = 0; i < 4; ++i) {
    c += static_cast<uint32_t>(byte_of<kSignedA>(a, i) *
                               byte_of<kSignedB>(b, i));
  }
  return c;
}
template <bool kSignedA, bool kSignedB, int kFirst>
uint32_t dot2(uint32_t a, uint32_t b, uint32_t c) {
  for (int i = 0; i < 2; ++i) {
    c += static_cast<uint32_t>(short_of<kSignedA>(a, i)) *
         static_cast<uint32_t>(byte_of<kSignedB>(b, kFirst + i));
  }
  return c;
}
Handler select_dot4(const Form& f) {
  const bool a = f.type == Type::kS32, b = f.type2 == Type::kS32;
  if (a)
    return b ? Lanes<&dot4<true, true>>::run : Lanes<&dot4<true, false>>::run;
  return b ? Lanes<&dot4<false, true>>::run : Lanes<&dot4<false, false>>::run;
}
template <int kFirst>
Handler select_dot2(const Form& f) {
  const bool a = f.type == Type::kS32, b = f.type2 == Type::kS32;
  if (a)
    return b ? Lanes<&dot2<true, true, kFirst>>::run
             : Lanes<&dot2<true, false, kFirst>>::run;
  return b ? Lanes<&dot2<false, true, kFirst>>::run
           : Lanes<&dot2<false, false, kFirst>>::run;
}

constexpr TypeSet kS32 = types(Type::kS32);
constexpr TypeSet kWord = types(Type::kU32, Type::kS32);
constexpr TypeSet kNarrow =
    types(Type::kU16, Type::kU32, Type::kS16, Type::kS32);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.1), types, execute, counts as, does
    {"abs.type d, a", kSigned, lanewise<Abs, kSigned>, Event::kNothing},
    {"add.type d, a, b", kInteger, lanewise<Add, kInteger>, Event::kNothing},
    {"add.sat.type d, a, b", kS32, lanes<&add_saturated>, Event::kNothing},
    {"div.type d, a, b", kInteger, lanewise<Div, kInteger>, Event::kNothing},
    {"dp2a.lo.type.type2 d, a, b, c", kWord, select_dot2<0>, Event::kNothing},
    {"dp2a.hi.type.type2 d, a, b, c", kWord, select_dot2<2>, Event::kNothing},
    {"dp4a.type.type2 d, a, b, c", kWord, select_dot4, Event::kNothing},
    {"mad.hi.type d, a, b, c", kInteger, lanewise<MadHi, kInteger>, Event::kNothing},
    {"mad.hi.sat.type d, a, b, c", kS32, lanes<&mad_hi_saturated>, Event::kNothing},
    {"mad.lo.type d, a, b, c", kInteger, lanewise<MadLo, kInteger>, Event::kNothing},
    {"mad.wide.type d:w, a, b, c:w", kNarrow, lanewise<MadWide, kNarrow>, Event::kNothing},
    {"mad24.hi.type d, a, b, c", kWord, lanewise<Mad24<Mul24Hi>, kWord>, Event::kNothing},
    {"mad24.hi.sat.type d, a, b, c", kS32, lanes<&mad24_hi_saturated>, Event::kNothing},
    {"mad24.lo.type d, a, b, c", kWord, lanewise<Mad24<Mul24Lo>, kWord>, Event::kNothing},
    {"max.type d, a, b", kInteger, lanewise<Max, kInteger>, Event::kNothing},
    {"min.type d, a, b", kInteger, lanewise<Min, kInteger>, Event::kNothing},
    {"mul.hi.type d, a, b", kInteger, lanewise<MulHi, kInteger>, Event::kNothing},
    {"mul.lo.type d, a, b", kInteger, lanewise<MulLo, kInteger>, Event::kNothing},
    {"mul.wide.type d:w, a, b", kNarrow, lanewise<MulWide, kNarrow>, Event::kNothing},
    {"mul24.hi.type d, a, b", kWord, lanewise<Mul24Hi, kWord>, Event::kNothing},
    {"mul24.lo.type d, a, b", kWord, lanewise<Mul24Lo, kWord>, Event::kNothing},
    {"neg.type d, a", kSigned, lanewise<Neg, kSigned>, Event::kNothing},
    {"rem.type d, a, b", kInteger, lanewise<Rem, kInteger>, Event::kNothing},
    {"sad.type d, a, b, c", kInteger, lanewise<Sad, kInteger>, Event::kNothing},
    {"sub.type d, a, b", kInteger, lanewise<Sub, kInteger>, Event::kNothing},
    {"sub.sat.type d, a, b", kS32, lanes<&sub_saturated>, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> integer_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
