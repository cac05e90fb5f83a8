// SPDX-License-Identifier: MIT
// The video instructions (PTX ISA 9.7.17), those of four bytes and two halves
// without selectors.
#include <algorithm>
#include <type_traits>

#include "simt/ops/families.h"
#include "simt/ops/packed.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

bool is_word(Type t) { return t == Type::kS32 || t == Type::kU32; }

bool holds(Compare compare, int64_t a, int64_t b) {
  if (compare == Compare::kEq) return a == b;
  if (compare == Compare::kNe) return a != b;
  if (compare == Compare::kLt) return a < b;
  if (compare == Compare::kLe) return a <= b;
  return compare == Compare::kGt ? a > b : a >= b;
}

/// A sum may wrap: a shifted number has up to 64 bits, and 32 are asked for.
int64_t combined(Combine combine, int64_t x, int64_t y) {
  if (combine == Combine::kAdd) {
    return static_cast<int64_t>(static_cast<uint64_t>(x) +
                                static_cast<uint64_t>(y));
  }
  return combine == Combine::kMin ? std::min(x, y) : std::max(x, y);
}

// --- one number -------------------------------------------------------------

/// How far: 32 clamps, or the lower five bits count.
int distance(const Form& f, int64_t b) {
  return static_cast<int>(f.mode == Mode::kWrap ? b & 31
                                                : std::min<int64_t>(b, 32));
}
// 2^32 times a number has 32 zeros and the sign of that number; no more of it
// is asked for, and more has no room.
struct Left {
  static int64_t of(int64_t a, int64_t b) {
    return b < 32 ? a << b : clamp(a, 32, true) << 32;
  }
};
struct Right {
  static int64_t of(int64_t a, int64_t b) { return a >> b; }
};

// An H200 cuts a sum to 32 bits before the second operation sees it.
template <class F>
constexpr bool kCut = std::is_same_v<F, Add> || std::is_same_v<F, Sub>;

/// What `x` leaves in d: merged into `third` at the part that d names, or
/// combined with it.
uint32_t finished(const Form& f, int64_t x, uint32_t third, bool to) {
  const Part part = f.parts[0];
  if (part.bits < 32) {
    const uint32_t mask = ((1u << part.bits) - 1) << part.first;
    return (third & ~mask) | (static_cast<uint32_t>(x) << part.first & mask);
  }
  if (f.combine == Combine::kNone) return static_cast<uint32_t>(x);
  return static_cast<uint32_t>(combined(f.combine, x, part_of(third, {}, to)));
}

/// The third source, or zeros where there is none.
const uint32_t* third_of(Context& c, const Inst& in) {
  static constexpr uint32_t kZeros[kWarpSize] = {};
  return in.c == kNoRef ? kZeros : row<uint32_t>(c, in.c);
}

// d = F(a, b) of the parts that they name.
template <class F>
Step scalar(Context& c, const Inst& in, LaneMask mask) {
  const Form& f = *in.form;
  const bool to = f.type == Type::kS32, from_a = f.type2 == Type::kS32,
             from_b = f.type3 == Type::kS32;
  const uint32_t* a = row<uint32_t>(c, in.a);
  const uint32_t* b = row<uint32_t>(c, in.b);
  const uint32_t* third = third_of(c, in);
  uint32_t result[kWarpSize];
  for (int lane = 0; lane < kWarpSize; ++lane) {
    int64_t second = part_of(b[lane], f.parts[2], from_b);
    if (f.mode != Mode::kNone) second = distance(f, second);
    int64_t x = F::of(part_of(a[lane], f.parts[1], from_a), second);
    if (f.sat) x = clamp(x, f.parts[0].bits, to);
    if (kCut<F>) x = part_of(static_cast<uint32_t>(x), {}, to);
    result[lane] = finished(f, x, third[lane], to);
  }
  set_lanes(row<uint32_t>(c, in.d), result, mask);
  return Step::kNext;
}

