// SPDX-License-Identifier: MIT
// Products of warpgroups, as copies that only read: piece by piece, and waited
// for by any warp of the warpgroup.
#include <algorithm>
#include <iterator>

#include "simt/ops/warpgroup.h"
#include "simt/races/async_proxy.h"

namespace simt::races {

// What many have waited for and no cell holds any more is of no interest. It is
// looked for when the list has doubled since, so that many copies which nobody
// waits for do not take the square of their number.
AsyncProxy::Block& AsyncProxy::block_of_issue(uint32_t slot) {
  Block& block = blocks_[slot];
  if (block.copies.size() < block.look_at) return block;
  std::erase_if(block.copies, [](const CopyPtr& copy) {
    return copy.use_count() == 1 && !copy->waited.empty();
  });
  block.look_at = std::max(size_t{32}, 2 * block.copies.size());
  return block;
}

void AsyncProxy::on_warpgroup(const WarpgroupStep& step, const Record& record) {
  Block& block = blocks_[step.at.slot];
  if (step.kind == WarpgroupStep::Kind::kIssue)
    return issue(*step.product, record);
  if (step.kind == WarpgroupStep::Kind::kCommit)
    ++block.product_groups[step.at.warp];
  if (step.kind != WarpgroupStep::Kind::kWait) return;
  // A group is one of the warpgroup: who waits knows of all four parts.
  const auto is_mate = [&](uint32_t warp) {
    return warp / ops::kGroupWarps == step.at.warp / ops::kGroupWarps;
  };
  const auto waited = [&](const Copy& copy) {
    return std::any_of(copy.waited.begin(), copy.waited.end(),
                       [&](const Moment& m) {
                         return m.record.epoch.same_warp(record.epoch);
                       });
  };
  const uint32_t closed = block.product_groups[step.at.warp];
  for (const CopyPtr& copy : block.copies)
    if (copy->what.end == BulkEnd::kProduct && is_mate(copy->what.at.warp) &&
        copy->group + uint64_t{step.open} < closed && !waited(*copy))
      copy->waited.push_back({record, step.lanes});
}

void AsyncProxy::issue(const WarpgroupProduct& product, const Record& record) {
  ++event_;
  Block& block = block_of_issue(product.at.slot);
  auto copy = std::make_shared<Copy>();
  copy->what.at = product.at;
  copy->what.pc = product.pc;
  copy->what.end = BulkEnd::kProduct;
  copy->what.from = ptx::Space::kShared;
  copy->issue = record;
  copy->group = block.product_groups[product.at.warp];
  block.copies.push_back(copy);
  for (const bool of_a : {true, false}) {
    const MatrixDescriptor& how = of_a ? product.a : product.b;
    for (const uint32_t piece : of_a ? product.pieces_a : product.pieces_b) {
      Cell& cell = block.shared[piece / kProxyCell];
      if (how.base == 0) check_swizzle(cell, *copy, piece, how.swizzled);
      use_cell(cell, copy, true,
               bytes_in(piece / kProxyCell, piece, piece + kProxyCell), piece);
    }
  }
}

/// Of a piece that one copy by a tensor map wrote, and nobody since: the
/// product must look for it where the copy put it. Where both swizzles give the
/// same place, nothing can be said.
void AsyncProxy::check_swizzle(const Cell& cell, const Copy& product,
                               uint32_t piece, uint32_t swizzled) {
  constexpr uint32_t kBytes[] = {0, 32, 64, 128};
  if (cell.uses.writers.size() != 1) return;
  for (const Touch& touch : cell.touches)
    if (!only_reads(touch.deed->by.record.use)) return;
  const Copy& tile = *cell.uses.writers.front().copy;
  if (tile.what.box == nullptr) return;
  const ops::TensorSwizzle written = tile.what.box->map.swizzle;
  const auto* const read =
      std::find(std::begin(kBytes), std::end(kBytes), swizzled);
  const auto wanted = static_cast<ops::TensorSwizzle>(read - kBytes);
  if (ops::swizzled(written, piece) == ops::swizzled(wanted, piece)) return;
  ProxyFault fault = fault_of(product, true, piece);
  fault.kind = ProxyFault::Kind::kSwizzle;
  fault.access = tile.issue;
  fault.access_lanes = bit(tile.what.lane);
  fault.written = kBytes[static_cast<size_t>(written)];
  fault.read = swizzled;
  sink_.on_proxy_fault(fault);
}

}  // namespace simt::races
