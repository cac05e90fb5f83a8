// SPDX-License-Identifier: MIT
// Three rules for each cell. A copy is issued: accesses before it must be
// ordered and, to the other proxy, fenced. A thread touches what a copy uses:
// somebody must have waited, and the thread know of it. A block ends: all its
// copies must have been waited for.
#include "simt/races/async_proxy.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "simt/races/block_order.h"

namespace simt::races {
namespace {

// Touches of a cell: from so many on some may be dropped that say no more than
// others, and more than so many are not kept.
constexpr size_t kManyTouches = 64, kMostTouches = 4096;
// Accesses of global memory that fences look at, once they have looked so
// often.
constexpr size_t kMostOpen = 1 << 14;
constexpr uint64_t kMostLooks = 1 << 22;

bool writes(const Access& access) { return access.kind != AccessKind::kLoad; }

}  // namespace

void AsyncProxy::start_launch(const program::Kernel& kernel, bool clusters) {
  clusters_ = clusters;
  any_ = std::any_of(
      kernel.info.begin(), kernel.info.end(),
      [](const program::InstInfo& info) {
        return info.op != nullptr && info.op->is(ops::Does::kBulk) &&
               info.op->is(ops::Does::kWrites | ops::Does::kProduct);
      });
  boxes_ =
      std::any_of(kernel.info.begin(), kernel.info.end(),
                  [](const program::InstInfo& info) {
                    return info.op != nullptr && info.op->is(ops::Does::kBoxes);
                  });
  blocks_.clear();
  global_.clear();
  copies_.clear();
  deeds_ = {};
  looks_ = 0;
}

void AsyncProxy::start_block(uint32_t slot) {
  if (slot >= blocks_.size()) blocks_.resize(slot + 1);
  blocks_[slot] = {};
}

AsyncProxy::Cells& AsyncProxy::cells(ptx::Space space, uint32_t slot) {
  return space == ptx::Space::kShared ? blocks_[slot].shared : global_;
}

/// True when one of those moments comes before what the lane does now.
bool AsyncProxy::knows(const std::vector<Moment>& moments, const Record& now,
                       uint32_t slot, int lane) const {
  if (moments.empty()) return false;
  const size_t place = reinterpret_cast<uintptr_t>(moments.data()) / 64 +
                       static_cast<size_t>(lane);
  Answer& known = answers_[place % answers_.size()];
  // Of two lanes the same moments have two places.
  if (known.event != event_ || known.moments != moments.data())
    known = {event_, moments.data(), finds(moments, now, slot, lane)};
  return known.knows;
}

bool AsyncProxy::finds(const std::vector<Moment>& moments, const Record& now,
                       uint32_t slot, int lane) const {
  const auto known = [&](const Moment& m) {
    return ordering_.unordered(m.record, m.lanes, now, slot, lane) != m.lanes;
  };
  // Most wait for themselves.
  const auto mine = [&](const Moment& m) {
    return m.record.epoch.same_warp(now.epoch);
  };
  return std::any_of(moments.begin(), moments.end(),
                     [&](const Moment& m) { return mine(m) && known(m); }) ||
         std::any_of(moments.begin(), moments.end(),
                     [&](const Moment& m) { return !mine(m) && known(m); });
}

AsyncProxy::Bytes AsyncProxy::bytes_in(uint64_t cell, uint64_t begin,
                                       uint64_t end) {
  const uint64_t first = std::max(begin, cell * kProxyCell) - cell * kProxyCell;
  const uint64_t last =
      std::min(end, (cell + 1) * kProxyCell) - cell * kProxyCell;
  return static_cast<Bytes>((1u << last) - (1u << first));
}

// Who touches it.

void AsyncProxy::on_access(const Access& access, const Record& record) {
  ++event_;
  const bool shared = access.space == ptx::Space::kShared;
  const uint32_t home = access.peer.slot_or(access.at);
  Cells& all = cells(access.space, home);
  const bool stores = writes(access);
  // Lanes that touch one cell are looked at together; where a row of a tensor
  // may end in it, those that touch the same bytes of it.
  const bool apart = boxes_ && !shared;
  struct Part {
    LaneMask lanes = 0;
    Bytes bytes = 0;
  };
  std::map<std::pair<uint64_t, Bytes>, Part> parts;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const uint64_t begin = access.lane_address(lane);
    const uint64_t end = begin + access.bytes;
    for (uint64_t cell = begin / kProxyCell; cell <= (end - 1) / kProxyCell;
         ++cell) {
      const Bytes bytes = bytes_in(cell, begin, end);
      Part& part = parts[{cell, apart ? bytes : Bytes{0}}];
      part.lanes |= bit(lane);
      part.bytes |= bytes;
    }
  }
  for (const auto& [key, part] : parts) {
    const uint64_t number = key.first;
    const Moment now{record, part.lanes};
    const auto found = all.find(number);
    Cell* cell = found == all.end() ? nullptr : &found->second;
    if (!shared || cell != nullptr) check(cell, access, now, number);
    // Of global memory only what is stored can come too late for a copy.
    if (!shared && !stores) continue;
    if (cell == nullptr && !shared && all.size() >= kMostGlobal) {
      ++forgotten_;
      continue;
    }
    if (cell == nullptr) cell = &all[number];
    touch(*cell, shared ? blocks_[home].deeds : deeds_, access.at.slot, now,
          part.bytes);
  }
}

