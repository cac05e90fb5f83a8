// SPDX-License-Identifier: MIT
// Races in words: shared-race, global-race, warp-race, missing-fence. Finds
// nothing itself.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "simt/checks/scene.h"
#include "simt/races/detector.h"

namespace simt::checks {

/// One access of a pair, as it is shown.
struct RaceSide {
  races::Record record;
  int lane = 0;
};

/// The pairs of two lines; the one with the lowest address is shown.
struct FoundRace {
  races::Race::Kind kind = races::Race::Kind::kWarps;
  ptx::Space space = ptx::Space::kGlobal;
  uint64_t pairs = 0;
  RaceSide before, now;  // in the order in which they are shown
  uint64_t address = 0;
  uint32_t bytes = 4;
  bool soft = false;     // no plain access takes part
  races::Unfenced flag;  // kFence
  // Of shared memory; `block` is the one that is shown.
  uint64_t pairs_in_block = 0, blocks = 0;
  uint32_t block = 0, last_block = 0;
  bool more = false;    // some readers are not counted
  bool copies = false;  // an asynchronous copy takes part
  bool object = false;  // both use a barrier object: one begins or ends it
};

class RaceWords {
 public:
  explicit RaceWords(const Scene& scene)
      : scene_(scene), launches_(std::make_shared<Launches>()) {}
  /// For launches beside those of `first`, which may be named, too.
  RaceWords(const Scene& scene, const RaceWords& first)
      : scene_(scene), launches_(first.launches_) {}

  /// `serial`: of block 0 of the launch that begins.
  void start_launch(uint32_t serial);
  report::Diagnostic describe(const FoundRace& found) const;
  /// Why races may be missing, when `count` accesses were forgotten.
  static std::string forgotten(uint64_t count);

 private:
  struct Launch {
    LaunchInfo info;
    uint32_t serial = 0;
  };
  using Launches = std::map<uint32_t, Launch>;  // by number

  const Launch& launch_of(const RaceSide& side) const {
    return launches_->at(side.record.launch);
  }
  std::string data(const FoundRace& found) const;
  std::string thread(const RaceSide& side) const;
  std::string who(const RaceSide& side) const;
  std::string threads(const FoundRace& found) const;
  std::string whose(const FoundRace& found, const RaceSide& side) const;
  std::string why(const FoundRace& found) const;
  std::string seen(const FoundRace& found) const;
  bool in_one_graph(const FoundRace& found) const;
  int add_place(const RaceSide& side, const std::string& what,
                report::Diagnostic& d) const;
  void describe_race(const FoundRace& found, report::Diagnostic& d) const;
  void describe_fence(const FoundRace& found, report::Diagnostic& d) const;

  const Scene& scene_;
  std::shared_ptr<Launches> launches_;  // that may be named; never null
};

}  // namespace simt::checks
