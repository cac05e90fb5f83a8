// SPDX-License-Identifier: MIT
// What an access does, as far as races are concerned, and which two uses of
// one place conflict. Knows nothing of order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/ops/event.h"

namespace simt::races {

enum class Use : uint8_t {
  kRead,
  kWrite,
  kVolatileRead,
  kVolatileWrite,
  kStrongRead,  // relaxed or stronger
  kAtomic,      // an atomic, or a relaxed or stronger store
};
inline constexpr size_t kUses = 6;

Use use_of(const Access& access);

/// The bytes of one element of a lane's access: a vector, or a register with
/// two packed numbers, is as many accesses as it has elements.
uint8_t element_bytes(const Access& access);

constexpr bool only_reads(Use use) {
  return use == Use::kRead || use == Use::kVolatileRead ||
         use == Use::kStrongRead;
}
constexpr bool is_write(Use use) {
  return use == Use::kWrite || use == Use::kVolatileWrite;
}
constexpr bool is_volatile(Use use) {
  return use == Use::kVolatileRead || use == Use::kVolatileWrite;
}
constexpr bool is_plain(Use use) {
  return use == Use::kRead || use == Use::kWrite;
}

/// The same use where volatile orders nothing at all.
constexpr Use without_volatile(Use use) {
  if (use == Use::kVolatileRead) return Use::kRead;
  return use == Use::kVolatileWrite ? Use::kWrite : use;
}

/// True when the two must be ordered: not two reads; where they are morally
/// strong, not two atomics, and not an atomic and a volatile or strong read.
/// C++ has no atomicity for volatile: such a store is asked about all the same.
constexpr bool conflict(Use then, Use now, bool morally_strong) {
  if (only_reads(then) && only_reads(now)) return false;
  if (!morally_strong) return true;
  const auto atomic_or_polls = [](Use use) {
    return use == Use::kAtomic || (only_reads(use) && use != Use::kRead);
  };
  return !atomic_or_polls(then) || !atomic_or_polls(now);
}

}  // namespace simt::races
