// SPDX-License-Identifier: MIT
// Explains accesses to wrong addresses: out-of-bounds, misaligned,
// use-after-free, host-pointer.
#pragma once

#include "simt/checks/fault_words.h"
#include "simt/checks/stage.h"

namespace simt::checks {

class MemoryCheck final : public Observer {
 public:
  explicit MemoryCheck(const Stage& stage)
      : scene_(stage.scene), words_(stage.scene) {}

  void on_fault(const Fault& fault) override;

 private:
  void outside(const Fault& fault) const;
  void outside_parameters(const Fault& fault) const;
  void outside_window(const Fault& fault) const;
  void misaligned(const Fault& fault) const;
  void freed(const Fault& fault) const;
  void of_a_peer(const Fault& fault) const;
  void no_peer(const Fault& fault) const;
  void foreign(const Fault& fault) const;
  void not_freeable(const Fault& fault) const;
  void stale(const Fault& fault) const;
  void host_pointer(const Fault& fault) const;
  void read_only(const Fault& fault) const;

  const Scene& scene_;
  FaultWords words_;
};

}  // namespace simt::checks
