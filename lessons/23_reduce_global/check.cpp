// SPDX-License-Identifier: MIT
// What lesson 23 asks for: right sums of any number of values, an input that
// stays as it was, and no memory left behind.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <numeric>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;
using Values = std::vector<int>;

namespace {

Values different(int count) {
  return lockstep::distinct_values<int>(count, 16);
}

int sum_of(const Values& in) {
  return std::accumulate(in.begin(), in.end(), 0);
}

size_t free_bytes() {
  size_t free = 0, total = 0;
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(cudaMemGetInfo(&free, &total) == cudaSuccess);
  return free;
}

const int kCounts[] = {0, 1, 31, 33, 255, 257, 1025, 6655, 6656, 6657, 20000};

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("adds four values of the host") {
    INFO("3 + 4 + 10 + 20 = 37");
    const Values in = {3, 4, 10, 20};
    CHECK(host_sum(in.data(), 4) == 37);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("adds any number of values") {
    for (int count : kCounts) {
      INFO(count, " values");
      const Values in = different(count);
      const DeviceBuffer<int> from(in);
      CHECK(device_sum(from.data(), count) == sum_of(in));
      CHECK(host_sum(in.data(), count) == sum_of(in));
      CHECK_MESSAGE(from.fences_intact(), "a thread wrote outside of in");
    }
  }

  TEST_CASE("leaves the input as it was") {
    const Values in = different(10000);
    const DeviceBuffer<int> from(in);
    device_sum(from.data(), 10000);
    const auto verdict = lockstep::compare(from.download(), in);
    CHECK_MESSAGE(verdict.same, "in, after the sum: ", verdict.text);
    INFO("a second sum of the same array");
    CHECK(device_sum(from.data(), 10000) == sum_of(in));
  }
}

TEST_SUITE("technique") {
  // On a GPU other programs allocate too: only the emulator's count is ours.
  TEST_CASE("frees what it allocates") {
    REQUIRE(lockstep::counters_available());
    constexpr int kCalls = 20, kCount = 1 << 16;
    const Values in = different(kCount);
    const DeviceBuffer<int> from(in);
    CHECK(device_sum(from.data(), kCount) == sum_of(in));  // first use
    const size_t before = free_bytes();
    for (int i = 0; i < kCalls; ++i) device_sum(from.data(), 1000);
    const size_t between = free_bytes();
    for (int i = 0; i < kCalls; ++i) host_sum(in.data(), kCount);
    INFO("free bytes on the device, before and after ", kCalls, " calls");
    CHECK(between == before);
    CHECK(free_bytes() == between);
  }
  TEST_CASE("loads each value once in one launch") {
    REQUIRE(lockstep::counters_available());
    constexpr uint64_t kCount = 30000;
    const DeviceBuffer<int> from(different(kCount));
    const lockstep::Recording recording;
    device_sum(from.data(), kCount);
    REQUIRE(recording.launches() == 1);
    INFO("a block works on one multiprocessor; a GPU has many");
    CHECK(recording.list()[0].grid[0] > 1);
    const auto traffic = recording.traffic(from.data());
    CHECK(traffic.loads.bytes == kCount * sizeof(int));
    CHECK(traffic.stores.bytes == 0);
  }
}