bool combines(Combine combine) {
  return combine == Combine::kNone || combine == Combine::kAdd ||
         combine == Combine::kMin || combine == Combine::kMax;
}
template <class F>
Handler select_scalar(const Form& f) {
  const bool known = is_word(f.type2) && is_word(f.type3);
  return known && combines(f.combine) ? scalar<F> : nullptr;
}
template <class F>
Handler select_shift(const Form& f) {
  const bool known = f.mode == Mode::kClamp || f.mode == Mode::kWrap;
  return known && f.type3 == Type::kU32 ? select_scalar<F>(f) : nullptr;
}

// d is 1 where the comparison holds, else 0.
Step vset(Context& c, const Inst& in, LaneMask mask) {
  const Form& f = *in.form;
  const uint32_t* a = row<uint32_t>(c, in.a);
  const uint32_t* b = row<uint32_t>(c, in.b);
  const uint32_t* third = third_of(c, in);
  uint32_t result[kWarpSize];
  for (int lane = 0; lane < kWarpSize; ++lane) {
    const bool one =
        holds(f.compare, part_of(a[lane], f.parts[1], f.type == Type::kS32),
              part_of(b[lane], f.parts[2], f.type2 == Type::kS32));
    result[lane] = finished(f, one, third[lane], false);
  }
  set_lanes(row<uint32_t>(c, in.d), result, mask);
  return Step::kNext;
}
Handler select_vset(const Form& f) {
  const bool known = is_word(f.type2) && f.compare <= Compare::kGe;
  return known && combines(f.combine) ? vset : nullptr;
}

// d = a * b + c with one sign in front of the product or of c, or with one
// more (.po), then shifted. It is signed as soon as one operand is.
Step vmad(Context& c, const Inst& in, LaneMask mask) {
  __extension__ using Wide = __int128;
  const Form& f = *in.form;
  const bool from_a = f.type2 == Type::kS32, from_b = f.type3 == Type::kS32;
  const bool negated = f.minus[0] != f.minus[1];
  const bool is_signed = from_a || from_b || negated || f.minus[2];
  const uint32_t* a = row<uint32_t>(c, in.a);
  const uint32_t* b = row<uint32_t>(c, in.b);
  const uint32_t* third = row<uint32_t>(c, in.c);
  uint32_t result[kWarpSize];
  for (int lane = 0; lane < kWarpSize; ++lane) {
    Wide x = Wide{part_of(a[lane], f.parts[1], from_a)} *
             part_of(b[lane], f.parts[2], from_b);
    if (negated) x = -x;
    const uint32_t base = f.minus[2] ? ~third[lane] : third[lane];
    x += part_of(base, {}, is_signed);
    x += f.po || f.minus[2] ? 1 : 0;
    x >>= f.scale;
    const Wide low = is_signed ? -(Wide{1} << 31) : 0;
    const Wide high = is_signed ? (Wide{1} << 31) - 1 : (Wide{1} << 32) - 1;
    if (f.sat) x = std::clamp(x, low, high);
    result[lane] = static_cast<uint32_t>(x);
  }
  set_lanes(row<uint32_t>(c, in.d), result, mask);
  return Step::kNext;
}
Handler select_vmad(const Form& f) {
  const bool product = f.minus[0] != f.minus[1];
  const bool known = is_word(f.type2) && is_word(f.type3);
  return known && !(product && f.minus[2]) ? vmad : nullptr;
}

// --- two halves or four bytes -----------------------------------------------

