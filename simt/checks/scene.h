// SPDX-License-Identifier: MIT
// What is running now: the launch, its kernel, the allocations, and where
// findings go. Every check holds one; it also fixes how things are named.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simt/checks/findings.h"
#include "simt/checks/kernel_index.h"
#include "simt/ops/observer.h"
#include "simt/program/program.h"
#include "simt/report/report.h"

namespace simt::checks {

/// An allocation as the checks remember it.
struct KnownAllocation {
  uint64_t begin = 0, end = 0;
  std::string name;
  bool host_visible = false;
  int device = 0;

  static KnownAllocation of(const Allocation& allocation) {
    return {allocation.begin, allocation.end, allocation.name,
            allocation.host_visible, allocation.device};
  }
};

/// A copy is for launches beside those of the first: it knows the same
/// allocations, also those to come.
class Scene {
 public:
  explicit Scene(Findings& findings)
      : allocations_(std::make_shared<Allocations>()), findings_(findings) {}

  void begin(const LaunchInfo& launch);
  const LaunchInfo& launch() const { return launch_; }
  const program::Kernel& kernel() const { return *launch_.kernel; }
  const KernelIndex& index() const { return *index_; }

  void add_allocation(const Allocation& allocation);
  /// The newest allocation that holds `address`, also a freed one, or null.
  const KnownAllocation* allocation_at(uint64_t address) const;

  /// A diagnostic of the running launch, name and severity filled in.
  report::Diagnostic start(std::string name, report::Severity severity) const;
  void add(report::Diagnostic diagnostic) const;
  /// See Findings::set_unseen.
  void set_unseen(const std::string& topic, const std::string& why) const;

  /// Two sites of the running launch race with each other.
  void note_race(uint32_t one, uint32_t other) { raced_.insert({one, other}); }
  /// True when a race that was noted touches the line of `pc`.
  bool raced(uint32_t pc) const { return raced_.contains(index_->site_of(pc)); }

  /// The line of `pc` in `kernel`; `what` says what happens there. Where the
  /// compiler gives no line, as for a load that it moved in front of a loop,
  /// the line is 0 and `what` names the kernel.
  static report::Place place_in(const program::Kernel& kernel, uint32_t pc,
                                std::string what);
  /// The same in the running kernel.
  report::Place place(uint32_t pc, std::string what) const;
  /// With the thread that does it.
  report::Place place(uint32_t pc, std::string what, const WarpPlace& at,
                      int lane) const;

  std::array<uint32_t, 3> block(uint32_t linear) const;
  std::array<uint32_t, 3> thread(uint32_t warp, int lane) const;
  /// "(0,0,0)".
  std::string block_name(uint32_t linear) const;
  /// "thread 63", or "thread (31,1,0)" when the block has several dimensions.
  std::string thread_name(uint32_t warp, int lane) const;
  /// The same without the word: "63".
  std::string thread_number(uint32_t warp, int lane) const;
  uint32_t threads() const;

  /// Where `address` lies; it is as in an Access.
  program::DataPlace data_place(ptx::Space space, uint64_t address) const;
  /// The same in words: "tile+252" or "cudaMalloc #2+128".
  std::string data_name(ptx::Space space, uint64_t address) const;
  /// The name alone: "tile", "cudaMalloc #2".
  std::string data_symbol(ptx::Space space, uint64_t address) const;

 private:
  using Allocations = std::map<uint64_t, KnownAllocation>;  // by begin

  LaunchInfo launch_;
  std::shared_ptr<const KernelIndex> index_;
  std::map<const program::Kernel*, std::shared_ptr<const KernelIndex>> cache_;
  std::shared_ptr<Allocations> allocations_;  // never null
  std::set<uint32_t> raced_;                  // sites
  Findings& findings_;
};

}  // namespace simt::checks
