// SPDX-License-Identifier: MIT
// Collects the races of a launch, one finding for each pair of source lines:
// shared-race, global-race, warp-race, missing-fence. simt/races finds them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>

#include "simt/checks/peer_words.h"
#include "simt/checks/proxy_words.h"
#include "simt/checks/race_words.h"
#include "simt/checks/scene.h"
#include "simt/checks/stage.h"
#include "simt/races/detector.h"

namespace simt::checks {

class RaceCheck final : public races::Detector {
 public:
  explicit RaceCheck(const Stage& stage, const races::Limits& limits = {})
      : Detector(limits),
        scene_(stage.scene),
        words_(stage.scene),
        proxies_(stage.scene),
        peers_(stage.scene) {}
  /// For launches beside those of `first`: races with those are found, too.
  RaceCheck(const Stage& stage, const RaceCheck& first)
      : Detector(first.history(), {}),
        scene_(stage.scene),
        words_(stage.scene, first.words_),
        proxies_(stage.scene),
        peers_(stage.scene) {}

  bool has_parts() const override { return true; }
  std::unique_ptr<Observer> part() override;

  void on_launch(const LaunchInfo& launch) override;
  void on_launch_end(const Executions&) override;

 private:
  using Kind = races::Race::Kind;
  /// Global memory comes last; then the two places, the lower first.
  using Key = std::tuple<bool, uint64_t, uint64_t>;

  void on_race(const races::Race& race) override;
  void on_proxy(const races::ProxyFault& fault) override;
  void on_peer(const races::PeerFault& fault) override { peers_.add(fault); }
  uint64_t site_of(const races::Record& record) const;
  void put_in_order(Kind kind, RaceSide& a, RaceSide& b) const;
  void count(const races::Race& race, bool fresh, FoundRace& found) const;
  void show(const races::Race& race, const RaceSide& a, const RaceSide& b,
            FoundRace& found) const;
  bool only_a_flag(const FoundRace& found) const;

  Scene& scene_;
  RaceWords words_;
  ProxyWords proxies_;
  PeerWords peers_;
  std::map<Key, std::map<Kind, FoundRace>> found_;
};

}  // namespace simt::checks
