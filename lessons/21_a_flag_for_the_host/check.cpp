// SPDX-License-Identifier: MIT
// What lesson 21 asks for: each sum arrives while the kernel runs, and with the
// flag comes the promise that the sum is there.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <numeric>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Messages and the host's word, in memory that host and device both see.
struct Mailbox {
  Message* messages = nullptr;
  int* taken = nullptr;

  explicit Mailbox(int parts) {
    void* page = nullptr;
    const size_t bytes = parts * sizeof *messages + sizeof *taken;
    REQUIRE(cudaMallocHost(&page, bytes) == cudaSuccess);
    messages = static_cast<Message*>(page);
    taken = reinterpret_cast<int*>(messages + parts);
    for (int p = 0; p < parts; ++p) messages[p] = {-1, 0};
  }
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;
  ~Mailbox() { cudaFreeHost(messages); }
};

void check_sums(const std::vector<int>& in, int parts) {
  const int length = static_cast<int>(in.size()) / parts;
  INFO(parts, " parts of ", length, " values");
  const DeviceBuffer<int> from(in);
  const Mailbox box(parts);
  std::vector<int> sums(parts);
  const int came = sum_parts(from.data(), parts, length, box.messages,
                             box.taken, sums.data());
  INFO("a sum comes when its `ready` is 1 while the kernel runs");
  REQUIRE(came == parts);
  for (int p = 0; p < parts; ++p) {
    INFO("part ", p);
    const auto begin = in.begin() + p * length;
    CHECK(sums[p] == std::accumulate(begin, begin + length, 0));
    CHECK(box.messages[p].ready == 1);
  }
}

std::vector<int> different(int count) {
  return lockstep::distinct_values<int>(count, 21);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("sends one sum") { check_sums({3, 4, 10}, 1); }
}

TEST_SUITE("awkward") {
  TEST_CASE("sends each sum while the kernel runs") {
    check_sums({0, -1, 5}, 3);
    check_sums(different(2 * 31), 2);
    check_sums(different(5 * 200), 5);
    check_sums(different(3 * 1000), 3);
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
  TEST_CASE("the host is promised the sum that goes with the flag") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_sums(different(4 * 100), 4);
    REQUIRE(recording.launches() == 1);
    const SimtLaunch launch = recording.list()[0];
    INFO("4 parts; stores of a flag that release what was stored before");
    CHECK(launch.host_flags - launch.unreleased_host_flags >= 4);
    INFO("such stores that release nothing: 3 totals after a flag, at most");
    CHECK(launch.unreleased_host_flags <= 3);
  }
}
