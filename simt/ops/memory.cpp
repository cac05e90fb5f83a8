// SPDX-License-Identifier: MIT
// Loads and stores of every space and width, whole warps at a time.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/ops/address.h"
#include "simt/ops/element.h"
#include "simt/ops/families.h"
#include "simt/ops/lanes.h"
#include "simt/ops/marks.h"
#include "simt/ops/owned.h"
#include "simt/ops/table.h"
#include "simt/ops/tallies.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Space;
using ptx::Type;

// The slow way to store: what changes nothing is no effect, and a plain
// global store may be held back.
template <class T>
void store_watched(Context& c, const Inst& in, const Addresses& a,
                   LaneMask mask, Space space, const Resolved& where,
                   uint64_t stride) {
  const uint32_t width = static_cast<uint32_t>(sizeof(T)) * in.count;
  const bool global = space == Space::kGlobal;
  DelayedStore store;
  store.low = a.low;
  store.high = a.high;
  store.width = width;
  store.lanes = mask;
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    std::byte* host = where.host;
    if (global && where.allocation == nullptr)  // lanes in several
      host =
          reinterpret_cast<std::byte*>(c.memory->find(at(a, i, width))->delta);
    store.host[i] = host + at(a, i, width) + stride * i;
    for (int e = 0; e < in.count; ++e) {
      const T value = take<T>(c, in, element(c, in, in.b, e), i);
      std::memcpy(store.data[i] + sizeof(T) * e, &value, sizeof(T));
    }
  }
  if (c.delay_stores && global && in.form->order == MemoryOrder::kWeak &&
      c.machine->delay(store)) {
    ++c.effects;
    return;
  }
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    const bool equal = std::memcmp(store.host[i], store.data[i], width) == 0;
    if (!c.compare_stores || !equal) ++c.effects;
    std::memcpy(store.host[i], store.data[i], width);
  }
}

// Context::marks: the words that a part of the launch touches.
template <AccessKind kKind>
void mark(Context& c, const Addresses& a, LaneMask mask, uint32_t width,
          const Allocation* allocation) {
  const auto note = [&](uint64_t address, uint64_t bytes) {
    if constexpr (kKind == AccessKind::kLoad) {
      c.marks->read(address, bytes);
    } else {
      c.marks->writes(address, bytes);
    }
  };
  if (allocation == nullptr) return c.marks->lose_track();
  if (allocation->only_read) {
    if (kKind != AccessKind::kLoad) c.marks->lose_track();
    return;
  }
  if (a.shape != Shape::kGeneral) return note(a.low, a.high - a.low);
  uint64_t begin = 0, end = 0;  // of lanes side by side
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const uint64_t here = at(a, std::countr_zero(left), width);
    if (here != end) {
      if (begin != end) note(begin, end - begin);
      begin = here;
    }
    end = here + width;
  }
  note(begin, end - begin);
}

// Tells the observer of a request that is about to be carried out.
template <class T, AccessKind kKind>
void tell(Context& c, const Inst& in, const Addresses& a, LaneMask mask,
          Space space, const Allocation* allocation) {
  const uint32_t width = static_cast<uint32_t>(sizeof(T)) * in.count;
  if (space == Space::kGlobal &&
      tallied_global(c, in, a, mask, width, allocation))
    return;
  if (kKind == AccessKind::kLoad || a.shape == Shape::kConsecutive ||
      c.observer == nullptr)
    return report(c, in, a, mask, width, kKind, space, allocation);
  Stored stored;
  stored.count = in.count;
  stored.bytes = sizeof(T);
  stored.stride = std::max<uint8_t>(in.d_bytes, sizeof(T));
  for (int e = 0; e < in.count; ++e)
    stored.row[e] = row<std::byte>(c, element(c, in, in.b, e));
  report(c, in, a, mask, width, kKind, space, allocation, &stored);
}

template <class T, AccessKind kKind>
bool move(Context& c, const Inst& in, const Addresses& a, LaneMask mask,
          Space space) {
  const uint32_t width = static_cast<uint32_t>(sizeof(T)) * in.count;
  if (width > 1 && !check_aligned(c, a, mask, width, kKind, space))
    return false;
  Resolved where;
  uint64_t stride = 0;
  if (space == Space::kShared) {
    if (!resolve_shared(c, a, mask, width, kKind, where)) return false;
  } else if (space == Space::kLocal) {
    if (!resolve_local(c, a, mask, width, kKind, where)) return false;
    stride = c.local_stride;
  } else if (space == Space::kParam) {
    if (!resolve_param(c, a, mask, width, kKind, where)) return false;
  } else if (!resolve_global(c, in, a, mask, width, kKind, where)) {
    return false;
  }
  // Constants, too: a kernel may store to one by its address.
  const bool device = space == Space::kGlobal || space == Space::kConst;
  if (device) {
    if (c.owners != nullptr) {
      if (!own(c, a, mask, width, kKind, where.allocation, *in.form))
        return false;
    } else if (c.marks != nullptr) {
      mark<kKind>(c, a, mask, width, where.allocation);
    }
  }
  if (space != Space::kParam)
    tell<T, kKind>(c, in, a, mask, space, where.allocation);
  if constexpr (kKind == AccessKind::kStore) {
    if (c.compare_stores || c.delay_stores) [[unlikely]] {
      store_watched<T>(c, in, a, mask, space, where, stride);
      return true;
    }
    ++c.effects;
  }
  if (device && where.allocation == nullptr) {
    for (LaneMask left = mask; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      auto* host =
          reinterpret_cast<std::byte*>(c.memory->find(at(a, i, width))->delta);
      if constexpr (kKind == AccessKind::kLoad)
        load_lanes<T>(c, in, a, 1u << i, host, 0);
      else
        store_lanes<T>(c, in, a, 1u << i, host, 0);
    }
    return true;
  }
  if constexpr (kKind == AccessKind::kLoad)
    load_lanes<T>(c, in, a, mask, where.host, stride);
  else
    store_lanes<T>(c, in, a, mask, where.host, stride);
  return true;
}

