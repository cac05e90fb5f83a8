// SPDX-License-Identifier: MIT
// Judges every completed block barrier: did all threads come, and to the same
// one.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "simt/checks/scene.h"
#include "simt/checks/stage.h"

namespace simt::checks {

class BarrierCheck final : public Observer {
 public:
  explicit BarrierCheck(const Stage& stage) : scene_(stage.scene) {}

  bool has_parts() const override { return true; }
  std::unique_ptr<Observer> part() override {
    return std::make_unique<BarrierCheck>(*this);
  }
  bool clean() const override { return found_.empty(); }

  void on_launch(const LaunchInfo&) override;
  void on_barrier(const BarrierDone& barrier) override;
  void on_launch_end(const Executions&) override;

 private:
  /// Threads that waited at one source place.
  struct Waiting {
    uint32_t pc = 0;
    std::vector<uint32_t> threads;  // linear numbers in the block
    std::vector<uint32_t> warps;
  };
  /// One finding, made at the first barrier that shows it.
  struct Found {
    report::Diagnostic diagnostic;
    uint64_t count = 0;
  };

  std::vector<Waiting> places_of(const BarrierDone& barrier) const;
  /// The first warp whose lanes wait at several places; -1: none.
  static int split_warp_of(const std::vector<Waiting>& places);
  void two_places(const BarrierDone& barrier);
  void parted(const BarrierDone& barrier, const BarrierDone::Arrival& arrival);
  bool follows(const report::Diagnostic& d) const;
  void some_exited(const BarrierDone& barrier);
  void describe_two(const BarrierDone& barrier,
                    const std::vector<Waiting>& places, Found& found) const;

  const Scene& scene_;
  std::map<std::string, Found> found_;
};

}  // namespace simt::checks
