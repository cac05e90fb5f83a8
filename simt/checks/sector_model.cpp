// SPDX-License-Identifier: MIT
// Addresses that only rise or only fall are counted by comparing neighbours;
// any others through a word of bits or a hash set.
#include "simt/checks/sector_model.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace simt::checks {
namespace {

/// Counts different values of `address >> shift` that lie less than 64 apart.
uint32_t distinct_near(const uint64_t* address, int count, int shift,
                       uint64_t lowest) {
  uint64_t bits = 0;
  for (int i = 0; i < count; ++i)
    bits |= uint64_t{1} << ((address[i] >> shift) - (lowest >> shift));
  return static_cast<uint32_t>(std::popcount(bits));
}

/// The same for any values, through a small hash set.
uint32_t distinct(const uint64_t* address, int count, int shift) {
  uint64_t table[64];
  uint64_t used = 0;
  uint32_t found = 0;
  for (int i = 0; i < count; ++i) {
    const uint64_t value = address[i] >> shift;
    uint32_t place = (value * 0x9e3779b97f4a7c15u) >> 58;
    while ((used >> place & 1) && table[place] != value)
      place = (place + 1) & 63;
    if (used >> place & 1) continue;
    used |= uint64_t{1} << place;
    table[place] = value;
    ++found;
  }
  return found;
}

uint32_t sectors_for(uint32_t elements, uint32_t bytes) {
  return (elements * bytes + 31) / 32;
}

/// Leads: by their places in `address`, those that begin a sector.
SectorCost general_cost(const uint64_t* address, int count, int bytes) {
  uint64_t elements = 1, up = 0, down = 0;
  LaneMask leads = 1;
  for (int i = 1; i < count; ++i) {
    const uint64_t step = address[i] - address[i - 1];
    const bool other = (address[i] ^ address[i - 1]) >> kSectorShift != 0;
    leads |= LaneMask{other} << i;
    elements += step != 0;
    up |= uint64_t{0} - step;  // the sign bit: of a step to a higher address
    down |= step;
  }
  auto sectors = static_cast<uint64_t>(std::popcount(leads));
  if ((up & down) >> 63 != 0) {
    const auto span = std::minmax_element(address, address + count);
    const uint64_t low = *span.first, high = *span.second;
    const int width = std::countr_zero(static_cast<unsigned>(bytes));
    const auto different = [&](int shift) {
      return (high >> shift) - (low >> shift) < 64
                 ? distinct_near(address, count, shift, low)
                 : distinct(address, count, shift);
    };
    sectors = different(kSectorShift);
    elements = different(width);
  }
  return {static_cast<uint32_t>(sectors),
          sectors_for(static_cast<uint32_t>(elements),
                      static_cast<uint32_t>(bytes)),
          leads};
}

/// A table of at most 32 numbers without allocation: 64 places, open
/// addressing.
class Places {
 public:
  /// Where `value` is, or from now on will be.
  uint32_t find(uint64_t value) {
    uint32_t place = (value * 0x9e3779b97f4a7c15u) >> 58;
    while ((used_ >> place & 1) != 0 && value_[place] != value)
      place = (place + 1) & 63;
    used_ |= uint64_t{1} << place;
    value_[place] = value;
    return place;
  }

 private:
  uint64_t used_ = 0;
  uint64_t value_[64];
};

/// Lanes that update one element go one after another, and in each turn a
/// sector is asked for again. Ideal: the same updates, elements side by side.
struct Turns {
  /// A lane updates an element; `element` and `sector` count the turns so far.
  void add(int lane, uint8_t& element, uint8_t& sector) {
    const uint8_t turn = ++element;
    if (turn == 1)
      cost.leads |= LaneMask{1} << lane;
    else
      ++updated[turn];
    if (turn <= sector) return;
    sector = turn;
    ++cost.sectors;
  }
  SectorCost sum(uint32_t bytes) {
    const auto first = static_cast<uint32_t>(std::popcount(cost.leads));
    cost.ideal = sectors_for(first, bytes);
    for (uint32_t turn = 2; turn <= kWarpSize && updated[turn] != 0; ++turn)
      cost.ideal += sectors_for(updated[turn], bytes);
    return cost;
  }

  SectorCost cost;
  uint8_t updated[kWarpSize + 1] = {};  // by turn from 2 on: elements
};

SectorCost atomic_cost(const Access& access, LaneMask lanes) {
  constexpr uint64_t kNear = 2048;  // bytes
  uint64_t low = ~uint64_t{0}, high = 0;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const uint64_t address = access.lane_address(std::countr_zero(left));
    low = std::min(low, address);
    high = std::max(high, address);
  }
  low = low >> kSectorShift << kSectorShift;
  const int width = std::countr_zero(uint32_t{access.bytes});
  Turns turns;
  if (high - low < kNear) {
    uint8_t elements[kNear], sectors[kNear >> kSectorShift] = {};
    std::memset(elements, 0, kNear >> width);
    for (LaneMask left = lanes; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      const uint64_t at = access.lane_address(lane) - low;
      turns.add(lane, elements[at >> width], sectors[at >> kSectorShift]);
    }
    return turns.sum(access.bytes);
  }
  Places element_at, sector_at;
  uint8_t elements[64] = {}, sectors[64] = {};
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const uint64_t address = access.lane_address(lane);
    turns.add(lane, elements[element_at.find(address)],
              sectors[sector_at.find(address >> kSectorShift)]);
  }
  return turns.sum(access.bytes);
}

}  // namespace

SectorCost sector_cost(const Access& access, LaneMask lanes) {
  const bool atomic = access.kind == AccessKind::kAtomic;
  if (access.shape == Shape::kUniform) {
    const auto turns = static_cast<uint32_t>(atomic ? std::popcount(lanes) : 1);
    return {turns, turns, lanes};
  }
  if (access.shape == Shape::kConsecutive && lanes == kAllLanes) {
    const uint64_t last = access.base + 32u * access.bytes - 1;
    const auto sectors = static_cast<uint32_t>(
        (last >> kSectorShift) - (access.base >> kSectorShift) + 1);
    return {sectors, access.bytes, lanes};
  }
  if (access.shape == Shape::kGeneral && access.base == 0 &&
      lanes == kAllLanes && !atomic)
    return general_cost(access.address, kWarpSize, access.bytes);
  if (atomic) return atomic_cost(access, lanes);
  uint64_t packed[kWarpSize];
  int count = 0;
  for (LaneMask left = lanes; left != 0; left &= left - 1)
    packed[count++] = access.lane_address(std::countr_zero(left));
  SectorCost cost = general_cost(packed, count, access.bytes);
  cost.leads = lanes;
  return cost;
}

SectorCost texel_cost(std::vector<uint64_t>& texels, uint32_t bytes) {
  std::sort(texels.begin(), texels.end());
  uint32_t elements = 0, sectors = 0;
  for (size_t i = 0; i < texels.size(); ++i) {
    const uint64_t differs = i == 0 ? ~uint64_t{0} : texels[i] ^ texels[i - 1];
    elements += differs != 0 ? 1 : 0;
    sectors += differs >> kSectorShift != 0 ? 1 : 0;
  }
  return {sectors, sectors_for(elements, bytes), 0};
}

}  // namespace simt::checks
