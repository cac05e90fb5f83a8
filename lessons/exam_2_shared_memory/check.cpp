// SPDX-License-Identifier: MIT
// What exam 2 asks for: right totals, global memory in whole sectors, no lane
// that waits for a bank, and a call that returns at once.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <string>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

constexpr unsigned kSeed = 2;  // of the series; a teacher may change it

std::string name(cudaError_t error) { return cudaGetErrorName(error); }

/// Adds up different values and compares all totals. Exactly: they are halves
/// and far below 2^23, so no sum rounds.
void check_add_up(int series, int length) {
  INFO(series, " series of ", length, " values");
  const size_t size = size_t(series) * length;
  const auto value = lockstep::distinct_values<float>(size, kSeed);
  std::mt19937 random(kSeed);
  std::vector<unsigned char> restart(size);
  std::vector<float> expected(size);
  for (size_t i = 0; i < size; ++i) {
    const bool long_series = i / length % 3 == 0;  // one restart, or none
    if (random() % (long_series ? 500 : 20) == 0)
      restart[i] = 1 << random() % 8;
    const bool first = i % length == 0 || restart[i] != 0;
    expected[i] = value[i] + (first ? 0 : expected[i - 1]);
  }
  const DeviceBuffer<float> from(value), to(size);
  const DeviceBuffer<unsigned char> marks(restart);
  const cudaError_t error =
      add_up(from.data(), marks.data(), to.data(), series, length);
  CHECK(name(error) == "cudaSuccess");
  const auto verdict = lockstep::compare(to.download(), expected,
                                         {size_t(series), size_t(length)});
  CHECK_MESSAGE(verdict.same, "total: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of total");
  CHECK_MESSAGE((from.download() == value && marks.download() == restart),
                "the input was changed");
}

/// Several pieces and several blocks: rows of whole sectors of floats and of
/// bytes; awkward ones; and rows drawn from the seed.
struct Size {
  int series, length;
};
const Size kSizes[] = {
    {192, 256},
    {190, 250},
    {lockstep::drawn_size(170, 192, 2), lockstep::drawn_size(225, 256, 3)}};

