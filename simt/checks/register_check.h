// SPDX-License-Identifier: MIT
// register-pool: setmaxnreg that is ignored, asks for the wrong direction, or
// waits for registers that nobody gives back.
#pragma once

#include <map>
#include <utility>

#include "simt/checks/scene.h"
#include "simt/checks/stage.h"
#include "simt/ops/observer.h"

namespace simt::checks {

class RegisterCheck final : public Observer {
 public:
  explicit RegisterCheck(const Stage& stage) : scene_(stage.scene) {}

  /// Kernels that change registers do not run in parts.
  bool has_parts() const override { return true; }

  void on_launch(const LaunchInfo&) override { found_.clear(); }
  void on_registers(const RegisterStep& step) override;
  void on_stuck(const Stuck& stuck) override;
  void on_launch_end(const Executions&) override;

 private:
  enum class Kind : uint8_t { kIgnored, kWrongWay, kWaits };

  const Scene& scene_;
  std::map<std::pair<Kind, uint32_t>, RegisterStep> found_;  // by site
};

}  // namespace simt::checks
