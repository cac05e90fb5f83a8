// SPDX-License-Identifier: MIT
// Reads that are only listed, until a store brings them into the cells: every
// lane of every read must be met by a later store of another block, whatever
// the shape of the read was.
#include <doctest/doctest.h>

#include <array>
#include <map>
#include <random>
#include <vector>

#include "simt/races/global_cells.h"
#include "simt/races/grid_clock.h"

namespace simt::races::global_test {
namespace {

constexpr uint64_t kBegin = uint64_t{1} << 32;
constexpr uint64_t kEnd = kBegin + 32768;  // two pages

/// Nothing is ordered; notes who is met at which byte.
struct Nobody : Ordering, PairSink {
  std::map<uint64_t, LaneMask> met;
  LaneMask unordered(const Record&, LaneMask lanes, const Record&, uint32_t,
                     int) const override {
    return lanes;
  }
  void on_pair(const Pair& pair) override {
    for (uint32_t i = 0; i < pair.bytes; ++i)
      met[pair.address + i] |= pair.before_lanes;
  }
};

/// Offsets of the lanes in bytes, of one of the forms that programs have.
std::array<uint64_t, 32> offsets(std::mt19937& random, uint64_t bytes) {
  std::array<uint64_t, 32> result{};
  const uint64_t room = (kEnd - kBegin) / bytes;
  const uint64_t start = random() % (room / 2), form = random() % 6;
  const uint64_t step = 1 + random() % 9;
  for (uint64_t lane = 0; lane < 32; ++lane) {
    uint64_t index = start + lane * step;               // strided
    if (form == 1) index = start + lane / 8 * step;     // groups of lanes
    if (form == 2) index = start + (31 - lane) * step;  // falling
    if (form == 3) index = start + lane % 8 * step;     // again and again
    if (form == 4) index = random() % room;             // scattered
    if (form == 5) index = start;                       // one for all
    result[lane] = index * bytes;
  }
  return result;
}

TEST_CASE("a store meets every lane of a listed read") {
  std::mt19937 random(5);
  for (int round = 0; round < 400; ++round) {
    Nobody judge;
    GlobalCells cells({});
    cells.judge_by(judge, judge);
    cells.start_launch(0, true, true, false);
    cells.start_block(0);
    cells.start_block(1);
    const auto bytes = static_cast<uint8_t>(1u << random() % 5);
    const auto at = offsets(random, bytes);
    Access read;
    read.pc = 1;
    read.bytes = bytes;
    read.active = round % 2 == 0 ? kAllLanes : LaneMask(random()) | 16;
    read.base = kBegin;
    read.address = at.data();
    cells.on_access(read, {{0, 0, 1, 1}, read.pc, 0, Use::kRead}, kBegin);
    REQUIRE(judge.met.empty());
    std::map<uint64_t, LaneMask> expected;
    for (uint64_t lane = 0; lane < 32; ++lane)
      for (uint64_t i = 0; i < bytes; ++i)
        if ((read.active >> lane & 1) != 0)
          expected[kBegin + at[lane] + i] |= LaneMask{1} << lane;

    Access store;
    store.pc = 2;
    store.kind = AccessKind::kStore;
    store.shape = Shape::kUniform;
    store.bytes = bytes;
    store.active = 1;
    store.at.slot = 1;
    for (store.base = kBegin; store.base < kEnd; store.base += bytes)
      cells.on_access(store, {{1, 0, 1, 1}, store.pc, 0, Use::kWrite}, kBegin);
    CHECK(judge.met == expected);
  }
}

/// Warps that meet at one word in every round, after a barrier: all but the
/// last round is ordered before what follows. Counts how often it is asked.
struct Rounds : Nobody {
  uint32_t last = 0;
  mutable uint64_t asked = 0;
  LaneMask unordered(const Record& before, LaneMask lanes, const Record&,
                     uint32_t, int) const override {
    ++asked;
    return before.epoch.phase < last ? 0 : lanes;
  }
  void on_pair(const Pair& pair) override {
    met[pair.before.epoch.warp] |= pair.before_lanes;
  }
};

TEST_CASE("a word that all poll in each round costs the same in each") {
  constexpr uint32_t kWarps = 16, kRounds = 400;
  for (const bool looks : {false, true}) {
    Rounds judge;
    GlobalCells cells({});
    cells.judge_by(judge, judge);
    cells.start_launch(0, true, true, true);
    cells.start_block(0);
    cells.start_block(1);
    Access access;
    access.shape = Shape::kUniform;
    access.bytes = 4;
    access.base = kBegin;
    access.active = kAllLanes;
    uint64_t visits = 0;
    const auto go = [&](const Epoch& epoch, uint32_t pc, Use use) {
      access.pc = pc;
      access.kind =
          use == Use::kAtomic ? AccessKind::kAtomic : AccessKind::kLoad;
      cells.on_access(access, {epoch, pc, 0, use, Scope::kGpu, 4, looks},
                      kBegin);
      visits += 32;
    };
    for (uint32_t round = 1; round <= kRounds; ++round) {
      judge.last = round;
      for (uint32_t warp = 0; warp < kWarps; ++warp)
        go({0, warp, round, round}, 1, Use::kAtomic);
      for (uint32_t warp = 0; warp < kWarps; ++warp)
        go({0, warp, round, round}, 2, Use::kVolatileRead);
    }
    CHECK(judge.met.empty());
    CHECK(judge.asked <= 32 * visits);

    // Nobody of the last round was forgotten on the way.
    access.at.slot = 1;
    access.kind = AccessKind::kStore;
    access.active = 1;
    go({1, 0, 1, 1}, 3, Use::kWrite);
    for (uint32_t warp = 0; warp < kWarps; ++warp)
      CHECK(judge.met[warp] == kAllLanes);
  }
}

/// Keeps the size of the cell at which a pair met.
struct Widths : Nobody {
  std::vector<uint32_t> bytes;
  void on_pair(const Pair& pair) override { bytes.push_back(pair.bytes); }
};

TEST_CASE("bytes of an earlier launch make no cells of one byte") {
  Widths judge;
  GlobalCells cells({});
  cells.judge_by(judge, judge);
  const auto store = [&](uint32_t launch, uint32_t block, uint8_t bytes) {
    Access access;
    access.kind = AccessKind::kStore;
    access.shape = Shape::kUniform;
    access.bytes = bytes;
    access.base = kBegin;
    access.active = 1;
    access.at.slot = block;
    cells.on_access(access, {{block, 0, 1, 1}, 1, launch, Use::kWrite}, kBegin);
  };
  for (uint32_t launch = 0; launch < 2; ++launch) {
    cells.start_launch(launch, true, true, false);
    cells.start_block(0);
    cells.start_block(1);
    if (launch == 0) store(launch, 0, 1);
    for (uint32_t block = 0; block < 2; ++block) store(launch, block, 4);
  }
  // In the first launch block 0 stored a byte before.
  CHECK(judge.bytes == std::vector<uint32_t>{1, 1, 1, 1, 4});
}

TEST_CASE("a clock of the grid leaves out the block that it must") {
  const auto clock = [](uint32_t phase) {
    return BlockClock{phase, std::make_shared<VectorClock>()};
  };
  std::mt19937 random(23);
  for (int round = 0; round < 200; ++round) {
    GridClock mine, other, rest;
    const uint32_t but = random() % 40;
    for (int i = 0; i < 6; ++i) {
      const uint32_t serial = random() % 40;
      if (random() % 2 != 0) mine.add(serial, clock(random() % 4 + 1));
      const BlockClock one = clock(random() % 4 + 1);
      other.add(serial, one);
      if (serial != but) rest.add(serial, one);
    }
    if (round % 2 == 0) other.add(but, clock(5));
    GridClock joined = mine, wanted = mine;
    joined.join_others(other, but);
    wanted.join(rest);
    for (uint32_t serial = 0; serial < 70; ++serial)
      CHECK(joined.find(serial).phase == wanted.find(serial).phase);
    // Nothing new is the same value as before.
    GridClock again = joined;
    again.join_others(other, but);
    CHECK(again.same(joined));
  }
}

}  // namespace
}  // namespace simt::races::global_test
