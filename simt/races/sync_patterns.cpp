// SPDX-License-Identifier: MIT
// Release and acquire patterns: what fences and strong accesses tell, and to
// whom; see sync_order.h. Slow on purpose: few accesses synchronise.
#include <algorithm>
#include <bit>

#include "simt/races/memory_model.h"
#include "simt/races/sync_order.h"

namespace simt::races {

/// The thread learns what it saw, as far as `scope` reaches.
void SyncOrder::acquire(BlockOrder& order, Block& block, uint32_t warp,
                        int lane, Message& seen, Scope scope) {
  learn(order, block, warp, lane, seen.near);
  seen.near.clear();
  if (!is_wide(scope)) return;
  learn(order, block, warp, lane, seen.wide);
  seen.wide.clear();
}

void SyncOrder::on_fence(BlockOrder& order, const WarpPlace& at, LaneMask lanes,
                         MemoryOrder sem, Scope scope) {
  catch_up(order, at.slot);
  Block& block = blocks_[at.slot];
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    Own& own = block.own[thread_of(at.warp, lane)];
    Thread& me = thread(block, at.warp, lane);
    const bool sc = sem == MemoryOrder::kSeqCst;
    if (acquires(sem)) acquire(order, block, at.warp, lane, own.seen, scope);
    if (sc) acquire(order, block, at.warp, lane, me.seen, scope);
    if (!releases(sem)) continue;
    own.fenced.near = snapshot(order, block, at.warp, lane);
    if (is_wide(scope)) own.fenced.wide = own.fenced.near;
    if (scope == Scope::kSys) host_.join(own.fenced.wide);
    if (sc) me.fenced.near = own.fenced.near;
    if (sc && is_wide(scope)) me.fenced.wide = own.fenced.wide;
  }
  order.tick(at.warp);
}

/// A write, or a read of what `last` wrote: the two are morally strong.
bool SyncOrder::follows(const Writer& last, const Writer& now) {
  const bool reach =
      last.serial == now.serial || (is_wide(last.scope) && is_wide(now.scope));
  return last.any && reach && last.bytes == now.bytes;
}

void SyncOrder::on_access(BlockOrder& order, const Access& access,
                          SyncUse use) {
  Block& block = blocks_[access.at.slot];
  use.clock = order.clock(access.at.warp);
  if (!hold(block, access, use)) {
    // A store to global memory neither sees what was held back nor hides it.
    const bool reads = access.kind == AccessKind::kLoad ||
                       (access.kind == AccessKind::kAtomic && use.looks);
    if (reads || access.space == ptx::Space::kShared)
      catch_up(order, access.at.slot);
    take(order, block, access, use);
  }
  if (access.kind != AccessKind::kLoad) order.tick(access.at.warp);
}

void SyncOrder::take(BlockOrder& order, Block& block, const Access& access,
                     const SyncUse& use) {
  const bool shared = access.space == ptx::Space::kShared;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const uint64_t begin = access.lane_address(lane);
    for (uint64_t at = begin; at < begin + access.bytes; at += use.bytes)
      touch(order, block, access, use, lane,
            place_of(block, {shared, at, use.bytes}));
  }
}

/// One element of one lane.
void SyncOrder::touch(BlockOrder& order, Block& block, const Access& access,
                      const SyncUse& use, int lane, SyncAddress place) {
  if (access.kind == AccessKind::kLoad) {
    const auto found = locations_.find(place);
    if (found != locations_.end())
      load(order, block, access, use, lane, place, found->second);
    return;
  }
  const auto [found, fresh] = locations_.try_emplace(place);
  if (fresh && place.block != 0) block.places.push_back(place);
  Location& location = found->second;
  if (access.kind == AccessKind::kAtomic && use.looks)
    load(order, block, access, use, lane, place, location);
  const bool goes_on = store(order, block, access, use, lane, location);
  publish(block, access, use, lane, location);
  if (!goes_on && !location.log.empty())
    location.chain = location.log.size() - 1;
  if (access.kind == AccessKind::kAtomic && at_grid_barrier(place) &&
      ++grid_->arrived == grid_->blocks) {
    grid_->arrived = 0;
    grid_->met = location.wide;
  }
}

