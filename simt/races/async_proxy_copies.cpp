// SPDX-License-Identifier: MIT
// What a copy does when it is issued: all uses of its bytes that came before
// are looked at.
#include <algorithm>
#include <bit>
#include <utility>

#include "simt/races/async_proxy.h"
#include "simt/races/block_order.h"

namespace simt::races {

template <class Part>
void AsyncProxy::overwrite(std::vector<Part>& parts, Bytes bytes) {
  for (Part& part : parts) part.bytes &= static_cast<Bytes>(~bytes);
  std::erase_if(parts, [](const Part& part) { return part.bytes == 0; });
}

void AsyncProxy::on_bulk(const BulkStep& step, const Record& record) {
  switch (step.kind) {
    case BulkStep::Kind::kIssue:
      return issue(*step.copy, record);
    case BulkStep::Kind::kDone: {
      const uint32_t home = home_of(*step.copy);
      const auto own = blocks_[home].open.extract(step.copy->number);
      if (!own.empty()) own.mapped()->done = true;
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

void AsyncProxy::issue(const BulkCopy& what, const Record& record) {
  ++event_;
  Block& block = block_of_issue(home_of(what));
  auto copy = std::make_shared<Copy>();
  copy->what = what;
  copy->issue = record;
  copy->group =
      blocks_[what.at.slot].groups[thread_of(what.at.warp, what.lane)];
  block.copies.push_back(copy);
  block.open[what.number] = copy;
  if (what.map != 0) {
    check_map(*copy);
    use_map(copy);
  }
  for (const bool source : {true, false})
    each_range(what, source, [&](uint64_t begin, uint64_t bytes) {
      use_range(copy, source, begin, begin + bytes);
    });
}

void AsyncProxy::use_range(const CopyPtr& copy, bool source, uint64_t begin,
                           uint64_t end) {
  const BulkCopy& what = copy->what;
  if ((source ? what.from : what.to) != ptx::Space::kShared)
    return use_global(copy, source, begin, end);
  Cells& all = blocks_[source ? what.at.slot : home_of(what)].shared;
  for (uint64_t number = begin / kProxyCell; number <= (end - 1) / kProxyCell;
       ++number)
    use_cell(all[number], copy, source, bytes_in(number, begin, end),
             std::max(begin, number * kProxyCell));
}

void AsyncProxy::use_global(const CopyPtr& copy, bool source, uint64_t begin,
                            uint64_t end) {
  for (uint64_t number = begin / kProxyCell;
       !global_.empty() && number <= (end - 1) / kProxyCell; ++number) {
    const auto found = global_.find(number);
    if (found == global_.end()) continue;
    Cell& cell = found->second;
    const Bytes bytes = bytes_in(number, begin, end);
    check_touches(cell, copy, source, bytes,
                  std::max(begin, number * kProxyCell));
    if (source) continue;
    overwrite(cell.touches, bytes);
    if (cell.touches.empty() && cell.mapped.empty()) global_.erase(found);
  }
  copies_.each(begin, end, [&](const Uses& uses, uint64_t address) {
    meet(uses, copy, source, kAll, address);
  });
  if (copies_.size() >= kMostGlobal) {
    ++forgotten_;
  } else if (source) {
    copies_.each_byte(begin, end, [&](Uses& uses, uint64_t) {
      read(uses.readers, copy, kAll);
    });
  } else if (copy->what.reduces) {
    copies_.each_byte(begin, end, [&](Uses& uses, uint64_t) {
      uses.readers.clear();
      write(uses.writers, copy, kAll);
    });
  } else {
    copies_.assign(begin, end, {{{copy, kAll}}, {}});
  }
}

ProxyFault AsyncProxy::fault_of(const Copy& copy, bool source,
                                uint64_t address) {
  ProxyFault fault;
  fault.issue = copy.issue;
  fault.lane = copy.what.lane;
  fault.copy = copy.what;
  fault.space = source ? copy.what.from : copy.what.to;
  fault.address = address;
  fault.source = source;
  fault.at = copy.what.at;
  return fault;
}

void AsyncProxy::check_touches(const Cell& cell, const CopyPtr& copy,
                               bool source, Bytes bytes, uint64_t address) {
  const BulkCopy& what = copy->what;
  ProxyFault fault = fault_of(*copy, source, address);
  for (const Touch& touch : cell.touches) {
    const Deed& deed = *touch.deed;
    if (source && only_reads(deed.by.record.use)) continue;
    if ((touch.bytes & bytes) == 0) continue;
    fault.access = deed.by.record;
    fault.kind = ProxyFault::Kind::kNoOrder;
    fault.access_lanes = ordering_.unordered(
        deed.by.record, deed.by.lanes, copy->issue, what.at.slot, what.lane);
    // st.async and red.async belong to the generic proxy.
    if (fault.access_lanes == 0 && what.from != ptx::Space::kLocal) {
      fault.kind = ProxyFault::Kind::kNoFence;
      fault.access_lanes = unfenced(deed, copy->issue, what.at.slot, what.lane);
    }
    if (fault.access_lanes != 0) sink_.on_proxy_fault(fault);
  }
}

void AsyncProxy::use_cell(Cell& cell, const CopyPtr& copy, bool source,
                          Bytes bytes, uint64_t address) {
  check_touches(cell, copy, source, bytes, address);
  meet(cell.uses, copy, source, bytes, address);
  if (source) return read(cell.uses.readers, copy, bytes);
  overwrite(cell.touches, bytes);
  overwrite(cell.uses.readers, bytes);
  write(cell.uses.writers, copy, bytes);
}

void AsyncProxy::write(std::vector<Use>& writers, const CopyPtr& copy,
                       Bytes bytes) {
  const BulkCopy& what = copy->what;
  size_t beside = 0;
  for (Use& old : writers) {
    const BulkCopy& before = old.copy->what;
    const bool ends_first =
        before.end == BulkEnd::kGroup && what.end == BulkEnd::kGroup &&
        before.at.block == what.at.block && before.at.warp == what.at.warp &&
        before.lane == what.lane;
    if (what.reduces && before.reduces && !ends_first &&
        old.copy->waited.empty() && (old.bytes & bytes) != 0 &&
        ++beside <= kMostBeside)
      continue;
    old.bytes &= static_cast<Bytes>(~bytes);
  }
  if (beside > kMostBeside) ++forgotten_;
  std::erase_if(writers, [](const Use& old) { return old.bytes == 0; });
  writers.push_back({copy, bytes});
}

void AsyncProxy::read(std::vector<Use>& readers, const CopyPtr& copy,
                      Bytes bytes) const {
  // Of a warp's products the last one ends last.
  if (copy->what.end == BulkEnd::kProduct)
    std::erase_if(readers, [&](const Use& old) {
      return old.copy->what.end == BulkEnd::kProduct &&
             old.copy->what.at.warp == copy->what.at.warp;
    });
  readers.push_back({copy, bytes});
}

void AsyncProxy::meet(const Uses& uses, const CopyPtr& copy, bool source,
                      Bytes bytes, uint64_t address) {
  const BulkCopy& what = copy->what;
  const uint32_t slot = what.at.slot;
  const auto other = [&](const Copy& before, bool reads) {
    ProxyFault fault = fault_of(before, reads, address);
    fault.kind = ProxyFault::Kind::kOtherCopy;
    fault.by_product = what.end == BulkEnd::kProduct;
    fault.access = copy->issue;
    fault.access_lanes = bit(what.lane);
    fault.space = source ? what.from : what.to;
    fault.at = what.at;
    sink_.on_proxy_fault(fault);
  };
  const auto meets = [&](const Use& use) {
    return use.copy != copy && (use.bytes & bytes) != 0;
  };
  // Lanes of a warp that start one copy write the same bytes: CUTLASS lets a
  // whole warp store a tile.
  const auto same = [&](const Copy& before) {
    return before.issue.pc == copy->issue.pc && !what.reduces &&
           before.issue.epoch == copy->issue.epoch &&
           before.what.source == what.source &&
           before.what.target == what.target;
  };
  for (const Use& writer : uses.writers) {
    const bool both_reduce =
        writer.copy->what.reduces && what.reduces && !source;
    if (meets(writer) && !both_reduce && !same(*writer.copy) &&
        !knows(writer.copy->waited, copy->issue, slot, what.lane))
      other(*writer.copy, false);
  }
  if (source) return;
  for (const Use& reader : uses.readers)
    if (meets(reader) &&
        !knows(reader.copy->read, copy->issue, slot, what.lane) &&
        !knows(reader.copy->waited, copy->issue, slot, what.lane))
      other(*reader.copy, true);
}

}  // namespace simt::races