/// What these lanes did by this instruction, if no fence has come since.
AsyncProxy::DeedPtr AsyncProxy::deed(Deeds& deeds, uint32_t slot,
                                     const Moment& now) {
  const Record& record = now.record;
  DeedPtr& last = deeds.last[{slot, record.epoch.warp, record.pc, now.lanes}];
  const bool goes_on =
      last != nullptr && last->by.record.epoch == record.epoch &&
      last->covers.empty() && last->released.empty() && !last->forgotten;
  if (!goes_on) {
    last = std::make_shared<Deed>();
    last->by = now;
    const Epoch& epoch = record.epoch;
    deeds.open.push_back({last, epoch.serial, epoch.warp, epoch.phase});
  }
  return last;
}

void AsyncProxy::touch(Cell& cell, Deeds& deeds, uint32_t slot,
                       const Moment& now, Bytes bytes) {
  // A later access of the same lanes needs a later fence than an earlier one.
  std::erase_if(cell.touches, [&](const Touch& old) {
    const Moment& by = old.deed->by;
    return by.record.epoch.same_warp(now.record.epoch) &&
           (by.lanes & ~now.lanes) == 0 && (old.bytes & ~bytes) == 0 &&
           says_as_much(now, by);
  });
  const size_t count = cell.touches.size();
  if (count >= kManyTouches && std::has_single_bit(count) &&
      make_room(cell, deeds, slot, now, bytes))
    return;
  cell.touches.push_back({deed(deeds, slot, now), bytes, {}});
}

bool AsyncProxy::says_as_much(const Moment& now, const Moment& before) {
  return !only_reads(now.record.use) || only_reads(before.record.use);
}

/// True when the new touch became part of an old one, perhaps by another line
/// of the program. Else its bytes are taken from those that come before it:
/// what comes after it, and a fence after it, does so after them.
bool AsyncProxy::make_room(Cell& cell, Deeds& deeds, uint32_t slot,
                           const Moment& now, Bytes bytes) {
  for (Touch& old : cell.touches) {
    const Deed& deed = *old.deed;
    if (deed.by.record.epoch != now.record.epoch ||
        deed.by.record.use != now.record.use || !deed.covers.empty() ||
        !deed.released.empty() || deed.forgotten)
      continue;
    const Moment both{deed.by.record, now.lanes | deed.by.lanes};
    old.deed = this->deed(deeds, slot, both);
    old.bytes |= bytes;
    return true;
  }
  for (Touch& old : cell.touches) {
    const Moment& by = old.deed->by;
    // Of another block's load: see cover().
    const bool is_told_alone = only_reads(by.record.use) &&
                               !by.record.epoch.same_block(now.record.epoch);
    if (says_as_much(now, by) && !is_told_alone && knows_all(by, now, slot))
      old.bytes &= static_cast<Bytes>(~bytes);
  }
  std::erase_if(cell.touches, [](const Touch& t) { return t.bytes == 0; });
  if (cell.touches.size() < kMostTouches) return false;
  const auto half = cell.touches.begin() + kMostTouches / 2;
  cell.touches.erase(cell.touches.begin(), half);
  forgotten_ += kMostTouches / 2;
  return false;
}

/// True when one of the lanes of `now` comes after all of `before`.
bool AsyncProxy::knows_all(const Moment& before, const Moment& now,
                           uint32_t slot) const {
  return ordering_.after_all(before.record, before.lanes, now.record, slot,
                             now.lanes) != 0;
}

void AsyncProxy::check(Cell* cell, const Access& access, const Moment& now,
                       uint64_t number) {
  const bool shared = access.space == ptx::Space::kShared;
  if (cell != nullptr && !cell->mapped.empty() && writes(access))
    check_change(*cell, access, now);
  for (LaneMask left = now.lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const uint64_t begin = access.lane_address(lane);
    const uint64_t end = begin + access.bytes;
    const uint64_t first = std::max(begin, number * kProxyCell);
    if (shared)
      check_uses(cell->uses, access, now, lane, bytes_in(number, begin, end),
                 first);
    else
      copies_.each(first, std::min(end, (number + 1) * kProxyCell),
                   [&](const Uses& uses, uint64_t address) {
                     check_uses(uses, access, now, lane, kAll, address);
                   });
  }
}

