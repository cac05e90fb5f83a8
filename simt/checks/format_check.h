// SPDX-License-Identifier: MIT
// Explains formats of a kernel's printf that a device reads otherwise; one
// finding for each line and conversion.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "simt/checks/scene.h"
#include "simt/checks/stage.h"

namespace simt::checks {

class FormatCheck final : public Observer {
 public:
  explicit FormatCheck(const Stage& stage) : scene_(stage.scene) {}

  void on_launch(const LaunchInfo&) override { found_.clear(); }
  void on_format_error(const FormatError& error) override;
  void on_launch_end(const Executions&) override;

 private:
  struct Found {
    FormatError first;
    uint64_t count = 0;
  };
  using Key = std::pair<uint32_t, std::string>;  // site, conversion

  report::Diagnostic describe(const Found& found) const;

  const Scene& scene_;
  std::map<Key, Found> found_;
};

}  // namespace simt::checks
