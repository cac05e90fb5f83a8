// SPDX-License-Identifier: MIT
// Tensor maps that a program changes (tensormap.replace) or copies
// (tensormap.cp_fenceproxy), and where a map is found.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/ops/address.h"
#include "simt/ops/families.h"
#include "simt/ops/observer.h"
#include "simt/ops/table.h"
#include "simt/ops/tensor_parts.h"

namespace simt::ops::SIMT_ISA {

using ptx::Space;
using ptx::Type;

std::byte* find_map(Context& c, const Inst& in, int lane, uint64_t address,
                    AccessKind kind, Space& space) {
  constexpr uint32_t kMapAlign = 64;
  const LaneMask bit = LaneMask{1} << lane;
  Addresses a;
  a.shape = Shape::kUniform;
  a.base = a.low = a.bits = address;
  a.high = address + kTensorMapBytes;
  select_space(c, a, bit, kTensorMapBytes, space);
  if (!check_aligned(c, a, bit, kMapAlign, kind, space)) return nullptr;
  Resolved where;
  const bool there =
      space == Space::kShared
          ? resolve_shared(c, a, bit, kTensorMapBytes, kind, where)
      : space == Space::kLocal
          ? resolve_local(c, a, bit, kTensorMapBytes, kind, where)
      : space == Space::kParam
          ? resolve_param(c, a, bit, kTensorMapBytes, kind, where)
          : resolve_global(c, in, a, bit, kTensorMapBytes, kind, where);
  if (!there) return nullptr;
  std::byte* at = where.host + a.low;
  return space == Space::kLocal ? at + size_t{c.local_stride} * lane : at;
}

namespace {

// The manual's numbers of element types (PTX ISA 9.7.9.28).
constexpr TensorType kElementTypes[] = {
    TensorType::kU8,      TensorType::kU16,  TensorType::kU32,
    TensorType::kS32,     TensorType::kU64,  TensorType::kS64,
    TensorType::kF16,     TensorType::kF32,  TensorType::kF32Ftz,
    TensorType::kF64,     TensorType::kBf16, TensorType::kTf32,
    TensorType::kTf32Ftz,
};

using Set = void (*)(TensorMap& map, uint32_t dimension, uint64_t value);

void set_address(TensorMap& map, uint32_t, uint64_t value) {
  map.address = value;
}
void set_rank(TensorMap& map, uint32_t, uint64_t value) {
  map.rank = static_cast<uint8_t>(std::min<uint64_t>(value, 254) + 1);
}
void set_box(TensorMap& map, uint32_t d, uint64_t value) {
  map.box[d] = static_cast<uint32_t>(value);
}
void set_dim(TensorMap& map, uint32_t d, uint64_t value) {
  map.dims[d] = value;
}
void set_stride(TensorMap& map, uint32_t d, uint64_t value) {
  if (d + 1 < kMostTensorRank) map.strides[d] = value;
}
void set_step(TensorMap& map, uint32_t d, uint64_t value) {
  map.steps[d] = static_cast<uint8_t>(std::min<uint64_t>(value, 255));
}
void set_type(TensorMap& map, uint32_t, uint64_t value) {
  map.type = kElementTypes[value];
}
void set_interleave(TensorMap& map, uint32_t, uint64_t value) {
  map.interleave = static_cast<uint8_t>(value);
}
void set_swizzle(TensorMap& map, uint32_t, uint64_t value) {
  map.swizzle = static_cast<TensorSwizzle>(value);
}
void set_fill(TensorMap& map, uint32_t, uint64_t value) {
  map.fill = static_cast<uint8_t>(value);
}

// An address without a space is generic.
uint64_t map_address(Context& c, const Inst& in, int lane) {
  const uint64_t address = first(in).of(c, lane);
  return in.form->space == Space::kShared ? address + kSharedWindow : address;
}

// A use of the map at `address`, as accesses of 16 bytes by one lane.
void report_map(Context& c, const Inst& in, int lane, uint64_t address,
                Space space, AccessKind kind) {
  constexpr uint32_t kWidth = 16;
  if (c.observer == nullptr || space == Space::kLocal) return;
  for (uint32_t at = 0; at < kTensorMapBytes; at += kWidth) {
    Addresses a;
    a.shape = Shape::kUniform;
    a.base = a.low = a.bits = address + at;
    a.high = a.low + kWidth;
    report(c, in, a, LaneMask{1} << lane, kWidth, kind, space, nullptr);
  }
}

ProxyFence map_fence(Context& c, const Inst& in, LaneMask mask,
                     ProxyFence::Kind kind) {
  ProxyFence fence;
  fence.kind = kind;
  fence.at = c.at;
  fence.pc = static_cast<uint32_t>(&in - c.code);
  fence.lanes = mask;
  return fence;
}

// tensormap.replace [a], new value (b), or [a], dimension (b), new value (c).
template <Set kSet>
Step replace(Context& c, const Inst& in, LaneMask mask) {
  const bool wide = in.form->type == Type::kB64;
  const bool ordinal = in.c != kNoRef;
  const Ref from = ordinal ? in.c : in.b;
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    Space space = Space::kGlobal;
    const uint64_t address = map_address(c, in, i);
    std::byte* at = find_map(c, in, i, address, AccessKind::kStore, space);
    if (at == nullptr) return Step::kFault;
    TensorMap map;
    std::memcpy(&map, at, kTensorMapBytes);
    kSet(map, ordinal ? row<uint32_t>(c, in.b)[i] : 0,
         wide ? row<uint64_t>(c, from)[i] : row<uint32_t>(c, from)[i]);
    std::memcpy(at, &map, kTensorMapBytes);
    ++c.effects;
    const bool shared = space == Space::kShared;
    report_map(c, in, i,
               shared ? static_cast<uint64_t>(at - c.shared) : address, space,
               AccessKind::kStore);
  }
  return Step::kNext;
}

// Of all lanes one copies; they name the same addresses.
Step copy_map(Context& c, const Inst& in, LaneMask mask) {
  const int i = std::countr_zero(mask);
  Space space = Space::kGlobal;
  const std::byte* from = find_map(
      c, in, i, second(in).of(c, i) + kSharedWindow, AccessKind::kLoad, space);
  if (from == nullptr) return Step::kFault;
  std::byte* to =
      find_map(c, in, i, first(in).of(c, i), AccessKind::kStore, space);
  if (to == nullptr) return Step::kFault;
  std::memcpy(to, from, kTensorMapBytes);
  ++c.effects;
  report_map(c, in, i, static_cast<uint64_t>(from - c.shared), Space::kShared,
             AccessKind::kLoad);
  report_map(c, in, i, first(in).of(c, i), Space::kGlobal, AccessKind::kStore);
  if (c.observer != nullptr)
    c.observer->on_proxy_fence(
        map_fence(c, in, mask, ProxyFence::Kind::kMapRelease));
  return Step::kNext;
}

// The acquiring fence; the map must be there.
Step acquire(Context& c, const Inst& in, LaneMask mask) {
  ProxyFence fence = map_fence(c, in, mask, ProxyFence::Kind::kMapAcquire);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    Space space = Space::kGlobal;
    fence.address[i] = first(in).of(c, i);
    if (find_map(c, in, i, fence.address[i], AccessKind::kLoad, space) ==
        nullptr)
      return Step::kFault;
  }
  if (c.observer != nullptr) c.observer->on_proxy_fence(fence);
  return Step::kNext;
}
Step release(Context& c, const Inst& in, LaneMask mask) {
  if (c.observer != nullptr)
    c.observer->on_proxy_fence(
        map_fence(c, in, mask, ProxyFence::Kind::kMapRelease));
  return Step::kNext;
}

