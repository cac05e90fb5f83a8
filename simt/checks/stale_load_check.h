// SPDX-License-Identifier: MIT
// Finds loads by the read-only path (ld.global.nc: __ldg, const __restrict__)
// of memory that the same launch has stored to: stale-load. One finding for
// each pair of lines. Of other threads' stores it knows no order.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

#include "simt/checks/scene.h"
#include "simt/checks/stage.h"

namespace simt::checks {

class StaleLoadCheck final : public Observer {
 public:
  explicit StaleLoadCheck(const Stage& stage) : scene_(stage.scene) {}

  /// A part that reads so what it stored is run again (ops/owned.cpp).
  bool has_parts() const override { return true; }
  bool takes_late_reads() const override { return true; }
  bool needs_late_reads(uint32_t /*slot*/, Late) const override {
    return false;
  }
  bool knows_all(const Access&) const override { return !loads_so_; }

  void on_launch(const LaunchInfo& launch) override;
  void on_access(const Access& access) override {
    if (loads_so_ && access.space == ptx::Space::kGlobal) look(access);
  }
  void on_launch_end(const Executions&) override;

 private:
  /// Where a thread was, and what it touched.
  struct Touch {
    WarpPlace at;
    int lane = 0;
    uint32_t pc = 0;
  };
  struct Found {
    uint64_t count = 0;  // by lane
    uint64_t address = 0;
    Touch load;
    uint32_t store = 0;  // its pc
  };
  static constexpr int kPageBits = 12;
  /// By word: the pc of the last store to it, and in the lowest four bits the
  /// bytes that were stored; 0: none.
  using Page = std::array<uint32_t, (1u << kPageBits) / 4>;

  void look(const Access& access);
  void store(const Access& access, int lane);
  void load(const Access& access, int lane);
  void note(const Access& access, int lane, uint32_t store);
  report::Diagnostic describe(const Found& found) const;

  const Scene& scene_;
  bool loads_so_ = false;  // the running kernel has such loads
  std::unordered_map<uint64_t, std::unique_ptr<Page>> stored_;
  std::map<std::pair<uint32_t, uint32_t>, Found> found_;  // by sites
};

}  // namespace simt::checks