// Shared memory: of each block of the cluster that the addresses lie in.
template <class T, AccessKind kKind>
bool move_shared(Context& c, const Inst& in, const Addresses& a,
                 LaneMask mask) {
  if (c.cluster == nullptr) [[likely]]
    return move<T, kKind>(c, in, a, mask, Space::kShared);
  const uint32_t width = static_cast<uint32_t>(sizeof(T)) * in.count;
  for (LaneMask left = mask; left != 0;) {
    BlockVisit visit(c);
    Addresses part = a;
    const LaneMask same = visit.enter(part, left, width, *in.form);
    if (!move<T, kKind>(c, in, part, same, Space::kShared)) return false;
    left &= ~same;
  }
  return true;
}

// A full warp's plain access to shared memory, when nobody wants to hear of
// it. False: nothing was done.
template <class T, AccessKind kKind>
inline bool quick_shared(Context& c, const Inst& in, Pattern& p) {
  const auto offset = static_cast<uint64_t>(in.offset);
  if (in.count > 1 || in.d_bytes != sizeof(T)) return false;
  if (kKind == AccessKind::kStore && (c.compare_stores || c.delay_stores))
    return false;
  if (((p.bits | offset) & (sizeof(T) - 1)) != 0) return false;
  const uint64_t high = p.high + offset;
  if (high > c.shared_bytes || high < sizeof(T) || p.low + offset >= high)
    return false;
  if (!tallied<kKind>(c, in, p, sizeof(T))) return false;
  std::byte* const at = c.shared + p.base + offset;
  if constexpr (kKind == AccessKind::kLoad) {
    T* d = row<T>(c, in.d);
    if (p.shape == Shape::kConsecutive) {
      copy_lanes<T, kWarpSize>(d, at);
    } else if (p.shape == Shape::kUniform) {
      T value;
      std::memcpy(&value, at, sizeof(T));
      for (int i = 0; i < kWarpSize; ++i) d[i] = value;
    } else {
      load_runs(d, p.lanes, p.runs, at);
    }
  } else {
    const T* b = row<T>(c, in.b);
    ++c.effects;
    if (p.shape == Shape::kConsecutive) {
      copy_lanes<T, kWarpSize>(at, b);
    } else {
      for (int i = 0; i < kWarpSize; ++i) {
        const uint64_t lane = p.shape == Shape::kUniform ? 0 : p.lanes[i];
        std::memcpy(at + lane, &b[i], sizeof(T));
      }
    }
  }
  return true;
}

template <class T, AccessKind kKind, Space kSpace>
Step access(Context& c, const Inst& in, LaneMask mask) {
  const uint32_t width = static_cast<uint32_t>(sizeof(T)) * in.count;
  if constexpr (kSpace != Space::kGeneric) {
    const Addresses a = kSpace == Space::kGlobal
                            ? gather_wide(c, in, mask, width)
                            : gather(c, in, mask, width);
    const bool done = kSpace == Space::kShared
                          ? move_shared<T, kKind>(c, in, a, mask)
                          : move<T, kKind>(c, in, a, mask, kSpace);
    return done ? Step::kNext : Step::kFault;
  }
  for (LaneMask left = mask; left != 0;) {
    Addresses a = gather(c, in, left, width);
    Space space;
    const LaneMask same = select_space(c, a, left, width, space);
    const bool done = space == Space::kShared
                          ? move_shared<T, kKind>(c, in, a, same)
                          : move<T, kKind>(c, in, a, same, space);
    if (!done) return Step::kFault;
    left &= ~same;
  }
  return Step::kNext;
}

// Shared memory, some lanes of a warp or addresses of 64 bits.
template <class T, AccessKind kKind>
[[gnu::noinline]] Step access_lanes(Context& c, const Inst& in, LaneMask mask) {
  return access<T, kKind, Space::kShared>(c, in, mask);
}