void AsyncProxy::check_uses(const Uses& uses, const Access& access,
                            const Moment& now, int lane, Bytes bytes,
                            uint64_t address) {
  const uint32_t slot = access.at.slot;
  const auto tell = [&](const Copy& copy, bool source) {
    ProxyFault fault = fault_of(copy, source, address);
    fault.kind = ProxyFault::Kind::kNotWaited;
    const bool knows_issue =
        ordering_.unordered(copy.issue, bit(copy.what.lane), now.record, slot,
                            lane) == 0;
    if (source && !knows_issue)
      fault.kind = ProxyFault::Kind::kNoOrder;
    else if (!source && knows(copy.read, now.record, slot, lane))
      fault.kind = ProxyFault::Kind::kReadOnly;
    fault.access = now.record;
    fault.access_lanes = bit(lane);
    fault.space = access.space;
    fault.at = access.at;
    sink_.on_proxy_fault(fault);
  };
  for (const Use& writer : uses.writers)
    if ((writer.bytes & bytes) != 0 &&
        !knows(writer.copy->waited, now.record, slot, lane))
      tell(*writer.copy, false);
  if (!writes(access)) return;
  for (const Use& reader : uses.readers)
    if ((reader.bytes & bytes) != 0 &&
        !knows(reader.copy->read, now.record, slot, lane) &&
        !knows(reader.copy->waited, now.record, slot, lane))
      tell(*reader.copy, true);
}

// Fences.

void AsyncProxy::on_fence(const ProxyFence& fence, const Record& record) {
  if (fence.kind == ProxyFence::Kind::kMapRelease)
    return release_maps(fence, record);
  if (fence.kind == ProxyFence::Kind::kMapAcquire)
    return acquire_maps(fence, record);
  if (fence.shared) {
    const bool told = ordering_.was_told(record, fence.at.slot);
    const auto cover_block = [&](Block& block) {
      cover_all(block.deeds, fence, record, told);
    };
    if (clusters_)
      std::for_each(blocks_.begin(), blocks_.end(), cover_block);
    else
      cover_block(blocks_[fence.at.slot]);
  }
  if (!fence.global) return;
  looks_ += deeds_.open.size();
  if (looks_ > kMostLooks && deeds_.open.size() > kMostOpen) forget_oldest();
  cover_all(deeds_, fence, record, true);
}

void AsyncProxy::cover_all(Deeds& deeds, const ProxyFence& fence,
                           const Record& record, bool told) const {
  const Epoch& now = record.epoch;
  std::erase_if(deeds.open, [&](const Open& open) {
    const bool unknown = !told && open.serial == now.serial &&
                         open.warp != now.warp && open.phase >= now.phase;
    return !unknown &&
           (open.deed.use_count() == 1 || !cover(*open.deed, fence, record));
  });
}

void AsyncProxy::forget_oldest() {
  const auto end = deeds_.open.end() - kMostOpen;
  for (auto deed = deeds_.open.begin(); deed != end; ++deed)
    deed->deed->forgotten = true;
  forgotten_ += static_cast<uint64_t>(end - deeds_.open.begin());
  deeds_.open.erase(deeds_.open.begin(), end);
}

bool AsyncProxy::cover(Deed& deed, const ProxyFence& fence,
                       const Record& record) const {
  // Of the fences of a lane the first one after an access says the most.
  const auto add = [&](LaneMask lanes, LaneMask covered, bool own) {
    for (const Cover& old : deed.covers)
      if (old.own == own && old.fence.record.epoch.same_warp(record.epoch) &&
          (lanes & ~old.fence.lanes) == 0 && (covered & ~old.covered) == 0)
        return;
    deed.covers.push_back({{record, lanes}, covered, own});
  };
  const Moment& by = deed.by;
  if (by.record.epoch.same_warp(record.epoch)) {
    const LaneMask own = by.lanes & fence.lanes;
    if (own != 0) add(own, own, true);
  }
  // Lanes whose fence comes after all of it.
  const LaneMask all = ordering_.after_all(by.record, by.lanes, record,
                                           fence.at.slot, fence.lanes);
  if (all != 0) add(all, by.lanes, false);
  LaneMask open = by.lanes;
  // That a load of another block has ended may be known, and of its fence
  // nothing (HappensBefore::unordered).
  const bool is_told_alone = clusters_ && only_reads(by.record.use);
  for (const Cover& own : deed.covers)
    if (!is_told_alone && own.own && own.fence.record.epoch == by.record.epoch)
      open &= ~own.covered;
  return open != 0;
}

/// Of the lanes that touched, those that no fence shows to a copy of `lane`.
LaneMask AsyncProxy::unfenced(const Deed& deed, const Record& now,
                              uint32_t slot, int lane) const {
  LaneMask left = deed.forgotten ? 0 : deed.by.lanes;
  for (const Cover& cover : deed.covers) {
    const Moment& f = cover.fence;
    const LaneMask late =
        ordering_.unordered(f.record, f.lanes, now, slot, lane);
    if (cover.own)
      left &= ~(cover.covered & ~late);
    else if (late != f.lanes)
      left &= ~cover.covered;
  }
  return left;
}

}  // namespace simt::races
