// SPDX-License-Identifier: MIT
// Integers that share a word: pairs of 16 bits, cvt.pack; and lop3 with a
// predicate.
#include "simt/ops/packed.h"

#include "simt/ops/families.h"
#include "simt/ops/lanewise.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

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

// p = (d != 0) and q, or with or. The sixth operand, q, stands in `target`.
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
  const LaneMask both = in.form->combine == Combine::kAnd ? some & q : some | q;
  if (in.p != kNoRef) set_predicate_lanes(c, in.p, mask, both);
  return Step::kNext;
}
Handler select_lop3(const Form&) { return lop3_predicate; }

constexpr TypeSet kB32 = types(Type::kB32);
constexpr TypeSet kS32 = types(Type::kS32);
constexpr TypeSet kShort = types(Type::kS16, Type::kU16);
constexpr TypeSet kByte = types(Type::kS8, Type::kU8);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.1, 9.7.8, 9.7.9), types, execute, counts as, does
    {"add.s16x2 d:b32, a:b32, b:b32", 0, lanes<&pair<Add, true, false>>, Event::kNothing},
    {"add.u16x2 d:b32, a:b32, b:b32", 0, lanes<&pair<Add, false, false>>, Event::kNothing},
    {"cvt.pack.sat.type.type2 d:b32, a:s32, b:s32", kShort, select_pack, Event::kNothing},
    {"cvt.pack.sat.type.type2.type3 d:b32, a:s32, b:s32, c:b32", kByte, select_pack_onto, Event::kNothing},
    {"lop3.and.type d|p, a, b, c, e:u32, q:pred", kB32, select_lop3, Event::kNothing},
    {"lop3.or.type d|p, a, b, c, e:u32, q:pred", kB32, select_lop3, Event::kNothing},
    {"max.relu.type d, a, b", kS32, lanes<&relu<Max>>, Event::kNothing},
    {"max.s16x2 d:b32, a:b32, b:b32", 0, lanes<&pair<Max, true, false>>, Event::kNothing},
    {"max.s16x2.relu d:b32, a:b32, b:b32", 0, lanes<&pair<Max, true, true>>, Event::kNothing},
    {"max.u16x2 d:b32, a:b32, b:b32", 0, lanes<&pair<Max, false, false>>, Event::kNothing},
    {"min.relu.type d, a, b", kS32, lanes<&relu<Min>>, Event::kNothing},
    {"min.s16x2 d:b32, a:b32, b:b32", 0, lanes<&pair<Min, true, false>>, Event::kNothing},
    {"min.s16x2.relu d:b32, a:b32, b:b32", 0, lanes<&pair<Min, true, true>>, Event::kNothing},
    {"min.u16x2 d:b32, a:b32, b:b32", 0, lanes<&pair<Min, false, false>>, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> packed_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
