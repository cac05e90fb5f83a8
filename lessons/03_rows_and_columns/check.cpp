// SPDX-License-Identifier: MIT
// What lesson 03 asks for: each row mirrored, in a picture of any shape, with a
// thread for each pixel, and neighbouring threads on neighbouring pixels.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

struct Shape {
  int height, width;
};

Shape drawn_shape(int low, int high, unsigned salt) {
  return {lockstep::drawn_size(low, high, salt),
          lockstep::drawn_size(low, high, salt + 100)};
}

/// Mirrors a picture of different pixels that lies in the middle of a longer
/// array, with `around` values on either side, and compares all of it.
void check_mirror(Shape shape, int around) {
  const int height = shape.height, width = shape.width;
  INFO("height = ", height, ", width = ", width);
  const int pixels = height * width;
  const auto values = lockstep::distinct_values<int>(pixels, 1);
  std::vector<int> expected(pixels);
  for (int i = 0; i < pixels; ++i) {
    expected[i] = values[i / width * width + width - 1 - i % width];
  }
  const auto outside = lockstep::distinct_values<int>(pixels + 2 * around, 2);
  const DeviceBuffer<int> in(values), out(outside);
  mirror(in.data(), out.data() + around, width, height);
  const auto all = out.download();
  const auto begin = all.begin() + around, end = begin + pixels;
  const auto verdict =
      lockstep::compare(std::vector<int>(begin, end), expected,
                        {static_cast<size_t>(height), size_t(width), 0});
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(std::equal(all.begin(), begin, outside.begin()),
                "a value before the start of out changed");
  CHECK_MESSAGE(std::equal(end, all.end(), outside.end() - around),
                "a value after the end of out changed");
  CHECK_MESSAGE(out.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(in.download() == values, "the input was changed");
}

/// The only launch of a mirrored picture.
SimtLaunch launch_for(Shape shape) {
  const lockstep::Recording recording;
  check_mirror(shape, 0);
  REQUIRE(recording.launches() == 1);
  return recording.list().front();
}

/// Rows of 32 pixels or less that the picture is cut into: one for each warp.
uint64_t pieces(Shape shape) {
  return uint64_t(shape.height) * ((shape.width + 31) / 32);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("mirrors 2 rows of 3 pixels") {
    INFO("in: 1 2 3 in row 0, 4 5 6 in row 1");
    const DeviceBuffer<int> in({1, 2, 3, 4, 5, 6}), out(6);
    mirror(in.data(), out.data(), 3, 2);
    const auto verdict =
        lockstep::compare(out.download(), {3, 2, 1, 6, 5, 4}, {2, 3, 0});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("mirrors pictures of any shape") {
    for (Shape shape :
         {Shape{1, 1}, Shape{1, 33}, Shape{33, 1}, Shape{9, 65}, Shape{65, 9},
          Shape{130, 97}, Shape{97, 130}, drawn_shape(2, 150, 1)}) {
      check_mirror(shape, 0);
    }
  }

  TEST_CASE("changes nothing before or after out") {
    for (Shape shape :
         {Shape{1, 33}, Shape{33, 1}, Shape{9, 65}, drawn_shape(2, 80, 2)}) {
      check_mirror(shape, 8 * (shape.width + 32));
    }
  }
}

TEST_SUITE("technique") {
  // The emulator needs a second for these 524,280 warps, so one schedule is
  // enough.
  TEST_CASE("mirrors the highest picture that fits") {
    REQUIRE(lockstep::counters_available());
    CHECK(launch_for({65535 * 8, 3}).grid[1] == 65535);
  }

  TEST_CASE("each pixel has a thread of its own") {
    REQUIRE(lockstep::counters_available());
    for (Shape shape :
         {Shape{64, 64}, Shape{97, 130}, drawn_shape(90, 160, 3)}) {
      INFO("height = ", shape.height, ", width = ", shape.width);
      const SimtLaunch launch = launch_for(shape);
      // Where blocks are not full, some warps have no pixel.
      const bool full = shape.height % 8 == 0 && shape.width % 32 == 0;
      // A second read of a pixel is no fault here.
      const auto work = lockstep::judge(
          launch, {.global_reads = 2 * pieces(shape),
                   .global_writes = 2 * pieces(shape),
                   .busiest_percent = full ? uint64_t{125} : uint64_t{150}});
      CHECK_MESSAGE(work.fair, work.text);
      INFO("bytes written; a pixel has 4");
      CHECK(launch.counters.global_write.bytes <=
            4 * uint64_t(shape.height) * shape.width);
    }
  }

  TEST_CASE("neighbouring threads take neighbouring pixels of a row") {
    REQUIRE(lockstep::counters_available());
    for (Shape shape :
         {Shape{64, 64}, Shape{97, 130}, drawn_shape(90, 160, 4)}) {
      const SimtLaunch launch = launch_for(shape);
      const SimtTraffic& read = launch.counters.global_read;
      const SimtTraffic& written = launch.counters.global_write;
      INFO("height = ", shape.height, ", width = ", shape.width);
      INFO("sectors of 32 bytes, and 6 for each read or write of a warp");
      CHECK(read.sectors <= 6 * read.requests);
      CHECK(written.sectors <= 6 * written.requests);
    }
  }
}
