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
  const LaneMask me = LaneMask{1} << lane;
  learn(order, block, warp, me, seen.near);
  seen.near.clear();
  if (!is_of_cluster(scope)) return;
  learn(order, block, warp, me, seen.cluster);
  seen.cluster.clear();
  if (!is_wide(scope)) return;
  learn(order, block, warp, me, seen.wide);
  seen.wide.clear();
}

/// What a release of this scope tells.
SyncOrder::Message SyncOrder::limited(const Block& block, GridClock all,
                                      Scope scope) {
  Message message;
  if (is_wide(scope)) message.wide = all;
  if (block.cluster != 0 && is_of_cluster(scope)) message.cluster = all;
  message.near = std::move(all);
  return message;
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
    const Message told =
        limited(block, snapshot(order, block, at.warp, lane), scope);
    // Of an earlier fence what reaches further than this one stays.
    own.fenced.replace(told);
    if (scope == Scope::kSys) host_.join(own.fenced.wide);
    if (sc) me.fenced.replace(told);
  }
  order.tick(at.warp);
}

SyncOrder::Writer SyncOrder::writer_of(const Block& block, const Access& access,
                                       const SyncUse& use, int lane) {
  return {true,          block.serial,
          block.cluster, thread_of(access.at.warp, lane),
          use.scope,     use.bytes};
}

/// A write, or a read of what `last` wrote: the two are morally strong.
bool SyncOrder::follows(const Writer& last, const Writer& now) {
  const auto both = [&](bool (*is)(Scope)) {
    return is(last.scope) && is(now.scope);
  };
  const bool one_cluster = last.cluster != 0 && last.cluster == now.cluster;
  const bool reach = last.serial == now.serial || both(is_wide) ||
                     (one_cluster && both(is_of_cluster));
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
  if (access.shape == Shape::kUniform && use.bytes == access.bytes &&
      in_turn(order, block, access, use,
              place_of(block, {shared, access.base, use.bytes})))
    return;
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
    if (use.looks && found != locations_.end())
      load(order, block, access, use, lane, place, found->second);
    return;
  }
  const auto [found, fresh] = locations_.try_emplace(place);
  if (fresh && place.block != 0) block.places.push_back(place);
  Location& location = found->second;
  if (access.kind == AccessKind::kAtomic && use.looks)
    load(order, block, access, use, lane, place, location);
  const auto [goes_on, tells] =
      store(order, block, access, use, lane, location);
  publish(block, access, use, LaneMask{1} << lane, tells, location);
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
  const Writer now = writer_of(block, access, use, lane);
  const bool strong = follows(location.last, now);
  if (!at_grid_barrier(place) && !location.log.empty())
    see(block, access,
        {place, access.pc, LaneMask{1} << lane, location.chain,
         location.log.size(), strong, use.counts, use.bytes, use.scope});
  if (!location.loads.empty()) {
    GridClock& loads = thread(block, warp, lane).loads;
    if (!loads.same(location.loads)) loads.join(location.loads);
  }
  if (!strong) return;
  note_reader({block.serial, warp, block.phase, use.clock}, LaneMask{1} << lane,
              location);
  const Released none;
  const auto told_to = [&](const std::map<uint32_t, Released>& all,
                           uint32_t which) -> const Released& {
    const auto found = all.find(which);
    return found == all.end() ? none : found->second;
  };
  const Released& near = told_to(location.near, block.serial);
  const Released& mid = told_to(location.cluster, block.cluster);
  const bool waits = access.kind == AccessKind::kLoad && at_grid_barrier(place);
  const Released& far = waits ? grid_->met : location.wide;
  const Message fences{far.fences, mid.fences, near.fences};
  if (!fences.empty()) {
    Message& seen = thread(block, warp, lane).seen;
    if (!seen.same(fences)) seen.join(fences);
  }
  const Message patterns{far.patterns, mid.patterns, near.patterns};
  const bool none_told = patterns.empty();
  if (acquires(use.order)) {
    Message told = patterns;
    acquire(order, block, warp, lane, told, use.scope);
    const auto own = block.own.find(now.thread);
    if (own != block.own.end() && own->second.polled == place)
      acquire(order, block, warp, lane, own->second.there, use.scope);
  } else if (!none_told) {
    Own& own = block.own[now.thread];
    if (own.polled == place && own.repeated.same(patterns))
      return;  // a loop that waits
    own.repeated = patterns;
    own.seen.join(own.repeated);
    if (!(own.polled == place)) own.there = {};
    own.polled = place;
    own.there.join(own.repeated);
  }
}

