// SPDX-License-Identifier: MIT
// What lesson 23 asks for: right sums of any number of values, an input that
// stays as it was, the first error, and no memory left behind.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <numeric>
#include <string>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
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

std::string name(cudaError_t error) { return cudaGetErrorName(error); }

void check_device_sum(const Values& in) {
  INFO("device_sum of ", in.size(), " values");
  const DeviceBuffer<int> from(in);
  const Sum sum = device_sum(from.data(), int(in.size()));
  CHECK(name(sum.error) == "cudaSuccess");
  CHECK(sum.value == sum_of(in));
  CHECK_MESSAGE(from.fences_intact(), "a thread wrote outside of in");
}

void check_host_sum(const Values& in) {
  INFO("host_sum of ", in.size(), " values");
  const Sum sum = host_sum(in.data(), int(in.size()));
  CHECK(name(sum.error) == "cudaSuccess");
  CHECK(sum.value == sum_of(in));
}

/// Allocations, also of managed memory, and streams and the like.
uint64_t things_kept() {
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  return lockstep::live_objects();
}

/// Makes each call of `work` fail in turn, the last one first: a kernel without
/// memory would spoil the device for all later runs. Some runs make fewer
/// calls than `kMost`; `least` is what an answer cannot do without.
template <typename Sums>
void check_errors(int least, Sums work) {
  constexpr int kMost = 16;
  work();  // first use
  for (int call = kMost; call > 0; --call) {
    const uint64_t before = things_kept();
    lockstep::fail_call(call, false);
    const Sum sum = work();
    const lockstep::FailedCall failed = lockstep::failed_call();
    lockstep::fail_call(0);
    cudaGetLastError();  // the runtime must not remember it for the next call
    const auto error = cudaError_t(failed.error);
    INFO("call ", call, " was to fail, of the allocations, copies, launches ",
         "and waits; it returned ", error ? name(error) : "nothing");
    REQUIRE_MESSAGE((call > least || error), "so few calls cannot be enough");
    REQUIRE(name(sum.error) == name(error));
    INFO("calls after it; cudaFree is not counted");
    REQUIRE(failed.later == 0);
    INFO("allocations that stay behind");
    REQUIRE(things_kept() - before == 0);
  }
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("repair 1: four values") {
    INFO("3 + 4 + 10 + 20 = 37");
    check_device_sum({3, 4, 10, 20});
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("repair 1: the input stays as it was") {
    const Values in = different(10000);
    const DeviceBuffer<int> from(in);
    device_sum(from.data(), 10000);
    const auto verdict = lockstep::compare(from.download(), in);
    CHECK_MESSAGE(verdict.same, "in, after the sum: ", verdict.text);
  }

  TEST_CASE("repair 2: every block adds up its values") {
    for (int count : {257, 1000, 4096, 20000}) {
      check_device_sum(different(count));
    }
  }

  TEST_CASE("repair 3: the values of the host arrive") {
    INFO("at most 256 values: they all belong to block 0");
    for (int count : {1, 4, 200}) check_host_sum(different(count));
  }
}

TEST_SUITE("technique") {
  // On a GPU other programs allocate too: only the emulator's count is ours.
  TEST_CASE("repair 4: what is allocated is freed") {
    REQUIRE(lockstep::counters_available());
    constexpr int kCalls = 20, kCount = 1 << 14;
    const Values in = different(kCount);
    const DeviceBuffer<int> from(in);
    device_sum(from.data(), kCount);  // first use
    const uint64_t before = things_kept();
    for (int i = 0; i < kCalls; ++i) device_sum(from.data(), kCount);
    const uint64_t between = things_kept();
    for (int i = 0; i < kCalls; ++i) host_sum(in.data(), kCount);
    INFO("allocations that stay behind, after ", kCalls, " calls");
    CHECK(between - before == 0);         // of device_sum
    CHECK(things_kept() - between == 0);  // of host_sum
  }

  TEST_CASE("repair 5: the first error comes back") {
    REQUIRE(lockstep::counters_available());
    const Values in = different(300);
    const DeviceBuffer<int> from(in);
    SUBCASE("of device_sum") {
      check_errors(2, [&] { return device_sum(from.data(), 300); });
    }
    SUBCASE("of host_sum") {
      check_errors(4, [&] { return host_sum(in.data(), 300); });
    }
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("adds any number of values") {
    for (int count : {0, 1, 31, 255, 1025, 4095, 4097, 20000,
                      lockstep::drawn_size(2, 9999, 23)}) {
      check_device_sum(different(count));
      check_host_sum(different(count));
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("each value is read once, and all threads add") {
    REQUIRE(lockstep::counters_available());
    for (int count : {32768, 30001, lockstep::drawn_size(25000, 35000, 16)}) {
      INFO(count, " values");
      const Values in = different(count);
      const DeviceBuffer<int> from(in);
      const lockstep::Recording recording;
      device_sum(from.data(), count);
      REQUIRE(recording.launches() == 1);
      const auto traffic = recording.traffic(from.data());
      CHECK(traffic.loads.bytes <= count * sizeof(int));
      // Of full warps, and a quarter more: compilers unroll a loop in a way
      // that splits the warp where the array ends.
      CHECK(traffic.loads.requests <= uint64_t(count + 31) / 32 * 5 / 4);
      const auto work = lockstep::judge(recording, {.blocks = 2});
      CHECK_MESSAGE(work.fair, work.text);
      const lockstep::Recording of_host;
      host_sum(in.data(), count);
      INFO("launches of host_sum: the device adds, not the host");
      REQUIRE(of_host.launches() == 1);
      CHECK(of_host.total().global_read.bytes >= count * sizeof(int));
    }
  }
}
