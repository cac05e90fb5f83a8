// SPDX-License-Identifier: MIT
// Explains what ended a launch, but for wrong addresses: traps, failed
// assertions, bad calls, and what the emulator does not support.
#pragma once

#include "simt/checks/fault_words.h"
#include "simt/checks/stage.h"

namespace simt::checks {

class FaultCheck final : public Observer {
 public:
  explicit FaultCheck(const Stage& stage)
      : scene_(stage.scene), words_(stage.scene) {}

  void on_fault(const Fault& fault) override;

 private:
  void stopped(const Fault& fault) const;
  bool meets_no_grid(const Fault& fault) const;
  void unsupported(const Fault& fault) const;
  void tensor_map(const Fault& fault) const;

  const Scene& scene_;
  FaultWords words_;
};

}  // namespace simt::checks
