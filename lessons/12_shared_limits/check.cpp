// SPDX-License-Identifier: MIT
// What lesson 12 asks for: right sums, two resident blocks on each device, and
// no byte of shared memory left over.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <string>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

std::string name(cudaError_t error) { return cudaGetErrorName(error); }

/// Adds different values and compares all sums. Exactly: they are halves below
/// 2^18, so no sum rounds.
void check_add(int n, int apart) {
  INFO(n, " values, ", apart, " apart");
  const auto in = lockstep::distinct_values<float>(n, 6);
  std::vector<float> expected = in;
  for (int i = apart; i < n; ++i) expected[i] += in[i - apart];
  for (int i = 0; i + apart < n; ++i) expected[i] += in[i + apart];
  const DeviceBuffer<float> from(in), to(n);
  CHECK(name(add_apart(from.data(), to.data(), n, apart)) == "cudaSuccess");
  const auto verdict = lockstep::compare(to.download(), expected);
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
}

/// A device, and the bytes of each of two equal blocks that fill its shared
/// memory: half of what a multiprocessor has, less what CUDA takes of it.
struct Target {
  const char* name;
  uint64_t bytes;
};
constexpr Target kTargets[] = {
    {"H200: 228 KB, and CUDA takes 1 KB per block", 113 * 1024},
    {"A100: 164 KB, and CUDA takes 1 KB per block", 81 * 1024},
    {"RTX 4090: 100 KB, and CUDA takes 1 KB per block", 49 * 1024},
    {"T4: 64 KB", 32 * 1024}};

/// Calls test(launch, target) with launches on each device.
template <typename Test>
void on_every_device(Test test) {
  REQUIRE(lockstep::counters_available());
  struct GoBack {
    ~GoBack() { cudaSetDevice(0); }
  } at_the_end;
  int device = 0;
  for (const Target& target : kTargets) {
    REQUIRE(cudaSetDevice(device++) == cudaSuccess);
    INFO(std::string(target.name));
    for (int n : {70000, lockstep::drawn_size(40000, 60000, 6)}) {
      const lockstep::Recording recording;
      check_add(n, 1024);
      REQUIRE(recording.launches() == 1);
      test(recording.list()[0], target);
    }
  }
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("adds within 5 values") {
    INFO("in = 1 2 3 4 5, 2 apart");
    const DeviceBuffer<float> in({1, 2, 3, 4, 5}), out(5);
    CHECK(name(add_apart(in.data(), out.data(), 5, 2)) == "cudaSuccess");
    const auto verdict = lockstep::compare(out.download(), {4, 6, 9, 6, 8});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any length and any distance") {
    for (int n : {0, 1, 31, 33, 1023, 1025}) {
      check_add(n, 0);
      check_add(n, 32);
    }
    check_add(60000, 1024);
    check_add(lockstep::drawn_size(100, 30000, 6),
              lockstep::drawn_size(1, 1023, 7));
  }
}

TEST_SUITE("technique") {
  TEST_CASE("two blocks are resident on every device") {
    on_every_device([](const SimtLaunch& launch, const Target&) {
      CHECK(launch.resident_blocks_per_sm >= 2);
    });
  }

  TEST_CASE("the buffer could not be larger") {
    on_every_device([](const SimtLaunch& launch, const Target& target) {
      CHECK(launch.dynamic_shared_bytes >= target.bytes - 128);
      CHECK(launch.dynamic_shared_bytes_touched >= target.bytes - 128);
    });
  }

  TEST_CASE("each error is returned") {
    REQUIRE(lockstep::counters_available());
    const DeviceBuffer<float> in({1, 2, 3, 4, 5}), out(5);
    // An answer that tries sizes makes many calls: the first eight fail, then
    // some, then the last. Call `low` is made, call `high` is not.
    int low = 0, high = 0;
    while (high == 0 || high - low > 1) {
      const int call = high > 0 ? (low + high) / 2 : low + 1 + low / 8;
      INFO("number ", call, " of the CUDA calls that can fail did");
      const lockstep::Recording recording;
      lockstep::fail_call(call, false);
      const cudaError_t error = add_apart(in.data(), out.data(), 5, 2);
      const auto failed =
          static_cast<cudaError_t>(lockstep::failed_call().error);
      lockstep::fail_call(0);
      cudaGetLastError();
      (failed == cudaSuccess ? high : low) = call;
      if (failed == cudaSuccess) continue;
      INFO("a wait or a copy fails with cudaErrorLaunchFailure");
      CHECK(name(error) == name(failed));
      CHECK(name(failed) != "cudaErrorLaunchFailure");
      CHECK(recording.launches() == 0);
    }
    CHECK(low > 0);
  }
}
