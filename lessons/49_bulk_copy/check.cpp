// SPDX-License-Identifier: MIT
// What lesson 49 asks for: right counts at every address and size, and a text
// that comes to shared memory without loads.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

constexpr int kSlotBytes = 4096, kRing = 4 * kSlotBytes;
constexpr int kBlocks = 8;  // that fit on the two multiprocessors

/// Counts in the `size` bytes from `offset` on, in an array that begins at a
/// multiple of 256 and ends just after them. The bytes before are all `mark`,
/// and of the text one in `every`. Returns what the call read of the array.
SimtTraffic check_count(size_t offset, size_t size, char mark = '\n',
                        unsigned every = 3) {
  INFO(size, " bytes, at ", offset, " bytes after a multiple of 256");
  std::mt19937 random(49);
  std::vector<char> text(offset + size, mark);
  for (size_t i = offset; i < text.size(); ++i) {
    if (random() % every != 0) text[i] = char(random());
  }
  const auto expected = static_cast<unsigned long long>(
      std::count(text.begin() + long(offset), text.end(), mark));
  const DeviceBuffer<char> from(text);
  const DeviceBuffer<unsigned long long> total(1);
  const lockstep::Recording recording;
  count_marks(from.data() + offset, size, mark, total.data());
  const auto got = total.download()[0];
  CHECK_MESSAGE(got == expected, "expected ", expected, ", got ", got);
  CHECK_MESSAGE(from.download() == text, "the text was changed");
  CHECK_MESSAGE(total.fences_intact(), "a thread wrote outside of total");
  return recording.traffic(from.data()).loads;
}

void judge(size_t offset, size_t size) {
  const lockstep::Recording recording;
  const SimtTraffic loads = check_count(offset, size);
  REQUIRE(recording.launches() == 1);
  INFO(size, " bytes, at ", offset, " bytes after a multiple of 256");
  const SimtTraffic copies = recording.total().bulk_read;
  INFO("loads of 16 bytes by all lanes would be ", (size + 511) / 512,
       " requests; what no bulk copy can bring is 30 bytes at most");
  CHECK(loads.requests - copies.requests <= 4);
  CHECK(loads.bytes - copies.bytes <= 30);
  INFO("each byte once, in copies of 512 bytes or more on average");
  CHECK(loads.bytes <= size);
  CHECK(copies.requests <= size / 512 + 8);
  const auto work = lockstep::judge(recording, {.blocks = 2});
  CHECK_MESSAGE(work.fair, work.text);
}

void judge_flight(size_t size) {
  const lockstep::Recording recording;
  check_count(3, size);
  REQUIRE(recording.launches() == 1);
  const SimtLaunch one = recording.list()[0];
  INFO(size, " bytes; waits of warps for copies: ", one.copy_waits);
  REQUIRE(one.copy_waits > 0);
  INFO("bytes that later copies have yet to bring then, on average");
  CHECK(one.copy_bytes_left / one.copy_waits >= 512);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("counts in one piece of 16 bytes") { check_count(0, 16); }

  TEST_CASE("counts in a text with a head and a tail") {
    INFO("11 bytes up to a multiple of 16, two pieces of 16 bytes, 9 bytes");
    check_count(5, 52);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("counts at every address") {
    for (const size_t offset : {0, 1, 8, 15}) {
      for (const size_t size : {0, 1, 7, 15, 16, 17, 31, 33, 100}) {
        check_count(offset, size);
      }
    }
    for (size_t offset = 2; offset < 16; ++offset) check_count(offset, 47);
  }

  TEST_CASE("counts any byte") {
    for (const char mark : {'\0', '\x7f', '\x80', '\xff'}) {
      check_count(3, 700, mark);
    }
    check_count(9, 4096, 'a', 1);  // all of them
  }

  TEST_CASE("counts sizes around a slot, a ring and all rings") {
    for (const int size : {kSlotBytes, kRing, kBlocks * kSlotBytes}) {
      check_count(0, size_t(size) - 16);
      check_count(0, size_t(size));
      check_count(1, size_t(size) + 31);
    }
  }

  TEST_CASE("goes round the ring more than twice") {
    const int low = 9 * kBlocks * kSlotBytes, high = low + kBlocks * kSlotBytes;
    check_count(7, size_t(lockstep::drawn_size(low, high, 49)));
  }
}

TEST_SUITE("technique") {
  TEST_CASE("the text comes without loads") {
    REQUIRE(lockstep::counters_available());
    judge(0, 5 * kBlocks * kSlotBytes);
    judge(13, 3 * kBlocks * kSlotBytes + 77);
    judge(size_t(lockstep::drawn_size(0, 15, 491)),
          size_t(lockstep::drawn_size(100'000, 200'000, 492)));
  }

  TEST_CASE("the next copies are in flight") {
    REQUIRE(lockstep::counters_available());
    judge_flight(5 * kBlocks * kSlotBytes);
    judge_flight(size_t(lockstep::drawn_size(200'000, 300'000, 493)));
  }
}
