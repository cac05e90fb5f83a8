// SPDX-License-Identifier: MIT
// Where events go; see judge.cpp for what becomes of the pairs. on_access is
// hot.
#include "simt/races/detector.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace simt::races {
namespace {

uint64_t shared_bytes(const LaunchInfo& launch) {
  uint64_t bytes = uint64_t{launch.static_shared} + launch.dynamic_shared;
  if (launch.dynamic_shared != 0)
    bytes =
        std::max(bytes, uint64_t{launch.dynamic_begin} + launch.dynamic_shared);
  return bytes;
}

/// Stands for the place of all reads and atomics that conflict with the same;
/// no instruction is there. Where it only matters whether there is a race,
/// those of one epoch need one record.
uint32_t kind_number(const Record& record) {
  return uint32_t{1} << 31 | uint32_t{record.bytes} << 8 |
         static_cast<uint32_t>(record.scope) << 4 |
         static_cast<uint32_t>(record.is_volatile) << 3 |
         static_cast<uint32_t>(record.use);
}

}  // namespace

Detector::Detector(const Limits& limits)
    : Detector(std::make_shared<DeviceHistory>(limits), limits) {}

Detector::Detector(std::shared_ptr<DeviceHistory> history, const Limits& limits)
    : limits_(limits),
      history_(std::move(history)),
      order_(history_->sync, history_->next_serial),
      proxy_(order_, *this),
      global_(history_->cells) {}

void Detector::on_launch(const LaunchInfo& launch) {
  launch_ = static_cast<uint32_t>(launch.index);
  shared_bytes_ = shared_bytes(launch);
  byte_cells_ = false;
  means_ = Means(*launch.kernel);
  clusters_ = launch.cluster_blocks > 1;
  copies_.start_launch(*launch.kernel);
  proxy_.start_launch(*launch.kernel, clusters_);
  inits_ = {};
  // Flags that order threads in shared memory are rare. Without them a race may
  // be found where there is none, and that is allowed.
  asks_flags_ = !shared_only_ || means_.partial_by_barriers();
  traces = means_.order() && asks_flags_;
  order_.start_launch(launch, means_.flags() && asks_flags_,
                      means_.exchanges());
  alone_ = launch.alone;
  if (order_.forgets()) history_->prerequisites.clear();
  if (!launch.prerequisites.empty())
    history_->prerequisites[launch_] = launch.prerequisites;
  global_.judge_by(order_, *this);
  global_.start_launch(launch_, order_.forgets(), launch.concurrent.empty(),
                       means_.flags() || clusters_);
}

void Detector::on_go_on(const std::vector<int>& concurrent) {
  order_.go_on(concurrent);
  global_.judge_by(order_, *this);
  global_.go_on(launch_, means_.flags());
}

void Detector::on_block_start(const WarpPlace& at) {
  if (at.slot >= shared_.size()) shared_.resize(at.slot + 1);
  order_.start_block(at);
  if (!shared_only_) global_.start_block(at.slot);
  if (copies_.any()) copies_.start_block(at.slot);
  if (proxy_.any()) proxy_.start_block(at.slot);
  if (clusters_) start_cluster_memory(at.slot);
  std::unique_ptr<SharedCells>& cells = shared_[at.slot];
  if (shared_bytes_ == 0 || clusters_) {
    if (cells != nullptr) gone_ += cells->forgotten();
    cells.reset();
    return;
  }
  PairSink& sink = *this;
  if (cells == nullptr)
    cells = std::make_unique<SharedCells>(order_, sink, limits_, spare_reads_);
  cells->start_block(shared_bytes_, byte_cells_,
                     means_.partial() && asks_flags_, shared_only_);
}

void Detector::on_block_end(const WarpPlace& at) {
  if (copies_.any()) store_late(copies_.on_block_end(at.slot));
  if (proxy_.any()) proxy_.end_block(at);
  if (clusters_) end_cluster_memory(at);
}

/// An asynchronous copy may store until its thread has waited for it: seen as
/// a store at its issue and as another one here.
void Detector::store_late(const std::vector<PendingCopies::Late>& copies) {
  for (const PendingCopies::Late& copy : copies) {
    Access access;
    access.pc = copy.pc;
    access.space = ptx::Space::kShared;
    access.kind = AccessKind::kStore;
    access.bytes = copy.bytes;
    access.active = copy.lanes;
    access.address = copy.address.data();
    access.at = copy.at;
    on_shared(access, {order_.epoch(copy.at), copy.pc, launch_, Use::kWrite});
  }
}

