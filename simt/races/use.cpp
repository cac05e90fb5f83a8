// SPDX-License-Identifier: MIT
// From the machine's kinds and orders to a Use; the rest of use.h is constexpr.
#include "simt/races/use.h"

namespace simt::races {

Use use_of(const Access& access) {
  if (access.kind == AccessKind::kAtomic) return Use::kAtomic;
  const bool load = access.kind == AccessKind::kLoad;
  if (access.order == MemoryOrder::kVolatile)
    return load ? Use::kVolatileRead : Use::kVolatileWrite;
  if (access.order == MemoryOrder::kWeak)
    return load ? Use::kRead : Use::kWrite;
  return load ? Use::kStrongRead : Use::kAtomic;
}

}  // namespace simt::races
