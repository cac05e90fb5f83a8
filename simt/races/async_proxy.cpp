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

constexpr size_t kMostTouches = 32;  // of a cell
// Cells of global memory that fences look at, once they have looked so often.
constexpr size_t kMostDirty = 1 << 14;
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
  global_dirty_.clear();
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
  return std::any_of(moments.begin(), moments.end(), [&](const Moment& m) {
    return ordering_.unordered(m.record, m.lanes, now, slot, lane) != m.lanes;
  });
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
    auto found = all.find(number);
    if (found == all.end()) {
      // Of global memory only what is stored can come too late for a copy.
      if (!shared && !stores) continue;
      if (!shared &&
          (all.size() >= kMostGlobal ||
           (global_dirty_.size() >= kMostDirty && looks_ > kMostLooks))) {
        ++forgotten_;
        continue;
      }
      found = all.try_emplace(number).first;
    }
    Cell& cell = found->second;
    const Moment now{record, part.lanes};
    check(cell, access, now, number);
    if (!shared && !stores) continue;
    touch(cell, now, part.bytes, stores);
    if (cell.dirty) continue;
    cell.dirty = true;
    (shared ? blocks_[home].dirty : global_dirty_).push_back(number);
  }
}

void AsyncProxy::touch(Cell& cell, const Moment& now, Bytes bytes,
                       bool stores) {
  // A later access of the same lanes needs a later fence than an earlier one.
  std::erase_if(cell.touches, [&](const Touch& old) {
    return old.by.record.epoch.same_warp(now.record.epoch) &&
           (old.by.lanes & ~now.lanes) == 0 && (old.bytes & ~bytes) == 0 &&
           (stores || only_reads(old.by.record.use));
  });
  if (cell.touches.size() >= kMostTouches)
    cell.touches.erase(cell.touches.begin());
  cell.touches.push_back({now, bytes, {}, {}, {}});
}

void AsyncProxy::check(Cell& cell, const Access& access, const Moment& now,
                       uint64_t number) {
  const uint32_t slot = access.at.slot;
  if (!cell.mapped.empty() && writes(access)) check_change(cell, access, now);
  const auto tell = [&](const Copy& copy, bool source, int lane) {
    ProxyFault fault = fault_of(
        copy, source, std::max(access.lane_address(lane), number * kProxyCell));
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
  for (LaneMask left = now.lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const uint64_t begin = access.lane_address(lane);
    const Bytes bytes = bytes_in(number, begin, begin + access.bytes);
    for (const Use& writer : cell.writers)
      if ((writer.bytes & bytes) != 0 &&
          !knows(writer.copy->waited, now.record, slot, lane))
        tell(*writer.copy, false, lane);
    if (!writes(access)) continue;
    for (const Use& reader : cell.readers)
      if ((reader.bytes & bytes) != 0 &&
          !knows(reader.copy->read, now.record, slot, lane) &&
          !knows(reader.copy->waited, now.record, slot, lane))
        tell(*reader.copy, true, lane);
  }
}

// Fences.

void AsyncProxy::on_fence(const ProxyFence& fence, const Record& record) {
  if (fence.kind == ProxyFence::Kind::kMapRelease)
    return release_maps(fence, record);
  if (fence.kind == ProxyFence::Kind::kMapAcquire)
    return acquire_maps(fence, record);
  if (fence.shared) {
    const auto cover_block = [&](Block& block) {
      cover_all(block.shared, block.dirty, fence, record);
    };
    if (clusters_)
      std::for_each(blocks_.begin(), blocks_.end(), cover_block);
    else
      cover_block(blocks_[fence.at.slot]);
  }
  if (!fence.global) return;
  looks_ += global_dirty_.size();
  if (looks_ > kMostLooks && global_dirty_.size() > kMostDirty) forget_oldest();
  cover_all(global_, global_dirty_, fence, record);
}

void AsyncProxy::cover_all(Cells& cells, std::vector<uint64_t>& dirty,
                           const ProxyFence& fence,
                           const Record& record) const {
  std::erase_if(dirty, [&](uint64_t number) {
    Cell& cell = cells[number];
    cell.dirty = cover(cell, fence, record);
    return !cell.dirty;
  });
}

void AsyncProxy::forget_oldest() {
  const auto end = global_dirty_.end() - kMostDirty;
  for (auto number = global_dirty_.begin(); number != end; ++number) {
    Cell& cell = global_[*number];
    cell.touches.clear();
    cell.dirty = false;
    ++forgotten_;
  }
  global_dirty_.erase(global_dirty_.begin(), end);
}

bool AsyncProxy::cover(Cell& cell, const ProxyFence& fence,
                       const Record& record) const {
  // Of the fences of a lane the first one after an access says the most.
  const auto add = [&](Touch& touch, LaneMask lanes, LaneMask covered,
                       bool own) {
    for (const Cover& old : touch.covers)
      if (old.own == own && old.fence.record.epoch.same_warp(record.epoch) &&
          (lanes & ~old.fence.lanes) == 0 && (covered & ~old.covered) == 0)
        return;
    touch.covers.push_back({{record, lanes}, covered, own});
  };
  LaneMask open = 0;
  for (Touch& touch : cell.touches) {
    const Moment& by = touch.by;
    if (by.record.epoch.same_warp(record.epoch)) {
      const LaneMask own = by.lanes & fence.lanes;
      if (own != 0) add(touch, own, own, true);
    }
    LaneMask all = 0;  // lanes whose fence comes after all of it
    for (LaneMask left = fence.lanes; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      if (ordering_.unordered(by.record, by.lanes, record, fence.at.slot,
                              lane) == 0)
        all |= bit(lane);
    }
    if (all != 0) add(touch, all, by.lanes, false);
    LaneMask left = by.lanes;
    // That a load of another block has ended may be known, and of its fence
    // nothing (HappensBefore::unordered).
    const bool is_told_alone = clusters_ && only_reads(by.record.use);
    for (const Cover& own : touch.covers)
      if (!is_told_alone && own.own &&
          own.fence.record.epoch == by.record.epoch)
        left &= ~own.covered;
    open |= left;
  }
  return open != 0;
}

/// Of the lanes that touched, those that no fence shows to a copy of `lane`.
LaneMask AsyncProxy::unfenced(const Touch& touch, const Record& now,
                              uint32_t slot, int lane) const {
  LaneMask left = touch.by.lanes;
  for (const Cover& cover : touch.covers) {
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
