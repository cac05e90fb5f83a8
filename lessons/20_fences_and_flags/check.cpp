// SPDX-License-Identifier: MIT
// What lesson 20 asks for: one launch, no value read before it is there, and
// a message that the host may trust.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <atomic>
#include <numeric>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// A message in page-locked memory, which host and device both see.
struct Mailbox {
  Message* message = nullptr;
  Mailbox() {
    void* page = nullptr;
    REQUIRE(cudaMallocHost(&page, sizeof *message) == cudaSuccess);
    message = static_cast<Message*>(page);
    *message = {-1, 0};
  }
  ~Mailbox() { cudaFreeHost(message); }

  /// Waits for the flag, not for the kernel; gives up when the kernel has
  /// ended without it. True when the message came.
  bool wait() const {
    const volatile int& ready = message->ready;
    while (ready == 0 && cudaStreamQuery(nullptr) == cudaErrorNotReady) {
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    return ready == 1;
  }
};

/// Adds `in` `times` times with the same counter.
void check_sum(const std::vector<int>& in, int times = 1) {
  INFO(in.size(), " values");
  const DeviceBuffer<int> from(in), partials(kMostBlocks);
  const DeviceBuffer<unsigned> finished(std::vector<unsigned>(1));
  for (int i = 1; i <= times; ++i) {
    INFO("call ", i, " with the same counter");
    Mailbox box;
    sum_to_host(from.data(), partials.data(), finished.data(), box.message,
                static_cast<int>(in.size()));
    const bool came = box.wait();
    CHECK_MESSAGE(came, "no message: ready is ", box.message->ready);
    if (came) {
      CHECK(box.message->total == std::accumulate(in.begin(), in.end(), 0));
    }
    CHECK(finished.download()[0] == 0);
    CHECK(box.message->ready == int(came));
  }
  CHECK_MESSAGE(partials.fences_intact(), "a block wrote outside of partials");
}

std::vector<int> different(int count) {
  return lockstep::distinct_values<int>(count, 14);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("adds three values") { check_sum({3, 4, 10}); }
}

TEST_SUITE("awkward") {
  TEST_CASE("adds any number of values") {
    for (int n :
         {0, 1, 31, 127, 129, 500, 1025, 64 * 128, 64 * 128 + 1, 20000}) {
      check_sum(different(n));
    }
  }

  TEST_CASE("adds again with the same counter") {
    check_sum(different(1000), 4);
  }

  TEST_CASE("sends a value from block to block") {
    for (int value : {7, 0, -5}) {
      const DeviceBuffer<Message> message(std::vector<Message>(1));
      const DeviceBuffer<int> got(1);
      send_to_block(value, message.data(), got.data());
      CHECK(got.download()[0] == value);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a block counts itself once in one launch") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_sum(different(5000));
    REQUIRE(recording.launches() == 1);
    const SimtCounters all = recording.total();
    const uint64_t blocks = recording.list()[0].grid[0];
    CHECK(all.global_load.bytes >= 5000 * sizeof(int));
    INFO("global atomics of ", blocks, " blocks");
    CHECK(all.global_atomic.requests <= blocks);
  }

  TEST_CASE("the host is told with a fence that reaches it") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_sum(different(1000));
    INFO("__threadfence_system, or a release of system scope");
    CHECK(recording.total().system_releases >= 1);
  }
}
