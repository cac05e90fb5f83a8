// SPDX-License-Identifier: MIT
// What lesson 36 asks for: right sums in one launch, a look-back that needs no
// more than what it is told, and each value moved once.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdlib>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;
using Values = std::vector<int>;
using Words = DeviceBuffer<unsigned long long>;

namespace {

/// Scans `in` `times` times with the same scratch memory.
void check_scan(const Values& in, int times = 1) {
  INFO(in.size(), " values, tiles of ", kTile);
  Values expected = in;
  for (size_t i = 1; i < in.size(); ++i) expected[i] += expected[i - 1];
  const int count = int(in.size());
  const DeviceBuffer<int> from(in);
  DeviceBuffer<int> to(in.size());
  const Words scratch(scratch_words(count));
  for (int k = 1; k <= times; ++k) {
    INFO("call ", k, " with the same scratch memory");
    scan(from.data(), to.data(), scratch.data(), count);
    const auto verdict =
        lockstep::compare(to.download(), expected, {0, 0, size_t{kTile}});
    CHECK_MESSAGE(verdict.same, "sums: ", verdict.text);
    to.upload(Values(in.size(), -1));
  }
  CHECK_MESSAGE(from.download() == in, "the input was changed");
  CHECK_MESSAGE(scratch.fences_intact(), "a thread wrote outside of scratch");
}

/// Looks back over `sums`, of which every `every`-th tile has its prefix.
void check_look_back(const Values& sums, int every) {
  const int tiles = int(sums.size());
  INFO("look_back of tile ", tiles,
       "; every tile has published its sum, tile 0, ", every, ", ", 2 * every,
       " ... its prefix as well");
  int expected = 0;
  for (const int sum : sums) expected += sum;
  const DeviceBuffer<int> from(sums), before(1);
  const Words scratch(scratch_words(tiles * kTile));
  look_back_once(from.data(), tiles, every, scratch.data(), before.data());
  const int sum = before.download()[0];  // throws when the launch failed
  CHECK(sum == expected);
}

Values different(int count) {
  return lockstep::distinct_values<int>(count, 36);
}

/// Sums of tiles that are large, of both signs, or 0.
Values large(int tiles) {
  Values sums(tiles);
  for (int t = 0; t < tiles; ++t) {
    sums[t] = t % 3 == 0 ? (1 << 30) + t : t % 3 == 1 ? -(1 << 30) - 2 * t : 0;
  }
  return sums;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("scans four values") { check_scan({3, -1, 4, 2}); }

  TEST_CASE("looks back over three tiles") {
    check_look_back({5, 7, 9}, 1);
    check_look_back({5, 7, 9}, 3);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("looks back as far as it must") {
    for (const int tiles : {1, 2, 31, 32, 33, 34, 64, 65, 97}) {
      for (const int every : {1, 2, 31, 32, 33, 200}) {
        check_look_back(different(tiles), every);
      }
    }
    check_look_back(different(lockstep::drawn_size(2, 90, 36)),
                    lockstep::drawn_size(2, 40, 37));
  }

  TEST_CASE("looks back over large sums and zeros") {
    for (const int tiles : {1, 2, 3, 35}) {
      check_look_back(large(tiles), 1);
      check_look_back(large(tiles), 100);
      check_look_back(Values(tiles, 0), 100);
    }
  }

  TEST_CASE("scans any number of values") {
    for (const int n : {0, 1, 2, 127, 129, kTile - 1, kTile, kTile + 1,
                        2 * kTile + 5, lockstep::drawn_size(1, 9999, 36)}) {
      check_scan(different(n));
    }
    check_scan(Values(2 * kTile + 1, 0));
  }

  TEST_CASE("scans more tiles than fit at once") {
    check_scan(different(12 * kTile + 3));
  }

  TEST_CASE("scans again with the same scratch memory") {
    check_scan(different(2 * kTile + 1), 3);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("one launch moves each value once") {
    REQUIRE(lockstep::counters_available());
    for (const int n : {8 * kTile, 8 * kTile + 7,
                        lockstep::drawn_size(4 * kTile, 9 * kTile, 36)}) {
      const Values in = different(n);
      Values expected = in;
      for (int i = 1; i < n; ++i) expected[i] += expected[i - 1];
      const DeviceBuffer<int> from(in), to(n);
      const Words scratch(scratch_words(n));
      const lockstep::Recording recording;
      scan(from.data(), to.data(), scratch.data(), n);
      const bool waited = cudaStreamQuery(nullptr) != cudaErrorNotReady;
      const auto verdict = lockstep::compare(to.download(), expected);
      CHECK_MESSAGE(verdict.same, "sums: ", verdict.text);
      CHECK_MESSAGE(!waited, "scan waited for its kernel on the host");
      REQUIRE(recording.launches() == 1);
      const uint64_t tiles = (n + kTile - 1) / kTile;
      const uint64_t vectors = (n + 127) / 128, sectors = (n + 7) / 8;
      INFO(n, " values in ", tiles, " tiles");
      const SimtTraffic loads = recording.traffic(from.data()).loads;
      const SimtTraffic stores = recording.traffic(to.data()).stores;
      INFO("sectors: every one once, and 32 more; requests: 16 bytes per lane");
      CHECK(loads.sectors <= sectors + 32);
      CHECK(stores.sectors <= sectors + 32);
      CHECK(loads.requests <= vectors + kTile / 32);
      CHECK(stores.requests <= vectors + kTile / 32);
      const auto told = recording.traffic(scratch.data());
      INFO("scratch memory: stores and atomics");
      CHECK(told.stores.requests <= 6 * tiles);
      const SimtLaunch one = recording.list()[0];
      const uint64_t warps = one.grid[0] * ((one.block[0] + 31) / 32);
      const uint64_t each = (tiles + one.grid[0] - 1) / one.grid[0];
      const auto work = lockstep::judge(one, {.barriers = 6 * each * warps,
                                              .lanes_percent = 50,
                                              .busiest_percent = 1600,
                                              .blocks = 4});
      CHECK_MESSAGE(work.fair, work.text);
    }
  }
}
