// SPDX-License-Identifier: MIT
// A block's steps are kept until it ends, because only the first block and one
// that gets stuck are shown, and nobody knows which does.
#include "simt/checks/summary.h"

#include <algorithm>
#include <bit>

#include "simt/checks/old_banks.h"
#include "simt/checks/sector_model.h"

namespace simt::checks {
namespace {

using report::TraceEvent;
using report::TraceKind;

constexpr size_t kMostSteps = 256;  // of a block at either end
constexpr size_t kMostLines = 8;    // lines of one memory
constexpr int kFirstLaunches = 3;   // of a kernel, whatever they did
constexpr int kMostLaunches = 64;   // in all
constexpr int kMoreTroubled = 16;   // that did not end well, on top
constexpr size_t kMostPoints = 4096;

TraceKind trace_kind(AccessKind kind) {
  if (kind == AccessKind::kAtomic) return TraceKind::kAtomic;
  return kind == AccessKind::kLoad ? TraceKind::kLoad : TraceKind::kStore;
}

/// Wavefronts or sectors, and how few there could be.
std::pair<uint32_t, uint32_t> request_cost(const Access& access,
                                           BankRule rule) {
  if (access.space == ptx::Space::kGlobal) {
    const SectorCost cost = sector_cost(access, access.active);
    return {cost.sectors, cost.ideal};
  }
  const BankCost cost = shared_cost(access, rule);
  return {cost.wavefronts, cost.ideal};
}

/// Wavefronts and sectors that a launch took above the least possible.
uint64_t extra_of(const report::Launch& launch) {
  const report::Counters& c = launch.counters;
  return c.shared_load.bank_conflicts + c.shared_store.bank_conflicts +
         (c.global_load.sectors - c.global_load.ideal_sectors) +
         (c.global_store.sectors - c.global_store.ideal_sectors);
}

uint64_t warp_key(const WarpPlace& at) {
  return uint64_t{at.block} << 32 | at.warp;
}

/// Where all lanes went: bytes from the beginning of the lowest one's data.
void set_lane_offsets(const Access& access, const Scene& scene,
                      TraceEvent& event) {
  uint64_t lowest = ~uint64_t{0};
  for (LaneMask left = access.active; left != 0; left &= left - 1)
    lowest = std::min(lowest, access.lane_address(std::countr_zero(left)));
  const auto [name, offset, known] = scene.data_place(access.space, lowest);
  event.variable = name;
  event.begin = event.space == "shared" ? lowest - offset : 0;
  event.offset.fill(-1);
  bool several = false;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const uint64_t address = access.lane_address(lane);
    several |= scene.data_symbol(access.space, address) != name;
    event.offset[lane] = static_cast<int64_t>(address - lowest + offset);
  }
  if (several) event.variable += " and more";
}

/// Where the pieces of a copy lie in shared memory.
void set_shared_side(const BulkCopy& copy, uint64_t begin, const Scene& scene,
                     TraceEvent& event) {
  constexpr size_t kMostPieces = 64;
  const auto place = scene.data_place(ptx::Space::kShared, begin);
  event.variable = place.name;
  event.begin = begin - place.offset;
  auto& pieces = event.copy.pieces;
  const auto add = [&](uint64_t address, uint32_t bytes) {
    for (uint32_t at = 0; at < bytes && pieces.size() < kMostPieces;
         at += ops::kTensorPiece)
      pieces.push_back(address + at - event.begin);
  };
  event.copy.row_bytes = copy.bytes;
  if (copy.box == nullptr) return add(begin, copy.bytes);
  const ops::TensorMap& map = copy.box->map;
  constexpr uint32_t kSwizzles[] = {0, 32, 64, 128};
  event.copy.swizzle = kSwizzles[static_cast<size_t>(map.swizzle)];
  event.copy.row_bytes = map.row_bytes();
  event.copy.box.assign(map.box, map.box + map.rank);
  ops::each_shared_piece(
      map, static_cast<uint32_t>(begin),
      [&](uint32_t, uint32_t address, uint32_t bytes) { add(address, bytes); });
}

}  // namespace

void SummaryLog::clear() {
  most_expensive_.clear();
  copies_.clear();
  first_copy_ = nullptr;
  work_.clear();
  blocks_.clear();
  ended_.clear();
  trouble_ = false;
  order_ = 0;
  first_block_ = ~uint64_t{0};
}

