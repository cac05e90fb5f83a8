// SPDX-License-Identifier: MIT
// The sector rule on patterns whose cost can be worked out on paper.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <random>
#include <set>

#include "simt/checks/sector_model.h"

namespace simt::checks {
namespace {

using Addresses = std::array<uint64_t, 32>;

Access general(const Addresses& a, int bytes, LaneMask active = kAllLanes) {
  Access access;
  access.bytes = static_cast<uint8_t>(bytes);
  access.active = active;
  access.address = a.data();
  return access;
}

template <class F>
SectorCost cost(F f, int bytes, LaneMask active = kAllLanes) {
  Addresses a{};
  for (uint64_t i = 0; i < 32; ++i) a[i] = f(i);
  return sector_cost(general(a, bytes, active), active);
}

void check(const SectorCost& c, uint32_t sectors, uint32_t ideal) {
  CHECK(c.sectors == sectors);
  CHECK(c.ideal == ideal);
}

TEST_CASE("a row of floats is 4 sectors, of doubles 8, of float4 16") {
  check(cost([](uint64_t i) { return 4 * i; }, 4), 4, 4);
  check(cost([](uint64_t i) { return 8 * i; }, 8), 8, 8);
  check(cost([](uint64_t i) { return 16 * i; }, 16), 16, 16);
  check(cost([](uint64_t i) { return i; }, 1), 1, 1);
}

TEST_CASE("a row that starts inside a sector needs one more") {
  check(cost([](uint64_t i) { return 4 + 4 * i; }, 4), 5, 4);
}

TEST_CASE("a stride of 128 bytes gives each lane a sector of its own") {
  check(cost([](uint64_t i) { return 128 * i; }, 4), 32, 4);
}

TEST_CASE("one address for all lanes is one sector") {
  check(cost([](uint64_t) { return 4096; }, 4), 1, 1);
}

template <class F>
SectorCost atomic_cost(F f, int bytes, LaneMask active = kAllLanes) {
  Addresses a{};
  for (uint64_t i = 0; i < 32; ++i) a[i] = f(i);
  Access access = general(a, bytes, active);
  access.kind = AccessKind::kAtomic;
  return sector_cost(access, active);
}

TEST_CASE("atomics on different words cost what a load costs") {
  check(atomic_cost([](uint64_t i) { return 4 * i; }, 4), 4, 4);
  check(atomic_cost([](uint64_t i) { return 4 * (31 - i); }, 4), 4, 4);
  check(atomic_cost([](uint64_t i) { return 128 * i; }, 8), 32, 8);
}

TEST_CASE("atomics on one word ask for its sector once per lane") {
  check(atomic_cost([](uint64_t) { return 4096; }, 4), 32, 32);
  check(atomic_cost([](uint64_t) { return 4096; }, 4, 0xff), 8, 8);
}

TEST_CASE("the busiest word of a sector says how often atomics ask for it") {
  check(atomic_cost([](uint64_t i) { return i / 8 * 4; }, 4), 8, 8);
  check(atomic_cost([](uint64_t i) { return i / 2 * 8; }, 4), 8, 4);
  // Lane 31 alone in a second sector.
  check(atomic_cost([](uint64_t i) { return i == 31 ? 64 : i / 8 * 4; }, 4), 9,
        8);
}

TEST_CASE("a reversed row and a mixed row cost the same as a row") {
  check(cost([](uint64_t i) { return 4 * (31 - i); }, 4), 4, 4);
  check(cost([](uint64_t i) { return 4 * (i ^ 13); }, 4), 4, 4);
}

TEST_CASE("a row used twice has the ideal of one row") {
  check(cost([](uint64_t i) { return i % 16 * 4; }, 4), 2, 2);
}

TEST_CASE("inactive lanes touch nothing") {
  check(cost([](uint64_t i) { return 128 * i; }, 4, 0x5u), 2, 1);
}

TEST_CASE("random requests touch what a set of sectors says") {
  std::mt19937 random(11);
  for (int round = 0; round < 4000; ++round) {
    const uint32_t bytes = 1u << random() % 5;
    const uint64_t range = 1 + random() % 4096;
    LaneMask active = round % 3 == 0 ? kAllLanes : random();
    if (active == 0) active = 1;
    Addresses a{};
    std::set<uint64_t> sectors, elements;
    for (int i = 0; i < 32; ++i) {
      a[i] = 0x700000000000 + random() % range * bytes;
      if (!(active >> i & 1)) continue;
      sectors.insert(a[i] / 32);
      elements.insert(a[i]);
    }
    check(sector_cost(general(a, static_cast<int>(bytes), active), active),
          static_cast<uint32_t>(sectors.size()),
          (static_cast<uint32_t>(elements.size()) * bytes + 31) / 32);
  }
}

TEST_CASE("the short ways give the same cost as the long one") {
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    Access access;
    access.bytes = static_cast<uint8_t>(1 << random() % 5);
    access.active = round % 2 ? kAllLanes : (random() | 1);
    access.shape = random() % 2 ? Shape::kUniform : Shape::kConsecutive;
    access.base = 0x700000000000 + random() % 256 * access.bytes;
    Addresses a{};
    for (int i = 0; i < 32; ++i) a[i] = access.lane_address(i);
    const SectorCost fast = sector_cost(access, access.active);
    const SectorCost slow =
        sector_cost(general(a, access.bytes, access.active), access.active);
    check(fast, slow.sectors, slow.ideal);
  }
}

}  // namespace
}  // namespace simt::checks
