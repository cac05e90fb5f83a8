// SPDX-License-Identifier: MIT
// What the counts come to when a launch ends: by line, in all, and as the least
// work that no machine code saves.
#include <algorithm>
#include <utility>

#include "simt/checks/counters.h"
#include "simt/ops/multiplies.h"

namespace simt::checks {

void CounterCheck::count_instructions(const Executions& executions, uint32_t pc,
                                      report::Counters& counters) const {
  const uint64_t warps = executions.warps[pc];
  if (warps == 0) return;
  counters.warp_instructions += warps;
  counters.thread_instructions += executions.lanes(pc);
  const KernelIndex& index = scene_.index();
  counters.instructions[index.mnemonic(pc)] += warps;
  const ops::Op* op = scene_.kernel().info[pc].op;
  if (op == nullptr) return;
  const ops::Form* form = scene_.kernel().code[pc].form;
  if (releases_to_system(*op, form)) counters.system_releases += warps;
  counters.matrix_multiplies += warps * ops::matrix_multiplies(*op, form);
  counters.float_multiplies +=
      executions.lanes(pc) * ops::float_multiplies(*op, form);
  switch (op->event) {
    case ops::Event::kBranch:
      counters.branches += warps;
      if (pc < executions.divergent.size())
        counters.divergent_branches += executions.divergent[pc];
      break;
    case ops::Event::kBarrier:
      counters.barriers += warps;
      break;
    case ops::Event::kWarpBarrier:
      counters.warp_barriers += warps;
      break;
    case ops::Event::kShuffle:
      counters.shuffles += warps;
      break;
    case ops::Event::kVote:
      counters.votes += warps;
      break;
    case ops::Event::kAtomic:
      counters.atomics += warps;
      break;
    case ops::Event::kFence:
      counters.fences += warps;
      break;
    case ops::Event::kAccess:
    case ops::Event::kNothing:
      break;
  }
}

void CounterCheck::count_traffic(uint32_t pc,
                                 report::Counters& counters) const {
  const PcTraffic& traffic = traffic_[pc];
  report::SharedTraffic shared = traffic.shared;
  shared.bank_conflicts = shared.wavefronts - shared.ideal_wavefronts;
  counters.texture_load += traffic.texture;
  counters.bulk_read += traffic.bulk_read;
  counters.bulk_write += traffic.bulk_write;
  switch (traffic.global_kind) {
    case AccessKind::kLoad:
      counters.global_load += traffic.global;
      break;
    case AccessKind::kStore:
      counters.global_store += traffic.global;
      break;
    case AccessKind::kAtomic:
      counters.global_atomic += traffic.global;
      break;
  }
  switch (traffic.kind) {
    case AccessKind::kLoad:
      counters.shared_load += shared;
      counters.local_load_requests += traffic.local_requests;
      break;
    case AccessKind::kStore:
      counters.shared_store += shared;
      counters.local_store_requests += traffic.local_requests;
      break;
    case AccessKind::kAtomic:
      counters.shared_atomic += shared;
      break;
  }
}

void CounterCheck::add_least(uint32_t pc, const Executions& executions,
                             LeastWork& work) const {
  const uint64_t warps = executions.warps[pc];
  if (warps == 0) return;
  const PcTraffic& traffic = traffic_[pc];
  const KernelWork& kernel = scene_.index().work();
  const double joined = kernel.joined(pc);
  const auto& global = traffic.global;
  // 128 bytes are one wavefront.
  work.l1_wavefronts += std::max(static_cast<double>(global.requests) / joined,
                                 static_cast<double>(global.ideal_sectors) / 4);
  // The compiler may add up what lanes give to one word of shared memory.
  const bool atomic = traffic.kind == AccessKind::kAtomic;
  work.shared_wavefronts +=
      static_cast<double>(atomic ? traffic.shared.requests
                                 : traffic.shared.wavefronts) /
      joined;
  const uint64_t lanes = executions.lanes(pc);
  const auto [unit, halves] = kernel.unit(pc);
  switch (unit) {
    case ops::Unit::kAny:
      break;
    case ops::Unit::kFloatAdd:
      work.float_adds += lanes;
      break;
    case ops::Unit::kFloatMultiply:
      work.float_multiplies += lanes;
      break;
    case ops::Unit::kFloatMultiplyAdd:
      work.float_multiply_adds += lanes;
      break;
    case ops::Unit::kDoubleAdd:
      work.double_adds += lanes;
      break;
    case ops::Unit::kDoubleMultiply:
      work.double_multiplies += lanes;
      break;
    case ops::Unit::kDoubleMultiplyAdd:
      work.double_multiply_adds += lanes;
      break;
    case ops::Unit::kTensor:
      work.tensor_halves += halves * warps;
      break;
    case ops::Unit::kTensorDouble:
      work.tensor_double_halves += halves * warps;
      break;
  }
}

LeastWork CounterCheck::least_work(const Executions& executions) const {
  LeastWork work;
  const auto& grid = scene_.launch().grid;
  work.blocks = uint64_t{grid[0]} * grid[1] * grid[2];
  const size_t size = std::min(traffic_.size(), executions.warps.size());
  for (uint32_t pc = 0; pc < size; ++pc) add_least(pc, executions, work);
  for (const Used& entry : used_) {
    work.sectors_read += entry.loaded.count_without(entry.stored);
    work.sectors_written += entry.stored.count();
    work.updates_of_one_word =
        std::max(work.updates_of_one_word, entry.updates.most());
  }
  return work;
}

void CounterCheck::describe() {
  const LaunchInfo& info = scene_.launch();
  report::Launch& launch = launch_;
  launch.index = info.index;
  launch.kernel = scene_.kernel().name;
  launch.symbol = scene_.kernel().symbol;
  launch.grid = info.grid;
  launch.block = info.block;
  launch.dynamic_shared_bytes = info.dynamic_shared;
  launch.static_shared_bytes = info.static_shared;
  launch.dynamic_shared_bytes_touched = dynamic_touched_;
  launch.registers = info.registers;
  launch.registers_from = info.registers_from;
  launch.device = info.device;
  launch.counted_on = info.counted_on;
  launch.graph_node = info.graph_node;
  launch.resident_blocks_per_sm = info.resident_blocks_per_sm;
  launch.cooperative = info.cooperative;
  used_.erase(used_.begin());
  std::sort(used_.begin(), used_.end(), [](const Used& a, const Used& b) {
    return a.known.begin < b.known.begin;
  });
  used_sorted_.clear();
  for (const Used& entry : used_) {
    used_sorted_.push_back(entry.known);
    launch.allocations.push_back(
        {entry.known.name, entry.known.end - entry.known.begin, entry.loads,
         entry.stores, entry.atomics, entry.texture_loads, entry.bulk_reads,
         entry.bulk_writes});
  }
}

void CounterCheck::on_launch_end(const Executions& executions) {
  launch_ = {};
  add_tallies();
  const KernelIndex& index = scene_.index();
  std::vector<report::Counters> lines(index.lines().size());
  report::Counters nowhere;
  const size_t size = std::min(traffic_.size(), executions.warps.size());
  for (uint32_t pc = 0; pc < size; ++pc) {
    const int line = index.line_of(pc);
    report::Counters& counters = line >= 0 ? lines[line] : nowhere;
    count_instructions(executions, pc, counters);
    count_traffic(pc, counters);
  }
  launch_.counters = nowhere;
  if (const Profile* profile = find_profile(scene_.launch().device))
    launch_.floor = floor_of(least_work(executions), *profile);
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].warp_instructions == 0) continue;
    launch_.counters += lines[i];
    const KernelIndex::Line& at = index.lines()[i];
    launch_.lines.push_back({at.file, at.line, std::move(lines[i])});
  }
  describe();
  const BusiestWarp& most = executions.busiest;
  const auto& grid = launch_.grid;
  launch_.busiest_warp = {most.instructions,
                          {most.block % grid[0], most.block / grid[0] % grid[1],
                           most.block / grid[0] / grid[1]},
                          most.warp};
}

}  // namespace simt::checks