// d = F(a, b) part by part, or with .add the sum of the parts and c.
template <class F, int kBits>
Step simd(Context& c, const Inst& in, LaneMask mask) {
  const Form& f = *in.form;
  const bool to = f.type == Type::kS32, from_a = f.type2 == Type::kS32,
             from_b = f.type3 == Type::kS32;
  const uint32_t* a = row<uint32_t>(c, in.a);
  const uint32_t* b = row<uint32_t>(c, in.b);
  const uint32_t* third = row<uint32_t>(c, in.c);
  uint32_t result[kWarpSize];
  for (int lane = 0; lane < kWarpSize; ++lane) {
    uint32_t word = 0;
    int64_t sum = third[lane];
    for (int i = 0; i < 32 / kBits; ++i) {
      int64_t x = F::of(part<kBits>(a[lane], i, from_a),
                        part<kBits>(b[lane], i, from_b));
      if (f.sat) x = clamp(x, kBits, to);
      sum += x;
      word |= (static_cast<uint32_t>(x) & ((1u << kBits) - 1)) << (kBits * i);
    }
    result[lane] =
        f.combine == Combine::kAdd ? static_cast<uint32_t>(sum) : word;
  }
  set_lanes(row<uint32_t>(c, in.d), result, mask);
  return Step::kNext;
}

bool only_adds(Combine combine) {
  return combine == Combine::kNone || combine == Combine::kAdd;
}
template <class F, int kBits>
Handler select_simd(const Form& f) {
  const bool known = is_word(f.type2) && is_word(f.type3);
  return known && only_adds(f.combine) ? simd<F, kBits> : nullptr;
}

// Byte i of d is 1 where the comparison holds of the bytes i of a and b, else
// 0. With .add, d is c and the number of such bytes.
Step vset4(Context& c, const Inst& in, LaneMask mask) {
  const Form& f = *in.form;
  const uint32_t* a = row<uint32_t>(c, in.a);
  const uint32_t* b = row<uint32_t>(c, in.b);
  const uint32_t* base = row<uint32_t>(c, in.c);
  uint32_t result[kWarpSize];
  for (int lane = 0; lane < kWarpSize; ++lane) {
    uint32_t word = 0, sum = base[lane];
    for (int i = 0; i < 4; ++i) {
      const uint32_t one =
          holds(f.compare, part<8>(a[lane], i, f.type == Type::kS32),
                part<8>(b[lane], i, f.type2 == Type::kS32));
      word |= one << 8 * i;
      sum += one;
    }
    result[lane] = f.combine == Combine::kAdd ? sum : word;
  }
  set_lanes(row<uint32_t>(c, in.d), result, mask);
  return Step::kNext;
}
Handler select_vset4(const Form& f) {
  const bool known = is_word(f.type2) && f.compare <= Compare::kGe;
  return known && only_adds(f.combine) ? vset4 : nullptr;
}

