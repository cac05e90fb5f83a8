// SPDX-License-Identifier: MIT
// Products of a warpgroup: wgmma-in-flight, where registers are used too early
// or a warp is missing, and descriptor, where an operand does not lie where it
// should. That its bytes are there in time is a matter of race_check.h.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "simt/checks/scene.h"
#include "simt/checks/stage.h"
#include "simt/ops/observer.h"

namespace simt::checks {

class WarpgroupCheck final : public Observer {
 public:
  explicit WarpgroupCheck(const Stage& stage) : scene_(stage.scene) {}

  /// Kernels with products do not run in parts.
  bool has_parts() const override { return true; }

  void on_launch(const LaunchInfo&) override;
  void on_block_end(const WarpPlace& at) override;
  void on_warpgroup(const WarpgroupStep& step) override;
  void on_register_use(const RegisterUse& use) override;
  void on_fault(const Fault& fault) override;
  void on_launch_end(const Executions&) override;

 private:
  static constexpr uint32_t kWarps = 4;
  /// What the warps of a warpgroup do together, and how far each has come.
  struct Group {
    std::deque<uint32_t> steps;  // from `begin` on, by pc
    uint64_t begin = 0;
    std::array<uint64_t, kWarps> done{};
    uint32_t block = 0;
    bool told = false;
  };
  enum class Kind : uint8_t {
    kRead,
    kOverwrite,
    kOverwriteA,
    kFirst,
    kUnfenced,
    kMissing,  // a warp never comes to an instruction
    kApart,    // warps come to different ones
    kTwoTiles  // an operand lies in two variables
  };
  struct Found {
    WarpPlace at;
    uint32_t pc = 0, other = 0;
    LaneMask lanes = 0;
    uint64_t count = 0;
    std::string first, second;  // kTwoTiles: the variables; kMissing: the warps
    bool of_a = false;
    bool open_group = false;  // as RegisterUse
  };

  Found& note(Kind kind, const WarpPlace& at, uint32_t pc, uint32_t other);
  void look_at(const WarpgroupProduct& product, bool of_a);
  void missing(Group& group, const WarpPlace& at, uint32_t number);
  void describe(Kind kind, const Found& found) const;
  std::string warp_name(const WarpPlace& at) const;

  const Scene& scene_;
  std::map<std::pair<uint32_t, uint32_t>, Group> groups_;  // slot, number
  /// By kind and the two places.
  std::map<std::tuple<Kind, uint32_t, uint32_t>, Found> found_;
};

}  // namespace simt::checks
