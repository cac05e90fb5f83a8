// SPDX-License-Identifier: MIT
// Which launches nothing orders, and what the host has waited for. A clock
// stands for what has been done before the next piece of work begins: each
// stream, event and the host have one. Knows nothing of the API.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace simt::cudart {

/// Pieces of work of which each waits for the one before: those of a stream, or
/// of one path through a graph.
using Chain = int;

class Clock;

/// A kernel before the end of which later work may begin: what a programmatic
/// event, a launch completion event and an edge with a port stand for.
struct Early {
  Chain chain = 0;
  uint64_t number = 0;  // in its chain
  /// When all its blocks have begun; false: have let dependents begin or ended.
  bool at_start = false;
  bool visible = true;  // to griddepcontrol.wait, which waits for its end
  std::shared_ptr<const Clock> ended = {};  // what its end stands for

  bool operator==(const Early& other) const {
    return chain == other.chain && number == other.number &&
           at_start == other.at_start && visible == other.visible;
  }
};

class Clock {
 public:
  void join(const Clock& other);
  /// The same, but for what comes after a kernel's begin alone.
  void join_ended(const Clock& other);
  /// What comes next comes after that moment of a kernel, not after its end.
  void expect(const Early& early);
  /// What it expects, and what has not ended.
  const std::vector<Early>& early() const { return early_; }
  /// Takes that out.
  std::vector<Early> take_early();
  /// How many pieces of work of the chain are done.
  uint64_t reached(Chain chain) const;
  /// The first `number` pieces of work of `chain` are done.
  void reach(Chain chain, uint64_t number);
  bool covers(Chain chain, uint64_t number) const;
  /// Only the first `number` pieces of work of `chain` are.
  void reach_only(Chain chain, uint64_t number);
  /// All that `other` holds is done.
  bool covers(const Clock& other) const;
  /// Of how many chains it holds work.
  size_t chains() const { return done_.size(); }

 private:
  std::map<Chain, uint64_t> done_;
  std::vector<Early> early_;
};

/// A piece of work's place: which it is of its chain, from 1, and all that
/// comes before it, itself included.
struct Ticket {
  Chain chain = 0;
  uint64_t number = 0;
  Clock clock;
  uint64_t issued = 0;  // how much work was issued before it
  /// Of a launch that may begin early: what the host had waited for.
  Clock host = {};
  /// The kernels after whose end it need not come; `clock` holds the visible.
  std::vector<Early> early = {};

  /// Whether it is that place of that chain.
  bool is(Chain other, uint64_t place) const {
    return chain == other && number == place;
  }
  /// The same without the work itself.
  Clock before() const;
};

/// Adds launches to `to`; both rise.
void merge(const std::vector<int>& launches, std::vector<int>& to);

/// How a launch stands to earlier ones: see LaunchInfo.
struct Concurrency {
  std::vector<int> concurrent;
  int oldest_open = -1;
  bool forgot = false;  // launches beside it are missing in `concurrent`
  std::vector<int> prerequisites = {};

  /// Nothing orders it with these.
  void add_concurrent(const std::vector<int>& launches);
  /// It begins before these have ended.
  void add_prerequisites(const std::vector<int>& launches);
};

/// What queries about one stream or event were told: see LaunchOrder::is_done.
struct Asked {
  Clock not_yet;  // "not ready" was said of this
  int in_vain = 0;
};

class LaunchOrder {
 public:
  /// A chain that nobody else uses. One that was given back comes again when
  /// the host has waited for all of its work, so that clocks stay small.
  Chain new_chain();
  /// No more work comes in the chain.
  void give_back(Chain chain) { unused_.push_back(chain); }

  /// Work comes next in `chain`, once all that `clock` holds is done; `clock`
  /// then holds it too.
  Ticket issue(Chain chain, Clock& clock);
  /// Launch `index` (greater than all before) begins. `late`: others that were
  /// issued before now may begin after it.
  Concurrency begin(int index, const Ticket& ticket, bool late = false);
  /// The launches beside which launch `index` may be when it goes on: those
  /// that the host, which has let it go on, does not know to be done.
  std::vector<int> beside(int index, const Ticket& ticket) const;
  /// How many pieces of work the chain has had.
  uint64_t length(Chain chain) const;
  /// The host itself does something, after all that it has waited for.
  Ticket host_does() { return issue(own_, host_); }
  /// The host has waited for all that `clock` holds.
  void host_waits(const Clock& clock);
  /// The same, but of it only `before` comes before what is issued from now on:
  /// the rest is a copy that may still be on its way from staging memory.
  void host_waits_for_staging(const Clock& clock, const Clock& before);
  /// What the host has waited for.
  const Clock& host() const { return host_; }
  /// What comes before all that is issued from now on: host(), but for copies
  /// from staging memory that nothing has waited for since.
  const Clock& arrived() const { return arrived_; }
  /// How often the host has waited.
  uint64_t waits() const { return waits_; }
  /// The host asks whether all that `clock` holds is done, and does not wait.
  /// "No", as long as it may be under way; asked again, it is done, and the
  /// host knows: so a loop that asks comes to its end.
  bool is_done(const Clock& clock, Asked& asked);
  /// Nothing that is issued from now on can run beside what `clock` holds.
  void settle(const Clock& clock);
  /// The host has waited for everything.
  void settle_all();

 private:
  struct Open {
    int index = 0;
    Chain chain = 0;
    uint64_t number = 0;  // in its chain, from 1
  };

  Chain chains_ = 1;
  Chain own_ = 0;             // of what the host does itself
  std::deque<Chain> unused_;  // given back
  Clock host_, arrived_;
  uint64_t waits_ = 0, issued_ = 0;
  std::map<Chain, uint64_t> lengths_;  // pieces of work so far
  /// Launches beside which a later one may run. When there are very many, the
  /// oldest is taken as done: races with it are then not seen, and those that
  /// nothing orders after it say so.
  std::deque<Open> open_;
  std::map<Chain, uint64_t> forgotten_;  // the last one of each chain
};

}  // namespace simt::cudart
