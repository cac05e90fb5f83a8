// SPDX-License-Identifier: MIT
// Which `while` nodes of a graph never end. Runs nothing.
#pragma once

#include <cstdint>

#include "simt/context/state.h"
#include "simt/stream/graph_exec.h"

namespace simt::cudart {

/// The rounds of all `while` nodes in one launch of a graph.
class WhileRounds {
 public:
  /// A round counts as so many warp instructions (Options::limit).
  static constexpr uint64_t kInstructions = 10'000;

  /// The condition of `step` is not zero. False when the body can never make it
  /// so, or there were too many rounds: a livelock is told then, and waits fail
  /// with cudaErrorLaunchTimeout.
  bool begin_one(State& s, const Step& step);

 private:
  uint64_t begun_ = 0;
};

}  // namespace simt::cudart
