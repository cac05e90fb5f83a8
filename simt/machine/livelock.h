// SPDX-License-Identifier: MIT
// Finds launches that run in a circle: every warp goes round its loop, no
// byte of memory changes, and the registers that decide what comes next take
// values that they had before. Knows nothing of how a round is run.
#pragma once

#include <deque>
#include <functional>

#include "simt/machine/block.h"
#include "simt/machine/machine.h"
#include "simt/machine/polls.h"

namespace simt {

/// When to look for a livelock, and how long: a look costs rounds, and each
/// next one may cost more but comes later.
class LookTimer {
 public:
  /// Begins when `now` warp instructions have run.
  explicit LookTimer(uint64_t now = 0);
  /// True when it is time. `now` counts warp instructions; `quiet`: no
  /// resident block stored anything lately.
  bool due(uint64_t now, bool quiet);
  /// Rounds that the look may take.
  uint32_t rounds() const { return rounds_; }

 private:
  uint64_t next_quiet_, next_busy_;
  uint64_t quiet_gap_ = 0, busy_gap_ = 0;
  uint32_t rounds_;
};

/// No clock is needed: such a state comes again and again. A loop that counts
/// its rounds to end by itself never comes back to an old state; one that waits
/// for a time ends when the clocks are put on.
class Livelock {
 public:
  /// A round of every resident warp to its next backward branch.
  enum class Round : uint8_t { kIdle, kRan, kFault };
  using RunRound = std::function<Round()>;
  enum class Verdict : uint8_t { kMovesOn, kLivelock, kWaits, kFault };

  /// `resident` are the blocks, `context` and `executions` those of the rounds.
  Livelock(const Settings& settings, const program::Kernel& kernel,
           const std::deque<Block*>& resident, ops::Context& context,
           Executions& executions)
      : settings_(settings),
        kernel_(kernel),
        resident_(resident),
        context_(context),
        executions_(executions) {}

  bool due(uint64_t now, bool quiet) { return timer_.due(now, quiet); }

  /// Runs rounds until the launch is seen to move on, or not. No store may be
  /// held back.
  Verdict look(const RunRound& run_round);

  /// The launch goes on after it was left: memory may have changed.
  void begin_again(uint64_t now) { timer_ = LookTimer(now); }

  /// Before it goes on: the clocks are put on once, where it would wait.
  void pass_time() {
    passes_time_ = true;
    time_helped_ = false;
  }
  /// Whether it moved on by that.
  bool time_helped() const { return time_helped_; }

  /// After kWaits: see Running.
  bool waits_blindly() const { return blind_ || !polls_.complete(); }

  /// How far the clocks were put on.
  uint64_t skipped() const { return skipped_; }

  /// After kLivelock and kWaits: what the threads look at.
  const Polls& polls() const { return polls_; }
  void remember_polls(DeviceMemory& memory) { polls_.remember(memory); }

 private:
  Verdict look_closely(const RunRound& run_round);
  void record(const RunRound& run_round, uint64_t period);
  bool waits_for_others(const RunRound& run_round, uint64_t period);

  const Settings& settings_;
  const program::Kernel& kernel_;
  const std::deque<Block*>& resident_;
  ops::Context& context_;
  Executions& executions_;
  LookTimer timer_;
  Polls polls_;
  uint64_t skipped_ = 0;
  bool blind_ = false, passes_time_ = false, time_helped_ = false;
};

}  // namespace simt
