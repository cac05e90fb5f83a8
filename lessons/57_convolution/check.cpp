// SPDX-License-Identifier: MIT
// What lesson 57 asks for: right sums for any image and filter, each value
// loaded about once per block, and few loads from shared memory per product.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

constexpr int kMostWeight = 9, kMostValue = 8190;

/// Whole numbers from 1 to `most`, or their negatives: no sum of 225 products
/// of a weight and a value rounds. Values have too many bits for half or bf16.
std::vector<float> numbers(size_t count, unsigned seed, int most) {
  std::mt19937 random(seed);
  std::vector<float> values(count);
  for (float& value : values) {
    value = float(random() % most + 1) * (random() % 2 == 0 ? 1 : -1);
  }
  return values;
}

/// The values, with 0.5 for NaN, which equals nothing. No sum is 0.5.
std::vector<float> without_nan(std::vector<float> values) {
  for (float& value : values) value = std::isnan(value) ? 0.5f : value;
  return values;
}

bool check(int height, int width, int size, const std::vector<float>& image,
           const std::vector<float>& filter) {
  INFO("image: ", height, " x ", width, ", filter: ", size, " x ", size);
  std::vector<float> expected(image.size());
  const int reach = size / 2;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float& sum = expected[size_t(y) * width + x];
      for (int i = 0; i < size; ++i) {
        for (int j = 0; j < size; ++j) {
          const int v = y + i - reach, u = x + j - reach;
          if (v < 0 || v >= height || u < 0 || u >= width) continue;
          sum += filter[i * size + j] * image[size_t(v) * width + u];
        }
      }
    }
  }
  const DeviceBuffer<float> in(image), out(image.size());
  convolve(in.data(), filter.data(), out.data(), height, width, size);
  const auto verdict =
      lockstep::compare(without_nan(out.download()), without_nan(expected),
                        {size_t(height), size_t(width)});
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(out.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(in.download() == image, "the image was changed");
  return verdict.same;
}

bool check_size(int height, int width, int size) {
  return check(height, width, size,
               numbers(size_t(height) * width, 57, kMostValue),
               numbers(size_t(size) * size, unsigned(size), kMostWeight));
}

/// A call, what it did, and the numbers that its bounds are made of.
struct Counted {
  int height, width, size;
  SimtLaunch launch;

  uint64_t blocks() const {
    return uint64_t(height + 63) / 64 * (uint64_t(width + 63) / 64);
  }
  /// Products of warps, of whole tiles.
  uint64_t products() const { return blocks() * 64 * 64 / 32 * size * size; }
  /// Rows of a tile with its border; as many columns.
  uint64_t wide() const { return uint64_t(64 + size - 1); }
};

/// Whole tiles, edges, and sizes drawn by lot; counted once for all cases.
const std::vector<Counted>& counted() {
  static const std::vector<Counted> all = [] {
    REQUIRE(lockstep::counters_available());
    std::vector<Counted> runs = {{128, 128, 7, {}},
                                 {100, 150, 15, {}},
                                 {70, 130, 3, {}},
                                 {lockstep::drawn_size(110, 128, 1),
                                  lockstep::drawn_size(52, 64, 2),
                                  5,
                                  {}}};
    for (Counted& run : runs) {
      const lockstep::Recording recording;
      REQUIRE(check_size(run.height, run.width, run.size));
      REQUIRE(recording.launches() == 1);
      run.launch = recording.list()[0];
    }
    return runs;
  }();
  return all;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("adds up neighbours") {
    INFO("rows 1 2 3 and 4 5 6; the filter adds left and right, and 10 times");
    INFO("what is above: out begins with 2, 4");
    const std::vector<float> image = {1, 2, 3, 4, 5, 6};
    check(2, 3, 3, image, {0, 10, 0, 1, 0, 1, 0, 0, 0});
    check(2, 3, 1, image, {2});
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("takes every filter") {
    for (int size = 1; size <= kMostSize; size += 2) check_size(70, 37, size);
  }

  TEST_CASE("takes images of any shape") {
    check_size(0, 5, 3);
    check_size(5, 0, 3);
    check_size(1, 1, 15);
    check_size(1, 200, 9);
    check_size(200, 1, 9);
    check_size(64, 65, 3);
    check_size(65, 64, 5);
    check_size(63, 128, 7);
    check_size(130, 131, 3);
  }

  TEST_CASE("infinity stays where it is") {
    INFO("it reaches as far as the filter, also at the image's border");
    INFO("one weight is 0, and 0 * infinity is NaN, shown as 0.5");
    std::vector<float> image = numbers(70 * 70, 5, kMostValue);
    std::vector<float> filter = numbers(25, 6, kMostWeight);
    for (float& value : filter) value = std::fabs(value);
    filter[8] = 0;
    image[0] = image[40 * 70 + 69] = image[66 * 70 + 30] =
        std::numeric_limits<float>::infinity();
    check(70, 70, 5, image, filter);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a block loads its part of the image once") {
    for (const Counted& run : counted()) {
      INFO("image: ", run.height, " x ", run.width, ", filter: ", run.size);
      const SimtCounters& all = run.launch.counters;
      const uint64_t area = run.blocks() * run.wide() * run.wide();
      INFO("a tile with its border: ", run.wide(), " x ", run.wide());
      CHECK(all.global_read.bytes <= 4 * area);
      INFO("sectors of 8 values; a row's first and last are not whole");
      CHECK(all.global_read.sectors <= area / 8 * 2);
      CHECK(all.global_write.sectors <= uint64_t(run.height) * run.width / 4);
      const auto work =
          lockstep::judge(run.launch, {.global_reads = area / 32 * 2,
                                       .global_writes = run.blocks() * 128,
                                       .blocks = run.blocks()});
      CHECK_MESSAGE(work.fair, work.text);
    }
  }

  TEST_CASE("a value from shared memory serves many products") {
    for (const Counted& run : counted()) {
      INFO("image: ", run.height, " x ", run.width, ", filter: ", run.size);
      const SimtCounters& all = run.launch.counters;
      INFO("products of warps, of whole tiles: ", run.products());
      CHECK(all.float_multiplies <= 32 * run.products());
      const uint64_t area = run.blocks() * run.wide() * run.wide();
      const uint64_t once = (area + run.blocks() * 64 * 64) / 16;
      INFO("for storing the tile, and for out to pass through: ", once);
      const uint64_t moved = all.shared.wavefronts + all.shuffles;
      INFO("moved: wavefronts of shared memory, and shuffles");
      CHECK(moved <= run.products() / 4 + once);
      INFO("bytes from global memory: a tile's twice at most");
      CHECK(all.global_read.bytes <= 8 * area);
      INFO("local memory is memory: sums and values belong into registers");
      CHECK(all.local_load.requests + all.local_store.requests == 0);
    }
  }
}