SyncOrder::Stored SyncOrder::store(BlockOrder& order, Block& block,
                                   const Access& access, const SyncUse& use,
                                   int lane, Location& location) {
  const uint32_t warp = access.at.warp;
  const Thread& known = known_thread(block, warp, lane);
  const Writer now = writer_of(block, access, use, lane);
  Message message;
  if (const auto own = block.own.find(now.thread); own != block.own.end())
    message = own->second.fenced;
  const Writer& by = location.releaser;
  if (by.any && by.serial == now.serial && by.thread == now.thread)
    message.join(location.released);
  if (releases(use.order)) {
    const Message mine =
        limited(block, snapshot(order, block, warp, lane), use.scope);
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
    location.cluster.clear();
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
  if (!message.cluster.empty() || !known.fenced.cluster.empty()) {
    Released& cluster = location.cluster[block.cluster];
    cluster.patterns.join(message.cluster);
    cluster.fences.join(known.fenced.cluster);
  }
  if (message.near.empty() && known.fenced.near.empty())
    return {goes_on, false};
  Released& near = location.near[block.serial];
  near.patterns.join(message.near);
  near.fences.join(known.fenced.near);
  return {goes_on, true};
}

/// Of a warp a location keeps the last few loads.
void SyncOrder::note_reader(const Epoch& epoch, LaneMask lanes,
                            Location& location) {
  constexpr size_t kMost = 8;
  std::vector<Reader>& mine =
      location.readers[uint64_t{epoch.serial} << 32 | epoch.warp];
  const size_t last = location.log.size();
  if (!mine.empty() && mine.back().epoch == epoch &&
      mine.back().first == location.chain && mine.back().last == last) {
    mine.back().lanes |= lanes;
    return;
  }
  if (mine.size() == kMost) {
    mine.erase(mine.begin());
  } else if (readers_ >= most_publications_) {
    location.cut = true;
    cut_ += static_cast<uint64_t>(std::popcount(lanes));
    return;
  } else {
    ++readers_;
  }
  mine.push_back({epoch, lanes, grid_->launch, location.chain, last});
}

/// Keeps that lanes looked at a flag.
void SyncOrder::see(Block& block, const Access& access, const Seen& seen) {
  if (access.at.warp >= block.fresh.size())
    block.fresh.resize(access.at.warp + 1);
  std::vector<Seen>& fresh = block.fresh[access.at.warp];
  for (Seen& old : fresh) {
    if (!(old.place == seen.place) || old.pc != seen.pc) continue;
    const LaneMask lanes = old.lanes | seen.lanes;
    old = seen;
    old.lanes = lanes;
    return;
  }
  if (fresh.size() >= kMostSeen) fresh.erase(fresh.begin());
  fresh.push_back(seen);
}

void SyncOrder::publish(const Block& block, const Access& access,
                        const SyncUse& use, LaneMask lanes, bool tells,
                        Location& location) {
  const uint32_t warp = access.at.warp;
  const Epoch epoch{block.serial, warp, block.phase, use.clock};
  const Publication one{epoch,
                        lanes,
                        access.pc,
                        grid_->launch,
                        access.kind == AccessKind::kAtomic,
                        use.counts,
                        tells ? lanes : 0,
                        std::bit_floor(lanes),
                        use.bytes,
                        use.scope,
                        block.cluster};
  if (location.log.join(one)) return;
  if (publications_ >= most_publications_) {
    location.cut = true;
    cut_ += static_cast<uint64_t>(std::popcount(lanes));
    return;
  }
  ++publications_;
  location.log.add(one);
}

const BlockClock& SyncOrder::known(uint32_t slot, uint32_t warp, int lane,
                                   uint32_t serial) const {
  return known_thread(blocks_[slot], warp, lane).told.find(serial);
}

}  // namespace simt::races
