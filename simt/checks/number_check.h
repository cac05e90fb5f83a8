// SPDX-License-Identifier: MIT
// Names the first instruction of a launch that makes a NaN, and the first that
// makes an infinity, from finite numbers; and the first that makes a NaN from
// infinities. What follows from those is not told.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "simt/checks/scene.h"
#include "simt/checks/stage.h"

namespace simt::checks {

class NumberCheck final : public Observer {
 public:
  explicit NumberCheck(const Stage& stage) : scene_(stage.scene) {}

  void on_launch(const LaunchInfo&) override { found_.clear(); }
  void on_born(const Born& born) override;
  void on_launch_end(const Executions&) override;

 private:
  struct First {
    Born born;
    uint64_t lanes = 0;   // at this line, all in all
    uint64_t others = 0;  // at other lines, where they were not first
  };

  report::Diagnostic describe(const First& first) const;

  const Scene& scene_;
  /// In the order of reports: a NaN is the more certain mistake.
  enum class Kind : uint8_t { kNan, kNanOfInfinities, kInfinity };
  static Kind kind_of(const Born& born);
  std::map<Kind, First> found_;
};

}  // namespace simt::checks
