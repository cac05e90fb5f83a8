// SPDX-License-Identifier: MIT
// Clusters of blocks: addresses in the shared memory of a peer, whose they are,
// and the barrier of a cluster. Knows nothing of how blocks run.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include <bit>

#include "simt/ops/families.h"
#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Space;
using ptx::Type;

// A generic address keeps its window; without one it is no address of shared
// memory.
template <class T, bool kGeneric>
Step map(Context& c, const Inst& in, LaneMask mask) {
  const T* a = row<T>(c, in.a);
  const uint32_t* rank = row<uint32_t>(c, in.b);
  T* d = row<T>(c, in.d);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    if (kGeneric && (a[i] - kSharedWindow >= kWindowBytes || rank[i] >= 16))
      return unsupported(
          c, LaneMask{1} << i,
          "mapa of an address outside of shared memory, or to a rank "
          "that no cluster has");
    if constexpr (kGeneric)
      d[i] = map_to_rank(a[i], rank[i]);
    else
      d[i] = map_to_rank(static_cast<uint32_t>(a[i]), rank[i]);
  }
  return Step::kNext;
}
Handler select_map(const Form& form) {
  const bool wide = ptx::size_of(form.type) == 8;
  if (form.cluster) return wide ? map<uint64_t, false> : map<uint32_t, false>;
  const bool generic = form.space == Space::kGeneric;
  return generic && wide ? map<uint64_t, true> : nullptr;
}

template <class T, bool kGeneric>
Step get_rank(Context& c, const Inst& in, LaneMask mask) {
  const T* a = row<T>(c, in.a);
  uint32_t* d = row<uint32_t>(c, in.d);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    d[i] = kGeneric ? rank_in(a[i]) : rank_in(static_cast<uint32_t>(a[i]));
  }
  return Step::kNext;
}
Handler select_rank(const Form& form) {
  const bool wide = ptx::size_of(form.type) == 8;
  if (form.cluster)
    return wide ? get_rank<uint64_t, false> : get_rank<uint32_t, false>;
  const bool generic = form.space == Space::kGeneric;
  return generic && wide ? get_rank<uint64_t, true> : nullptr;
}

template <bool kArrives>
Step barrier(Context& c, const Inst&, LaneMask) {
  c.barrier = {};
  c.barrier.of_cluster = true;
  c.barrier.arrive_only = kArrives;
  return Step::kBarrier;
}
Handler select_arrive(const Form& form) {
  const bool fits = form.order == MemoryOrder::kWeak ||
                    form.order == MemoryOrder::kRelease ||
                    form.order == MemoryOrder::kRelaxed;
  return fits ? barrier<true> : nullptr;
}
Handler select_wait(const Form& form) {
  const bool fits =
      form.order == MemoryOrder::kWeak || form.order == MemoryOrder::kAcquire;
  return fits ? barrier<false> : nullptr;
}

constexpr TypeSet kAddressTypes = types(Type::kU32, Type::kU64);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.13.4, 9.7.9.23, 9.7.9.24), types, execute, counts as, does
    {"barrier.cluster.arrive{.sem}{.aligned}", 0, select_arrive, Event::kBarrier, Does::kOrders | Does::kArrives},
    {"barrier.cluster.wait{.sem}{.aligned}", 0, select_wait, Event::kBarrier, Does::kOrders | Does::kWaits},
    {"getctarank{.space}.type d:u32, a", kAddressTypes, select_rank, Event::kNothing},
    {"mapa{.space}.type d, a, b:u32", kAddressTypes, select_map, Event::kNothing},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> cluster_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
