// SPDX-License-Identifier: MIT
// The pieces of a copy, and the rows of a box.
#include "simt/checks/bulk_model.h"

#include <algorithm>

#include "simt/checks/sector_model.h"

namespace simt::checks {
namespace {

constexpr uint64_t kPiece = 128, kSector = uint64_t{1} << kSectorShift;

/// Sectors of [begin, begin + bytes), piece by piece.
uint64_t sectors_of(uint64_t begin, uint64_t bytes) {
  uint64_t sectors = 0;
  for (uint64_t done = 0; done < bytes; done += kPiece) {
    const uint64_t first = begin + done;
    const uint64_t last = first + std::min(kPiece, bytes - done) - 1;
    sectors += (last >> kSectorShift) - (first >> kSectorShift) + 1;
  }
  return sectors;
}

}  // namespace

BulkCost bulk_cost(const BulkCopy& copy, bool reads) {
  const bool fills = reads && copy.box != nullptr;
  BulkCost cost;
  each_range(copy, reads, [&](uint64_t begin, uint64_t bytes) {
    cost.bytes += bytes;
    if (!fills) cost.sectors += sectors_of(begin, bytes);
  });
  cost.ideal = (cost.bytes + kSector - 1) / kSector;
  if (!fills) return cost;
  const ops::TensorMap& map = copy.box->map;
  uint64_t outside = map.box_rows();
  copy.box->each_row([&](const ops::BoxRow& row) {
    --outside;
    cost.sectors +=
        sectors_of(row.address - row.place % map.row_bytes(), map.row_bytes());
  });
  cost.sectors += outside * sectors_of(0, map.row_bytes());
  return cost;
}

}  // namespace simt::checks
