// SPDX-License-Identifier: MIT
// Writes down a whole run so that one can walk through it. Bounded; exists only
// when it is asked for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "simt/checks/scene.h"
#include "simt/checks/step_locals.h"
#include "simt/ops/barrier_object.h"
#include "simt/steps/steps.h"

namespace simt::checks {

/// Bytes of an allocation that the host wrote: sorted, apart from each other.
using Ranges = std::vector<std::array<uint64_t, 2>>;

/// Adds [begin, end) to `ranges`.
void add_range(Ranges& ranges, uint64_t begin, uint64_t end);

class StepLog final : public Observer {
 public:
  /// Adds to `run`, until that is too large.
  StepLog(const Scene& scene, steps::Run& run)
      : scene_(scene), run_(run), locals_(run) {
    traces = true;
  }

  /// Says at which steps the diagnostics from `first` on fire, which the last
  /// launch released.
  void place(const std::vector<report::Diagnostic>& all, size_t first);

  void on_launch(const LaunchInfo& launch) override;
  void on_launch_end(const Executions&) override { close(); }
  void on_access(const Access& access) override;
  void on_constant(const Access& access) override { on_access(access); }
  void on_bulk(const BulkStep& step) override;
  void on_object(const ObjectUse& use) override;
  void on_warpgroup(const WarpgroupStep& step) override;
  void on_exchange(const Exchange& exchange) override;
  void on_stepped(const Stepped& stepped) override;
  void on_warp_sync(const WarpSync& sync) override;
  void on_barrier(const BarrierDone& barrier) override;
  void on_exit(const WarpPlace& at, LaneMask lanes) override;
  void on_fault(const Fault& fault) override;
  void on_allocate(const Allocation& allocation) override;
  void on_host_write(uint64_t begin, uint64_t bytes) override;

 private:
  /// What is known of an instruction before it runs.
  struct Site {
    int file = -1, line = 0;
    std::string op;
    ptx::Type type = ptx::Type::kNone;
    ops::Event event = ops::Event::kNothing;
    bool branches = false, other = false;
    // Of cp.async: what it does to copies, and the groups that a wait leaves.
    enum class Copies : uint8_t { kNone, kIssue, kCommit, kAwait };
    Copies copies = Copies::kNone;
    uint32_t left = 0;
  };

  /// Groups that a lane has closed and not waited for, and what it has issued
  /// since the last one.
  struct Groups {
    uint32_t open = 0, loose = 0;
  };
  using LaneGroups = std::array<Groups, kWarpSize>;

  /// A barrier object, as it stands; its phase is counted from its init on.
  struct Counted {
    ops::BarrierObject now;
    uint32_t phase = 0;
  };

  /// An allocation.
  struct Memory {
    uint64_t end = 0;
    int array = -1;       // -1: no kernel has used it
    Ranges written = {};  // by the host; bytes into it
  };

  static Site::Copies copies_of(const program::InstInfo& info);
  LaneGroups& groups_of(steps::Work work, const WarpPlace& at);
  void issue(steps::Work work, const WarpPlace& at, steps::Act one);
  void commit(steps::Work work, const WarpPlace& at, uint32_t pc,
              LaneMask lanes);
  void await(steps::Work work, const WarpPlace& at, uint32_t pc, LaneMask lanes,
             uint32_t left);
  void add_threads_copies(const Stepped& stepped);
  void add_accesses(const BulkCopy& copy);
  void went_on(uint32_t block, steps::Act one);
  void add_alone(uint32_t block, steps::Act one);
  void flush_later();
  steps::Object object_at(uint32_t block, uint64_t address, bool over,
                          uint32_t of_block);
  steps::Step& step_at(const WarpPlace& at, uint32_t pc, LaneMask on);
  void add_step(const Stepped& stepped);
  void take_pending(const Stepped& stepped, steps::Step& step);
  void close();
  int array_of(ptx::Space space, const program::DataPlace& place,
               uint64_t address);
  int shared_array(const program::DataPlace& place);
  std::string pointer_text(uint64_t address);
  int add_array(steps::Array array);
  Memory* memory_at(uint64_t address, uint64_t& begin);
  int file_of(const std::string& file);
  steps::Act act(steps::ActKind kind, LaneMask lanes, uint32_t pc) const {
    return {.kind = kind, .lanes = lanes, .op = sites_[pc].op};
  }

  const Scene& scene_;
  steps::Run& run_;
  StepLocals locals_;
  std::vector<Site> sites_;          // by pc
  std::vector<steps::Act> pending_;  // of the instruction that runs
  /// What went on by itself, though its issue is pending: block and act.
  std::vector<std::pair<uint32_t, steps::Act>> later_;
  uint32_t stepped_pc_ = 0;  // the one that ran last, and its lanes
  LaneMask came_ = 0;
  bool open_ = false;                          // the last step may go on
  uint32_t last_pc_ = 0;                       // of the last step
  size_t bytes_ = 0;                           // of text so far
  std::map<std::string, int> files_, arrays_;  // index by name
  std::map<uint64_t, Memory> memory_;          // by begin
  std::map<std::pair<uint32_t, uint32_t>, LaneMask> exited_;  // block, warp
  std::map<std::tuple<steps::Work, uint32_t, uint32_t>, LaneGroups> groups_;
  std::map<std::pair<uint32_t, uint64_t>, Counted> objects_;  // block, address
};

}  // namespace simt::checks
