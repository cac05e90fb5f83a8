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
  REQUIRE(recording.launches() == 1);
  const SimtLaunch launch = recording.list()[0];
  const SimtCounters& all = launch.counters;
  INFO(count, " values, ", launch.grid[0], " blocks");
  INFO("shared memory of a block");
  CHECK(launch.static_shared_bytes + launch.dynamic_shared_bytes <= 64 << 10);
  INFO("bytes that atomics move to global memory: a fourth of one per value");
  CHECK(all.global_atomic.bytes <= count);
  INFO("bytes read beside that: each value once, and 1 % more");
  CHECK(all.global_read.bytes - all.global_atomic.bytes <=
        2 * count * 101 / 100);
  const lockstep::Work most{.blocks = 4};
  const auto work = lockstep::judge(recording, most);
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
    check_values(Values(5000, 65535));
    check_values(Values(5000, 0));
    Values few = mixed(5000, 3);
    check_values(few);
  }

  TEST_CASE("begins at any value") { check_values(mixed(1000), 1); }
}

TEST_SUITE("technique") {
  TEST_CASE("counts in the shared memory of a cluster") {
    REQUIRE(lockstep::counters_available());
    judge(1 << 19);
    judge(lockstep::drawn_size(500000, 600000, 522));
  }
}
