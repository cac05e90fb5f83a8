// SPDX-License-Identifier: MIT
// Sources: CUDA C Programming Guide 4.2, F.3.3 (compute capability 1.x), and
// CUDA C Programming Guide 8.0, H.4.3 (3.x).
#include "simt/checks/old_banks.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

namespace simt::checks {
namespace {

constexpr int kWord = 4;              // bytes
constexpr int kHalf = kWarpSize / 2;  // lanes
constexpr uint64_t kHalfWarpBanks = 16, kKeplerBanks = 32;
constexpr int kKeplerPass = 256;  // bytes that one wavefront moves

/// Byte addresses of the lanes that make one request.
using Request = std::vector<uint64_t>;

/// Where a byte lies on Kepler: two bytes of one bank conflict unless they
/// lie in the same row.
struct Cell {
  uint64_t bank, row;
};

Cell kepler_cell(uint64_t address, BankRule rule) {
  const uint64_t wide = rule == BankRule::kKeplerEight ? 8 : kWord;
  // A row is 256 bytes in both modes: in the 4-byte mode it holds the words
  // i and i + 32 of each bank, which go out together.
  return {address / wide % kKeplerBanks, address / (2 * kWord * kKeplerBanks)};
}

Request lanes_of(const uint64_t* address, LaneMask active, int first,
                 int count) {
  Request lanes;
  for (int i = first; i < first + count; ++i)
    if (active >> i & 1) lanes.push_back(address[i]);
  return lanes;
}

uint32_t kepler_passes(const Request& lanes, int bytes, BankRule rule) {
  std::map<uint64_t, std::set<uint64_t>> rows;
  for (const uint64_t address : lanes) {
    for (int at = 0; at < bytes; at += kWord) {
      const Cell cell = kepler_cell(address + uint64_t(at), rule);
      rows[cell.bank].insert(cell.row);
    }
  }
  size_t most = 0;
  for (const auto& [bank, set] : rows) most = std::max(most, set.size());
  return static_cast<uint32_t>(most);
}

/// Lanes go together as far as one wavefront could serve them.
BankCost kepler_cost(const uint64_t* address, LaneMask active, int bytes,
                     BankRule rule) {
  const int phase = std::min(kWarpSize, kKeplerPass / std::max(bytes, kWord));
  BankCost cost;
  for (int first = 0; first < kWarpSize; first += phase) {
    const Request lanes = lanes_of(address, active, first, phase);
    if (lanes.empty()) continue;
    cost.wavefronts += kepler_passes(lanes, bytes, rule);
    ++cost.ideal;
  }
  return cost;
}

/// Wavefronts of a half-warp's load of up to 4 bytes a lane. Each wavefront
/// gives the word of the first lane left to all lanes that want it, and one
/// lane's address to each other bank.
uint32_t half_warp_load(Request left) {
  uint32_t wavefronts = 0;
  while (!left.empty()) {
    ++wavefronts;
    const uint64_t broadcast = left.front() / kWord;
    std::set<uint64_t> busy{broadcast % kHalfWarpBanks};
    std::erase_if(left, [&](uint64_t address) {
      const uint64_t word = address / kWord;
      return word == broadcast || busy.insert(word % kHalfWarpBanks).second;
    });
  }
  return wavefronts;
}

/// Wavefronts of a half-warp's store: of lanes that write one address, one
/// writes.
uint32_t half_warp_store(const Request& lanes) {
  std::map<uint64_t, std::set<uint64_t>> addresses;
  for (const uint64_t address : lanes)
    addresses[address / kWord % kHalfWarpBanks].insert(address);
  size_t most = 0;
  for (const auto& [bank, set] : addresses) most = std::max(most, set.size());
  return static_cast<uint32_t>(most);
}

/// A wide access is one request for each of its words.
BankCost half_warp_cost(const uint64_t* address, LaneMask active, int bytes,
                        bool load) {
  BankCost cost;
  for (int first = 0; first < kWarpSize; first += kHalf) {
    for (int at = 0; at < bytes; at += kWord) {
      Request lanes = lanes_of(address, active, first, kHalf);
      if (lanes.empty()) continue;
      for (uint64_t& lane : lanes) lane += uint64_t(at);
      cost.wavefronts += load ? half_warp_load(lanes) : half_warp_store(lanes);
      ++cost.ideal;
    }
  }
  return cost;
}

std::array<uint64_t, kWarpSize> addresses_of(const Access& access) {
  std::array<uint64_t, kWarpSize> address{};
  for (int i = 0; i < kWarpSize; ++i)
    if (access.active >> i & 1) address[size_t(i)] = access.lane_address(i);
  return address;
}

}  // namespace

BankCost old_bank_cost(const uint64_t* address, LaneMask active, int bytes,
                       bool load, BankRule rule) {
  return rule == BankRule::kHalfWarp
             ? half_warp_cost(address, active, bytes, load)
             : kepler_cost(address, active, bytes, rule);
}

BankCost old_bank_cost(const Access& access, BankRule rule) {
  return old_bank_cost(addresses_of(access).data(), access.active, access.bytes,
                       access.kind == AccessKind::kLoad, rule);
}

BankCost old_atomic_cost(const Access& access, BankRule rule) {
  const auto address = addresses_of(access);
  const int phase = rule == BankRule::kHalfWarp ? kHalf : kWarpSize;
  uint32_t wavefronts = 0;
  for (int first = 0; first < kWarpSize; first += phase) {
    std::map<uint64_t, uint32_t> lanes;
    uint32_t most = 0;
    for (const uint64_t at :
         lanes_of(address.data(), access.active, first, phase)) {
      const uint64_t bank = rule == BankRule::kHalfWarp
                                ? at / kWord % kHalfWarpBanks
                                : kepler_cell(at, rule).bank;
      most = std::max(most, ++lanes[bank]);
    }
    wavefronts += most;
  }
  return {wavefronts, std::min(wavefronts, atomic_ideal(access, phase))};
}

BankCost shared_cost(const Access& access, BankRule rule) {
  const bool old = rule != BankRule::kFourByte;
  if (access.kind == AccessKind::kAtomic)
    return old ? old_atomic_cost(access, rule) : atomic_cost(access);
  return old ? old_bank_cost(access, rule) : bank_cost(access);
}

}  // namespace simt::checks