template <Handler kHandler>
Handler select(const Form&) {
  return kHandler;
}
template <Handler kHandler>
Handler select_in(const Form& form) {
  const bool space = form.space == Space::kGeneric ||
                     form.space == Space::kGlobal ||
                     form.space == Space::kShared;
  return space ? kHandler : nullptr;
}

constexpr TypeSet kB32 = types(Type::kB32), kB64 = types(Type::kB64);
constexpr Does kSets = Does::kReads | Does::kWrites;
constexpr Does kReplaces = kSets | Does::kOwnTarget;

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.9.28, 9.7.13.4, 9.7.13.16), types, execute, counts as, does
    {"fence.proxy.tensormap::generic.acquire.scope [a], b:u32=128", 0, select<acquire>, Event::kNothing, Does::kOrders},
    {"fence.proxy.tensormap::generic.release.scope", 0, select<release>, Event::kNothing, Does::kOrders},
    {"tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.scope.sync.aligned [a], [b], c:u32=128", 0, select<copy_map>, Event::kNothing, kSets | Does::kOrders},
    {"tensormap.replace.tile.box_dim{.space}.b1024.type [a], b:u32=0/1/2/3/4, c", kB32, select_in<replace<set_box>>, Event::kNothing, kReplaces},
    {"tensormap.replace.tile.element_stride{.space}.b1024.type [a], b:u32=0/1/2/3/4, c", kB32, select_in<replace<set_step>>, Event::kNothing, kReplaces},
    {"tensormap.replace.tile.elemtype{.space}.b1024.type [a], b:u32=0/1/2/3/4/5/6/7/8/9/10/11/12", kB32, select_in<replace<set_type>>, Event::kNothing, kReplaces},
    {"tensormap.replace.tile.fill_mode{.space}.b1024.type [a], b:u32=0/1", kB32, select_in<replace<set_fill>>, Event::kNothing, kReplaces},
    {"tensormap.replace.tile.global_address{.space}.b1024.type [a], b", kB64, select_in<replace<set_address>>, Event::kNothing, kReplaces},
    {"tensormap.replace.tile.global_dim{.space}.b1024.type [a], b:u32=0/1/2/3/4, c", kB32, select_in<replace<set_dim>>, Event::kNothing, kReplaces},
    {"tensormap.replace.tile.global_stride{.space}.b1024.type [a], b:u32=0/1/2/3, c", kB64, select_in<replace<set_stride>>, Event::kNothing, kReplaces},
    {"tensormap.replace.tile.interleave_layout{.space}.b1024.type [a], b:u32=0/1/2", kB32, select_in<replace<set_interleave>>, Event::kNothing, kReplaces},
    {"tensormap.replace.tile.rank{.space}.b1024.type [a], b", kB32, select_in<replace<set_rank>>, Event::kNothing, kReplaces},
    {"tensormap.replace.tile.swizzle_mode{.space}.b1024.type [a], b:u32=0/1/2/3", kB32, select_in<replace<set_swizzle>>, Event::kNothing, kReplaces},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> tensor_map_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