void SummaryLog::on_access(const Access& access) {
  if (access.space == ptx::Space::kLocal) return;
  note_work(access.at, access.pc, access.active);
  const LaunchInfo& launch = scene_.launch();
  const bool global = access.space == ptx::Space::kGlobal;
  if (global && !launch.counts_sectors) return;
  const auto [cost, ideal] = request_cost(access, launch.banks);
  const uint32_t extra = cost > ideal ? cost - ideal : 0;
  MostExpensive& best = most_expensive_[{access.pc, access.space}];
  const uint64_t at = warp_key(access.at);
  if (best.any &&
      (extra < best.extra || (extra == best.extra && at >= best.at)))
    return;
  best.any = true;
  best.extra = extra;
  best.at = at;
  TraceEvent& event = best.event;
  event = {};
  event.kind = trace_kind(access.kind);
  event.launch = launch.index;
  event.first = event.last = order_;
  event.block = access.at.block;
  event.warp = access.at.warp;
  event.active = access.active;
  event.space = global ? "global" : "shared";
  event.bytes = access.bytes;
  event.cost = cost;
  event.ideal = ideal;
  set_lane_offsets(access, scene_, event);
}

void SummaryLog::on_exchange(const Exchange& exchange) {
  note_work(exchange.at, exchange.pc, exchange.active);
}

void SummaryLog::note_async(const WarpPlace& at, uint32_t pc, LaneMask lanes) {
  // Asking an object is a request, too, and stands in this step.
  const auto work = work_.find(warp_key(at));
  if (work != work_.end() && work->second.first_pc == pc &&
      work->second.last_pc == pc)
    work_.erase(work);
  end_work(at);
  add(at, {TraceKind::kAsync, at.warp, pc, pc, lanes, 1, 0});
}

/// A wait is one step: when the phase is over, not whenever lanes ask.
void SummaryLog::on_object(const ObjectUse& use) {
  if (use.kind != ObjectUse::Kind::kTest || use.over != 0)
    note_async(use.at, use.pc, use.lanes);
}

/// What happens to a copy later is of no warp.
void SummaryLog::on_bulk(const BulkStep& step) {
  using Kind = BulkStep::Kind;
  if (step.kind == Kind::kRead || step.kind == Kind::kDone) return;
  const bool issue = step.kind == Kind::kIssue;
  if (issue) note_copy(*step.copy);
  if (!issue || !step.copy->again) note_async(step.at, step.pc, step.lanes);
}

void SummaryLog::on_proxy_fence(const ProxyFence& fence) {
  note_async(fence.at, fence.pc, fence.lanes);
}

/// The first copy of an instruction, with all the blocks that it goes to.
void SummaryLog::note_copy(const BulkCopy& copy) {
  const uint32_t block = copy.peer.block_or(copy.at);
  if (copy.again) {
    if (first_copy_ != nullptr) first_copy_->copy.blocks.push_back(block);
    return;
  }
  const auto [found, fresh] = copies_.try_emplace(copy.pc);
  TraceEvent& event = found->second;
  first_copy_ = fresh ? &event : nullptr;
  if (!fresh) return;
  event.kind = TraceKind::kCopy;
  event.launch = scene_.launch().index;
  event.first = event.last = order_;
  event.block = copy.at.block;
  event.warp = copy.at.warp;
  event.active = LaneMask{1} << copy.lane;
  event.instruction = scene_.index().mnemonic(copy.pc);
  event.copy.bytes = copy.bytes;
  event.copy.blocks = {block};
  const bool lands = copy.to == ptx::Space::kShared;
  set_shared_side(copy, lands ? copy.target : copy.source, scene_, event);
}

void SummaryLog::note_work(const WarpPlace& at, uint32_t pc, LaneMask lanes) {
  if (first_block_ == ~uint64_t{0}) first_block_ = at.block;
  Work& work = work_[warp_key(at)];
  if (work.requests++ == 0) work.first_pc = pc;
  work.last_pc = pc;
  work.lanes |= lanes;
}

void SummaryLog::end_work(const WarpPlace& at) {
  const auto found = work_.find(warp_key(at));
  if (found == work_.end()) return;
  const Work work = found->second;
  work_.erase(found);
  add(at, {TraceKind::kWork, at.warp, work.first_pc, work.last_pc, work.lanes,
           work.requests, 0});
}

void SummaryLog::add(const WarpPlace& at, Step step) {
  if (first_block_ == ~uint64_t{0}) first_block_ = at.block;
  step.order = order_++;
  Block& block = blocks_[at.block];
  if (block.head.size() < kMostSteps) {
    block.head.push_back(step);
    return;
  }
  block.tail.push_back(step);
  if (block.tail.size() <= kMostSteps) return;
  block.tail.pop_front();
  ++block.left_out;
}

void SummaryLog::on_arrival(const WarpPlace& at, uint32_t pc, LaneMask lanes) {
  end_work(at);
  add(at, {TraceKind::kArrive, at.warp, pc, pc, lanes, 1, 0});
}

void SummaryLog::on_barrier(const BarrierDone& barrier) {
  for (const BarrierDone::Arrival& arrival : *barrier.arrivals) {
    if (!arrival.waits) continue;
    const WarpPlace at{barrier.at.block, barrier.at.slot, arrival.warp};
    add(at, {TraceKind::kOpen, arrival.warp, arrival.pc, arrival.pc,
             arrival.lanes, 1, 0});
  }
}

