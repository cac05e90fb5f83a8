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

/// The narrowest scope that holds the threads of both. In a launch with
/// clusters, one that reaches the own cluster counts as the device's: see
/// Detector.
constexpr Scope scope_of_both(const Epoch& a, const Epoch& b) {
  return a.same_block(b) ? Scope::kCta : Scope::kGpu;
}

/// True when `scope` holds the threads whose narrowest common scope is `both`.
constexpr bool includes(Scope scope, Scope both) { return scope >= both; }
static_assert(includes(Scope::kSys, Scope::kSys));
static_assert(!includes(Scope::kGpu, Scope::kSys));
static_assert(!includes(Scope::kCluster, Scope::kGpu));
static_assert(!includes(Scope::kCta, Scope::kCluster));

/// Reaches other blocks of the launch.
constexpr bool is_wide(Scope scope) { return includes(scope, Scope::kGpu); }

/// Two accesses to overlapping bytes are morally strong: each is strong, its
/// scope holds the other thread, and they overlap wholly. Elements are aligned
/// to their size, so that those of one size do.
constexpr bool morally_strong(const Record& a, const Record& b) {
  const Scope both = scope_of_both(a.epoch, b.epoch);
  return !is_plain(a.use) && !is_plain(b.use) && includes(a.scope, both) &&
         includes(b.scope, both) && a.bytes == b.bytes;
}

}  // namespace simt::races
