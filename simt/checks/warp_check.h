// SPDX-License-Identifier: MIT
// Explains wrong lane masks of warp instructions; one finding for each kind
// and pair of lines.
#pragma once

#include <map>
#include <tuple>

#include "simt/checks/scene.h"
#include "simt/checks/stage.h"

namespace simt::checks {

class WarpCheck final : public Observer {
 public:
  explicit WarpCheck(const Stage& stage) : scene_(stage.scene) {}

  /// Mask errors alone concern it, and a part that has one is run again.
  bool has_parts() const override { return true; }

  void on_launch(const LaunchInfo&) override { found_.clear(); }
  void on_mask_error(const MaskError& error) override;
  void on_launch_end(const Executions&) override;

 private:
  using Key = std::tuple<int, uint32_t, uint32_t>;  // kind, two sites

  report::Diagnostic describe(const MaskError& error) const;
  bool follows(const Key& key) const;
  void places(const MaskError& error, report::Diagnostic& d) const;

  const Scene& scene_;
  std::map<Key, report::Diagnostic> found_;
};

}  // namespace simt::checks
