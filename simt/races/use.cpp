// SPDX-License-Identifier: MIT
// From the machine's kinds and orders to a Use; the rest of use.h is constexpr.
#include "simt/races/use.h"

#include "simt/ops/inst.h"

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

uint8_t element_bytes(const Access& access) {
  if (access.inst == nullptr) return access.bytes;
  const ops::Form& form = *access.inst->form;
  const bool packed =
      form.type == ptx::Type::kF16x2 || form.type == ptx::Type::kBf16x2;
  return static_cast<uint8_t>(access.bytes / (packed ? 2 : 1) / form.vector);
}

}  // namespace simt::races
