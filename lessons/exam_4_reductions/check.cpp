// SPDX-License-Identifier: MIT
// What exam 4 asks for: right extremes for any size, also among equal values,
// by one pass over the array and a tree without conflicts and races.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

constexpr unsigned kSeed = 4;  // of the values; a teacher may change it

/// What went through the array and through `partial`.
struct Traffic {
  lockstep::Recording::Traffic array, partial;
};

/// Compares the result for `in`; the host looks from the left, so the first
/// of equal values counts.
Traffic check_extremes(const std::vector<float>& in, int blocks, int threads) {
  INFO(in.size(), " values, ", blocks, " blocks of ", threads);
  size_t low = 0, high = 0;
  for (size_t i = 1; i < in.size(); ++i) {
    if (in[i] < in[low]) low = i;
    if (in[i] > in[high]) high = i;
  }
  const DeviceBuffer<float> from(in);
  const DeviceBuffer<Extremes> partial(blocks), to(1);
  const lockstep::Recording recording;
  find_extremes(from.data(), int(in.size()), partial.data(), to.data(), blocks,
                threads);
  const Extremes got = to.download()[0];
  CHECK(got.low == in[low]);
  CHECK(got.low_at == int(low));
  CHECK(got.high == in[high]);
  CHECK(got.high_at == int(high));
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of result");
  CHECK_MESSAGE(partial.fences_intact(), "a thread wrote outside of partial");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
  return {recording.traffic(from.data()), recording.traffic(partial.data())};
}

std::vector<float> values(int n) {
  return lockstep::distinct_values<float>(n, kSeed);
}

/// The two launches, with several rounds for each thread.
std::vector<SimtLaunch> count(int threads) {
  REQUIRE(lockstep::counters_available());
  const lockstep::Recording recording;
  check_extremes(values(3000), 3, threads);
  REQUIRE(recording.launches() == 2);
  const auto both = recording.list();
  REQUIRE(both[0].grid[0] * both[0].block[0] == unsigned(3 * threads));
  REQUIRE(both[1].grid[0] * both[1].block[0] == unsigned(threads));
  return both;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("finds both among 5 values") {
    INFO("3 -1 4 -1 5: the smallest stands at 1, the largest at 4");
    check_extremes({3, -1, 4, -1, 5}, 1, 32);
  }

  TEST_CASE("all values may have the same sign") {
    check_extremes({-3, -7, -2}, 2, 32);
    check_extremes({3, 7, 2}, 2, 32);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any number of values") {
    for (int n : {1, 31, 33, 1023, 1025, 3000}) {
      check_extremes(values(n), 3, 64);
    }
  }

  TEST_CASE("works for 32 to 1024 threads, and more blocks than threads") {
    for (int threads = 32; threads <= 1024; threads *= 2) {
      check_extremes(values(2000), 2, threads);
    }
    check_extremes(values(5000), 70, 32);
  }

  TEST_CASE("of equal values the first one counts") {
    INFO("every value stands there 4 to 32 times, far apart");
    for (int different : {1, 5, 48, 100, 161}) {
      std::vector<float> in(different * 32 > 700 ? 700 : different * 32);
      const auto some = values(different);
      for (size_t i = 0; i < in.size(); ++i) in[i] = some[i % different];
      in[0] = in[1] = 0.25f;  // so that both stand somewhere in the array
      check_extremes(in, 2, 32);
      check_extremes(in, 3, 64);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("the array is read once, in whole sectors") {
    REQUIRE(lockstep::counters_available());
    const auto loads = check_extremes(values(3000), 3, 128).array.loads;
    CHECK(loads.bytes == 3000 * sizeof(float));
    CHECK(loads.sectors == loads.ideal_sectors);
    INFO("12 warps load 32 values at a time; each may have a last round");
    CHECK(loads.requests <= 3000 / 32 + 12);
  }

  TEST_CASE("all threads of the last block load entries") {
    REQUIRE(lockstep::counters_available());
    const auto partial = check_extremes(values(5000), 70, 32).partial;
    CHECK(partial.stores.bytes == 70 * sizeof(Extremes));
    INFO("a warp loads 32 of 70 entries at a time, four words of each");
    CHECK(partial.loads.requests <= 3 * 4);
  }

  TEST_CASE("no access waits for a bank") {
    for (const auto& launch : count(256)) {
      const SimtCounters all = launch.counters;
      CHECK(all.shared_load.wavefronts == all.shared_load.ideal_wavefronts);
      CHECK(all.shared_store.wavefronts == all.shared_store.ideal_wavefronts);
      CHECK(all.atomics == 0);
    }
  }

  TEST_CASE("a step costs one barrier, and half of the warps are done") {
    for (const auto& launch : count(256)) {
      const uint64_t warps = 8, grid = launch.grid[0];
      INFO("256 = 2^8: one barrier before the tree, and one for each step");
      CHECK(launch.counters.barriers <= (1 + 8) * warps * grid);
      // Warps that work: 1/2, 1/4, ... of all, then one for five more steps.
      // Each may load two entries of four words; the last entry is read once.
      const uint64_t most = 8 * (warps - 1 + 5) + 4;
      INFO("at most ", most, " shared loads per block");
      const SimtCounters& all = launch.counters;
      CHECK(all.shared_load.requests + all.shared_atomic.requests <=
            most * grid);
    }
  }
}