void Detector::on_access(const Access& access) {
  const bool skipped = access.space == ptx::Space::kLocal ||
                       (shared_only_ && access.space == ptx::Space::kGlobal);
  if (skipped || !order_.watches(access.at)) return;
  if (clusters_ && access.space == ptx::Space::kShared)
    return on_cluster_memory(access);
  const bool synchronises = order_.synchronises(access);
  Record record = record_of(access);
  if (access.space == ptx::Space::kGlobal) {
    // A store that releases belongs to what it releases: asked before it does.
    record.epoch = order_.epoch(access.at);
    record.looks = looks(access);
    // What a load sees orders only what follows it, unless it acquires.
    const bool loads =
        access.kind == AccessKind::kLoad && !acquires(access.order);
    if (synchronises && !loads) synchronise(access);
    on_global(access, record);
    if (proxy_.any()) proxy_.on_access(access, record);
    if (synchronises && loads) synchronise(access);
    return;
  }
  if (synchronises) synchronise(access);
  record.epoch = order_.epoch(access.at);
  // Volatile orders nothing in shared memory either; see judge_shared.
  record.is_volatile = access.order == MemoryOrder::kVolatile;
  record.use = without_volatile(record.use);
  record.looks = false;
  if (shared_only_ && !is_write(record.use)) record.pc = kind_number(record);
  on_shared(access, record);
  if (copies_.any()) copies_.on_access(access);
  if (proxy_.any() && !means_.is_mbarrier(access.pc))
    proxy_.on_access(access, record);
}

/// All but its epoch.
Record Detector::record_of(const Access& access) const {
  Record record;
  record.pc = access.pc;
  record.launch = launch_;
  record.use = use_of(access);
  if (is_plain(record.use)) return record;
  record.scope = scope_of(access.scope, access.order);
  record.bytes = element_bytes(access);
  if (clusters_) record.cluster = order_.sync().cluster(access.at.slot);
  return record;
}

Record Detector::record_of(const WarpPlace& at, uint32_t pc, Use use) const {
  Record record;
  record.epoch = order_.epoch(at);
  record.pc = pc;
  record.launch = launch_;
  record.use = use;
  return record;
}

void Detector::on_object(const ObjectUse& use) {
  if (clusters_ && use.kind == ObjectUse::Kind::kInit) note_inits(use);
  if (proxy_.any() && order_.watches(use.at))
    proxy_.on_object(use, record_of(use.at, use.pc, Use::kAtomic));
}

void Detector::on_bulk(const BulkStep& step) {
  if (proxy_.any() && order_.watches(step.at))
    proxy_.on_bulk(step, record_of(step.at, step.pc, Use::kWrite));
  if (step.kind != BulkStep::Kind::kIssue || !order_.watches(step.at)) return;
  if (!alone_) bulk_access(step);
  if (step.copy->map != 0) map_access(*step.copy);
}

void Detector::on_grid_wait(const WarpPlace& at, uint32_t, LaneMask lanes) {
  if (!order_.watches(at)) return;
  catch_up(at.slot);
  order_.on_grid_wait(at, lanes);
}

void Detector::on_warpgroup(const WarpgroupStep& step) {
  if (proxy_.any() && order_.watches(step.at))
    proxy_.on_warpgroup(step, record_of(step.at, step.pc, Use::kRead));
}

void Detector::on_proxy_fence(const ProxyFence& fence) {
  if (fence.kind == ProxyFence::Kind::kInits)
    return inits_.on_fence(fence.at, fence.lanes);
  if (proxy_.any() && order_.watches(fence.at))
    proxy_.on_fence(fence, record_of(fence.at, fence.pc, Use::kRead));
}

void Detector::on_proxy_fault(const ProxyFault& fault) {
  if (fault.kind != ProxyFault::Kind::kNoOrder) return on_proxy(fault);
  Pair pair;
  pair.before = fault.access;
  pair.before_lanes = fault.access_lanes;
  pair.now = fault.issue;
  pair.now.use = fault.source ? Use::kRead : Use::kWrite;
  pair.lane = fault.lane;
  pair.at = fault.copy.at;
  pair.space = fault.space;
  pair.address = fault.address;
  on_pair(pair);
}

/// True when the program uses what it reads there: to decide or to show
/// something, not only to store it back.
bool Detector::looks(const Access& access) const {
  return access.inst == nullptr ||
         (means_.result_used(access.pc) && !means_.updates(access.pc));
}

