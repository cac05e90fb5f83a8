// SPDX-License-Identifier: MIT
// What PTX's memory consistency model says of two accesses and of their scopes
// (PTX ISA, chapter "Memory Consistency Model"; docs/memory-model.md says where
// each of its rules stands). Knows nothing of clocks.
#pragma once

#include "simt/ops/event.h"
#include "simt/races/record.h"

namespace simt::races {

/// The scope of an instruction that names none: the device's; of a volatile
/// access: the system's.
constexpr Scope scope_of(Scope written, MemoryOrder order) {
  if (order == MemoryOrder::kVolatile) return Scope::kSys;
  return written == Scope::kNone ? Scope::kGpu : written;
}

/// The narrowest scope that holds threads of one block, or of two with these
/// clusters (0: there are none).
constexpr Scope narrowest_scope(bool one_block, uint32_t cluster,
                                uint32_t other) {
  if (one_block) return Scope::kCta;
  return cluster != 0 && cluster == other ? Scope::kCluster : Scope::kGpu;
}
/// The narrowest scope that holds the threads of both.
constexpr Scope scope_of_both(const Record& a, const Record& b) {
  return narrowest_scope(a.epoch.same_block(b.epoch), a.cluster, b.cluster);
}

/// True when `scope` holds the threads whose narrowest common scope is `both`.
constexpr bool includes(Scope scope, Scope both) { return scope >= both; }
static_assert(includes(Scope::kSys, Scope::kSys));
static_assert(!includes(Scope::kGpu, Scope::kSys));
static_assert(!includes(Scope::kCluster, Scope::kGpu));
static_assert(!includes(Scope::kCta, Scope::kCluster));

/// Reaches other blocks of the cluster.
constexpr bool is_of_cluster(Scope scope) {
  return includes(scope, Scope::kCluster);
}
/// Reaches all blocks of the launch.
constexpr bool is_wide(Scope scope) { return includes(scope, Scope::kGpu); }

/// Two accesses to overlapping bytes are morally strong: each is strong, its
/// scope holds the other thread, and they overlap wholly. Elements are aligned
/// to their size, so that those of one size do.
constexpr bool morally_strong(const Record& a, const Record& b) {
  const Scope both = scope_of_both(a, b);
  return !is_plain(a.use) && !is_plain(b.use) && includes(a.scope, both) &&
         includes(b.scope, both) && a.bytes == b.bytes;
}

/// An atomic of a word that all threads of the device see as one: no two of
/// these conflict.
constexpr bool updates_word(const Record& record) {
  return record.use == Use::kAtomic && is_wide(record.scope) &&
         record.bytes == 4 && !record.bulk;
}

}  // namespace simt::races
