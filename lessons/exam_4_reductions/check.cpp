// SPDX-License-Identifier: MIT
// What exam 4 asks for: right extremes for any size, also among equal values,
// by reading the array once and a tree without conflicts and races.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
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
  const bool stored = got.low_at != -1 || got.high_at != -1;
  REQUIRE_MESSAGE(stored, "nothing was stored in *result");
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

/// Calls `judge` with the two launches of a friendly size, an awkward one and a
/// drawn one, for 3 blocks of 64 and of 256 threads.
template <typename Judge>
void for_each_size(Judge judge) {
  REQUIRE(lockstep::counters_available());
  const int drawn = lockstep::drawn_size(2500, 6000, kSeed);
  for (int threads : {64, 256}) {
    for (int n : {3072, 4001, drawn}) {
      const lockstep::Recording recording;
      const Traffic traffic = check_extremes(values(n), 3, threads);
      REQUIRE(recording.launches() == 2);
      const auto both = recording.list();
      REQUIRE(both[0].grid[0] * both[0].block[0] == unsigned(3 * threads));
      REQUIRE(both[1].grid[0] * both[1].block[0] == unsigned(threads));
      INFO(n, " values, 3 blocks of ", threads, " threads");
      judge(both, traffic, uint64_t(n), uint64_t(threads));
    }
  }
}

using Launches = std::vector<SimtLaunch>;

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
    for (int n : {1, 31, 33, 1023, 1025, 3000,
                  lockstep::drawn_size(2, 5000, kSeed + 1)}) {
      check_extremes(values(n), 3, 64);
    }
  }

  TEST_CASE("works for 32 to 1024 threads, and more blocks than threads") {
    for (int threads = 32; threads <= 1024; threads *= 2) {
      check_extremes(values(2000), 2, threads);
    }
    check_extremes(values(5000), 70, 32);
  }

  TEST_CASE("finds the largest and the smallest floats") {
    const float most = 3.4e38f, tiny = 1e-44f;
    check_extremes({-3.1e38f, -3e38f, -3.3e38f}, 2, 32);
    check_extremes({3.1e38f, 3.3e38f, 3e38f}, 2, 32);
    check_extremes({most, -most, 0, most, -most}, 1, 32);
    check_extremes({tiny, 2 * tiny, 3 * tiny}, 1, 64);
    check_extremes({-tiny, tiny, 0}, 1, 64);
  }

  TEST_CASE("of equal values the first one counts") {
    INFO("0 and -0 are equal");
    check_extremes({0.0f, -0.0f}, 1, 32);
    check_extremes({-0.0f, 0.0f, -0.0f}, 2, 32);
    INFO("or: every value stands there 4 to 32 times, far apart");
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
  TEST_CASE("the array is read once, by all threads") {
    for_each_size([](const Launches& both, const Traffic& traffic, uint64_t n,
                     uint64_t threads) {
      const auto loads = traffic.array.loads;
      const uint64_t warps = 3 * threads / 32;
      INFO(
          "one value more per thread, as a start, and the last round are free");
      CHECK(loads.bytes <= (n + 3 * threads) * sizeof(float));
      CHECK(loads.requests <= n / 32 + 2 * warps);
      CHECK(loads.sectors * 4 <= loads.ideal_sectors * 5);
      const auto work = lockstep::judge(both[0], {.blocks = 3});
      CHECK_MESSAGE(work.fair, work.text);
    });
  }

  TEST_CASE("all threads of the last block load entries") {
    REQUIRE(lockstep::counters_available());
    for (int blocks : {64, 70, lockstep::drawn_size(65, 120, kSeed)}) {
      const auto partial = check_extremes(values(5000), blocks, 32).partial;
      INFO(blocks, " entries; bytes stored, then requests that load");
      CHECK(partial.stores.bytes <= blocks * sizeof(Extremes));
      // A warp loads 32 at a time, four words of each; a first one is free.
      CHECK(partial.loads.requests <= uint64_t(blocks + 31) / 32 * 4 + 4);
    }
  }

  TEST_CASE("no more wavefronts than the bytes need") {
    for_each_size([](const Launches& both, const Traffic&, uint64_t, uint64_t) {
      for (const auto& launch : both) {
        const SimtCounters all = launch.counters;
        INFO("wavefronts of all requests to shared memory, and the fewest");
        CHECK(all.shared.wavefronts <= all.shared.ideal_wavefronts);
        CHECK(all.atomics == 0);
      }
    });
  }

  TEST_CASE("one barrier per step, and half of the warps fall idle") {
    REQUIRE(lockstep::counters_available());
    const DeviceBuffer<float> from(values(100));
    const DeviceBuffer<Extremes> partial(2), to(1);
    find_extremes(from.data(), 100, partial.data(), to.data(), 2, 32);
    CHECK_MESSAGE(cudaStreamQuery(nullptr) == cudaErrorNotReady,
                  "find_extremes waited for its kernels on the host");
    for_each_size([](const Launches& both, const Traffic&, uint64_t,
                     uint64_t threads) {
      for (const auto& launch : both) {
        const uint64_t warps = threads / 32, grid = launch.grid[0];
        const uint64_t steps = threads == 64 ? 6 : 8;
        INFO(steps, " steps: one barrier before the tree, and one for each");
        CHECK(launch.counters.barriers <= (1 + steps) * warps * grid);
        // Warps that work: 1/2, 1/4, ... of all, then one for five more steps.
        // Each may load two entries of four words, and two places again in a
        // branch of its own; the last entry is read once.
        const uint64_t most = 10 * (warps - 1 + 5) + 4;
        INFO("at most ", most, " loads from shared memory per block");
        CHECK(launch.counters.shared_load.requests <= most * grid);
      }
    });
  }
}