constexpr TypeSet kWord = types(Type::kS32, Type::kU32);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.17), types, execute, counts as, does
    {"vabsdiff{.sat}.type.type2.type3 d, a{.sel}:2, b{.sel}:2", kWord, select_scalar<Difference>, Event::kNothing},
    {"vabsdiff{.sat}.type.type2.type3 d.sel, a{.sel}:2, b{.sel}:2, c:b32", kWord, select_scalar<Difference>, Event::kNothing},
    {"vabsdiff{.sat}.op.type.type2.type3 d, a{.sel}:2, b{.sel}:2, c:b32", kWord, select_scalar<Difference>, Event::kNothing},
    {"vabsdiff2{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_simd<Difference, 16>, Event::kNothing},
    {"vabsdiff4{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_simd<Difference, 8>, Event::kNothing},
    {"vadd{.sat}.type.type2.type3 d, a{.sel}:2, b{.sel}:2", kWord, select_scalar<Add>, Event::kNothing},
    {"vadd{.sat}.type.type2.type3 d.sel, a{.sel}:2, b{.sel}:2, c:b32", kWord, select_scalar<Add>, Event::kNothing},
    {"vadd{.sat}.op.type.type2.type3 d, a{.sel}:2, b{.sel}:2, c:b32", kWord, select_scalar<Add>, Event::kNothing},
    {"vadd2{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_simd<Add, 16>, Event::kNothing},
    {"vadd4{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_simd<Add, 8>, Event::kNothing},
    {"vavrg2{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_simd<Average, 16>, Event::kNothing},
    {"vavrg4{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_simd<Average, 8>, Event::kNothing},
    {"vmad{.sat}{.scale}.type.type2.type3 d, -a{.sel}:2, -b{.sel}:2, -c:b32", kWord, select_vmad, Event::kNothing},
    {"vmad.po{.sat}{.scale}.type.type2.type3 d, a{.sel}:2, b{.sel}:2, c:b32", kWord, select_vmad, Event::kNothing},
    {"vmax{.sat}.type.type2.type3 d, a{.sel}:2, b{.sel}:2", kWord, select_scalar<Max>, Event::kNothing},
    {"vmax{.sat}.type.type2.type3 d.sel, a{.sel}:2, b{.sel}:2, c:b32", kWord, select_scalar<Max>, Event::kNothing},
    {"vmax{.sat}.op.type.type2.type3 d, a{.sel}:2, b{.sel}:2, c:b32", kWord, select_scalar<Max>, Event::kNothing},
    {"vmax2{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_simd<Max, 16>, Event::kNothing},
    {"vmax4{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_simd<Max, 8>, Event::kNothing},
    {"vmin{.sat}.type.type2.type3 d, a{.sel}:2, b{.sel}:2", kWord, select_scalar<Min>, Event::kNothing},
    {"vmin{.sat}.type.type2.type3 d.sel, a{.sel}:2, b{.sel}:2, c:b32", kWord, select_scalar<Min>, Event::kNothing},
    {"vmin{.sat}.op.type.type2.type3 d, a{.sel}:2, b{.sel}:2, c:b32", kWord, select_scalar<Min>, Event::kNothing},
    {"vmin2{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_simd<Min, 16>, Event::kNothing},
    {"vmin4{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_simd<Min, 8>, Event::kNothing},
    {"vset.type.type2.cmp d:u32, a{.sel}, b{.sel}:2", kWord, select_vset, Event::kNothing, Does::kDecides},
    {"vset.type.type2.cmp d.sel:u32, a{.sel}, b{.sel}:2, c:u32", kWord, select_vset, Event::kNothing, Does::kDecides},
    {"vset.type.type2.cmp.op d:u32, a{.sel}, b{.sel}:2, c:u32", kWord, select_vset, Event::kNothing, Does::kDecides},
    {"vset4.type.type2.cmp{.op} d:u32, a, b:2, c:u32", kWord, select_vset4, Event::kNothing, Does::kDecides},
    {"vshl{.sat}.mode.type.type2.type3 d, a{.sel}:2, b{.sel}:2", kWord, select_shift<Left>, Event::kNothing},
    {"vshl{.sat}.mode.type.type2.type3 d.sel, a{.sel}:2, b{.sel}:2, c:b32", kWord, select_shift<Left>, Event::kNothing},
    {"vshl{.sat}.mode.op.type.type2.type3 d, a{.sel}:2, b{.sel}:2, c:b32", kWord, select_shift<Left>, Event::kNothing},
    {"vshr{.sat}.mode.type.type2.type3 d, a{.sel}:2, b{.sel}:2", kWord, select_shift<Right>, Event::kNothing},
    {"vshr{.sat}.mode.type.type2.type3 d.sel, a{.sel}:2, b{.sel}:2, c:b32", kWord, select_shift<Right>, Event::kNothing},
    {"vshr{.sat}.mode.op.type.type2.type3 d, a{.sel}:2, b{.sel}:2, c:b32", kWord, select_shift<Right>, Event::kNothing},
    {"vsub{.sat}.type.type2.type3 d, a{.sel}:2, b{.sel}:2", kWord, select_scalar<Sub>, Event::kNothing},
    {"vsub{.sat}.type.type2.type3 d.sel, a{.sel}:2, b{.sel}:2, c:b32", kWord, select_scalar<Sub>, Event::kNothing},
    {"vsub{.sat}.op.type.type2.type3 d, a{.sel}:2, b{.sel}:2, c:b32", kWord, select_scalar<Sub>, Event::kNothing},
    {"vsub2{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_simd<Sub, 16>, Event::kNothing},
    {"vsub4{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_simd<Sub, 8>, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> video_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