void SyncOrder::load(BlockOrder& order, Block& block, const Access& access,
                     const SyncUse& use, int lane, SyncAddress place,
                     Location& location) {
  const uint32_t warp = access.at.warp;
  const Writer now{true, block.serial, thread_of(warp, lane), use.scope,
                   use.bytes};
  const bool strong = follows(location.last, now);
  if (!at_grid_barrier(place) && !location.log.empty())
    see(block, access,
        {place, access.pc, LaneMask{1} << lane, location.log.size(), strong,
         use.counts, use.bytes},
        lane);
  if (!location.loads.empty()) {
    GridClock& loads = thread(block, warp, lane).loads;
    if (!loads.same(location.loads)) loads.join(location.loads);
  }
  if (!strong) return;
  note_reader({block.serial, warp, block.phase, use.clock}, lane, location);
  const auto own_block = location.near.find(block.serial);
  const Released none;
  const Released& near =
      own_block == location.near.end() ? none : own_block->second;
  const bool waits = access.kind == AccessKind::kLoad && at_grid_barrier(place);
  const Released& far = waits ? grid_->met : location.wide;
  if (!near.fences.empty() || !far.fences.empty()) {
    Message& seen = thread(block, warp, lane).seen;
    if (!seen.near.same(near.fences)) seen.near.join(near.fences);
    if (!seen.wide.same(far.fences)) seen.wide.join(far.fences);
  }
  const bool none_told = near.patterns.empty() && far.patterns.empty();
  if (acquires(use.order)) {
    Message told{is_wide(use.scope) ? far.patterns : GridClock{},
                 near.patterns};
    acquire(order, block, warp, lane, told, use.scope);
    const auto own = block.own.find(now.thread);
    if (own != block.own.end() && own->second.polled == place)
      acquire(order, block, warp, lane, own->second.there, use.scope);
  } else if (!none_told) {
    Own& own = block.own[now.thread];
    if (own.polled == place && own.repeated.near.same(near.patterns) &&
        own.repeated.wide.same(far.patterns))
      return;  // a loop that waits
    own.repeated = {far.patterns, near.patterns};
    own.seen.join(own.repeated);
    if (!(own.polled == place)) own.there = {};
    own.polled = place;
    own.there.join(own.repeated);
  }
}

/// True: an atomic that goes on with the value that it read.
bool SyncOrder::store(BlockOrder& order, Block& block, const Access& access,
                      const SyncUse& use, int lane, Location& location) {
  const uint32_t warp = access.at.warp;
  const Thread& known = known_thread(block, warp, lane);
  const Writer now{true, block.serial, thread_of(warp, lane), use.scope,
                   use.bytes};
  Message message;
  if (const auto own = block.own.find(now.thread); own != block.own.end())
    message = own->second.fenced;
  const Writer& by = location.releaser;
  if (by.any && by.serial == now.serial && by.thread == now.thread)
    message.join(location.released);
  if (releases(use.order)) {
    Message mine;
    mine.near = snapshot(order, block, warp, lane);
    if (is_wide(use.scope)) mine.wide = mine.near;
    message.join(mine);
    location.releaser = now;
    location.released = mine;
  }
  // Who reads this value synchronises with this store alone, or also with
  // those whose values the atomic has read.
  const bool goes_on =
      access.kind == AccessKind::kAtomic && follows(location.last, now);
  if (!goes_on) {
    location.wide = {};
    location.near.clear();
  }
  if (access.kind == AccessKind::kStore) location.loads.clear();
  if (!location.loads.same(known.loads)) location.loads.join(known.loads);
  if (location.loads.find(block.serial).phase < block.phase)
    location.loads.add(block.serial, {block.phase, nullptr});
  location.last = now;
  location.wide.patterns.join(message.wide);
  location.wide.fences.join(known.fenced.wide);
  if (use.for_host) host_.join(location.wide.patterns);
  if (message.near.empty() && known.fenced.near.empty()) return goes_on;
  Released& near = location.near[block.serial];
  near.patterns.join(message.near);
  near.fences.join(known.fenced.near);
  return goes_on;
}

/// Of a warp a location keeps the last few loads.
void SyncOrder::note_reader(const Epoch& epoch, int lane, Location& location) {
  constexpr size_t kMost = 8;
  std::vector<Reader>& mine =
      location.readers[uint64_t{epoch.serial} << 32 | epoch.warp];
  const LaneMask bit = LaneMask{1} << lane;
  const size_t last = location.log.size();
  if (!mine.empty() && mine.back().epoch == epoch &&
      mine.back().first == location.chain && mine.back().last == last) {
    mine.back().lanes |= bit;
    return;
  }
  if (mine.size() == kMost) {
    mine.erase(mine.begin());
  } else if (readers_++ >= most_publications_) {
    location.cut = true;
    ++cut_;
    return;
  }
  mine.push_back({epoch, bit, grid_->launch, location.chain, last});
}

/// Keeps that `lane` looked at a flag.
void SyncOrder::see(Block& block, const Access& access, const Seen& seen,
                    int lane) {
  if (access.at.warp >= block.fresh.size())
    block.fresh.resize(access.at.warp + 1);
  std::vector<Seen>& fresh = block.fresh[access.at.warp];
  for (Seen& old : fresh) {
    if (!(old.place == seen.place) || old.pc != seen.pc) continue;
    const LaneMask lanes = old.lanes | LaneMask{1} << lane;
    old = seen;
    old.lanes = lanes;
    return;
  }
  if (fresh.size() >= kMostSeen) fresh.erase(fresh.begin());
  fresh.push_back(seen);
}

void SyncOrder::publish(const Block& block, const Access& access,
                        const SyncUse& use, int lane, Location& location) {
  const uint32_t warp = access.at.warp;
  const Epoch epoch{block.serial, warp, block.phase, use.clock};
  const LaneMask bit = LaneMask{1} << lane;
  if (location.log.join(epoch, access.pc, bit)) return;
  if (publications_ >= most_publications_) {
    location.cut = true;
    ++cut_;
    return;
  }
  ++publications_;
  location.log.add({epoch, bit, access.pc, grid_->launch,
                    access.kind == AccessKind::kAtomic, use.counts});
}

BlockClock SyncOrder::known(uint32_t slot, uint32_t warp, int lane,
                            uint32_t serial) const {
  return known_thread(blocks_[slot], warp, lane).told.find(serial);
}

}  // namespace simt::races
