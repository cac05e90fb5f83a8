// SPDX-License-Identifier: MIT
// What lesson 50 asks for: right histograms, also of the block that ends last,
// and counts that come to global memory without atomics of the threads.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;
using Pixels = std::vector<unsigned char>;

namespace {

constexpr int kBlock = 4096;  // pixels that one block takes in one round

/// Pixels of which the values near that of the frame's number are the most.
Pixels noise(int frames, int each) {
  std::mt19937 random(50);
  Pixels pixels(size_t(frames) * size_t(each));
  for (size_t i = 0; i < pixels.size(); ++i) {
    const unsigned value = unsigned(i / size_t(each)) * 37 + random() % 3;
    pixels[i] = static_cast<unsigned char>(random() % 2 ? value : random());
  }
  return pixels;
}

/// Counts `times` times with the same memory. Returns what the threads did to
/// the bins.
lockstep::Recording::Traffic check_frames(const Pixels& pixels, int frames,
                                          int each, int times = 1) {
  INFO(frames, " frames of ", each, " pixels");
  const size_t count = size_t(frames);
  std::vector<unsigned> expected(count * kBins);
  std::vector<int> values;
  for (size_t i = 0; i < pixels.size(); ++i) {
    ++expected[i / size_t(each) * kBins + pixels[i]];
  }
  for (auto one = expected.begin(); one != expected.end(); one += kBins) {
    values.push_back(int(std::max_element(one, one + kBins) - one));
  }
  const DeviceBuffer<unsigned char> from(pixels);
  const DeviceBuffer<unsigned> bins(count * kBins), finished(1);
  const DeviceBuffer<int> most(count);
  const lockstep::Recording recording;
  for (int k = 1; k <= times; ++k) {
    INFO("call ", k, " with the same memory");
    count_frames(from.data(), frames, each, bins.data(), most.data(),
                 finished.data());
    const auto right =
        lockstep::compare(bins.download(), expected, {count, kBins});
    CHECK_MESSAGE(right.same, "bins: ", right.text);
    const auto verdict = lockstep::compare(most.download(), values);
    CHECK_MESSAGE(verdict.same, "most: ", verdict.text);
  }
  CHECK_MESSAGE(bins.fences_intact(), "a thread wrote outside of bins");
  CHECK_MESSAGE(from.download() == pixels, "the pixels were changed");
  return recording.traffic(bins.data());
}

void judge(int frames, int each) {
  const lockstep::Recording recording;
  const auto bins = check_frames(noise(frames, each), frames, each);
  REQUIRE(recording.launches() == 1);
  const SimtLaunch one = recording.list()[0];
  INFO(frames, " frames of ", each, " pixels, ", one.grid[0], " blocks");
  INFO("an atomic per bin would be ", 8 * uint64_t(frames) * one.grid[0],
       " requests; a bulk copy is none");
  const SimtTraffic copies = one.counters.bulk_write;
  CHECK(bins.stores.requests - copies.requests <= one.grid[0]);
  INFO("each block adds each count once");
  CHECK(copies.bytes <= uint64_t(frames) * one.grid[0] * kBins * 4);
  CHECK(copies.requests <= 8 * uint64_t(frames) * one.grid[0]);
  CHECK(bins.loads.requests <= 8 * uint64_t(frames) + one.grid[0]);
  const uint64_t units = uint64_t(each) / 16 / 32 + 1;  // of 32 lanes
  const lockstep::Work most{
      .global_reads = uint64_t(frames) * (units + 8) + 2 * one.grid[0],
      .blocks = uint64_t(std::min(8, each / kBlock))};
  const auto work = lockstep::judge(one, most);
  CHECK_MESSAGE(work.fair, work.text);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("counts 16 pixels") {
    INFO("twelve pixels of 7, three of 200, one of 0");
    Pixels pixels(16, 7);
    pixels[2] = pixels[9] = pixels[15] = 200;
    pixels[4] = 0;
    check_frames(pixels, 1, 16);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("counts frames of any size") {
    for (const int each : {0, 16, 48, 4080, 4096, 4112, 9 * kBlock}) {
      for (const int frames : {0, 1, 2, 3}) {
        check_frames(noise(frames, each), frames, each);
      }
    }
  }

  TEST_CASE("counts frames of one value") {
    Pixels pixels(size_t(4) * kBlock, 255);
    std::fill(pixels.begin(), pixels.begin() + kBlock, 0);
    check_frames(pixels, 4, kBlock);
  }

  TEST_CASE("counts many frames, one after the other") {
    const int frames = lockstep::drawn_size(7, 12, 50);
    check_frames(noise(frames, 2 * kBlock), frames, 2 * kBlock);
  }

  TEST_CASE("counts again with the same memory") {
    check_frames(noise(3, 3 * kBlock), 3, 3 * kBlock, 2);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("no thread adds to the bins") {
    REQUIRE(lockstep::counters_available());
    judge(3, 8 * kBlock);
    judge(5, 2 * kBlock + 16);
    judge(lockstep::drawn_size(3, 9, 501),
          lockstep::drawn_size(300, 900, 502) * 16);
  }
}
