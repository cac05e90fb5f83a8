// SPDX-License-Identifier: MIT
// Writes down of each launch what a page can show: the most expensive request
// of each line, and how the warps of a block went from barrier to barrier
// (SIMT_TRACE=summary). Bounded; exists only when it is asked for.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simt/checks/counters.h"
#include "simt/checks/scene.h"
#include "simt/checks/stage.h"
#include "simt/report/trace.h"

namespace simt::checks {

class SummaryLog final : public Observer {
 public:
  /// Adds events, and the lines that they name, to `trace`. Of a kernel it
  /// keeps the first three launches, then those that cost more than all
  /// before and those that did not end well; 64 launches in all (and 16 more
  /// that did not end well). The others are counted.
  SummaryLog(const Stage& stage, report::Trace& trace)
      : scene_(stage.scene), counters_(stage.counters), trace_(trace) {
    traces = true;
  }

  void on_launch(const LaunchInfo&) override { clear(); }
  void on_launch_end(const Executions&) override;
  void on_access(const Access& access) override;
  void on_exchange(const Exchange& exchange) override;
  void on_arrival(const WarpPlace& at, uint32_t pc, LaneMask lanes) override;
  void on_barrier(const BarrierDone& barrier) override;
  void on_object(const ObjectUse& use) override;
  void on_bulk(const BulkStep& step) override;
  void on_proxy_fence(const ProxyFence& fence) override;
  void on_exit(const WarpPlace& at, LaneMask lanes) override;
  void on_block_end(const WarpPlace& at) override;
  void on_fault(const Fault&) override { trouble_ = true; }
  void on_stuck(const Stuck&) override { trouble_ = true; }

 private:
  /// The most expensive request of an instruction so far.
  struct MostExpensive {
    bool any = false;
    uint32_t extra = 0;          // wavefronts or sectors above the ideal
    uint64_t at = ~uint64_t{0};  // block << 32 | warp; the lowest of equals
    report::TraceEvent event;
  };
  /// What a warp did since its last barrier.
  struct Work {
    uint32_t first_pc = 0, last_pc = 0;
    uint64_t requests = 0;
    LaneMask lanes = 0;
  };
  struct Step {
    report::TraceKind kind = report::TraceKind::kExit;
    uint32_t warp = 0, pc = 0, last_pc = 0;
    LaneMask lanes = 0;
    uint64_t requests = 1, order = 0;
  };
  /// The steps of a block: the first and the last ones.
  struct Block {
    std::vector<Step> head;
    std::deque<Step> tail;
    uint64_t left_out = 0;
  };
  struct Kernel {
    int kept = 0;
    uint64_t most_extra = 0;
  };

  void clear();
  void note_async(const WarpPlace& at, uint32_t pc, LaneMask lanes);
  void note_copy(const BulkCopy& copy);
  void note_work(const WarpPlace& at, uint32_t pc, LaneMask lanes);
  void end_work(const WarpPlace& at);
  void add(const WarpPlace& at, Step step);
  void end_all_work();
  bool wanted(uint64_t extra);
  int point_of(uint32_t pc);
  void write_most_expensive(ptx::Space space);
  void write_copies();
  void write_block(uint32_t index, const Block& block);

  const Scene& scene_;
  const CounterCheck& counters_;
  report::Trace& trace_;
  std::map<std::pair<uint32_t, ptx::Space>, MostExpensive> most_expensive_;
  std::map<uint32_t, report::TraceEvent> copies_;  // by pc: the first one
  report::TraceEvent* first_copy_ = nullptr;  // whose other targets may follow
  std::unordered_map<uint64_t, Work> work_;   // by block << 32 | warp
  std::map<uint32_t, Block> blocks_;
  std::set<uint32_t> ended_;  // of blocks_
  bool trouble_ = false;      // stopped: a fault, or nothing can go on
  uint64_t order_ = 0, first_block_ = ~uint64_t{0};
  std::map<std::string, Kernel> kernels_;  // by symbol
  std::map<std::pair<std::string, int>, int> points_;
  int launches_ = 0, troubled_ = 0;
};

}  // namespace simt::checks
