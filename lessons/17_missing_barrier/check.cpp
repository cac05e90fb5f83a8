// SPDX-License-Identifier: MIT
// What lesson 17 asks for: right values under every schedule, no race, and
// no barrier more than needed.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdlib>
#include <numeric>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// to[j] = from[j] + (sum of all from), for each vector of `values` numbers.
std::vector<unsigned> stage(const std::vector<unsigned>& from, size_t values) {
  std::vector<unsigned> to;
  for (size_t first = 0; first < from.size(); first += values) {
    const auto begin = from.begin() + first;
    const unsigned sum = std::accumulate(begin, begin + values, 0u);
    for (size_t j = 0; j < values; ++j) to.push_back(begin[j] + sum);
  }
  return to;
}

void check_transform(int values, int vectors, int rounds) {
  INFO(vectors, " vectors of ", values, " values, ", rounds, " rounds");
  std::vector<unsigned> in;
  for (int v : lockstep::distinct_values<int>(size_t(values) * vectors, 11)) {
    in.push_back(std::abs(v));  // still different, and easier to read
  }
  if (values > 1) in[0] = 0x80000000u, in[1] = ~0u;  // sums go round at 2^32
  std::vector<unsigned> expected = in;
  for (int i = 0; i < 2 * rounds; ++i) expected = stage(expected, values);

  const DeviceBuffer<unsigned> from(in), to(in.size());
  transform(from.data(), to.data(), values, vectors, rounds);
  const lockstep::Layout layout{0, 0, size_t(values)};
  const auto verdict = lockstep::compare(to.download(), expected, layout);
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("does one round on paper") {
    INFO("x = 1 2; the sum is 3, so p = 4 5; the sum is 9, so x = 13 14");
    const DeviceBuffer<unsigned> in({1, 2}), out(2);
    transform(in.data(), out.data(), 2, 1, 1);
    const auto verdict = lockstep::compare(out.download(), {13, 14});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any number of values") {
    for (int values : {0, 1, 31, 33, 1023, 1025}) {
      check_transform(values, 1, 1);
    }
  }

  TEST_CASE("works for several vectors and rounds") {
    check_transform(100, 4, 0);
    check_transform(100, 4, 5);
    check_transform(300, 3, 2);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a round has at most two barriers") {
    REQUIRE(lockstep::counters_available());
    constexpr uint64_t kVectors = 3, kRounds = 2;
    // Whole warps: where lanes of a warp diverge, each part counts a barrier.
    const int drawn = 32 * lockstep::drawn_size(9, 15, 17);
    for (int values : {512, 544, drawn}) {
      const lockstep::Recording recording;
      check_transform(values, kVectors, kRounds);
      REQUIRE(recording.launches() == 1);
      const uint64_t warps = recording.list()[0].block[0] / 32 * kVectors;
      INFO(values, " values, ", warps, " warps, ", kRounds, " rounds");
      INFO("one barrier after loading x is given; each round may add two");
      const lockstep::Work most{.barriers = (1 + 2 * kRounds) * warps,
                                .busiest_percent = values == 512 ? 150u : 200u,
                                .blocks = kVectors};
      const auto work = lockstep::judge(recording, most);
      CHECK_MESSAGE(work.fair, work.text);
    }
  }
}
