// SPDX-License-Identifier: MIT
// Products of warpgroups, as copies that only read: piece by piece, and waited
// for by a whole warp.
#include "simt/races/async_proxy.h"

namespace simt::races {

// What many have waited for and no cell holds any more is of no interest.
AsyncProxy::Block& AsyncProxy::block_of_issue(uint32_t slot) {
  Block& block = blocks_[slot];
  std::erase_if(block.copies, [](const CopyPtr& copy) {
    return copy.use_count() == 1 && !copy->waited.empty();
  });
  return block;
}

void AsyncProxy::on_warpgroup(const WarpgroupStep& step, const Record& record) {
  Block& block = blocks_[step.at.slot];
  if (step.kind == WarpgroupStep::Kind::kIssue)
    return issue(*step.product, record);
  if (step.kind == WarpgroupStep::Kind::kCommit)
    ++block.product_groups[step.at.warp];
  if (step.kind != WarpgroupStep::Kind::kWait) return;
  const uint32_t closed = block.product_groups[step.at.warp];
  for (const CopyPtr& copy : block.copies)
    if (copy->what.end == BulkEnd::kProduct &&
        copy->what.at.warp == step.at.warp && copy->waited.empty() &&
        copy->group + uint64_t{step.open} < closed)
      copy->waited.push_back({record, step.lanes});
}

void AsyncProxy::issue(const WarpgroupProduct& product, const Record& record) {
  Block& block = block_of_issue(product.at.slot);
  auto copy = std::make_shared<Copy>();
  copy->what.at = product.at;
  copy->what.pc = product.pc;
  copy->what.end = BulkEnd::kProduct;
  copy->what.from = ptx::Space::kShared;
  copy->issue = record;
  copy->group = block.product_groups[product.at.warp];
  block.copies.push_back(copy);
  for (const auto* pieces : {&product.pieces_a, &product.pieces_b})
    for (const uint32_t piece : *pieces)
      use_cell(block.shared[piece / kProxyCell], copy, true,
               bytes_in(piece / kProxyCell, piece, piece + kProxyCell), piece);
}

}  // namespace simt::races
