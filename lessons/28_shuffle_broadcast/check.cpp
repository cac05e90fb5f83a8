// SPDX-License-Identifier: MIT
// What lesson 28 asks for: the right places in each list, by one atomic of one
// lane per warp and round.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <climits>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;
using Values = std::vector<int>;

namespace {

/// Lists on the device, and what they must hold. They start empty.
class Lists {
 public:
  Lists(int rows, int width)
      : rows_(rows), width_(width), places_(size_t(rows) * width, -1) {}

  /// Appends, and compares. New places may come in any order.
  void append(const Values& samples, int limit) {
    INFO(rows_, " row(s) of ", width_, " samples, limit ", limit);
    Values expected = places_, lengths = sizes_;
    for (size_t i = 0; i < samples.size(); ++i) {
      const int row = int(i) / width_, column = int(i) % width_;
      if (samples[i] <= limit) continue;
      expected[size_t(row * width_ + lengths[row]++)] = column;
    }
    const DeviceBuffer<int> from(samples), to(places_), sizes(sizes_);
    append_above(from.data(), to.data(), sizes.data(), rows_, width_, limit);
    Values got = to.download();
    const auto right_sizes = lockstep::compare(sizes.download(), lengths);
    CHECK_MESSAGE(right_sizes.same, "sizes: ", right_sizes.text);
    places_ = got;
    for (int row = 0; row < rows_; ++row) {
      const auto list = got.begin() + row * width_;
      std::sort(list + sizes_[row], list + lengths[row]);
    }
    const auto verdict =
        lockstep::compare(got, expected, {size_t(rows_), size_t(width_), 0});
    CHECK_MESSAGE(verdict.same, "lists, new places sorted: ", verdict.text);
    CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of the lists");
    CHECK_MESSAGE(from.download() == samples, "the samples were changed");
    sizes_ = lengths;
  }

 private:
  int rows_, width_;
  Values places_, sizes_ = Values(size_t(rows_));
};

Values different(int rows, int width) {
  return lockstep::distinct_values<int>(size_t(rows) * width, 28);
}

struct Shape {
  int rows, width;
};

/// Full warps only; rows that end within a warp and within a block; and a
/// shape that changes with the schedule.
std::vector<Shape> shapes() {
  return {
      {16, 256},
      {13, 333},
      {lockstep::drawn_size(9, 20, 28), lockstep::drawn_size(200, 400, 28)}};
}

/// Rounds of the warps that have a row; all warps of the grid have more. A
/// block has 8 rows, and a warp 4 rounds of 32 samples.
uint64_t rounds(Shape shape) {
  return uint64_t(shape.rows) * uint64_t((shape.width + 127) / 128 * 4);
}
uint64_t all_rounds(Shape shape) {
  return rounds({(shape.rows + 7) / 8 * 8, shape.width});
}

/// One launch on a shape; about half of the samples are kept.
SimtCounters counted(Shape shape) {
  REQUIRE(lockstep::counters_available());
  const lockstep::Recording recording;
  Lists(shape.rows, shape.width).append(different(shape.rows, shape.width), 0);
  REQUIRE(recording.launches() == 1);
  // In a round a warp loads samples, adds to a size, and stores places.
  const lockstep::Work most{.global_reads = 2 * rounds(shape),
                            .global_writes = 2 * rounds(shape),
                            .blocks = 2};
  const auto work = lockstep::judge(recording, most);
  CHECK_MESSAGE(work.fair, work.text);
  return recording.total();
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("appends three places") {
    INFO("samples 3 9 1 8 7 2: places 1, 3 and 4 are above 5");
    Lists(1, 6).append({3, 9, 1, 8, 7, 2}, 5);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any number of rows and any width") {
    for (int rows : {1, 7, 8, 9}) {
      for (int width : {1, 31, 32, 33, 100}) {
        Lists(rows, width).append(different(rows, width), 0);
      }
    }
    Lists(2, 1025).append(different(2, 1025), -100);
    Lists(0, 5).append({}, 0);
    Lists(5, 0).append({}, 0);
  }

  TEST_CASE("appends to lists that hold places") {
    Values samples = different(9, 70);
    Lists lists(9, 70);
    lists.append(samples, 300);
    INFO("then those below the limit, so that each list is full");
    for (int& sample : samples) sample = -sample;
    lists.append(samples, -301);
  }

  TEST_CASE("keeps none, one or all") {
    const Values samples = different(3, 45);
    Lists(3, 45).append(samples, INT_MAX);
    Lists(3, 45).append(samples, INT_MIN);
    INFO("equal to the limit is not above it");
    Lists(3, 45).append(Values(3 * 45, -7), -7);
    Lists(1, 3).append({INT_MIN, INT_MAX, INT_MIN + 1}, INT_MIN);
    for (int place : {0, 31, 32, 44}) {
      Values one(45, -9);
      one[size_t(place)] = -8;
      Lists(1, 45).append(one, -9);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("one lane adds for its warp") {
    for (const Shape shape : shapes()) {
      const SimtCounters all = counted(shape);
      INFO(shape.rows, " rows of ", shape.width, " samples, 32 in a round");
      INFO("atomics, counted by lane; rounds of the warps that have a row");
      CHECK(all.global_atomic.bytes / sizeof(int) <= rounds(shape));
    }
  }

  TEST_CASE("one vote and one shuffle tell the others") {
    for (const Shape shape : shapes()) {
      const SimtCounters all = counted(shape);
      INFO(shape.rows, " rows of ", shape.width, " samples; ",
           all_rounds(shape), " rounds of all warps of the grid");
      CHECK(all.votes <= 2 * all_rounds(shape));
      CHECK(all.shuffles > 0);
      CHECK(all.shuffles <= all_rounds(shape));
      CHECK(all.shared.requests == 0);
      CHECK(all.local_load.requests + all.local_store.requests == 0);
    }
  }
}
