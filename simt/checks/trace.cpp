// SPDX-License-Identifier: MIT
// Finds the instructions of the chosen lines when a launch begins. Equal
// requests of a warp in a row become one event; what goes beyond the bounds is
// counted.
#include "simt/checks/trace.h"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "simt/checks/old_banks.h"
#include "simt/checks/sector_model.h"

namespace simt::checks {
namespace {

using report::TraceEvent;
using report::TraceKind;

constexpr uint64_t kMostOfLaunch = 2048;
constexpr size_t kMostInAll = 16384;

/// True when `path` is `end`, or ends with it after a slash.
bool names(std::string_view path, std::string_view end) {
  if (path.size() < end.size()) return false;
  if (path.substr(path.size() - end.size()) != end) return false;
  return path.size() == end.size() || path[path.size() - end.size() - 1] == '/';
}

bool at_point(const program::SourceLine& line, const report::TracePoint& p) {
  return line.line == p.line && names(line.file, p.file);
}

TraceKind kind_of(AccessKind kind) {
  if (kind == AccessKind::kAtomic) return TraceKind::kAtomic;
  return kind == AccessKind::kLoad ? TraceKind::kLoad : TraceKind::kStore;
}

/// Wavefronts of shared memory or sectors of global memory.
void set_cost(const Access& access, BankRule rule, TraceEvent& event) {
  if (access.space == ptx::Space::kGlobal) {
    const SectorCost cost = sector_cost(access, access.active);
    event.cost = cost.sectors;
    event.ideal = cost.ideal;
  } else {
    const BankCost cost = shared_cost(access, rule);
    event.cost = cost.wavefronts;
    event.ideal = cost.ideal;
  }
}

bool same_request(const TraceEvent& a, const TraceEvent& b) {
  return a.kind == b.kind && a.point == b.point && a.active == b.active &&
         a.space == b.space && a.variable == b.variable &&
         a.offset == b.offset && a.bytes == b.bytes;
}

}  // namespace

void TraceLog::on_launch(const LaunchInfo&) {
  const auto& info = scene_.kernel().info;
  point_of_.assign(info.size(), -1);
  any_ = false;
  for (size_t pc = 0; pc < info.size(); ++pc) {
    for (size_t i = 0; i < trace_.points.size() && point_of_[pc] < 0; ++i) {
      if (at_point(info[pc].line, trace_.points[i]) ||
          at_point(info[pc].innermost, trace_.points[i])) {
        point_of_[pc] = static_cast<int>(i);
        any_ = true;
      }
    }
  }
  order_ = kept_ = 0;
  last_.clear();
}

TraceEvent TraceLog::start(TraceKind kind, const WarpPlace& at, int point,
                           LaneMask lanes) const {
  TraceEvent event;
  event.kind = kind;
  event.launch = scene_.launch().index;
  event.point = point;
  event.block = at.block;
  event.warp = at.warp;
  event.active = lanes;
  return event;
}

void TraceLog::add(TraceEvent event, uint32_t pc) {
  event.first = event.last = order_++;
  Last& last = last_[{event.block, event.warp}];
  const bool access = !event.space.empty();
  if (access && last.pc == pc && last.event < trace_.events.size()) {
    TraceEvent& before = trace_.events[last.event];
    if (before.launch == event.launch && same_request(before, event)) {
      before.last = event.last;
      ++before.times;
      return;
    }
  }
  if (kept_ >= kMostOfLaunch || trace_.events.size() >= kMostInAll) {
    ++trace_.dropped;
    return;
  }
  last = {pc, trace_.events.size()};
  ++kept_;
  trace_.events.push_back(std::move(event));
}

void TraceLog::on_access(const Access& access) {
  const int point = point_of_[access.pc];
  if (point < 0 || access.space == ptx::Space::kLocal) return;
  const bool shared = access.space == ptx::Space::kShared;
  // Lanes that fall into another variable make an event of their own.
  for (LaneMask left = access.active; left != 0;) {
    TraceEvent event = start(kind_of(access.kind), access.at, point, 0);
    event.space = shared ? "shared" : "global";
    event.bytes = access.bytes;
    event.offset.fill(-1);
    set_cost(access, scene_.launch().banks, event);
    for (LaneMask rest = left; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const uint64_t address = access.lane_address(lane);
      const auto [name, offset, known] =
          scene_.data_place(access.space, address);
      if (event.active == 0) {
        event.variable = name;
        event.begin = shared ? address - offset : 0;
      } else if (event.variable != name) {
        continue;
      }
      event.active |= LaneMask{1} << lane;
      event.offset[lane] = static_cast<int64_t>(offset);
    }
    left &= ~event.active;
    add(std::move(event), access.pc);
  }
}

void TraceLog::on_exchange(const Exchange& exchange) {
  const int point = point_of_[exchange.pc];
  if (point < 0) return;
  TraceEvent event =
      start(exchange.from == nullptr ? TraceKind::kVote : TraceKind::kShuffle,
            exchange.at, point, exchange.active);
  event.instruction = scene_.index().mnemonic(exchange.pc);
  event.mask = exchange.mask;
  event.source.fill(-1);
  for (LaneMask left = exchange.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (exchange.from != nullptr) event.source[lane] = exchange.from[lane];
  }
  event.in_range = exchange.in_range;
  event.predicate = exchange.predicate & exchange.active;
  event.result = exchange.result;
  add(std::move(event), exchange.pc);
}

void TraceLog::on_warp_sync(const WarpSync& sync) {
  if (!sync.memory || point_of_[sync.pc] < 0) return;
  add(start(TraceKind::kWarpSync, sync.at, point_of_[sync.pc], sync.lanes),
      sync.pc);
}

void TraceLog::on_arrival(const WarpPlace& at, uint32_t pc, LaneMask lanes) {
  if (point_of_[pc] < 0) return;
  add(start(TraceKind::kArrive, at, point_of_[pc], lanes), pc);
}

void TraceLog::on_barrier(const BarrierDone& barrier) {
  for (const BarrierDone::Arrival& arrival : *barrier.arrivals) {
    if (!arrival.waits || point_of_[arrival.pc] < 0) continue;
    const WarpPlace at{barrier.at.block, barrier.at.slot, arrival.warp};
    add(start(TraceKind::kOpen, at, point_of_[arrival.pc], arrival.lanes),
        arrival.pc);
  }
}

void TraceLog::on_exit(const WarpPlace& at, LaneMask lanes) {
  if (any_) add(start(TraceKind::kExit, at, -1, lanes), 0);
}

void TraceLog::add_async(const WarpPlace& at, uint32_t pc, LaneMask lanes) {
  if (point_of_[pc] < 0) return;
  TraceEvent event = start(TraceKind::kAsync, at, point_of_[pc], lanes);
  event.instruction = scene_.index().mnemonic(pc);
  add(std::move(event), pc);
}

/// A wait is one event: when the phase is over, not whenever lanes ask.
void TraceLog::on_object(const ObjectUse& use) {
  if (use.kind != ObjectUse::Kind::kTest || use.over != 0)
    add_async(use.at, use.pc, use.lanes);
}

/// What happens to a copy later is of no warp.
void TraceLog::on_bulk(const BulkStep& step) {
  if (step.kind != BulkStep::Kind::kRead && step.kind != BulkStep::Kind::kDone)
    add_async(step.at, step.pc, step.lanes);
}

void TraceLog::on_proxy_fence(const ProxyFence& fence) {
  add_async(fence.at, fence.pc, fence.lanes);
}

}  // namespace simt::checks