void Detector::synchronise(const Access& access) {
  catch_up(access.at.slot);
  const bool both = means_.is_mbarrier(access.pc);
  SyncUse use;
  use.order = both ? MemoryOrder::kAcqRel : access.order;
  use.scope = scope_of(access.scope, access.order);
  use.bytes = element_bytes(access);
  use.looks = looks(access);
  use.counts = means_.counts(access.pc);
  use.for_host = access.space == ptx::Space::kGlobal &&
                 !in_cluster_memory(access.base) &&
                 (access.allocation == nullptr ||  // of each lane another one
                  access.allocation->host_visible);
  order_.on_access(access, use);
}

/// Before the order of the block's threads changes: what waits is compared in
/// the order of now.
void Detector::catch_up(uint32_t slot) {
  if (SharedCells* cells = shared_[slot].get()) cells->catch_up();
}

void Detector::on_shared(const Access& access, const Record& record) {
  if (clusters_)
    return global_.on_access(as_cluster_memory(access), record,
                             cluster_memory(access.at.slot));
  SharedCells* cells = shared_[access.at.slot].get();
  if (cells == nullptr) return;
  cells->on_access(access, record);
  byte_cells_ = byte_cells_ || cells->byte_cells();
}

void Detector::on_global(const Access& access, const Record& record) {
  if (access.allocation != nullptr)
    return global_.on_access(access, record, access.allocation->begin);
  Access part = access;  // the lanes of one allocation
  for (LaneMask left = access.active; left != 0; left &= ~part.active) {
    part.active = left & (~left + 1);
    const Range range = range_at(access.lane_address(std::countr_zero(left)));
    if (range.end == 0) continue;
    for (LaneMask more = left; more != 0; more &= more - 1) {
      const int lane = std::countr_zero(more);
      const uint64_t address = access.lane_address(lane);
      if (address >= range.begin && address < range.end)
        part.active |= LaneMask{1} << lane;
    }
    global_.on_access(part, record, range.begin);
  }
}

void Detector::on_barrier(const BarrierDone& barrier) {
  if (!order_.has_block(barrier.at.slot)) return;
  if (!barrier.joins_block()) catch_up(barrier.at.slot);
  const bool all = order_.on_barrier(barrier);
  SharedCells* cells = shared_[barrier.at.slot].get();
  if (all && cells != nullptr) cells->start_phase();
}

void Detector::on_barrier_arrive(const WarpPlace& at, LaneMask, int id) {
  if (!order_.watches(at)) return;
  catch_up(at.slot);
  order_.on_barrier_arrive(at, id);
}

void Detector::on_cluster_sync(const ClusterSync& sync) {
  if (!order_.watches(sync.at)) return;
  catch_up(sync.at.slot);
  order_.on_cluster(sync);
  inits_.on_cluster(sync);
}

void Detector::on_warp_sync(const WarpSync& sync) {
  if (!order_.watches(sync.at)) return;
  if (copies_.any())
    store_late(copies_.on_instruction(sync.at, sync.pc, sync.lanes));
  if (!sync.memory) return;
  catch_up(sync.at.slot);
  order_.on_warp_sync(sync);
  SharedCells* cells = shared_[sync.at.slot].get();
  if (sync.lanes == kAllLanes && cells != nullptr) cells->meet(sync.at.warp);
}

/// A shuffle or a vote orders nothing. But the value of a flag that one lane
/// acquired reaches the others by it, and libraries rely on that.
void Detector::on_exchange(const Exchange& exchange) {
  if (!traces || !order_.watches(exchange.at)) return;
  catch_up(exchange.at.slot);
  order_.on_exchange(exchange);
}

void Detector::on_fence(const WarpPlace& at, LaneMask lanes, MemoryOrder order,
                        Scope scope) {
  if (!order_.watches(at)) return;
  catch_up(at.slot);
  order_.on_fence(at, lanes, order, scope_of(scope, order));
}

void Detector::on_allocate(const Allocation& allocation) {
  history_->ends[allocation.begin] = allocation.end;
}

void Detector::on_free(const Allocation& allocation) {
  global_.on_free(allocation.begin, allocation.end);
}

/// The newest allocation that holds `address`, also a freed one; end 0: none.
Detector::Range Detector::range_at(uint64_t address) const {
  const auto next = history_->ends.upper_bound(address);
  if (next == history_->ends.begin()) return {};
  const auto& [begin, end] = *std::prev(next);
  return address < end ? Range{begin, end} : Range{};
}

uint64_t Detector::forgotten() const {
  uint64_t sum = gone_ + global_.forgotten() + order_.sync().forgotten() +
                 proxy_.forgotten();
  for (const auto& cells : shared_)
    if (cells != nullptr) sum += cells->forgotten();
  return sum;
}

}  // namespace simt::races
