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

constexpr size_t kMostTouches = 32;      // of a cell
constexpr size_t kMostGlobal = 1 << 20;  // cells
constexpr size_t kMostDirty = 1 << 14;   // of these, that fences look at

bool writes(const Access& access) { return access.kind != AccessKind::kLoad; }

/// Whether the copy uses one of these bytes, as its source or target, where a
/// cell names it. Products read whole cells.
bool uses(const BulkCopy& copy, bool source, uint64_t address, uint64_t bytes) {
  if (copy.end == BulkEnd::kProduct) return source;
  const uint64_t begin = source ? copy.source : copy.target;
  return begin < address + bytes && address < begin + copy.bytes;
}

/// Bits for those of the bytes that lie in the cell.
uint32_t bits_in(uint64_t cell, uint64_t address, uint64_t bytes) {
  uint32_t bits = 0;
  for (uint64_t i = 0; i < kProxyCell; ++i)
    if (cell * kProxyCell + i - address < bytes) bits |= uint32_t{1} << i;
  return bits;
}

LaneMask bit(int lane) { return LaneMask{1} << lane; }

}  // namespace

void AsyncProxy::start_launch(const program::Kernel& kernel, bool clusters) {
  clusters_ = clusters;
  any_ = std::any_of(
      kernel.info.begin(), kernel.info.end(),
      [](const program::InstInfo& info) {
        return info.op != nullptr && info.op->is(ops::Does::kBulk) &&
               info.op->is(ops::Does::kWrites | ops::Does::kProduct);
      });
  blocks_.clear();
  global_.clear();
  global_dirty_.clear();
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

// Who touches it.

void AsyncProxy::on_access(const Access& access, const Record& record) {
  const bool shared = access.space == ptx::Space::kShared;
  const uint32_t home = access.peer.slot_or(access.at);
  Cells& all = cells(access.space, home);
  const bool stores = writes(access);
  // Lanes that touch one cell are looked at together.
  struct Part {
    LaneMask lanes = 0;
    uint32_t bytes = 0;
  };
  std::map<uint64_t, Part> parts;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const uint64_t begin = access.lane_address(lane);
    const uint64_t last = (begin + access.bytes - 1) / kProxyCell;
    for (uint64_t cell = begin / kProxyCell; cell <= last; ++cell) {
      Part& part = parts[cell];
      part.lanes |= bit(lane);
      part.bytes |= bits_in(cell, begin, access.bytes);
    }
  }
  for (const auto& [number, part] : parts) {
    auto found = all.find(number);
    if (found == all.end()) {
      // Of global memory only what is stored can come too late for a copy.
      if (!shared && !stores) continue;
      if (!shared &&
          (all.size() >= kMostGlobal || global_dirty_.size() >= kMostDirty)) {
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

void AsyncProxy::touch(Cell& cell, const Moment& now, uint32_t bytes,
                       bool stores) {
  // A later access of the same lanes needs a later fence than an earlier one.
  std::erase_if(cell.touches, [&](const Touch& old) {
    return old.by.record.epoch.same_warp(now.record.epoch) &&
           (old.by.lanes & ~now.lanes) == 0 && (old.bytes & ~bytes) == 0 &&
           (stores || only_reads(old.by.record.use));
  });
  if (cell.touches.size() >= kMostTouches)
    cell.touches.erase(cell.touches.begin());
  cell.touches.push_back({now, bytes, {}});
}

void AsyncProxy::check(Cell& cell, const Access& access, const Moment& now,
                       uint64_t number) {
  const uint32_t slot = access.at.slot;
  const auto tell = [&](const Copy& copy, bool source, int lane) {
    ProxyFault fault;
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
    fault.issue = copy.issue;
    fault.lane = copy.what.lane;
    fault.copy = copy.what;
    fault.space = access.space;
    fault.address = std::max(access.lane_address(lane), number * kProxyCell);
    fault.source = source;
    fault.at = access.at;
    sink_.on_proxy_fault(fault);
  };
  for (LaneMask left = now.lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const uint64_t at = access.lane_address(lane);
    if (cell.writer != nullptr &&
        uses(cell.writer->what, false, at, access.bytes) &&
        !knows(cell.writer->waited, now.record, slot, lane))
      tell(*cell.writer, false, lane);
    if (!writes(access)) continue;
    for (const CopyPtr& reader : cell.readers)
      if (uses(reader->what, true, at, access.bytes) &&
          !knows(reader->read, now.record, slot, lane) &&
          !knows(reader->waited, now.record, slot, lane))
        tell(*reader, true, lane);
  }
}

// Fences.

void AsyncProxy::on_fence(const ProxyFence& fence, const Record& record) {
  if (fence.shared) {
    const auto cover_all = [&](Block& block) {
      for (const uint64_t number : block.dirty)
        cover(block.shared[number], fence, record);
    };
    if (clusters_)
      std::for_each(blocks_.begin(), blocks_.end(), cover_all);
    else
      cover_all(blocks_[fence.at.slot]);
  }
  if (!fence.global) return;
  for (const uint64_t number : global_dirty_)
    cover(global_[number], fence, record);
}

void AsyncProxy::cover(Cell& cell, const ProxyFence& fence,
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
  }
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

// Copies.

void AsyncProxy::on_bulk(const BulkStep& step, const Record& record) {
  switch (step.kind) {
    case BulkStep::Kind::kIssue:
      return issue(*step.copy, record);
    case BulkStep::Kind::kDone: {
      const uint32_t home = home_of(*step.copy);
      Copy* copy = find(home, step.copy->number);
      if (copy != nullptr) copy->done = true;
      if (step.ends_phase) tell(home, step.copy->object);
      return;
    }
    case BulkStep::Kind::kCommit:
      for (LaneMask left = step.lanes; left != 0; left &= left - 1)
        ++blocks_[step.at.slot]
              .groups[thread_of(step.at.warp, std::countr_zero(left))];
      return;
    case BulkStep::Kind::kWait:
    case BulkStep::Kind::kWaitRead:
      return wait(step, record);
    default:
      return;
  }
}

AsyncProxy::Copy* AsyncProxy::find(uint32_t slot, uint64_t number) {
  for (const CopyPtr& copy : blocks_[slot].copies)
    if (copy->what.number == number) return copy.get();
  return nullptr;
}

void AsyncProxy::issue(const BulkCopy& what, const Record& record) {
  Block& block = block_of_issue(home_of(what));
  auto copy = std::make_shared<Copy>();
  copy->what = what;
  copy->issue = record;
  copy->group =
      blocks_[what.at.slot].groups[thread_of(what.at.warp, what.lane)];
  block.copies.push_back(copy);
  if (what.bytes == 0) return;
  if (what.from != ptx::Space::kLocal) use_range(copy, true);
  use_range(copy, false);
}

void AsyncProxy::use_range(const CopyPtr& copy, bool source) {
  const BulkCopy& what = copy->what;
  const ptx::Space space = source ? what.from : what.to;
  const uint64_t begin = source ? what.source : what.target;
  Cells& all = cells(space, source ? what.at.slot : home_of(what));
  for (uint64_t number = begin / kProxyCell;
       number <= (begin + what.bytes - 1) / kProxyCell; ++number) {
    auto found = all.find(number);
    if (found == all.end()) {
      // Loads of global memory that nobody stored to need no cell.
      const bool global = space != ptx::Space::kShared;
      if (global && source) continue;
      if (global && all.size() >= kMostGlobal) {
        ++forgotten_;
        continue;
      }
      found = all.try_emplace(number).first;
    }
    use_cell(found->second, copy, source, std::max(begin, number * kProxyCell));
  }
}

void AsyncProxy::use_cell(Cell& cell, const CopyPtr& copy, bool source,
                          uint64_t address) {
  const BulkCopy& what = copy->what;
  const uint32_t slot = what.at.slot;
  ProxyFault fault;
  fault.issue = copy->issue;
  fault.lane = what.lane;
  fault.copy = what;
  fault.space = source ? what.from : what.to;
  fault.address = address;
  fault.source = source;
  fault.at = what.at;
  const bool whole = what.end == BulkEnd::kProduct;
  const uint64_t begin = whole ? address : source ? what.source : what.target;
  const uint64_t count = whole ? kProxyCell : what.bytes;
  const uint32_t bytes = bits_in(address / kProxyCell, begin, count);
  for (const Touch& touch : cell.touches) {
    if ((touch.bytes & bytes) == 0) continue;
    if (source && only_reads(touch.by.record.use)) continue;
    fault.access = touch.by.record;
    fault.kind = ProxyFault::Kind::kNoOrder;
    fault.access_lanes = ordering_.unordered(touch.by.record, touch.by.lanes,
                                             copy->issue, slot, what.lane);
    // st.async and red.async belong to the generic proxy.
    if (fault.access_lanes == 0 && what.from != ptx::Space::kLocal) {
      fault.kind = ProxyFault::Kind::kNoFence;
      fault.access_lanes = unfenced(touch, copy->issue, slot, what.lane);
    }
    if (fault.access_lanes != 0) sink_.on_proxy_fault(fault);
  }
  fault.kind = ProxyFault::Kind::kOtherCopy;
  fault.access = copy->issue;
  fault.access_lanes = bit(what.lane);
  const auto other = [&](const Copy& before, bool reads) {
    if (!uses(before.what, reads, begin, count)) return;
    fault.issue = before.issue;
    fault.lane = before.what.lane;
    fault.copy = before.what;
    fault.source = reads;
    sink_.on_proxy_fault(fault);
  };
  const CopyPtr& writer = cell.writer;
  const bool both_reduce =
      writer != nullptr && writer->what.reduces && what.reduces && !source;
  if (writer != nullptr && !both_reduce &&
      !knows(writer->waited, copy->issue, slot, what.lane))
    other(*writer, false);
  if (source) {
    // Of a warp's products the last one ends last.
    if (what.end == BulkEnd::kProduct)
      std::erase_if(cell.readers, [&](const CopyPtr& old) {
        return old->what.end == BulkEnd::kProduct &&
               old->what.at.warp == what.at.warp;
      });
    cell.readers.push_back(copy);
    return;
  }
  for (const CopyPtr& reader : cell.readers)
    if (reader != copy && !knows(reader->read, copy->issue, slot, what.lane) &&
        !knows(reader->waited, copy->issue, slot, what.lane))
      other(*reader, true);
  std::erase_if(cell.touches, [&](const Touch& touch) {
    return (touch.bytes & ~bytes) == 0;
  });
  cell.readers.clear();
  cell.writer = copy;
}

}  // namespace simt::races
