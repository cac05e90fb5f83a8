// SPDX-License-Identifier: MIT
// on_access is hot: no allocation on the usual path. Sums go into arrays by pc,
// and become lines and mnemonics only when a launch ends (counter_totals.cpp).
#include "simt/checks/counters.h"

#include <algorithm>
#include <bit>

#include "simt/checks/bank_model.h"
#include "simt/checks/bulk_model.h"
#include "simt/checks/old_banks.h"
#include "simt/checks/sector_model.h"

namespace simt::checks {
namespace {

/// `sectors`: false on a device that knows none; they stay zero then. `leads`
/// becomes lanes of `lanes` in whose sectors the others lie, too.
report::GlobalTraffic cost_of(const Access& access, LaneMask lanes,
                              bool sectors, LaneMask& leads) {
  const uint64_t bytes = uint64_t{access.bytes} * std::popcount(lanes);
  leads = lanes;
  if (!sectors && access.kind != AccessKind::kAtomic) return {1, 0, 0, bytes};
  const SectorCost cost = sector_cost(access, lanes);
  leads = cost.leads;
  if (!sectors) return {1, 0, 0, bytes};
  return {1, cost.sectors, cost.ideal, bytes};
}

/// Offset of the byte after the last one that the request touches.
uint64_t end_of(const Access& access) {
  if (access.end != 0) return access.end;
  const int last = 31 - std::countl_zero(access.active);
  if (access.shape != Shape::kGeneral)
    return access.lane_address(last) + access.bytes;
  uint64_t end = 0;
  for (LaneMask left = access.active; left != 0; left &= left - 1)
    end = std::max(end, access.lane_address(std::countr_zero(left)));
  return end + access.bytes;
}

}  // namespace

void CounterCheck::on_launch(const LaunchInfo&) {
  traffic_.assign(scene_.kernel().info.size(), {});
  tallies_.clear();
  global_tallies_.clear();
  used_.clear();
  used_.emplace_back();  // entry 0 is nobody's
  samples_.clear();
  dynamic_touched_ = 0;
  copy_waits_.start_launch(scene_.kernel());
}

void CounterCheck::on_access(const Access& access) {
  PcTraffic& traffic = traffic_[access.pc];
  if (access.space == ptx::Space::kGlobal) {
    traffic.global_kind = access.kind;
    on_global(access, traffic);
    return;
  }
  traffic.kind = access.kind;
  if (access.space == ptx::Space::kShared) {
    copy_waits_.on_access(access);
    on_shared(access, traffic);
  } else {
    ++traffic.local_requests;
  }
}

void CounterCheck::on_fetch(const Fetch& fetch) {
  std::map<const KnownAllocation*, std::vector<uint64_t>> places;
  for (const uint64_t texel : fetch.texels)
    places[scene_.allocation_at(texel)].push_back(texel);
  report::GlobalTraffic& sum = traffic_[fetch.pc].texture;
  ++sum.requests;
  for (auto& [known, texels] : places) {
    report::GlobalTraffic part{1, 0, 0, fetch.bytes * texels.size()};
    if (scene_.launch().counts_sectors) {
      const SectorCost cost = texel_cost(texels, fetch.bytes);
      part.sectors = cost.sectors;
      part.ideal_sectors = cost.ideal;
    }
    if (known != nullptr) {
      Used& from = used(nullptr, known->begin);
      from.texture_loads += part;
      if (from.on_board) {
        for (const uint64_t texel : texels) from.loaded.add(texel);
      }
    }
    part.requests = 0;  // one for all of them
    sum += part;
  }
}

void CounterCheck::on_bulk(const BulkStep& step) {
  copy_waits_.on_bulk(step);
  if (step.kind != BulkStep::Kind::kIssue) return;
  const BulkCopy& copy = *step.copy;
  if (copy.from == ptx::Space::kGlobal && !copy.again)
    on_bulk_global(copy, true);
  if (copy.to == ptx::Space::kGlobal) on_bulk_global(copy, false);
  for (const bool source : {true, false})
    if ((source ? copy.from : copy.to) == ptx::Space::kShared)
      each_range(copy, source, [this](uint64_t begin, uint64_t bytes) {
        touch_dynamic(begin + bytes);
      });
}

void CounterCheck::touch_dynamic(uint64_t end) {
  const LaunchInfo& launch = scene_.launch();
  if (launch.dynamic_shared != 0 && end > launch.dynamic_begin)
    dynamic_touched_ = std::max(dynamic_touched_, end - launch.dynamic_begin);
}

void CounterCheck::on_bulk_global(const BulkCopy& copy, bool reads) {
  const BulkCost cost = bulk_cost(copy, reads);
  const report::GlobalTraffic traffic{1, cost.sectors, cost.ideal, cost.bytes};
  PcTraffic& sum = traffic_[copy.pc];
  (reads ? sum.bulk_read : sum.bulk_write) += traffic;
  Used* entry = nullptr;
  each_range(copy, reads, [&](uint64_t begin, uint64_t bytes) {
    if (scene_.allocation_at(begin) == nullptr) return;
    entry = &used(nullptr, begin);
    if (!entry->on_board) return;
    SectorSet& touched = reads ? entry->loaded : entry->stored;
    touched.add(begin, std::min(begin + bytes, entry->known.end));
  });
  if (entry == nullptr) return;
  (reads ? entry->bulk_reads : entry->bulk_writes) += traffic;
}

std::unique_ptr<Observer> CounterCheck::part() {
  auto part = std::make_unique<CounterCheck>(scene_);
  part->on_launch(scene_.launch());
  return part;
}

void CounterCheck::join(Observer& part) {
  auto& other = static_cast<CounterCheck&>(part);
  other.add_tallies();
  for (size_t pc = 0; pc < traffic_.size(); ++pc) {
    PcTraffic& to = traffic_[pc];
    const PcTraffic& from = other.traffic_[pc];
    to.global += from.global;
    to.shared += from.shared;
    to.texture += from.texture;
    to.bulk_read += from.bulk_read;
    to.bulk_write += from.bulk_write;
    to.local_requests += from.local_requests;
    to.costly_global += from.costly_global;
    to.costly_shared += from.costly_shared;
    const auto at = static_cast<uint32_t>(pc);
    if (from.worst_global.exceeds(to.worst_global)) {
      to.worst_global = from.worst_global;
      samples_[{at, ptx::Space::kGlobal}] =
          other.samples_[{at, ptx::Space::kGlobal}];
    }
    if (from.worst_shared.exceeds(to.worst_shared)) {
      to.worst_shared = from.worst_shared;
      samples_[{at, ptx::Space::kShared}] =
          other.samples_[{at, ptx::Space::kShared}];
    }
    // A part that never came here leaves it at its first value.
    if (from.kind != AccessKind::kLoad) to.kind = from.kind;
    if (from.global_kind != AccessKind::kLoad)
      to.global_kind = from.global_kind;
  }
  for (size_t i = 1; i < other.used_.size(); ++i) {
    const Used& from = other.used_[i];
    Used& to = used(from.key, from.known.begin);
    to.loads += from.loads;
    to.stores += from.stores;
    to.atomics += from.atomics;
    to.texture_loads += from.texture_loads;
    to.bulk_reads += from.bulk_reads;
    to.bulk_writes += from.bulk_writes;
    to.loaded.join(from.loaded);
    to.stored.join(from.stored);
    to.updates.join(from.updates);
  }
  dynamic_touched_ = std::max(dynamic_touched_, other.dynamic_touched_);
  host_flags_.add(other.host_flags_.take());
  copy_waits_.add(other.copy_waits_.take());
}

void CounterCheck::on_global(const Access& access, PcTraffic& traffic) {
  LaneMask leads = 0;
  const report::GlobalTraffic cost =
      cost_of(access, access.active, scene_.launch().counts_sectors, leads);
  if (access.sectors != nullptr)
    *access.sectors = {static_cast<uint8_t>(cost.sectors),
                       static_cast<uint8_t>(cost.ideal_sectors)};
  traffic.global += cost;
  if (cost.sectors > cost.ideal_sectors) {
    ++traffic.costly_global;
    keep(access, traffic.worst_global, static_cast<uint32_t>(cost.sectors),
         static_cast<uint32_t>(cost.ideal_sectors));
  }
  add_to_allocations(access, traffic, cost, leads);
  if (access.kind != AccessKind::kLoad && access.allocation != nullptr &&
      access.allocation->host_visible) {
    host_flags_.on_write(access);
  }
}

void CounterCheck::add_to_allocations(const Access& access, PcTraffic& traffic,
                                      const report::GlobalTraffic& cost,
                                      LaneMask leads) {
  if (access.allocation != nullptr) {
    if (used_[traffic.allocation].key != access.allocation) {
      Used& found = used(access.allocation, access.allocation->begin);
      traffic.allocation = static_cast<uint32_t>(&found - used_.data());
    }
    Used& to = used_[traffic.allocation];
    to.of(access.kind) += cost;
    touch(to, access, leads);
    return;
  }
  // Lanes lie in several allocations: each gets its own part of the request.
  for (LaneMask left = access.active; left != 0;) {
    const uint64_t address = access.lane_address(std::countr_zero(left));
    const KnownAllocation* known = scene_.allocation_at(address);
    LaneMask part = left & (~left + 1);
    if (known != nullptr) {
      for (LaneMask rest = left; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const uint64_t other = access.lane_address(lane);
        if (other >= known->begin && other < known->end)
          part |= LaneMask{1} << lane;
      }
      Used& to = used(nullptr, address);
      to.of(access.kind) +=
          cost_of(access, part, scene_.launch().counts_sectors, leads);
      touch(to, access, leads);
    }
    left &= ~part;
  }
}

CounterCheck::Used& CounterCheck::used(const Allocation* key,
                                       uint64_t address) {
  for (Used& entry : used_) {
    if (entry.known.begin <= address && address < entry.known.end) {
      if (key != nullptr) entry.key = key;
      return entry;
    }
  }
  Used fresh;
  fresh.key = key;
  if (key != nullptr) {
    fresh.known = KnownAllocation::of(*key);
  } else {
    fresh.known = *scene_.allocation_at(address);
  }
  fresh.on_board = !fresh.known.host_visible &&
                   fresh.known.device == scene_.launch().device_number;
  fresh.loaded = SectorSet(fresh.known.begin, fresh.known.end);
  fresh.stored = SectorSet(fresh.known.begin, fresh.known.end);
  fresh.updates = WordUpdates(fresh.known.begin, fresh.known.end);
  used_.push_back(std::move(fresh));
  return used_.back();
}

void CounterCheck::touch(Used& used, const Access& access, LaneMask lanes) {
  if (!used.on_board) return;
  if (access.kind == AccessKind::kAtomic) used.updates.add(access, lanes);
  used.touched(access.kind).add(access, lanes);
}

/// Barrier objects have a unit of their own: an H200 counts no wavefronts for
/// them (tests/recorded/hopper.txt).
bool CounterCheck::uses_object(uint32_t pc) const {
  const ops::Op* op = scene_.kernel().info[pc].op;
  return op != nullptr && op->uses_object();
}

void CounterCheck::on_shared(const Access& access, PcTraffic& traffic) {
  const LaunchInfo& launch = scene_.launch();
  if (launch.dynamic_shared != 0 && dynamic_touched_ < launch.dynamic_shared)
    touch_dynamic(end_of(access));
  ++traffic.shared.requests;
  if (uses_object(access.pc)) return;
  if (access.kind == AccessKind::kAtomic) {
    const BankCost cost = shared_cost(access, launch.banks);
    traffic.shared.wavefronts += cost.wavefronts;
    traffic.shared.ideal_wavefronts += cost.ideal;
    return;
  }
  // By shared_cost a transpose with all checks takes a tenth longer.
  const bool old = launch.banks != BankRule::kFourByte;
  const BankCost cost =
      old ? old_bank_cost(access, launch.banks) : bank_cost(access);
  traffic.shared.wavefronts += cost.wavefronts;
  traffic.shared.ideal_wavefronts += cost.ideal;
  if (cost.wavefronts == cost.ideal) return;
  ++traffic.costly_shared;
  keep(access, traffic.worst_shared, cost.wavefronts, cost.ideal);
}

void CounterCheck::keep(const Access& access, Worst& worst, uint32_t cost,
                        uint32_t ideal) {
  const Worst here{cost - ideal,
                   uint64_t{access.at.block} << 32 | access.at.warp};
  if (!here.exceeds(worst)) return;
  worst = here;
  Sample& sample = samples_[{access.pc, access.space}];
  sample.cost = cost;
  sample.ideal = ideal;
  sample.bytes = access.bytes;
  sample.active = access.active;
  sample.at = access.at;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    sample.address[lane] = access.lane_address(lane);
  }
}

const Sample* CounterCheck::sample(uint32_t pc, ptx::Space space) const {
  auto found = samples_.find({pc, space});
  return found == samples_.end() ? nullptr : &found->second;
}

}  // namespace simt::checks