/// The counts of one launch whose blocks and warps share the work.
SimtCounters count_add_up(Size size) {
  const lockstep::Recording recording;
  check_add_up(size.series, size.length);
  REQUIRE(recording.launches() == 1);
  // Of 32 series with 32 places: a row in and out, and a place of each series.
  const uint64_t rows = size.series * uint64_t((size.length + 31) / 32);
  INFO(size.series, " series of ", size.length, " values");
  const lockstep::Work most{.global_reads = 3 * rows,
                            .global_writes = 3 * rows / 2,
                            .shared_loads = 3 * 3 * rows / 2,
                            .shared_stores = 3 * 3 * rows / 2,
                            .blocks = 2};
  const auto work = lockstep::judge(recording, most);
  CHECK_MESSAGE(work.fair, work.text);
  return recording.total();
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("adds up 2 series of 4") {
    INFO("value 1 2 3 4 and 5 6 7 8; the second restarts at its third place");
    const DeviceBuffer<float> value({1, 2, 3, 4, 5, 6, 7, 8}), total(8);
    const DeviceBuffer<unsigned char> restart({0, 0, 0, 0, 0, 0, 1, 0});
    const cudaError_t error =
        add_up(value.data(), restart.data(), total.data(), 2, 4);
    CHECK(name(error) == "cudaSuccess");
    const auto verdict = lockstep::compare(total.download(),
                                           {1, 3, 6, 10, 5, 11, 7, 15}, {2, 4});
    CHECK_MESSAGE(verdict.same, "total: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any number of series and any length") {
    for (int n : {0, 1, 31, 33, 127, 129}) {
      check_add_up(n, 33);
      check_add_up(3, n);
    }
    check_add_up(2, 1025);
    check_add_up(500, 7);
    check_add_up(192, 64);
    check_add_up(lockstep::drawn_size(34, 99, 4),
                 lockstep::drawn_size(34, 99, 5));
  }

  TEST_CASE("a restart forgets an infinity and a NaN") {
    constexpr int kLength = 70;
    std::vector<float> value(2 * kLength, 1);
    std::vector<unsigned char> restart(value.size());
    value[5] = HUGE_VALF, value[kLength - 1] = HUGE_VALF;
    value[kLength + 40] = NAN;
    restart[9] = 255, restart[kLength + 41] = 128;
    const DeviceBuffer<float> from(value), to(value.size());
    const DeviceBuffer<unsigned char> marks(restart);
    add_up(from.data(), marks.data(), to.data(), 2, kLength);
    const std::vector<float> total = to.download();
    float sum = 0;
    for (int i = 0; i < 2 * kLength; ++i) {
      sum = value[i] + (i % kLength == 0 || restart[i] ? 0 : sum);
      INFO("series ", i / kLength, ", place ", i % kLength);
      if (std::isnan(sum)) {
        REQUIRE(std::isnan(total[i]));
      } else {
        REQUIRE(total[i] == sum);
      }
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("one launch, and nobody waits for it") {
    REQUIRE(lockstep::counters_available());
    {
      const DeviceBuffer<float> value(std::vector<float>(64 * 64)),
          total(64 * 64);
      const DeviceBuffer<unsigned char> marks(
          std::vector<unsigned char>(64 * 64));
      const lockstep::Recording recording;
      add_up(value.data(), marks.data(), total.data(), 64, 64);
      CHECK_MESSAGE(cudaStreamQuery(nullptr) == cudaErrorNotReady,
                    "the call waited for its kernel");
      REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
      CHECK(recording.launches() == 1);
    }
    // Of the cases before, too: none may stay for the next call.
    INFO("allocations, managed ones too, streams and the like that are kept");
    CHECK(lockstep::live_objects() == 0);
  }

  TEST_CASE("an error comes back") {
    REQUIRE(lockstep::counters_available());
    const DeviceBuffer<float> value(std::vector<float>(64)), total(64);
    const DeviceBuffer<unsigned char> marks(std::vector<unsigned char>(64));
    const auto call = [&](int series, int length) {
      return name(
          add_up(value.data(), marks.data(), total.data(), series, length));
    };
    const lockstep::Recording recording;
    for (const Size size : {Size{-1, 8}, Size{8, -1}, Size{-2, -4}}) {
      INFO(size.series, " series of ", size.length, " values");
      CHECK(call(size.series, size.length) == "cudaErrorInvalidValue");
    }
    auto failed = cudaErrorUnknown;
    for (int number = 1; failed != cudaSuccess; ++number) {
      INFO("number ", number, " of the CUDA calls that can fail did");
      lockstep::fail_call(number, false);
      const std::string returned = call(8, 8);
      failed = static_cast<cudaError_t>(lockstep::failed_call().error);
      lockstep::fail_call(0);
      cudaGetLastError();  // the next call must not find it
      CHECK(returned == name(failed));
      if (failed != cudaSuccess) CHECK(recording.launches() == 0);
    }
  }

  TEST_CASE("global memory moves whole sectors, once") {
    REQUIRE(lockstep::counters_available());
    for (const Size size : kSizes) {
      const SimtCounters all = count_add_up(size);
      const uint64_t places = uint64_t(size.series) * size.length;
      INFO(size.series, " series of ", size.length, " values");
      INFO("bytes: 4 and 1 for each place in, 4 out; a sector is 32 bytes");
      CHECK(all.global_read.bytes <= 5 * places);
      CHECK(all.global_write.bytes <= 4 * places);
      if (size.length % 32 == 0) {
        CHECK(all.global_read.sectors <= 5 * places / 32);
        CHECK(all.global_write.sectors <= 4 * places / 32);
      }
      // 32 floats touch 5 sectors at most, 32 marks 2.
      const uint64_t rows = size.series * uint64_t((size.length + 31) / 32);
      CHECK(all.global_read.sectors <= 8 * rows);
      CHECK(all.global_write.sectors <= 6 * rows);
    }
  }

  TEST_CASE("no shared access waits for a bank") {
    REQUIRE(lockstep::counters_available());
    for (const Size size : kSizes) {
      const SimtCounters all = count_add_up(size);
      INFO(size.series, " series of ", size.length, " values");
      INFO("each value or each total is loaded from there: 32 per wavefront");
      const uint64_t places = uint64_t(size.series) * size.length;
      REQUIRE(all.shared_load.ideal_wavefronts >= places / 32);
      INFO("wavefronts, and how few are possible");
      CHECK(all.shared_store.wavefronts <= all.shared_store.ideal_wavefronts);
      CHECK(all.shared_load.wavefronts <= all.shared_load.ideal_wavefronts);
      CHECK(all.shared_atomic.requests == 0);
    }
  }
}
