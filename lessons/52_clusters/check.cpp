// SPDX-License-Identifier: MIT
// What lesson 52 asks for: right counts of any values, made in the shared
// memory of clusters, of which each block holds a part.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;
using Values = std::vector<uint16_t>;

namespace {

/// `count` values; every `of` that may come comes about as often.
Values mixed(size_t count, unsigned of = kBins) {
  Values values(count);
  std::mt19937 random(52);
  for (auto& value : values) value = uint16_t(random() % of * (kBins / of));
  return values;
}

/// Counts `values`, which begin `shift` values into their allocation.
void check_values(const Values& values, int shift = 0) {
  INFO(values.size(), " values");
  Values in(shift, 7);
  in.insert(in.end(), values.begin(), values.end());
  std::vector<unsigned> expected(kBins, 0);
  for (const unsigned value : values) ++expected[value];
  const DeviceBuffer<uint16_t> from(in);
  const DeviceBuffer<unsigned> bins(kBins);
  histogram(from.data() + shift, int(values.size()), bins.data());
  const auto verdict =
      lockstep::compare(bins.download(), expected, {0, 0, kBins / 8});
  CHECK_MESSAGE(verdict.same, "bins: ", verdict.text);
  CHECK_MESSAGE(bins.fences_intact(), "a thread wrote outside of bins");
  CHECK_MESSAGE(from.download() == in, "values were changed");
}

void judge(size_t count) {
  const lockstep::Recording recording;
  check_values(mixed(count));
  REQUIRE(recording.launches() == 1);  // one kernel, once
  const SimtLaunch launch = recording.list()[0];
  const SimtCounters& all = launch.counters;
  INFO(count, " values, ", launch.grid[0], " blocks; shared memory of each");
  const size_t each = launch.static_shared_bytes + launch.dynamic_shared_bytes;
  CHECK(each <= 64 << 10);
  INFO("and of all: each of two clusters holds all bins");
  CHECK(each * launch.grid[0] >= 2 * kBins * sizeof(unsigned));
  INFO("bytes that atomics move to global memory: a fourth of one per value");
  CHECK(all.global_atomic.bytes <= count);
  const uint64_t read = all.global_read.bytes - all.global_atomic.bytes;
  INFO("bytes read beside that: each value once, and 1 % more");
  CHECK(read <= 2 * count * 101 / 100);
  const auto work = lockstep::judge(recording, lockstep::Work{});
  CHECK_MESSAGE(work.fair, work.text);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("counts five values") {
    INFO("3, 65535, 3, 0 and 8192");
    check_values({3, 65535, 3, 0, 8192});
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("counts any number of values") {
    check_values({});
    check_values({40000});
    check_values(mixed(31));
    check_values(mixed(4097));
    check_values(mixed(lockstep::drawn_size(5000, 9999, 521)));
  }

  TEST_CASE("counts values of one part alone") {
    check_values(Values(5000, 0));
    check_values(mixed(5000, 4));
    check_values(Values(70000, 65535));  // overflow 16 bits
  }

  TEST_CASE("begins at any value") { check_values(mixed(1000), 1); }
}

TEST_SUITE("technique") {
  TEST_CASE("counts in the shared memory of a cluster") {
    REQUIRE(lockstep::counters_available());
    judge(1 << 19);
    judge(lockstep::drawn_size(1 << 19, 540000, 522));
    const DeviceBuffer<uint16_t> values(Values(999));
    const DeviceBuffer<unsigned> bins(kBins);
    histogram(values.data(), 999, bins.data());
    CHECK_MESSAGE(cudaStreamQuery(nullptr) == cudaErrorNotReady,
                  "the call waited for its kernel");
  }
}
