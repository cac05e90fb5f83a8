// SPDX-License-Identifier: MIT
// Which launches nothing orders. A clock stands for what has been done before
// the next piece of work begins: each stream, event and the host have one.
// Knows nothing of the API.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

namespace simt::cudart {

/// Launches of which each waits for the one before: those of a stream, or of
/// one path through a graph.
using Chain = int;

class Clock {
 public:
  void join(const Clock& other);
  /// The first `number` launches of `chain` are done.
  void reach(Chain chain, uint64_t number);
  bool covers(Chain chain, uint64_t number) const;

 private:
  std::map<Chain, uint64_t> done_;
};

/// How a launch stands to earlier ones: see LaunchInfo.
struct Concurrency {
  std::vector<int> concurrent;
  int oldest_open = -1;
  bool forgot = false;  // launches beside it are missing in `concurrent`
};

class LaunchOrder {
 public:
  Chain new_chain() { return chains_++; }

  /// Launch `index` (greater than all before) comes next in `chain`, once all
  /// that `clock` holds is done; `clock` then holds it too.
  Concurrency begin(int index, Chain chain, Clock& clock);
  /// The host has waited for all that `clock` holds.
  void host_waits(const Clock& clock) { host_.join(clock); }
  /// What the host has waited for.
  const Clock& host() const { return host_; }
  /// Nothing that is issued from now on can run beside what `clock` holds.
  void settle(const Clock& clock);
  /// Everything is done.
  void settle_all() {
    open_.clear();
    forgotten_.clear();
  }

 private:
  struct Open {
    int index = 0;
    Chain chain = 0;
    uint64_t number = 0;  // in its chain, from 1
  };

  Chain chains_ = 0;
  Clock host_;
  std::map<Chain, uint64_t> lengths_;
  /// Launches beside which a later one may run. When there are very many, the
  /// oldest is taken as done: races with it are then not seen, and those that
  /// nothing orders after it say so.
  std::deque<Open> open_;
  std::map<Chain, uint64_t> forgotten_;  // the last one of each chain
};

}  // namespace simt::cudart
