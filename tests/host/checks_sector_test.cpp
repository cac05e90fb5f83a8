// SPDX-License-Identifier: MIT
// The sector rule and the least time of a launch, on cases that can be worked
// out on paper.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <random>
#include <set>

#include "simt/checks/floor.h"
#include "simt/checks/sector_model.h"
#include "simt/checks/touched.h"

namespace simt::checks::sector_test {
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
    const Access access = general(a, static_cast<int>(bytes), active);
    const SectorCost cost = sector_cost(access, active);
    check(cost, static_cast<uint32_t>(sectors.size()),
          (static_cast<uint32_t>(elements.size()) * bytes + 31) / 32);
    SectorSet touched(0x700000000000, 0x700000000000 + 4096 * 16);
    touched.add(access, cost.leads);
    CHECK(touched.count() == sectors.size());
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

uint64_t ns_of(const report::Floor& floor, const std::string& resource) {
  for (const report::FloorPart& part : floor.parts)
    if (part.resource == resource) return part.ns;
  FAIL("no part " << resource);
  return 0;
}

report::Floor floor_on(const char* profile, LeastWork work) {
  if (work.blocks == 0) work.blocks = 1 << 20;
  return floor_of(work, *find_profile(profile));
}

TEST_CASE("memory moves what L2 cannot hold when a launch begins and ends") {
  LeastWork work;
  work.sectors_read = 8388608;  // 2^28 bytes, of which 52428800 lie in L2
  const report::Floor read = floor_on("h100", work);
  CHECK(read.limit == "DRAM");
  // 216006656 bytes at 2 * 2.619 GHz * 640 bytes.
  CHECK(read.ns == 64434);
  work.sectors_written = 8388608;
  CHECK(floor_on("h100", work).ns == 128869);
  work = {};
  work.sectors_read = work.sectors_written = 1638400;  // just what L2 holds
  const report::Floor held = floor_on("h100", work);
  CHECK(held.limit == "L2");
  for (const report::FloorPart& part : held.parts)
    CHECK(part.resource != "DRAM");
}

TEST_CASE("L2 gives 5120 bytes a clock, and 64 to one multiprocessor") {
  LeastWork work;
  work.sectors_read = 1 << 17;              // 2^22 bytes
  CHECK(floor_on("h100", work).ns == 413);  // 819.2 clocks at 1.98 GHz
  work.blocks = 1;
  CHECK(floor_on("h100", work).ns == 33098);  // 65536 clocks
  CHECK(floor_on("t4", {.blocks = 40, .sectors_read = 1 << 17}).ns == 1030);
}

TEST_CASE("each multiprocessor that has a block takes a wavefront a clock") {
  LeastWork work;
  work.blocks = 2;
  work.shared_wavefronts = 198001;
  work.l1_wavefronts = 19801;
  const report::Floor floor = floor_on("h200", work);
  CHECK(floor.limit == "shared memory");
  CHECK(floor.ns == 50000);
  CHECK(ns_of(floor, "L1") == 5000);
  work.blocks = 1000;  // on 132 multiprocessors
  CHECK(floor_on("h200", work).ns == 757);
}

TEST_CASE("an addition and a multiplication may become one instruction") {
  LeastWork work;
  work.blocks = 1;
  work.float_adds = 128 * 1000;
  work.float_multiplies = 128 * 1981;
  CHECK(floor_on("h200", work).ns == 1000);
  work.float_multiply_adds = 128 * 1980;
  CHECK(floor_on("h200", work).ns == 2000);
  work = {.blocks = 1, .double_adds = 64 * 1981};
  CHECK(floor_on("h200", work).limit == "FP64");
  CHECK(floor_on("h200", work).ns == 1000);
  CHECK(floor_on("t4", work).ns == 39869);  // 2 a clock at 1.59 GHz
}

TEST_CASE("tensor cores and atomics have rates of their own") {
  LeastWork work;
  work.blocks = 132;
  work.tensor_halves = uint64_t{2} * 4096 * 132 * 1981;
  CHECK(floor_on("h200", work).limit == "tensor cores");
  CHECK(floor_on("h200", work).ns == 1000);
  CHECK(floor_on("gtx980", work).limit.empty());  // it has none
  work = {.blocks = 132, .updates_of_one_word = 1981};
  CHECK(floor_on("h200", work).limit == "atomics at one address");
  CHECK(floor_on("h200", work).ns == 1000);
  CHECK(floor_on("h200", {}).limit.empty());
}

TEST_CASE("a sector counts once, however often it is touched") {
  SectorSet set(0x1000, 0x1000 + 4096 * 32);
  CHECK(set.count() == 0);
  Access row;
  row.shape = Shape::kConsecutive;
  row.bytes = 4;
  row.base = 0x1000 + 62 * 32;  // over the end of a word of bits
  row.active = kAllLanes;
  set.add(row, kAllLanes);
  set.add(row, kAllLanes);
  CHECK(set.count() == 4);
  row.base += 4;  // one sector more
  set.add(row, kAllLanes);
  CHECK(set.count() == 5);
  Addresses far{};
  for (uint64_t i = 0; i < 32; ++i) far[i] = 0x1000 + i * 4096;
  set.add(general(far, 4), kAllLanes);  // the first is new, too
  CHECK(set.count() == 37);
  set.add(general(far, 4, 0x3), 0x3);
  CHECK(set.count() == 37);
  Addresses back{};  // over the end of a word of bits, all new
  for (uint64_t i = 0; i < 32; ++i) back[i] = 0x1000 + (510 - i) * 32;
  set.add(general(back, 4), kAllLanes);
  CHECK(set.count() == 37 + 32);
  set.add(general(back, 4), kAllLanes);
  CHECK(set.count() == 37 + 32);
  SectorSet other(0x1000, 0x1000 + 4096 * 32);
  other.add(0x1000);
  other.add(0x1020);
  CHECK(set.count_without(other) == 36 + 32);
  set.join(other);
  CHECK(set.count() == 38 + 32);
}

TEST_CASE("a request updates a word once, whichever lanes do") {
  WordUpdates updates(0x1000, 0x1100);
  CHECK(updates.most() == 0);
  Access access;
  access.shape = Shape::kUniform;
  access.bytes = 4;
  access.base = 0x1010;
  updates.add(access, kAllLanes);
  CHECK(updates.most() == 1);
  const auto update = [&](const Addresses& at, int bytes, LaneMask lanes) {
    Access atomic = general(at, bytes);
    atomic.kind = AccessKind::kAtomic;
    updates.add(atomic, sector_cost(atomic, lanes).leads);
  };
  Addresses words{}, halves{};
  for (uint64_t i = 0; i < 32; ++i) words[i] = 0x1010 + i % 2 * 4;
  update(words, 4, kAllLanes);
  CHECK(updates.most() == 2);
  update(words, 4, 0xaaaaaaa0);  // the other word
  CHECK(updates.most() == 2);
  for (uint64_t i = 0; i < 32; ++i) halves[i] = 0x1020 + i % 2 * 2;
  for (int i = 0; i < 3; ++i) update(halves, 2, kAllLanes);
  CHECK(updates.most() == 3);
  WordUpdates more(0x1000, 0x1100);
  more.add(access, 0x1);
  more.join(updates);
  CHECK(more.most() == 3);
  more.add(access, 0x1);
  CHECK(more.most() == 4);
  WordUpdates large(0, WordUpdates::kMost + 1);
  large.add(access, kAllLanes);
  CHECK(large.most() == 0);
}

}  // namespace
}  // namespace simt::checks::sector_test