// Shared memory, a full warp, the addresses already known or not.
template <class T, AccessKind kKind>
[[gnu::noinline]] Step access_row(Context& c, const Inst& in, bool known) {
  const uint32_t width = static_cast<uint32_t>(sizeof(T)) * in.count;
  Pattern& p = known ? slot_of(c, in) : compare_row(c, in, width);
  if (!known && quick_shared<T, kKind>(c, in, p)) return Step::kNext;
  const Addresses a = recall_row(c, in, p, width);
  return move_shared<T, kKind>(c, in, a, kAllLanes) ? Step::kNext
                                                    : Step::kFault;
}

// This is what an unrolled loop spends its time on; it calls nothing itself.
template <class T, AccessKind kKind>
Step access_shared(Context& c, const Inst& in, LaneMask mask) {
  if (mask != kAllLanes || (in.flags & kAddress32) == 0)
    return access_lanes<T, kKind>(c, in, mask);
  Pattern& p = slot_of(c, in);
  const uint32_t width = static_cast<uint32_t>(sizeof(T)) * in.count;
  if (!is_known(c, in, width, p)) return access_row<T, kKind>(c, in, false);
  if (quick_shared<T, kKind>(c, in, p)) return Step::kNext;
  return access_row<T, kKind>(c, in, true);
}

template <class T, AccessKind kKind>
Handler select_by_space(Space space) {
  switch (space) {
    case Space::kGlobal:
      return access<T, kKind, Space::kGlobal>;
    case Space::kConst:  // constants lie in device memory, read-only
      return kKind == AccessKind::kLoad ? access<T, kKind, Space::kConst>
                                        : nullptr;
    case Space::kShared:
      return access_shared<T, kKind>;
    case Space::kLocal:
      return access<T, kKind, Space::kLocal>;
    case Space::kParam:
      return access<T, kKind, Space::kParam>;
    case Space::kGeneric:
      return access<T, kKind, Space::kGeneric>;
  }
  return nullptr;
}

template <AccessKind kKind>
Handler select_access(const Form& form) {
  switch (ptx::size_of(form.type)) {
    case 1:
      return select_by_space<uint8_t, kKind>(form.space);
    case 2:
      return select_by_space<uint16_t, kKind>(form.space);
    case 4:
      return select_by_space<uint32_t, kKind>(form.space);
    case 8:
      return select_by_space<uint64_t, kKind>(form.space);
    default:
      return nullptr;
  }
}

Step nothing(Context&, const Inst&, LaneMask) { return Step::kNext; }
Handler select_nothing(const Form&) { return nothing; }
Handler select_map_hint(const Form& form) {
  const bool has_maps = form.space == Space::kGeneric ||
                        form.space == Space::kConst ||
                        form.space == Space::kParam;
  return has_maps ? nothing : nullptr;
}

// A cache policy is opaque, and there are no caches here.
Step policy(Context& c, const Inst& in, LaneMask mask) {
  uint64_t* d = row<uint64_t>(c, in.d);
  for (int i = 0; i < kWarpSize; ++i) d[i] = (mask >> i & 1) ? 0 : d[i];
  return Step::kNext;
}
Handler select_policy(const Form&) { return policy; }

constexpr auto kLoad = AccessKind::kLoad;
constexpr auto kStore = AccessKind::kStore;

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.9), types, execute, counts as, does
    {"applypriority{.space}{.cache} [a], b:u32", 0, select_nothing, Event::kNothing},
    {"createpolicy.cvt.L2.type d, a", types(Type::kB64), select_policy, Event::kNothing},
    {"createpolicy.fractional{.cache}.type d{, a:f32}", types(Type::kB64), select_policy, Event::kNothing},
    {"createpolicy.range{.space}{.cache}.type d, [a], b:u32, c:u32", types(Type::kB64), select_policy, Event::kNothing},
    {"discard{.space}{.cache} [a], b", 0, select_nothing, Event::kNothing},
    {"ld{.sem}{.scope}{.space}{.nc}{.cache}{.vec}.type d~, [a]", kMemoryTypes, select_access<kLoad>, Event::kAccess, Does::kReads | Does::kPerLane},
    {"ld{.sem}{.scope}{.space}{.nc}{.cache}.L2::cache_hint{.vec}.type d~, [a], c:b64", kMemoryTypes, select_access<kLoad>, Event::kAccess, Does::kReads | Does::kPerLane},
    {"ldu{.space}{.vec}.type d~, [a]", kMemoryTypes, select_access<kLoad>, Event::kAccess, Does::kReads | Does::kPerLane},
    {"prefetch{.space}{.cache} [a]", 0, select_nothing, Event::kNothing},
    {"prefetch{.space}.tensormap [a]", 0, select_map_hint, Event::kNothing},
    {"prefetchu{.cache} [a]", 0, select_nothing, Event::kNothing},
    {"st{.sem}{.scope}{.space}{.cache}{.vec}.type [a], b~", kMemoryTypes, select_access<kStore>, Event::kAccess, Does::kWrites | Does::kPerLane},
    {"st{.sem}{.scope}{.space}{.cache}.L2::cache_hint{.vec}.type [a], b~, c:b64", kMemoryTypes, select_access<kStore>, Event::kAccess, Does::kWrites | Does::kPerLane},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> memory_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
