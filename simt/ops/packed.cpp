// SPDX-License-Identifier: MIT
// Integers that share a word: pairs of 16 bits, the video instructions
// (PTX ISA 9.7.17, without selectors), cvt.pack; and lop3 with a predicate.
#include <algorithm>
#include <type_traits>

#include "simt/ops/families.h"
#include "simt/ops/lanewise.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

/// Writes the active lanes of a row.
void set_lanes(uint32_t* d, const uint32_t* result, LaneMask mask) {
  for (int i = 0; i < kWarpSize; ++i) d[i] = (mask >> i & 1) ? result[i] : d[i];
}

/// Part `i` of a word that holds parts of kBits bits.
template <int kBits>
int64_t part(uint32_t word, int i, bool is_signed) {
  const uint32_t bits = static_cast<uint32_t>(uint64_t{word} >> (kBits * i)) &
                        static_cast<uint32_t>((uint64_t{1} << kBits) - 1);
  const bool negative = is_signed && (bits >> (kBits - 1) & 1);
  return static_cast<int64_t>(bits) -
         (negative ? int64_t{1} << kBits : int64_t{0});
}

int64_t clamp(int64_t x, int bits, bool is_signed) {
  const int64_t low = is_signed ? -(int64_t{1} << (bits - 1)) : 0;
  const int64_t high = (int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  return std::clamp(x, low, high);
}

// clang-format off
struct Add { static int64_t of(int64_t a, int64_t b) { return a + b; } };
struct Sub { static int64_t of(int64_t a, int64_t b) { return a - b; } };
struct Difference { static int64_t of(int64_t a, int64_t b) { return a < b ? b - a : a - b; } };
struct Min { static int64_t of(int64_t a, int64_t b) { return std::min(a, b); } };
struct Max { static int64_t of(int64_t a, int64_t b) { return std::max(a, b); } };
struct Average { static int64_t of(int64_t a, int64_t b) { return (a + b + (a + b >= 0 ? 1 : 0)) >> 1; } };
// clang-format on

// --- pairs of 16 bits and .relu ---------------------------------------------

template <class F, bool kSigned, bool kRelu>
uint32_t pair(uint32_t a, uint32_t b) {
  uint32_t d = 0;
  for (int i = 0; i < 2; ++i) {
    int64_t x = F::of(part<16>(a, i, kSigned), part<16>(b, i, kSigned));
    if (kRelu) x = std::max<int64_t>(x, 0);
    d |= (static_cast<uint32_t>(x) & 0xffffu) << 16 * i;
  }
  return d;
}
template <class F>
int32_t relu(int32_t a, int32_t b) {
  return static_cast<int32_t>(std::max<int64_t>(F::of(a, b), 0));
}

// --- video ------------------------------------------------------------------

template <class F>
constexpr bool kSums = std::is_same_v<F, Add> || std::is_same_v<F, Sub>;

// d = F(a, b) part by part; with a second operation and c, the parts of a
// SIMD form are added to c, and the scalar form is combined with it. The result
// of F may have 33 bits then; a sum is cut to 32, as on an H200.
template <class F, int kBits>
Step video(Context& c, const Inst& in, LaneMask mask) {
  constexpr int kParts = 32 / kBits;
  const Form& f = *in.form;
  const bool to = f.type == Type::kS32, from_a = f.type2 == Type::kS32,
             from_b = f.type3 == Type::kS32;
  const uint32_t* a = row<uint32_t>(c, in.a);
  const uint32_t* b = row<uint32_t>(c, in.b);
  uint32_t result[kWarpSize];
  for (int lane = 0; lane < kWarpSize; ++lane) {
    uint32_t word = 0;
    int64_t sum = 0;
    for (int i = 0; i < kParts; ++i) {
      int64_t x = F::of(part<kBits>(a[lane], i, from_a),
                        part<kBits>(b[lane], i, from_b));
      if (f.sat) x = clamp(x, kBits, to);
      sum += x;
      const auto kept = static_cast<uint64_t>(x) & ((uint64_t{1} << kBits) - 1);
      word |= static_cast<uint32_t>(kept << (kBits * i));
    }
    if (f.combine != Combine::kNone) {
      const uint32_t other = row<uint32_t>(c, in.c)[lane];
      const int64_t y = part<32>(other, 0, to);
      const int64_t x = kSums<F> && kParts == 1 ? part<32>(word, 0, to) : sum;
      if (f.combine == Combine::kAdd) word = static_cast<uint32_t>(x + y);
      if (f.combine == Combine::kMin)
        word = static_cast<uint32_t>(std::min(x, y));
      if (f.combine == Combine::kMax)
        word = static_cast<uint32_t>(std::max(x, y));
    }
    result[lane] = word;
  }
  set_lanes(row<uint32_t>(c, in.d), result, mask);
  return Step::kNext;
}

template <class F, int kBits>
Handler select_video(const Form& f) {
  const auto word = [](Type t) { return t == Type::kS32 || t == Type::kU32; };
  if (!word(f.type2) || !word(f.type3)) return nullptr;
  if (f.combine != Combine::kNone && f.combine != Combine::kAdd &&
      (kBits < 32 ||
       (f.combine != Combine::kMin && f.combine != Combine::kMax)))
    return nullptr;
  return video<F, kBits>;
}

bool holds(Compare compare, int64_t a, int64_t b) {
  if (compare == Compare::kEq) return a == b;
  if (compare == Compare::kNe) return a != b;
  if (compare == Compare::kLt) return a < b;
  if (compare == Compare::kLe) return a <= b;
  return compare == Compare::kGt ? a > b : a >= b;
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
  const bool words = f.type2 == Type::kS32 || f.type2 == Type::kU32;
  const bool known = f.compare <= Compare::kGe;
  const bool sums = f.combine == Combine::kNone || f.combine == Combine::kAdd;
  return words && known && sums ? vset4 : nullptr;
}

// --- cvt.pack ---------------------------------------------------------------

template <int kBits, bool kSigned>
uint32_t pack_two(int32_t a, int32_t b) {
  constexpr uint32_t kMask = (1u << kBits) - 1;
  return (static_cast<uint32_t>(clamp(a, kBits, kSigned)) & kMask) << kBits |
         (static_cast<uint32_t>(clamp(b, kBits, kSigned)) & kMask);
}
template <bool kSigned>
uint32_t pack_onto(int32_t a, int32_t b, uint32_t c) {
  return c << 16 | pack_two<8, kSigned>(a, b);
}
Handler select_pack(const Form& f) {
  if (f.type2 != Type::kS32) return nullptr;
  return f.type == Type::kS16 ? Lanes<&pack_two<16, true>>::run
                              : Lanes<&pack_two<16, false>>::run;
}
Handler select_pack_onto(const Form& f) {
  if (f.type2 != Type::kS32 || f.type3 != Type::kB32) return nullptr;
  return f.type == Type::kS8 ? Lanes<&pack_onto<true>>::run
                             : Lanes<&pack_onto<false>>::run;
}

// --- lop3 with a predicate --------------------------------------------------

// p = (d != 0) and/or/xor q. The sixth operand, q, stands in `target`.
Step lop3_predicate(Context& c, const Inst& in, LaneMask mask) {
  const uint32_t* a = row<uint32_t>(c, in.a);
  const uint32_t* b = row<uint32_t>(c, in.b);
  const uint32_t* third = row<uint32_t>(c, in.c);
  const uint32_t* table = row<uint32_t>(c, in.e);
  LaneMask q = predicate(c, in.target);
  if (in.flags & kNegatedC) q = ~q;
  LaneMask some = 0;
  uint32_t result[kWarpSize] = {};
  for (int i = 0; i < kWarpSize; ++i) {
    for (uint32_t k = 0; k < 8; ++k) {
      const uint32_t term = (k & 4 ? a[i] : ~a[i]) & (k & 2 ? b[i] : ~b[i]) &
                            (k & 1 ? third[i] : ~third[i]);
      result[i] |= (0u - (table[i] >> k & 1)) & term;
    }
    if (result[i] != 0) some |= 1u << i;
  }
  set_lanes(row<uint32_t>(c, in.d), result, mask);
  const LaneMask both = in.form->combine == Combine::kAnd  ? some & q
                        : in.form->combine == Combine::kOr ? some | q
                                                           : some ^ q;
  if (in.p != kNoRef) set_predicate_lanes(c, in.p, mask, both);
  return Step::kNext;
}
Handler select_lop3(const Form&) { return lop3_predicate; }

constexpr TypeSet kB32 = types(Type::kB32);
constexpr TypeSet kS32 = types(Type::kS32);
constexpr TypeSet kWord = types(Type::kS32, Type::kU32);
constexpr TypeSet kShort = types(Type::kS16, Type::kU16);
constexpr TypeSet kByte = types(Type::kS8, Type::kU8);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.1, 9.7.8, 9.7.9, 9.7.17), types, execute, counts as, does
    {"add.s16x2 d:b32, a:b32, b:b32", 0, lanes<&pair<Add, true, false>>, Event::kNothing},
    {"add.u16x2 d:b32, a:b32, b:b32", 0, lanes<&pair<Add, false, false>>, Event::kNothing},
    {"cvt.pack.sat.type.type2 d:b32, a:s32, b:s32", kShort, select_pack, Event::kNothing},
    {"cvt.pack.sat.type.type2.type3 d:b32, a:s32, b:s32, c:b32", kByte, select_pack_onto, Event::kNothing},
    {"lop3.bool.type d|p, a, b, c, e:u32, q:pred", kB32, select_lop3, Event::kNothing},
    {"max.relu.type d, a, b", kS32, lanes<&relu<Max>>, Event::kNothing},
    {"max.s16x2 d:b32, a:b32, b:b32", 0, lanes<&pair<Max, true, false>>, Event::kNothing},
    {"max.s16x2.relu d:b32, a:b32, b:b32", 0, lanes<&pair<Max, true, true>>, Event::kNothing},
    {"max.u16x2 d:b32, a:b32, b:b32", 0, lanes<&pair<Max, false, false>>, Event::kNothing},
    {"min.relu.type d, a, b", kS32, lanes<&relu<Min>>, Event::kNothing},
    {"min.s16x2 d:b32, a:b32, b:b32", 0, lanes<&pair<Min, true, false>>, Event::kNothing},
    {"min.s16x2.relu d:b32, a:b32, b:b32", 0, lanes<&pair<Min, true, true>>, Event::kNothing},
    {"min.u16x2 d:b32, a:b32, b:b32", 0, lanes<&pair<Min, false, false>>, Event::kNothing},
    {"vabsdiff{.sat}.type.type2.type3 d, a:2, b:2", kWord, select_video<Difference, 32>, Event::kNothing},
    {"vabsdiff{.sat}.op.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Difference, 32>, Event::kNothing},
    {"vabsdiff2{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Difference, 16>, Event::kNothing},
    {"vabsdiff4{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Difference, 8>, Event::kNothing},
    {"vadd{.sat}.type.type2.type3 d, a:2, b:2", kWord, select_video<Add, 32>, Event::kNothing},
    {"vadd{.sat}.op.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Add, 32>, Event::kNothing},
    {"vadd2{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Add, 16>, Event::kNothing},
    {"vadd4{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Add, 8>, Event::kNothing},
    {"vavrg2{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Average, 16>, Event::kNothing},
    {"vavrg4{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Average, 8>, Event::kNothing},
    {"vmax{.sat}.type.type2.type3 d, a:2, b:2", kWord, select_video<Max, 32>, Event::kNothing},
    {"vmax{.sat}.op.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Max, 32>, Event::kNothing},
    {"vmax2{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Max, 16>, Event::kNothing},
    {"vmax4{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Max, 8>, Event::kNothing},
    {"vmin{.sat}.type.type2.type3 d, a:2, b:2", kWord, select_video<Min, 32>, Event::kNothing},
    {"vmin{.sat}.op.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Min, 32>, Event::kNothing},
    {"vmin2{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Min, 16>, Event::kNothing},
    {"vmin4{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Min, 8>, Event::kNothing},
    {"vset4.type.type2.cmp{.op} d:u32, a, b:2, c:u32", kWord, select_vset4, Event::kNothing, Does::kDecides},
    {"vsub{.sat}.type.type2.type3 d, a:2, b:2", kWord, select_video<Sub, 32>, Event::kNothing},
    {"vsub{.sat}.op.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Sub, 32>, Event::kNothing},
    {"vsub2{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Sub, 16>, Event::kNothing},
    {"vsub4{.sat}{.op}.type.type2.type3 d, a:2, b:2, c:b32", kWord, select_video<Sub, 8>, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> packed_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
