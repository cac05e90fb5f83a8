// SPDX-License-Identifier: MIT
// Loads wait in the order in which they ran. They are told of when another
// access comes to bytes near theirs, and when threads may learn of each other.
#include "simt/checks/late_reads.h"

#include <algorithm>
#include <array>

namespace simt::checks {
namespace {

// Told so often between two barriers, a block's loads wait no more until the
// next one: it stores where it loads.
constexpr uint32_t kOften = 8;

// In SharedLog::Read::row: Kept::active says which lanes read.
constexpr uint32_t kHasLanes = uint32_t{1} << 31;

bool is_plain_load(const Access& access) {
  return access.kind == AccessKind::kLoad && access.order == MemoryOrder::kWeak;
}

/// Others may learn by it that what is before it was done.
bool orders(const Access& access) {
  return access.kind == AccessKind::kAtomic ||
         access.order != MemoryOrder::kWeak;
}

}  // namespace

void LateReads::start_counts() {
  late_ = global_ = false;
  for (auto& kept : kept_)
    if (kept) clear(*kept);
}

SharedTally* LateReads::tallies() {
  const auto& all = to(Callback::kAccess);
  const bool ready =
      std::all_of(all.begin(), all.end(), [&](const Observer* one) {
        return one == &counters_ || one->takes_late_reads();
      });
  if (!ready) return nullptr;
  SharedTally* const tallies = counters_.tallies();
  late_ = tallies != nullptr && all.size() > 1;
  return tallies;
}

SharedLog* LateReads::shared_log(uint32_t slot) {
  if (!late_) return nullptr;
  Kept* const found = kept(slot);
  return found != nullptr ? &found->log : nullptr;
}

GlobalTally* LateReads::global_tallies() {
  GlobalTally* const tallies = counters_.global_tallies();
  global_ = tallies != nullptr;
  return tallies;
}

void LateReads::start_phase(Kept& kept) {
  kept.told = 0;
  kept.log.open = true;
  kept.log.stored_low = ~uint64_t{0};
  kept.log.stored_high = 0;
}

void LateReads::clear(Kept& kept) {
  SharedLog& log = kept.log;
  log.reads = 0;
  log.low = ~uint64_t{0};
  log.high = 0;
  if (log.rows * 2 < SharedLog::kMostRows && log.generation != 0) return;
  log.rows = 0;
  log.generation = ++generation_;
}

void LateReads::tell(uint32_t slot, Late why) {
  Kept* const found = kept(slot);
  if (found == nullptr || found->log.reads == 0) return;
  std::array<Observer*, kCallbacks> need{};
  size_t count = 0;
  for (Observer* one : to(Callback::kAccess))
    if (one != &counters_ && one->needs_late_reads(slot, why))
      need.at(count++) = one;
  if (count != 0) tell_kept(*found, {need.data(), count}, why);
  clear(*found);
  if (why == Late::kNow && ++found->told == kOften) found->log.open = false;
}

void LateReads::tell_kept(const Kept& kept, std::span<Observer* const> need,
                          Late why) const {
  const SharedLog& log = kept.log;
  Access access;
  access.space = ptx::Space::kShared;
  access.at = kept.at;
  for (uint32_t i = 0; i < log.reads; ++i) {
    const SharedLog::Read& read = log.read[i];
    access.pc = read.pc;
    access.inst = counters_.instruction(read.pc);
    access.shape = read.shape;
    access.bytes = read.bytes;
    access.base = read.base;
    access.at.warp = read.warp;
    access.active = (read.row & kHasLanes) != 0 ? kept.active[i] : kAllLanes;
    const bool general = read.shape == Shape::kGeneral;
    const SharedLog::Row& row = log.row[general ? read.row & ~kHasLanes : 0];
    access.address = general ? row.lanes.data() : nullptr;
    access.runs =
        general && access.active == kAllLanes ? row.runs.data() : nullptr;
    for (Observer* one : need) one->on_late_read(access, why);
  }
}

/// Of a load that the machine did not count itself. False: it cannot wait.
bool LateReads::keep_back(const Access& access) {
  if (access.space != ptx::Space::kShared || !is_plain_load(access) ||
      access.bytes < 4 || access.end == 0 || access.inst == nullptr ||
      access.peer.other)
    return false;
  Kept* const found = kept(access.at.slot);
  if (found == nullptr) return false;
  SharedLog& log = found->log;
  const bool general = access.shape == Shape::kGeneral;
  if (!log.open || log.reads == SharedLog::kMostReads ||
      (general && log.rows == SharedLog::kMostRows) ||
      (access.low < log.stored_high && log.stored_low < access.end))
    return false;
  uint32_t row = kHasLanes;
  if (general) {
    SharedLog::Row& lanes = log.row[log.rows];
    std::copy_n(access.address, kWarpSize, lanes.lanes.begin());
    if (access.runs != nullptr)
      std::copy_n(access.runs, kRuns, lanes.runs.begin());
    else
      lanes.runs.fill(Run::kScattered);
    row |= log.rows++;
  }
  found->active[log.reads] = access.active;
  log.read[log.reads++] = {access.base, access.pc,    access.at.warp,
                           row,         access.bytes, access.shape};
  log.low = std::min(log.low, access.low);
  log.high = std::max(log.high, access.end);
  counters_.on_access(access);
  return true;
}

void LateReads::before(const Access& access) {
  if (access.space == ptx::Space::kGlobal) {
    if (orders(access)) tell(access.at.slot);
    return;
  }
  if (access.space != ptx::Space::kShared) return;
  Kept* const found = kept(access.at.slot);
  if (found == nullptr) return;
  SharedLog& log = found->log;
  // Where not given, it may touch all.
  const uint64_t low = access.low;
  const uint64_t end = access.end != 0 ? access.end : ~uint64_t{0};
  const bool full =
      log.reads == SharedLog::kMostReads || log.rows == SharedLog::kMostRows;
  if (full || orders(access) || (low < log.high && log.low < end))
    tell(access.at.slot);
  if (is_plain_load(access)) return;
  log.stored_low = std::min(log.stored_low, low);
  log.stored_high = std::max(log.stored_high, end);
}

/// From now on it need only be counted.
void LateReads::know(const Access& access) {
  if (access.space != ptx::Space::kGlobal || access.allocation == nullptr ||
      orders(access))
    return;
  for (const Observer* one : to(Callback::kAccess))
    if (one != &counters_ && !one->knows_all(access)) return;
  counters_.tally_from_now(access);
}

void LateReads::on_access(const Access& access) {
  if (late_) {
    if (keep_back(access)) return;
    before(access);
  }
  FanOut::on_access(access);
  if (global_) know(access);
}

void LateReads::on_block_start(const WarpPlace& at) {
  if (late_) {
    if (at.slot >= kept_.size()) kept_.resize(at.slot + 1);
    if (!kept_[at.slot]) kept_[at.slot] = std::make_unique<Kept>();
    Kept& fresh = *kept_[at.slot];
    clear(fresh);
    fresh.at = at;
    start_phase(fresh);
  }
  FanOut::on_block_start(at);
}

void LateReads::on_block_end(const WarpPlace& at) {
  tell(at.slot, Late::kEnd);
  FanOut::on_block_end(at);
}

void LateReads::on_launch_end(const Executions& executions) {
  for (uint32_t slot = 0; slot < kept_.size(); ++slot) tell(slot, Late::kEnd);
  late_ = global_ = false;
  FanOut::on_launch_end(executions);
}

void LateReads::on_barrier(const BarrierDone& barrier) {
  const bool all = barrier.joins_block();
  tell(barrier.at.slot, all ? Late::kBarrier : Late::kNow);
  Kept* const found = kept(barrier.at.slot);
  if (found != nullptr && all) start_phase(*found);
  FanOut::on_barrier(barrier);
}

void LateReads::on_barrier_arrive(const WarpPlace& at, LaneMask lanes, int id) {
  tell(at.slot);
  FanOut::on_barrier_arrive(at, lanes, id);
}

void LateReads::on_cluster_sync(const ClusterSync& sync) {
  tell(sync.at.slot);
  FanOut::on_cluster_sync(sync);
}

void LateReads::on_warp_sync(const WarpSync& sync) {
  tell(sync.at.slot);
  FanOut::on_warp_sync(sync);
}

void LateReads::on_exchange(const Exchange& exchange) {
  tell(exchange.at.slot);
  FanOut::on_exchange(exchange);
}

void LateReads::on_fence(const WarpPlace& at, LaneMask lanes, MemoryOrder order,
                         Scope scope) {
  tell(at.slot);
  FanOut::on_fence(at, lanes, order, scope);
}

}  // namespace simt::checks
