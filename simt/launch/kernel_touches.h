// SPDX-License-Identifier: MIT
// Writes down which memory of the device a kernel touches, line by line, for
// the ledger of works. Judges nothing.
#pragma once

#include "simt/context/works.h"
#include "simt/machine/device_memory.h"
#include "simt/ops/observer.h"

namespace simt::cudart {

class KernelTouches final : public Observer {
 public:
  KernelTouches(Works& works, DeviceMemory& memory)
      : works_(works), memory_(memory) {}

  void on_access(const Access& access) override;
  void on_constant(const Access& access) override { touch(access); }
  void on_fence(const WarpPlace& at, LaneMask lanes, MemoryOrder order,
                Scope scope) override;

 private:
  bool wants(const Allocation* allocation) const;
  void touch(const Access& access);
  /// All lanes touch `holder`.
  void touch(const Access& access, const Allocation& holder);
  void hand_over_if_seen(bool stores, bool fences);

  Works& works_;
  DeviceMemory& memory_;
  bool stores_ = false;  // to memory that the host sees
  bool fences_ = false;  // for it
};

}  // namespace simt::cudart
