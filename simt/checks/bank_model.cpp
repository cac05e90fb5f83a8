// SPDX-License-Identifier: MIT
// A request is first turned into elements (address / width, at least one word),
// since an aligned element fills whole banks.
#include "simt/checks/bank_model.h"

#include <algorithm>
#include <bit>
#include <set>

namespace simt::checks {
namespace {

constexpr int kBankRow = kBanks * kBankBytes;  // bytes, side by side

/// Most different elements in one group of banks; `groups` is a power of two.
/// Each round takes one of each group away, with all lanes that ask for it.
uint32_t fullest(const uint32_t* element, int lanes, uint32_t groups) {
  uint32_t left[kWarpSize];
  uint32_t rounds = 0;
  for (int count = lanes; count != 0; ++rounds) {
    uint32_t taken[kWarpSize];
    for (int i = 0; i < count; ++i)
      taken[element[i] & (groups - 1)] = element[i];
    int rest = 0;
    for (int i = 0; i < count; ++i) {
      const uint32_t one = element[i];
      left[rest] = one;
      rest += static_cast<int>(taken[one & (groups - 1)] != one);
    }
    element = left;
    count = rest;
  }
  return rounds;
}

/// True when every active lane's partner (lane ^ step) is inactive or asks for
/// the same element.
bool partners_agree(const uint32_t* element, LaneMask active, int step) {
  for (LaneMask left = active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const int other = lane ^ step;
    if ((active >> other & 1) && element[other] != element[lane]) return false;
  }
  return true;
}

/// True when a wide load goes two phases at a time: when throughout the warp
/// lane pairs (n, n^1), or throughout (n, n^2), ask for equal addresses.
bool phases_merge(const uint32_t* element, LaneMask active) {
  return partners_agree(element, active, 1) ||
         partners_agree(element, active, 2);
}

LaneMask lanes_of(int first, int count) {
  return count == kWarpSize ? kAllLanes : ((LaneMask{1} << count) - 1) << first;
}

/// Elements of the active lanes; the others stay as they are.
void fill_elements(uint32_t* element, const uint64_t* address, LaneMask active,
                   int shift) {
  if (active == kAllLanes) {
    for (int i = 0; i < kWarpSize; ++i)
      element[i] = static_cast<uint32_t>(address[i] >> shift);
    return;
  }
  for (LaneMask left = active; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    element[i] = static_cast<uint32_t>(address[i] >> shift);
  }
}

/// Wavefronts of lanes [first, first + count), inactive ones left out.
uint32_t wavefronts(const uint32_t* element, LaneMask active, int first,
                    int count, uint32_t groups) {
  const LaneMask lanes = active & lanes_of(first, count);
  if (lanes == lanes_of(first, count))
    return fullest(element + first, count, groups);
  uint32_t packed[kWarpSize];
  int used = 0;
  for (LaneMask left = lanes; left != 0; left &= left - 1)
    packed[used++] = element[std::countr_zero(left)];
  return fullest(packed, used, groups);
}

}  // namespace

BankCost bank_cost(const uint64_t* address, LaneMask active, int bytes,
                   bool load) {
  const int unit = std::max<int>(bytes, kBankBytes);
  int phase = lanes_at_once(unit);
  const auto groups = static_cast<uint32_t>(kBankRow / unit);
  uint32_t element[kWarpSize];
  fill_elements(element, address, active, std::countr_zero(unsigned(unit)));
  BankCost cost;
  if (load && phase < kWarpSize && phases_merge(element, active)) phase *= 2;
  for (int first = 0; first < kWarpSize; first += phase) {
    if ((active & lanes_of(first, phase)) == 0) continue;
    cost.wavefronts += wavefronts(element, active, first, phase, groups);
    ++cost.ideal;
  }
  return cost;
}

BankCost bank_cost(const Access& access) {
  if (access.bytes <= 4 && access.shape != Shape::kGeneral) return {1, 1};
  if (access.shape == Shape::kConsecutive && access.active == kAllLanes) {
    const uint32_t phases = access.bytes / 4;
    return {phases, phases};
  }
  const bool load = access.kind == AccessKind::kLoad;
  // Narrow lanes that share a word may part when all move by a byte.
  PatternMemo* const memo = access.bytes >= 4 ? access.memo : nullptr;
  if (memo != nullptr && memo->known) return {memo->wavefronts, memo->ideal};
  uint64_t address[kWarpSize];
  for (int i = 0; i < kWarpSize; ++i) address[i] = access.lane_address(i);
  const BankCost cost = bank_cost(address, access.active, access.bytes, load);
  if (memo != nullptr) *memo = {true, cost.wavefronts, cost.ideal};
  return cost;
}

FullestBank fullest_bank(const uint64_t* address, LaneMask active) {
  std::set<uint64_t> words[kBanks];
  for (LaneMask left = active; left != 0; left &= left - 1) {
    const uint64_t at = address[std::countr_zero(left)];
    words[bank_of(at)].insert(at / kBankBytes);
  }
  FullestBank most;
  for (uint32_t bank = 0; bank < kBanks; ++bank)
    if (words[bank].size() > most.words) most = {bank, words[bank].size()};
  return most;
}

uint32_t atomic_ideal(const Access& access, int phase) {
  const auto unit = static_cast<uint32_t>(std::max<int>(access.bytes, 4));
  const auto row = static_cast<uint32_t>(phase) * 4;
  uint32_t wavefronts = 0;
  for (int first = 0; first < kWarpSize; first += phase) {
    const auto lanes = static_cast<uint32_t>(
        std::popcount(access.active & lanes_of(first, phase)));
    wavefronts += (lanes * unit + row - 1) / row;
  }
  return wavefronts;
}

BankCost atomic_cost(const Access& access) {
  uint8_t count[kWarpSize] = {};
  uint32_t most = 0;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const uint64_t address = access.lane_address(std::countr_zero(left));
    most = std::max<uint32_t>(most, ++count[bank_of(address)]);
  }
  return {most, atomic_ideal(access)};
}

}  // namespace simt::checks
