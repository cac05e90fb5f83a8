// SPDX-License-Identifier: MIT
// wgmma: each warp of a warpgroup issues its 16 rows of the product; the
// machine decides when they are made.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include "simt/ops/warpgroup.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/ops/families.h"
#include "simt/ops/fragment.h"
#include "simt/ops/products.h"
#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

// A piece that lies outside the shared memory of the block.
Step refuse_pieces(Context& c, LaneMask mask, const WarpgroupProduct& what) {
  for (const bool of_a : {true, false}) {
    for (const uint32_t piece : of_a ? what.pieces_a : what.pieces_b) {
      if (piece + kPieceBytes <= c.shared_bytes) continue;
      c.fault = Fault{};
      c.fault.kind = Fault::Kind::kDescriptor;
      c.fault.lanes = mask;
      c.fault.address = piece;
      c.fault.bytes = kPieceBytes;
      c.fault.space = ptx::Space::kShared;
      c.fault.text.assign(1, of_a ? 'A' : 'B');
      return Step::kFault;
    }
  }
  return Step::kNext;
}

// Each lane's four registers hold 4 bytes of a row each (9.7.15.5.1.1).
void read_registers(Context& c, const Fragment& f, WarpProduct& p) {
  for (int reg = 0; reg < 4; ++reg) {
    const uint32_t* words = row<uint32_t>(c, f.refs[reg]);
    for (int lane = 0; lane < kWarpSize; ++lane)
      std::memcpy(&p.a[lane / 4 + reg % 2 * 8][lane % 4 * 4 + reg / 2 * 16],
                  &words[lane], sizeof(uint32_t));
  }
}

int64_t constant(const Form& f, int from_end) {
  return f.constant[f.constants - from_end];
}
bool transposes(const Form& f) {
  return f.type2 == Type::kF16 || f.type2 == Type::kBf16;
}

template <bool kRegisters>
Step issue(Context& c, const Inst& in, LaneMask mask) {
  check_whole_warp(c, in, mask);
  const Form& f = *in.form;
  const Ref* list = c.lists + in.list;
  const Fragment d = take_fragment(list);
  const int wanted = f.extent.n / (f.type == Type::kF16 ? 4 : 2);
  if (d.count != wanted) return wrong_fragment(c, mask);
  WarpProduct p;
  p.form = &f;
  p.lanes = mask;
  p.what.at = c.at;
  p.what.pc = static_cast<uint32_t>(&in - c.code);
  p.d_refs = {d.refs, static_cast<size_t>(d.count)};
  const auto lane = static_cast<size_t>(std::countr_zero(mask));
  const LaneMask scale =
      in.flags & kNegatedC ? ~predicate(c, in.c) : predicate(c, in.c);
  p.adds = (scale >> lane & 1) != 0;
  const bool flat = transposes(f);
  if (f.constants > 0)
    p.sign = static_cast<float>(f.constant[0] * f.constant[1]);
  if (flat) p.k_major_b = constant(f, 1) == 0;
  p.what.b = MatrixDescriptor::from(row<uint64_t>(c, in.b)[lane]);
  p.what.pieces_b = pieces_of(p.what.b, p.k_major_b, 0, f.extent.n);
  if constexpr (kRegisters) {
    const Fragment a = take_fragment(list);
    if (a.count != 4) return wrong_fragment(c, mask);
    read_registers(c, a, p);
    p.a_refs = {a.refs, 4};
  } else {
    if (flat) p.k_major_a = constant(f, 2) == 0;
    p.what.a_in_shared = true;
    p.what.a = MatrixDescriptor::from(row<uint64_t>(c, in.a)[lane]);
    p.what.pieces_a = pieces_of(p.what.a, p.k_major_a,
                                c.at.warp % kGroupWarps * kPartRows, kPartRows);
  }
  const Step step = refuse_pieces(c, mask, p.what);
  if (step != Step::kNext) return step;
  for (int i = 0; i < d.count; ++i) p.d.push_back(row<std::byte>(c, d.refs[i]));
  p.run = product_of(f.type, f.type2, f.type3, f.types == 1);
  c.machine->start_product(std::move(p));
  return Step::kNext;
}

template <WarpgroupStep::Kind kKind>
Step step(Context& c, const Inst& in, LaneMask mask) {
  check_whole_warp(c, in, mask);
  WarpgroupStep step;
  step.kind = kKind;
  step.at = c.at;
  step.pc = static_cast<uint32_t>(&in - c.code);
  step.lanes = mask;
  if (in.a != kNoRef)
    step.open = row<uint32_t>(c, in.a)[std::countr_zero(mask)];
  return c.machine->use_products(step) ? Step::kNext : Step::kProducts;
}

template <bool kMore>
Step own_registers(Context& c, const Inst& in, LaneMask mask) {
  check_whole_warp(c, in, mask);
  const uint32_t count = row<uint32_t>(c, in.a)[std::countr_zero(mask)];
  const auto pc = static_cast<uint32_t>(&in - c.code);
  return c.machine->own_registers(pc, count, kMore) ? Step::kNext
                                                    : Step::kScarce;
}

template <Handler kHandler>
Handler select_step(const Form&) {
  return kHandler;
}

