// SPDX-License-Identifier: MIT
// The ledger of asynchronous work: kernels, copies and fills that the host has
// not waited for, what they touched, and which of them clash. Says nothing
// itself, and runs nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "simt/context/caller.h"
#include "simt/program/program.h"
#include "simt/stream/order.h"
#include "simt/stream/touches.h"

namespace simt::cudart {

/// A piece of work as a report names it.
struct WorkFacts {
  std::string name;            // "cudaMemcpyAsync"; of a kernel: its own
  std::string stream;          // "stream #1"; "" inside a graph
  bool blocking = true;        // false: the legacy default stream does not wait
  bool is_default = false;     // the legacy default stream
  int graph_run = 0;           // which launch of a graph, from 1; 0: none
  bool by_host = false;        // in no stream: the call itself does it
  bool staged = false;         // a copy that may arrive after its call's end
  bool pageable = false;       // a copy that the host may not have to wait for
  const char* does = nullptr;  // "free", of a call that is no transfer
  const program::Kernel* kernel = nullptr;  // null: a copy or a fill
  int launch = -1;                          // of a kernel: its index
  CallPlace place;
};

/// One side of a clash.
struct WorkSide {
  WorkFacts work;
  uint32_t pc = 0;  // of a kernel
  bool writes = false;
};

/// Two pieces of work that nothing orders touch the same bytes.
struct Clash {
  WorkSide before, now;
  uint64_t address = 0;  // the lowest
  uint64_t bytes = 0;
};

/// How a page is closed to the host.
enum class Closing : uint8_t { kOpen, kWriting, kAll };

class Works {
 public:
  static constexpr size_t kMostOpen = 65536;

  /// Of more than `most` open works the oldest is forgotten.
  explicit Works(LaunchOrder& order, size_t most = kMostOpen)
      : order_(order), most_(most) {}

  /// Work begins to run. Until end() what it touches belongs to it.
  /// `everything`: also memory that the host cannot see, since other work may
  /// run beside it.
  void begin(WorkFacts facts, const Ticket& ticket, bool everything);
  bool running() const { return running_; }
  /// Whether touches of this kind of memory count.
  bool wants(bool host_visible) const {
    return running_ && (everything_ || host_visible);
  }
  /// Whether touches of memory that only the program knows count.
  bool wants_pageable() const {
    return running_ && tasks_.back().facts.pageable;
  }
  /// The running work touches [begin, end), at instruction `pc` of its kernel.
  void touch(uint64_t begin, uint64_t end, bool writes, uint32_t pc = 0);
  /// Likewise memory that only the program knows: of interest to the host, and
  /// not to other copies, of which CUDA says just as little.
  void touch_pageable(uint64_t begin, uint64_t end, bool writes);
  /// It tells the host of its progress through memory: what it touched is
  /// judged no more, and the host may know that what came before it is done.
  void hand_over();
  bool handed_over() const { return tasks_.back().hands_over; }
  /// The work has run. What clashed with it.
  std::vector<Clash> end();
  /// Whether work that `clock` does not hold has touched anything, but for
  /// that of `chain`.
  bool open_beside(const Clock& clock, Chain chain) const;

  /// Who may still be touching the byte that the host reads or writes now; 0:
  /// nobody. Asks for no memory: a signal handler calls it.
  Site beside_host(uint64_t address, bool host_writes, bool* work_writes) const;
  /// Whether open work uses every byte of [begin, end), at most a page.
  bool uses_all(uint64_t begin, uint64_t end) const;
  /// What a site is, while it is not forgotten.
  WorkSide side(Site site, bool writes) const;
  /// Calls `body(page number, Closing)` for each page that must be closed
  /// since the last time; `all`: for every one.
  template <class Body>
  void each_closing(bool all, Body body);
  /// The numbers of the pages that are meant there without `all`.
  const std::vector<uint64_t>& fresh() const { return fresh_; }
  /// Whether the host has waited since it was asked last. Forgets what is done,
  /// where nothing that was issued before that can still begin (`idle`).
  bool settle(bool idle);
  /// The memory [begin, end) is gone.
  void forget(uint64_t begin, uint64_t end) { touches_.forget(begin, end); }

 private:
  struct Task {
    WorkFacts facts;
    Chain chain = 0;
    uint64_t number = 0;  // in its chain
    uint64_t issued = 0;  // as in Ticket
    Site first = 0;       // its sites are from here on
    bool hands_over = false;
  };
  struct Place {
    uint64_t task = 0;  // counted from the beginning
    uint32_t pc = 0;
  };

  const Task* task_of(Site site) const;
  Site site_at(uint32_t pc);
  bool open_to_host(Site site) const;
  bool beside(Site site) const;
  void judge(Site site, uint64_t begin, uint64_t end, bool writes);
  void drop_oldest();
  Closing closing_of(const Touched& page) const;

  LaunchOrder& order_;
  size_t most_;
  Touches touches_;
  std::deque<Task> tasks_;
  uint64_t first_task_ = 0;  // the number of tasks_.front()
  std::deque<Place> places_;
  Site first_site_ = 1;  // of places_.front()

  bool running_ = false, everything_ = false;
  Clock clock_;                // of the running work
  Clock handed_;               // what the host may know from memory
  std::vector<Chain> others_;  // chains with work beside it
  std::vector<Site> at_;       // its sites, by pc; 0: none yet
  uint32_t last_pc_ = 0;
  Site last_site_ = 0;
  std::map<std::pair<Site, Site>, Clash> clashes_;
  std::vector<uint64_t> fresh_;  // pages that it is the first to touch so
  uint64_t waits_ = 0;           // LaunchOrder::waits, when last settled
};

template <class Body>
void Works::each_closing(bool all, Body body) {
  if (!all) {
    for (const uint64_t page : fresh_) {
      const uint64_t at = page << Touches::kPageBits;
      Closing closing = Closing::kOpen;
      touches_.each_chain([&](Chain chain) {
        touches_.page(chain, page, [&](const Touched& touched) {
          closing = std::max(closing, closing_of(touched));
        });
      });
      if (closing != Closing::kOpen) body(at, closing);
    }
  } else {
    touches_.each_chain([&](Chain chain) {
      touches_.each_page(chain, [&](const Touched& page) {
        const Closing closing = closing_of(page);
        if (closing != Closing::kOpen) body(page.begin, closing);
      });
    });
  }
  fresh_.clear();
}

}  // namespace simt::cudart
