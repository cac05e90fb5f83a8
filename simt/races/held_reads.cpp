// SPDX-License-Identifier: MIT
// Hot.
#include "simt/races/held_reads.h"

#include <bit>
#include <utility>

namespace simt::races {
namespace {

constexpr size_t kMostReads = 2048;  // 420 KB

}  // namespace

bool HeldReads::add(const Access& access, const Record& record) {
  if (reads_.size() >= kMostReads) return false;
  const size_t first = addresses_.size();
  const bool general = access.shape == Shape::kGeneral;
  reads_.push_back({record, access.at, access.active, general ? 0 : access.base,
                    static_cast<uint32_t>(first), access.shape, access.bytes});
  if (!general) return true;
  addresses_.resize(first + kWarpSize);
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    addresses_[first + static_cast<size_t>(lane)] =
        static_cast<uint32_t>(access.lane_address(lane));
  }
  return true;
}

void HeldReads::clear(HeldReads& spare) {
  reads_.clear();
  addresses_.clear();
  if (reads_.capacity() > spare.reads_.capacity()) std::swap(*this, spare);
  *this = {};
}

}  // namespace simt::races
