// SPDX-License-Identifier: MIT
// What counts once for many: lanes of a warp that store one value to one place
// by one instruction, a clock of all their threads, one answer for all their
// cells.
#include <doctest/doctest.h>

#include "simt/races/block_order.h"
#include "simt/races/happens_before.h"
#include "tests/host/checks_fixture.h"

namespace simt::checks::race_alike_test {
namespace {

const std::vector<std::string> kPlain = {"st.u32", "ld.u32", "st.u32"};

constexpr uint64_t kBegin = uint64_t{1} << 32;

/// A word of each memory. What is found is the same, but for its name.
struct Place {
  ptx::Space space;
  uint64_t address;
  std::string name;
};
const Place kPlaces[] = {{ptx::Space::kShared, 16, "shared-race"},
                         {ptx::Space::kGlobal, kBegin + 16, "global-race"}};

/// All lanes of warp 0 store to one place; then one more access.
template <class Then>
Names store_at_once(const Place& place, const std::vector<uint64_t>& values,
                    Then then, LaneMask active = kAllLanes) {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.session.on_allocate({kBegin, kBegin + 1024, 1, "cudaMalloc #1"});
  k.space = place.space;
  k.start();
  k.values = values;
  k.store(1, 0, place.address, 0, active);
  then(k);
  k.end();
  return k.names();
}

TEST_CASE("one value stored at once by many lanes of a warp is no race") {
  const std::vector<uint64_t> alike(kWarpSize, 7);
  std::vector<uint64_t> one_differs = alike;
  one_differs[31] = 8;
  for (const Place& p : kPlaces) {
    CAPTURE(p.name);
    const auto nothing = [](HandLaunch&) {};
    const auto read = [&](HandLaunch& k) { k.load(2, 0, p.address, 0); };
    CHECK(store_at_once(p, alike, nothing) == Names{});
    CHECK(store_at_once(p, one_differs, nothing) == Names{"warp-race:1-1"});
    CHECK(store_at_once(p, one_differs, nothing, 0xffff) == Names{});
    CHECK(store_at_once(p, {}, nothing) == Names{"warp-race:1-1"});
    CHECK(store_at_once(p, alike, read) == Names{});
    CHECK(store_at_once(p, alike, read, 0xffff) == Names{"warp-race:1-2"});
  }
}

TEST_CASE("whoever comes later meets each lane that stored") {
  const std::vector<uint64_t> alike(kWarpSize, 7);
  for (const Place& p : kPlaces) {
    CAPTURE(p.name);
    CHECK(store_at_once(p, alike, [&](HandLaunch& k) {
            k.load(2, 1, p.address, 0);
          }) == Names{p.name + ":1-2"});
    CHECK(store_at_once(p, alike, [&](HandLaunch& k) {
            k.store(3, 0, p.address, 0, 1);
          }) == Names{"warp-race:1-3"});
    // The same instruction once more, in a loop that nothing orders.
    const auto again = [&](HandLaunch& k) { k.store(1, 0, p.address, 0); };
    CHECK(store_at_once(p, alike, again) == Names{"warp-race:1-1"});
    CHECK(store_at_once(p, alike, [&](HandLaunch& k) {
            k.sync_warp(0);
            again(k);
          }) == Names{});
  }
}

TEST_CASE("only the bytes that are stored count as the value") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.start();
  k.values.assign(kWarpSize, 0x107);
  k.values[9] = 0x207;
  k.store(1, 0, 16, 0, kAllLanes, 1);
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("pairs of lanes that store one value are no race") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.start();
  k.values.resize(kWarpSize);
  for (size_t i = 0; i < kWarpSize; ++i) k.values[i] = i % 16;
  k.fast_shapes = false;
  k.store(1, 0, 0, 4, 0xffff);  // other places: a mark that stays
  uint64_t address[kWarpSize];
  for (uint64_t i = 0; i < kWarpSize; ++i) address[i] = 64 + i % 16 * 4;
  k.access_at(1, AccessKind::kStore, 0, address);
  CHECK(k.names() == Names{});
  k.values[20] = 99;
  k.sync_warp(0);
  k.access_at(1, AccessKind::kStore, 0, address);
  k.end();
  REQUIRE(k.names() == Names{"warp-race:1-1"});
  CHECK(k.found()[0].count == 1);
}

TEST_CASE("a clock of a whole warp stands for those of all its threads") {
  races::VectorClock one, other;
  one.threads.assign(2 * kWarpSize, 0);
  for (uint32_t i = 0; i < kWarpSize; ++i) one.threads[kWarpSize + i] = 3;
  one.threads[40] = 5;
  races::shorten(one.warps, one.threads);
  CHECK(one.warps[1] == 3);
  CHECK(one.of(40) == 5);
  CHECK(one.of(41) == 3);
  CHECK(one.of(0) == 0);
  // Of what lies in a row, in a whole warp's clock and in the thread's own.
  other.threads = one.threads;
  CHECK(one.covers(other));
  other.threads[41] = 4;
  CHECK(!one.covers(other));
  one.self = 41;
  one.self_clock = 4;
  CHECK(one.covers(other));
  other.threads[42] = 4;
  CHECK(!one.covers(other));
  other = {};
  other.warps[1] = 3;
  CHECK(one.covers(other));
  other.warps[0] = 1;
  CHECK(!one.covers(other));
  other = {};
  other.self = 7;
  other.self_clock = 1;
  CHECK(!one.covers(other));
  one.warps[0] = 1;
  CHECK(one.covers(other));
  // Where it says everything, nothing of single threads is kept.
  one.threads.assign(kWarpSize, 1);
  races::shorten(one.warps, one.threads);
  CHECK(one.threads.empty());
}

TEST_CASE("lanes that are asked at once know what each of them knows") {
  races::SyncOrder sync(64);
  uint32_t next = 0;
  races::HappensBefore order(sync, next);
  LaunchInfo launch;
  launch.block = {128, 1, 1};
  order.start_launch(launch, true);
  order.start_block({0, 0, 0});
  const auto record = [&](uint32_t warp) {
    races::Record made;
    made.epoch = order.epoch({0, 0, warp});
    return made;
  };
  const auto after = [&](const races::Record& before, uint32_t warp) {
    const LaneMask mine = 0xf0f0f0f0, theirs = 0xff00;
    const LaneMask found =
        order.after_all(before, theirs, record(warp), 0, mine);
    CHECK(found ==
          order.Ordering::after_all(before, theirs, record(warp), 0, mine));
    return found;
  };
  const auto meet = [&](std::vector<BarrierDone::Arrival> arrivals, bool all) {
    BarrierDone done;
    done.arrivals = &arrivals;
    done.whole = all;
    order.on_barrier(done);
  };
  const races::Record first = record(0);
  CHECK(after(first, 1) == 0);
  CHECK(after(first, 0) == 0);
  meet({{0, 0, kAllLanes}, {0, 1, kAllLanes}}, false);
  CHECK(after(first, 1) == 0xf0f0f0f0);
  CHECK(after(first, 2) == 0);
  order.on_warp_sync({{0, 0, 0}, 0, 0xffffff});
  CHECK(after(first, 0) == 0xf0f0f0f0);
  const races::Record second = record(0);
  CHECK(after(second, 1) == 0);
  order.on_warp_sync({{0, 0, 0}, 0, 0xffff});
  CHECK(after(second, 0) == 0xf0f0);
  meet({}, true);
  CHECK(after(second, 3) == 0xf0f0f0f0);
}

/// A copy that warp 0 has waited for reads what warp 1 stores, before it meets
/// warp 0 or after, or both.
Names stores_beside_a_copy(bool before, bool after) {
  HandLaunch k({"cp.async.bulk.global.shared::cta.bulk_group", "st.shared.u32",
                "st.shared.u32"},
               {64, 1, 1}, only_race());
  k.start();
  BulkCopy copy;
  copy.number = 1;
  copy.end = BulkEnd::kGroup;
  copy.from = ptx::Space::kShared;
  copy.to = ptx::Space::kGlobal;
  copy.target = uint64_t{1} << 32;
  copy.bytes = 64;
  BulkStep step;
  step.copy = &copy;
  step.lanes = 1;
  using Kind = BulkStep::Kind;
  for (const Kind kind :
       {Kind::kIssue, Kind::kCommit, Kind::kDone, Kind::kWait}) {
    step.kind = kind;
    k.heard().on_bulk(step);
  }
  k.sync_warp(0);
  if (before) k.store(2, 1, 0, 4, 1);
  k.barrier(3);
  if (after) k.store(3, 1, 0, 4, 1);
  k.end();
  return k.names();
}

TEST_CASE("a wait for a copy is asked for anew by each access") {
  CHECK(stores_beside_a_copy(false, true) == Names{});
  CHECK(stores_beside_a_copy(true, false) == Names{"shared-race:1-2"});
  CHECK(stores_beside_a_copy(true, true) == Names{"shared-race:1-2"});
}

}  // namespace
}  // namespace simt::checks::race_alike_test
