// SPDX-License-Identifier: MIT
// Explains atomics of system scope on page-locked memory of the host, where
// they are not atomic to it: host-atomic. One finding for each line.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "simt/checks/scene.h"
#include "simt/checks/stage.h"

namespace simt::checks {

class HostAtomicCheck final : public Observer {
 public:
  explicit HostAtomicCheck(const Stage& stage) : scene_(stage.scene) {}

  bool has_parts() const override { return true; }
  std::unique_ptr<Observer> part() override {
    return std::make_unique<HostAtomicCheck>(*this);
  }
  bool clean() const override { return found_.empty(); }
  bool takes_late_reads() const override { return true; }
  bool needs_late_reads(uint32_t /*slot*/, Late) const override {
    return false;
  }
  bool knows_all(const Access& access) const override {
    return access.kind != AccessKind::kAtomic;
  }

  void on_launch(const LaunchInfo&) override { found_.clear(); }
  void on_access(const Access& access) override {
    if (access.kind == AccessKind::kAtomic && access.scope == Scope::kSys &&
        access.allocation != nullptr && access.allocation->page_locked)
      note(access);
  }
  void on_launch_end(const Executions&) override;

 private:
  struct Found {
    uint64_t count = 0;  // by lane
    uint64_t address = 0;
    WarpPlace at;
    int lane = 0;
    uint32_t pc = 0;
  };

  void note(const Access& access);
  report::Diagnostic describe(const Found& found) const;

  const Scene& scene_;
  std::map<uint32_t, Found> found_;  // by site
};

}  // namespace simt::checks
