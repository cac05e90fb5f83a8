// SPDX-License-Identifier: MIT
// See race_check.h.
#include "simt/checks/race_check.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "simt/checks/wording.h"
#include "simt/races/means.h"

namespace simt::checks {

using races::Touch;
using races::Use;

namespace {

bool strong(Order order) {
  return order != Order::kWeak && order != Order::kVolatile;
}

Touch touch_of(const Access& access) {
  switch (access.kind) {
    case AccessKind::kAtomic:
      return Touch::kAtomic;
    case AccessKind::kLoad:
      return strong(access.order) ? Touch::kStrongRead : Touch::kRead;
    default:
      return strong(access.order) ? Touch::kAtomic : Touch::kWrite;
  }
}

const char* verb_of(Touch touch) {
  switch (touch) {
    case Touch::kWrite:
      return "stores";
    case Touch::kAtomic:
      return "updates";
    default:
      return "loads";
  }
}

Use use_of(const Access& access) {
  if (access.kind == AccessKind::kAtomic) return Use::kAtomic;
  const bool load = access.kind == AccessKind::kLoad;
  if (access.order == Order::kVolatile)
    return load ? Use::kVolatileRead : Use::kVolatileWrite;
  if (strong(access.order)) return load ? Use::kStrongRead : Use::kAtomic;
  return load ? Use::kRead : Use::kWrite;
}

/// The collectives of cooperative groups on tiles of more than 32 threads use
/// one word again and again, and order the lanes of a warp by shuffles alone.
/// racecheck reports that, too; nobody who calls them can mend it.
bool in_collective(const program::InstInfo& info) {
  const std::string& file = info.innermost.file;
  return file.ends_with("/cooperative_groups.h") ||
         file.ends_with("/cooperative_groups/details/reduce.h") ||
         file.ends_with("/cooperative_groups/details/coalesced_reduce.h") ||
         file.ends_with("/cooperative_groups/details/scan.h") ||
         file.ends_with("/cooperative_groups/details/coalesced_scan.h");
}

uint64_t shared_bytes(const LaunchInfo& launch) {
  uint64_t bytes = uint64_t{launch.static_shared} + launch.dynamic_shared;
  if (launch.dynamic_shared != 0)
    bytes =
        std::max(bytes, uint64_t{launch.dynamic_begin} + launch.dynamic_shared);
  return bytes;
}

bool comes_first(const RacePair& a, uint32_t block_a, const RacePair& b,
                 uint32_t block_b) {
  const auto key = [](const RacePair& p, uint32_t block) {
    return std::tuple(block, p.address, p.before.warp, p.before.lane,
                      p.now.warp, p.now.lane);
  };
  return key(a, block_a) < key(b, block_b);
}

}  // namespace

void RaceCheck::on_launch(const LaunchInfo& launch) {
  found_.clear();
  byte_cells_ = false;
  read_instructions();
  const int oldest = launch.oldest_open < 0 ? launch.index : launch.oldest_open;
  const bool forget = oldest >= launch.index;
  const uint64_t blocks =
      uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  if (forget) sync_.clear();
  if (forget || next_serial_ + blocks > ~uint32_t{0}) next_serial_ = 0;
  first_serial_ = next_serial_;
  next_serial_ += static_cast<uint32_t>(blocks);
  const auto number = static_cast<uint32_t>(launch.index);
  sync_.start_launch(number, launch.grid_barrier, blocks);
  words_.start_launch(number, forget, launch.concurrent.empty(), flags_);
  global_.start_launch(first_serial_);
}

void RaceCheck::read_instructions() {
  partial_ = false;
  races::Means means;
  const program::Kernel& kernel = scene_.kernel();
  implied_.assign(kernel.info.size(), 0);
  volatile_.assign(kernel.code.size(), 0);
  looks_ = races::results_used(kernel);
  for (size_t pc = 0; pc < kernel.info.size(); ++pc) {
    const program::InstInfo& info = kernel.info[pc];
    races::add_means(info, looks_[pc] != 0, means);
    if (races::waits_by_object(info)) implied_[pc] = 1;
    partial_ = partial_ || races::joins_a_part(info);
  }
  copies_.start_launch(kernel);
  orders_by_flag_ = traces = means.order;
  flags_ = means.order || means.look;
  partial_ = partial_ || means.order;
}

void RaceCheck::on_block_start(const WarpPlace& at) {
  if (at.slot >= shadows_.size()) {
    shadows_.resize(at.slot + 1);
    orders_.resize(at.slot + 1);
  }
  orders_[at.slot].start_block((scene_.threads() + kWarpSize - 1) / kWarpSize,
                               !scene_.launch().independent_threads);
  sync_.start_block(at.slot, first_serial_ + at.block);
  words_.start_block(at.slot);
  if (copies_.any()) copies_.start_block(at.slot);
  const uint64_t bytes = shared_bytes(scene_.launch());
  auto& shadow = shadows_[at.slot];
  if (bytes == 0) {
    shadow.reset();
    return;
  }
  if (shadow == nullptr) shadow = std::make_unique<SharedCells>();
  shadow->start_block(bytes, orders_[at.slot], byte_cells_, partial_);
}

void RaceCheck::on_block_end(const WarpPlace& at) {
  if (copies_.any()) store_late(copies_.on_block_end(at.slot));
}

/// An asynchronous copy may store until its thread has waited for it: seen as
/// a store at its issue and as another one here.
void RaceCheck::store_late(const std::vector<PendingCopies::Late>& copies) {
  for (const PendingCopies::Late& copy : copies) {
    SharedCells* shadow = shadows_[copy.at.slot].get();
    if (shadow == nullptr) continue;
    Access access;
    access.pc = copy.pc;
    access.space = ptx::Space::kShared;
    access.kind = AccessKind::kStore;
    access.bytes = copy.bytes;
    access.active = copy.lanes;
    access.address = copy.address.data();
    access.at = at_ = copy.at;
    shadow->on_access(access, Touch::kWrite, *this);
  }
}

bool RaceCheck::watched(const WarpPlace& at) const {
  return at.slot < orders_.size() && at.warp < races::kMostWarps;
}

void RaceCheck::on_access(const Access& access) {
  if (access.space == ptx::Space::kLocal || !watched(access.at)) return;
  BlockOrder& order = orders_[access.at.slot];
  const bool looks = access.inst == nullptr || looks_[access.pc] != 0;
  // A store that releases belongs to what it releases: asked before it does.
  const Epoch epoch{sync_.serial(access.at.slot), access.at.warp,
                    sync_.phase(access.at.slot), order.clock(access.at.warp)};
  const auto synchronise = [&] {
    if (flags_ &&
        (access.order != Order::kWeak || access.kind == AccessKind::kAtomic))
      sync_.on_access(order, access,
                      access.pc < implied_.size() && implied_[access.pc] != 0
                          ? Order::kAcqRel
                          : access.order,
                      looks);
  };
  if (access.space == ptx::Space::kGlobal) {
    // What a load sees orders only what follows it.
    const bool loads = access.kind == AccessKind::kLoad;
    if (!loads) synchronise();
    on_global(access, epoch, looks);
    if (loads) synchronise();
    return;
  }
  synchronise();
  SharedCells* shadow = shadows_[access.at.slot].get();
  if (shadow == nullptr) return;
  at_ = access.at;
  if (access.order == Order::kVolatile && access.pc < volatile_.size())
    volatile_[access.pc] = 1;
  shadow->on_access(access, touch_of(access), *this);
  if (copies_.any()) copies_.on_access(access);
  byte_cells_ = byte_cells_ || shadow->byte_cells();
}

void RaceCheck::on_global(const Access& access, const Epoch& epoch,
                          bool looks) {
  const Use use = use_of(access);
  if (access.allocation != nullptr)
    return words_.on_access(access, epoch, use, looks, access.allocation->begin,
                            global_);
  Access part = access;  // the lanes of one allocation
  for (LaneMask left = access.active; left != 0; left &= ~part.active) {
    part.active = left & (~left + 1);
    const KnownAllocation* known =
        scene_.allocation_at(access.lane_address(std::countr_zero(left)));
    if (known == nullptr) continue;
    for (LaneMask more = left; more != 0; more &= more - 1) {
      const int lane = std::countr_zero(more);
      const uint64_t address = access.lane_address(lane);
      if (address >= known->begin && address < known->end)
        part.active |= LaneMask{1} << lane;
    }
    words_.on_access(part, epoch, use, looks, known->begin, global_);
  }
}

void RaceCheck::on_barrier(const BarrierDone& barrier) {
  if (barrier.at.slot >= orders_.size()) return;
  const uint32_t slot = barrier.at.slot;
  const bool all_wait =
      barrier.arrivals == nullptr ||
      std::all_of(barrier.arrivals->begin(), barrier.arrivals->end(),
                  [](const BarrierDone::Arrival& a) { return a.waits; });
  if (barrier.arrivals == nullptr || (barrier.whole && all_wait)) {
    orders_[slot].start_phase();
    sync_.meet(slot);
    if (shadows_[slot] != nullptr) shadows_[slot]->start_phase();
  } else {
    sync_.meet_some(slot, *barrier.arrivals);
    orders_[slot].sync_warps(barrier.id, *barrier.arrivals);
  }
}

void RaceCheck::on_barrier_arrive(const WarpPlace& at, LaneMask, int id) {
  if (watched(at)) orders_[at.slot].arrive(id, at.warp);
}

void RaceCheck::on_warp_sync(const WarpSync& sync) {
  if (!watched(sync.at)) return;
  if (copies_.any())
    store_late(copies_.on_instruction(sync.at, sync.pc, sync.lanes));
  if (!sync.memory) return;
  sync_.meet_some(sync.at.slot, {{sync.pc, sync.at.warp, sync.lanes}});
  orders_[sync.at.slot].sync_lanes(sync.at.warp, sync.lanes);
}

/// A shuffle or a vote orders nothing. But the value of a flag that one lane
/// acquired reaches the others by it, and libraries rely on that.
void RaceCheck::on_exchange(const Exchange& exchange) {
  if (orders_by_flag_ && watched(exchange.at))
    sync_.on_exchange(orders_[exchange.at.slot], exchange);
}

void RaceCheck::on_fence(const WarpPlace& at, LaneMask lanes, Scope scope) {
  if (watched(at) && flags_) sync_.on_fence(orders_[at.slot], at, lanes, scope);
}

void RaceCheck::on_free(const Allocation& allocation) {
  words_.on_free(allocation.begin, allocation.end);
}

/// Shown in the order of the source; on one line the store comes first.
void RaceCheck::put_in_order(RacePair& pair) const {
  const uint32_t before = scene_.index().site_of(pair.before.pc);
  const uint32_t now = scene_.index().site_of(pair.now.pc);
  bool swap = now < before;
  if (now == before) {
    const bool stores_later =
        pair.now.touch == Touch::kWrite && pair.before.touch != Touch::kWrite;
    const bool alike = pair.now.touch == pair.before.touch;
    const auto number = [](const RacePair::Side& s) {
      return s.warp * kWarpSize + static_cast<uint32_t>(s.lane);
    };
    swap = stores_later || (alike && number(pair.now) < number(pair.before));
  }
  if (swap) std::swap(pair.before, pair.now);
}

/// Volatile accesses of two warps to one word may meet, as in global memory:
/// it may be a flag, and what it stands for is judged by the fences around it.
bool RaceCheck::may_be_flag(const RacePair& pair) const {
  if (!orders_by_flag_ || pair.before.warp == pair.now.warp) return false;
  if (pair.before.touch == Touch::kWrite && pair.now.touch == Touch::kWrite)
    return false;
  const auto is_volatile = [&](uint32_t pc) {
    return pc < volatile_.size() && volatile_[pc] != 0;
  };
  return is_volatile(pair.before.pc) && is_volatile(pair.now.pc);
}

void RaceCheck::on_race(const RacePair& seen) {
  if (may_be_flag(seen)) return;
  const std::vector<program::InstInfo>& info = scene_.kernel().info;
  if (seen.before.warp == seen.now.warp &&
      in_collective(info[seen.before.pc]) && in_collective(info[seen.now.pc]))
    return;
  RacePair pair = seen;
  put_in_order(pair);
  const Key key{scene_.index().site_of(pair.before.pc),
                scene_.index().site_of(pair.now.pc),
                pair.before.warp == pair.now.warp};
  auto [entry, fresh] = found_.try_emplace(key);
  Found& found = entry->second;
  if (fresh) scene_.note_race(std::get<0>(key), std::get<1>(key));
  if (fresh || at_.block != found.last_block) ++found.blocks;
  found.last_block = at_.block;
  found.pairs += pair.pairs;
  found.more = found.more || pair.more;
  if (fresh || at_.block < found.block) found.pairs_in_block = 0;
  if (fresh || comes_first(pair, at_.block, found.pair, found.block)) {
    found.block = at_.block;
    found.pair = pair;
  }
  if (at_.block == found.block) found.pairs_in_block += pair.pairs;
}

std::string RaceCheck::side(const RacePair::Side& side,
                            uint64_t address) const {
  return scene_.thread_name(side.warp, side.lane) + " (warp " +
         std::to_string(side.warp) + ") " + verb_of(side.touch) + " `" +
         scene_.data_name(ptx::Space::kShared, address) + "` here";
}

void RaceCheck::describe(const Found& found, bool one_warp) const {
  const RacePair& pair = found.pair;
  report::Diagnostic d =
      scene_.start(one_warp ? "warp-race" : "shared-race", "error");
  const std::string data =
      "`" + scene_.data_name(ptx::Space::kShared, pair.address) + "`";
  const std::string threads =
      "threads " + scene_.thread_number(pair.before.warp, pair.before.lane) +
      " and " + scene_.thread_number(pair.now.warp, pair.now.lane);
  const std::string size =
      pair.bytes == 1 ? "same byte"
                      : "same " + std::to_string(pair.bytes) + " bytes";
  const bool atomic =
      pair.before.touch == Touch::kAtomic || pair.now.touch == Touch::kAtomic;
  const bool both =
      pair.before.touch == Touch::kWrite && pair.now.touch == Touch::kWrite;
  const std::string conflict = atomic ? "one is atomic and the other is not"
                               : both ? "both store"
                                      : "one is a store";
  d.count = found.pairs;
  if (one_warp) {
    const bool one_instruction =
        pair.before.pc == pair.now.pc && pair.before.touch == Touch::kWrite;
    d.message = threads + " of one warp touch " + data + " in no fixed order";
    d.why = one_instruction
                ? "same warp, " + size +
                      ", both store; which value stays is "
                      "not defined"
                : "same warp, " + size + ", " + conflict +
                      "; since Volta the lanes of a warp run in no fixed order";
  } else {
    d.message = threads + " touch " + data + " with no barrier between";
    d.why =
        "different warps, " + size + ", " + conflict + ", nothing orders them";
  }
  for (const RacePair::Side* s : {&pair.before, &pair.now})
    if (copies_.is_copy(s->pc)) {
      d.why += "; an asynchronous copy stores until its thread has waited";
      break;
    }
  WarpPlace at = at_;
  at.block = found.block;
  for (const RacePair::Side* s : {&pair.before, &pair.now}) {
    at.warp = s->warp;
    report::Place place =
        scene_.place(s->pc, side(*s, pair.address), at, s->lane);
    place.number = static_cast<int>(d.places.size()) + 1;
    place.primary = place.number == 2;
    d.places.push_back(std::move(place));
  }
  d.seen = std::string(found.more ? "at least " : "") +
           count_of(found.pairs_in_block, "such pair") + " in block " +
           scene_.block_name(found.block);
  if (found.blocks > 1)
    d.seen += ", " + std::to_string(found.pairs) + " in " +
              count_of(found.blocks, "block");
  d.seen += "; lowest address shown";
  d.hint = "what makes sure that the first of the two is done in time?";
  scene_.add(std::move(d));
}

bool RaceCheck::overflowed() const {
  const auto full = [](const auto& shadow) {
    return shadow != nullptr && shadow->overflowed();
  };
  return words_.overflowed() || sync_.overflowed() ||
         std::any_of(shadows_.begin(), shadows_.end(), full);
}

void RaceCheck::on_launch_end(const Executions&) {
  for (const auto& [key, found] : found_) describe(found, std::get<2>(key));
  found_.clear();
  global_.describe();
  if (overflowed())
    scene_.add_unseen(
        "a kernel accessed memory in more ways than are remembered, so that "
        "races may be missing");
}

}  // namespace simt::checks
