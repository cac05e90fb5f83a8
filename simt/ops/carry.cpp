// SPDX-License-Identifier: MIT
// Sums and products that read or write the carry flag (PTX ISA 9.7.2). The
// flag is one mask per warp, in the frame's carry row. A subtraction adds the
// complement, so it leaves the flag set where it borrows nothing: nvcc's own
// 128-bit division ends a row of subc.cc with addc and relies on it.
#include "simt/ops/families.h"
#include "simt/ops/lanewise.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

/// A result and the carry (or borrow) out of it.
template <class T>
struct Sum {
  T value;
  bool carry;
};

struct Add {
  static constexpr bool kBorrows = false;
  template <class T>
  static Sum<T> apply(T a, T b, T /*c*/, bool in) {
    const T partial = a + b;
    const T value = partial + T{in};
    return {value, partial < a || value < partial};
  }
};
struct Sub {
  static constexpr bool kBorrows = true;
  template <class T>
  static Sum<T> apply(T a, T b, T /*c*/, bool in) {
    const T partial = a - b;
    return {static_cast<T>(partial - T{in}), a < b || partial < T{in}};
  }
};
struct MadLo {
  static constexpr bool kBorrows = false;
  template <class T>
  static Sum<T> apply(T a, T b, T c, bool in) {
    return Add::apply<T>(a * b, c, 0, in);
  }
};
/// kSigned: the product is one of signed numbers.
template <bool kSigned>
struct MadHi {
  static constexpr bool kBorrows = false;
  template <class T>
  static Sum<T> apply(T a, T b, T c, bool in) {
    __extension__ using Uint128 = unsigned __int128;
    T high = static_cast<T>((Uint128{a} * Uint128{b}) >> (sizeof(T) * 8));
    if (kSigned) {  // correct the unsigned product for each negative factor
      if (a >> (sizeof(T) * 8 - 1)) high -= b;
      if (b >> (sizeof(T) * 8 - 1)) high -= a;
    }
    return Add::apply<T>(high, c, 0, in);
  }
};

template <class F, class T, bool kIn, bool kOut, int kSources>
Step run(Context& c, const Inst& in, LaneMask mask) {
  LaneMask& flag = predicate(c, make_ref(0, kCarryRow));
  const Source<T> a(c, in.a, false), b(c, in.b, false);
  const Source<T> third(c, kSources == 3 ? in.c : in.b, false);
  T* d = row<T>(c, in.d);
  LaneMask out = 0;
  for (int i = 0; i < kWarpSize; ++i) {
    const bool carry_in = kIn && ((flag & kLaneBit[i]) != 0) != F::kBorrows;
    const Sum<T> sum = F::template apply<T>(a[i], b[i], third[i], carry_in);
    if (mask & kLaneBit[i]) d[i] = sum.value;
    out |= sum.carry != F::kBorrows ? kLaneBit[i] : 0u;
  }
  if (kOut) flag = (flag & ~mask) | (out & mask);
  return Step::kNext;
}

/// kIn: the opcode ends in `c` and reads the flag. `.cc` writes it.
template <class F, bool kIn, int kSources>
Handler select(const Form& f) {
  const bool wide = ptx::size_of(f.type) == 8;
  if (f.carry) {
    return wide ? run<F, uint64_t, kIn, true, kSources>
                : run<F, uint32_t, kIn, true, kSources>;
  }
  return wide ? run<F, uint64_t, kIn, false, kSources>
              : run<F, uint32_t, kIn, false, kSources>;
}
template <bool kIn>
Handler select_high(const Form& f) {
  const bool is_signed = f.type == Type::kS32 || f.type == Type::kS64;
  return is_signed ? select<MadHi<true>, kIn, 3>(f)
                   : select<MadHi<false>, kIn, 3>(f);
}

constexpr TypeSet kWords = types(Type::kU32, Type::kS32, Type::kU64, Type::kS64,
                                 Type::kB32, Type::kB64);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.2), types, execute, counts as, does
    {"add.cc.type d, a, b", kWords, select<Add, false, 2>, Event::kNothing},
    {"addc{.cc}.type d, a, b", kWords, select<Add, true, 2>, Event::kNothing},
    {"mad.hi.cc.type d, a, b, c", kWords, select_high<false>, Event::kNothing},
    {"mad.lo.cc.type d, a, b, c", kWords, select<MadLo, false, 3>, Event::kNothing},
    {"madc.hi{.cc}.type d, a, b, c", kWords, select_high<true>, Event::kNothing},
    {"madc.lo{.cc}.type d, a, b, c", kWords, select<MadLo, true, 3>, Event::kNothing},
    {"sub.cc.type d, a, b", kWords, select<Sub, false, 2>, Event::kNothing},
    {"subc{.cc}.type d, a, b", kWords, select<Sub, true, 2>, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> carry_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
