// SPDX-License-Identifier: MIT
// When numbers begin anew; knows nothing of the cells that hold them.
#include "simt/races/records.h"

namespace simt::races {
namespace {

// Numbers have 27 bits; drop() leaves room for a full list.
constexpr uint32_t kLastNumber = 1u << 26;

}  // namespace

void Records::start_block(uint32_t slot) {
  if (slot >= recent_.size()) recent_.resize(slot + 1);
  if (!recent_[slot]) recent_[slot] = std::make_unique<SlotRecent>();
  *recent_[slot] = {};
}

bool Records::drop() {
  first_ += static_cast<uint32_t>(records_.size());
  records_.clear();
  return first_ < kLastNumber;
}

void Records::restart() {
  records_.clear();
  first_ = 1;
  for (auto& recent : recent_)
    if (recent) *recent = {};
}

}  // namespace simt::races