void SummaryLog::on_exit(const WarpPlace& at, LaneMask lanes) {
  end_work(at);
  add(at, {TraceKind::kExit, at.warp, 0, 0, lanes, 1, 0});
}

void SummaryLog::on_block_end(const WarpPlace& at) {
  ended_.insert(at.block);
  if (at.block == first_block_) return;
  blocks_.erase(at.block);
  ended_.erase(at.block);
}

/// What a warp did since its last barrier when the launch was stopped.
void SummaryLog::end_all_work() {
  std::vector<uint64_t> keys;
  for (const auto& [key, work] : work_) keys.push_back(key);
  std::sort(keys.begin(), keys.end());
  for (const uint64_t key : keys) {
    end_work({static_cast<uint32_t>(key >> 32), 0,
              static_cast<uint32_t>(key & 0xffffffffu)});
  }
}

bool SummaryLog::wanted(uint64_t extra) {
  Kernel& kernel = kernels_[scene_.kernel().symbol];
  const bool costlier = extra > kernel.most_extra;
  kernel.most_extra = std::max(kernel.most_extra, extra);
  if (trouble_ && ++troubled_ <= kMoreTroubled) return true;
  if (launches_ >= kMostLaunches) return false;
  if (kernel.kept >= kFirstLaunches && !costlier) return false;
  ++kernel.kept;
  ++launches_;
  return true;
}

void SummaryLog::on_launch_end(const Executions&) {
  if (!wanted(extra_of(counters_.launch()))) {
    ++trace_.launches_left_out;
    clear();  // lets go of what it held
    return;
  }
  end_all_work();
  write_most_expensive(ptx::Space::kShared);
  write_most_expensive(ptx::Space::kGlobal);
  write_copies();
  const auto first = blocks_.find(static_cast<uint32_t>(first_block_));
  if (first != blocks_.end()) write_block(first->first, first->second);
  for (const auto& [index, block] : blocks_) {
    if (index == first_block_ || ended_.contains(index)) continue;
    write_block(index, block);
    break;
  }
  clear();
}

int SummaryLog::point_of(uint32_t pc) {
  const KernelIndex& index = scene_.index();
  const int line = pc < scene_.kernel().info.size() ? index.line_of(pc) : -1;
  if (line < 0) return -1;
  const KernelIndex::Line& at = index.lines()[line];
  const auto found = points_.find({at.file, at.line});
  if (found != points_.end()) return found->second;
  if (trace_.points.size() >= kMostPoints) return -1;
  const int point = static_cast<int>(trace_.points.size());
  trace_.points.push_back({at.file, at.line});
  points_[{at.file, at.line}] = point;
  return point;
}

/// Of each line and kind the most expensive request; the most expensive lines
/// first.
void SummaryLog::write_most_expensive(ptx::Space space) {
  std::map<std::pair<uint32_t, TraceKind>, std::pair<uint32_t, MostExpensive*>>
      best;
  for (auto& [key, one] : most_expensive_) {
    if (key.second != space || !one.any) continue;
    auto& held = best[{scene_.index().site_of(key.first), one.event.kind}];
    if (held.second == nullptr || one.extra > held.second->extra ||
        (one.extra == held.second->extra && one.at < held.second->at))
      held = {key.first, &one};
  }
  std::vector<std::pair<uint32_t, MostExpensive*>> all;
  for (const auto& [site, one] : best) all.push_back(one);
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.second->extra > b.second->extra;
  });
  if (all.size() > kMostLines) all.resize(kMostLines);
  for (auto& [pc, one] : all) {
    one->event.point = point_of(pc);
    trace_.events.push_back(one->event);
  }
}

/// The first copies of the first lines that have any.
void SummaryLog::write_copies() {
  size_t left = kMostLines;
  for (auto& [pc, event] : copies_) {
    if (left-- == 0) break;
    event.point = point_of(pc);
    trace_.events.push_back(event);
  }
}

void SummaryLog::write_block(uint32_t index, const Block& block) {
  const auto write = [&](const Step& step, uint64_t left_out) {
    TraceEvent event;
    event.kind = step.kind;
    event.launch = scene_.launch().index;
    const bool exit = step.kind == TraceKind::kExit;
    event.point = exit ? -1 : point_of(step.pc);
    event.until = exit ? -1 : point_of(step.last_pc);
    event.first = event.last = step.order;
    event.times = step.requests;
    event.block = index;
    event.warp = step.warp;
    event.active = step.lanes;
    if (step.kind == TraceKind::kAsync)
      event.instruction = scene_.index().mnemonic(step.pc);
    event.left_out = left_out;
    trace_.events.push_back(std::move(event));
  };
  for (const Step& step : block.head) write(step, 0);
  for (size_t i = 0; i < block.tail.size(); ++i)
    write(block.tail[i], i == 0 ? block.left_out : 0);
}

}  // namespace simt::checks