// The shapes of PTX ISA 9.7.15.2: integers lack some.
bool has_shape(const Form& f, int k, bool integer) {
  const Extent& e = f.extent;
  if (e.m != 64 || e.k != k || e.n < 8 || e.n > kMostColumns || e.n % 8 != 0)
    return false;
  return !integer || e.n <= 32 || e.n % 16 == 0;
}
bool is_sign(int64_t x) { return x == 1 || x == -1; }
bool is_flag(int64_t x) { return x == 0 || x == 1; }
/// The immediates: two signs, then `flags` of 0 or 1.
bool has_constants(const Form& f, int flags) {
  if (f.constants != 2 + flags) return false;
  for (int i = 0; i < 2; ++i)
    if (!is_sign(f.constant[i])) return false;
  for (int i = 2; i < f.constants; ++i)
    if (!is_flag(f.constant[i])) return false;
  return true;
}
bool is_small(Type t) { return t == Type::kE4m3 || t == Type::kE5m2; }
bool is_byte(Type t) { return t == Type::kS8 || t == Type::kU8; }

template <bool kRegisters>
Handler select_flat(const Form& f) {
  const bool half = f.type2 == Type::kF16 && f.type3 == f.type2;
  const bool brain = f.type2 == Type::kBf16 && f.type3 == f.type2;
  const bool sum = f.type == Type::kF32 || (half && f.type == Type::kF16);
  return (half || brain) && sum && has_shape(f, 16, false) &&
                 has_constants(f, kRegisters ? 1 : 2)
             ? issue<kRegisters>
             : nullptr;
}
template <bool kRegisters>
Handler select_signed(const Form& f) {
  const bool wide = f.type2 == Type::kTf32 && f.type3 == f.type2 &&
                    f.type == Type::kF32 && has_shape(f, 8, false);
  const bool small = is_small(f.type2) && is_small(f.type3) &&
                     (f.type == Type::kF32 || f.type == Type::kF16) &&
                     has_shape(f, 32, false);
  return (wide || small) && has_constants(f, 0) ? issue<kRegisters> : nullptr;
}
template <bool kRegisters>
Handler select_whole(const Form& f) {
  return is_byte(f.type2) && is_byte(f.type3) && has_shape(f, 32, true)
             ? issue<kRegisters>
             : nullptr;
}
template <bool kRegisters>
Handler select_bits(const Form& f) {
  return has_shape(f, 256, true) ? issue<kRegisters> : nullptr;
}

constexpr TypeSet kSums = types(Type::kF16, Type::kF32);
constexpr TypeSet kS32 = types(Type::kS32);
constexpr Does kOurs = Does::kAsync | Does::kBulk | Does::kOwnTarget;
constexpr Does kIssues = kOurs | Does::kReads | Does::kFrame | Does::kProduct;
constexpr Does kOrders = kOurs;
constexpr Does kCloses = kOurs | Does::kCommits;
constexpr Does kAwaits = kOurs | Does::kWaits;
using Kind = WarpgroupStep::Kind;

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.15, 9.7.19.5), types, execute, counts as, does
    {"setmaxnreg.dec.sync.aligned.type a:u32=24/32/40/48/56/64/72/80/88/96/104/112/120/128/136/144/152/160/168/176/184/192/200/208/216/224/232/240/248/256", types(Type::kU32), select_step<own_registers<false>>, Event::kNothing, kOurs},
    {"setmaxnreg.inc.sync.aligned.type a:u32=24/32/40/48/56/64/72/80/88/96/104/112/120/128/136/144/152/160/168/176/184/192/200/208/216/224/232/240/248/256", types(Type::kU32), select_step<own_registers<true>>, Event::kNothing, kOurs | Does::kWaits},
    {"wgmma.commit_group.sync.aligned", 0, select_step<step<Kind::kCommit>>, Event::kNothing, kCloses},
    {"wgmma.fence.sync.aligned", 0, select_step<step<Kind::kFence>>, Event::kNothing, kOrders},
    {"wgmma.mma_async.sync.aligned.shape.type.type2.type3 <d:b32>, a:b64, b:b64, c:pred, i, i, i, i", kSums, select_flat<false>, Event::kNothing, kIssues},
    {"wgmma.mma_async.sync.aligned.shape.type.type2.type3 <d:b32>, <a:b32>, b:b64, c:pred, i, i, i", kSums, select_flat<true>, Event::kNothing, kIssues},
    {"wgmma.mma_async.sync.aligned.shape.type.type2.type3 <d:b32>, a:b64, b:b64, c:pred, i, i", kSums, select_signed<false>, Event::kNothing, kIssues},
    {"wgmma.mma_async.sync.aligned.shape.type.type2.type3 <d:b32>, <a:b32>, b:b64, c:pred, i, i", kSums, select_signed<true>, Event::kNothing, kIssues},
    {"wgmma.mma_async.sync.aligned.shape{.satfinite}.type.type2.type3 <d:b32>, a:b64, b:b64, c:pred", kS32, select_whole<false>, Event::kNothing, kIssues},
    {"wgmma.mma_async.sync.aligned.shape{.satfinite}.type.type2.type3 <d:b32>, <a:b32>, b:b64, c:pred", kS32, select_whole<true>, Event::kNothing, kIssues},
    {"wgmma.mma_async.sync.aligned.shape.type.b1.b1.and.popc <d:b32>, a:b64, b:b64, c:pred", kS32, select_bits<false>, Event::kNothing, kIssues},
    {"wgmma.mma_async.sync.aligned.shape.type.b1.b1.and.popc <d:b32>, <a:b32>, b:b64, c:pred", kS32, select_bits<true>, Event::kNothing, kIssues},
    {"wgmma.wait_group.sync.aligned a:u32", 0, select_step<step<Kind::kWait>>, Event::kNothing, kAwaits},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> warpgroup_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
