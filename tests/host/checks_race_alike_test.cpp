// SPDX-License-Identifier: MIT
// Lanes of a warp that store one value to one place by one instruction.
#include <doctest/doctest.h>

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

}  // namespace
}  // namespace simt::checks::race_alike_test
