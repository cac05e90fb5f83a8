// SPDX-License-Identifier: MIT
// Shared memory of a peer in the cluster that may not be there, in words:
// cluster-exit. Finds nothing itself.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "simt/checks/scene.h"
#include "simt/races/detector.h"

namespace simt::checks {

/// Somebody uses the shared memory of a block that is not there.
struct PeerUse {
  enum class When : uint8_t {
    kEarly,  // it may not have started
    kLate,   // it may have ended
    kGone    // it has ended
  };
  When when = When::kGone;
  uint32_t pc = 0;
  WarpPlace at;
  int lane = 0;
  const char* verb = "";  // "loads"
  uint32_t peer = 0;      // block
  uint64_t address = 0;   // in its shared memory
};
report::Diagnostic describe_peer(const Scene& scene, const PeerUse& use);

class PeerWords {
 public:
  explicit PeerWords(Scene& scene) : scene_(scene) {}

  void add(const races::PeerFault& fault);
  /// Adds the findings of the launch.
  void tell();

 private:
  struct Found {
    PeerUse use;  // of the lowest block
    uint64_t count = 0;
  };

  Scene& scene_;
  std::map<std::pair<uint32_t, bool>, Found>
      found_;  // by place and whether late
};

}  // namespace simt::checks
