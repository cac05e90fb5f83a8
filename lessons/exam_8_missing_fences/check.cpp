// SPDX-License-Identifier: MIT
// What exam 8 asks for: three kernels that are right whenever copies and
// products take place, and that work as they did when they were handed out.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <random>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

void check_sum(int parts, int n) {
  INFO(parts, " parts of ", n, " floats");
  const auto in = lockstep::distinct_values<float>(size_t(parts) * n, 1);
  std::vector<float> expected(n, 0.0f);
  for (size_t i = 0; i < in.size(); ++i) expected[i % n] += in[i];
  const DeviceBuffer<float> from(in), to(n);
  add_parts(from.data(), to.data(), parts, n);
  const auto verdict =
      lockstep::compare(to.download(), expected, {1, 0, kTile});
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "something was written beside out");
  CHECK_MESSAGE(from.download() == in, "in was changed");
}

void check_shuffle(int decks, int size, int times) {
  INFO(decks, " decks of ", size, " cards, shuffled ", times, " times");
  std::mt19937 random(size);
  std::vector<int> order(size);
  for (auto& card : order) card = int(random() % unsigned(size));
  const auto cards =
      lockstep::distinct_values<float>(size_t(decks) * size * kCard, 2);
  auto expected = cards;
  for (int time = 0; time < times; ++time) {
    const auto before = expected;
    for (size_t i = 0; i < cards.size(); ++i) {
      const size_t place = i / kCard % size, deck = i / kCard - place;
      expected[i] = before[(deck + order[place]) * kCard + i % kCard];
    }
  }
  const DeviceBuffer<float> a(cards), b(cards.size());
  const DeviceBuffer<int> orders(order);
  shuffle(a.data(), b.data(), orders.data(), decks, size, times);
  const auto verdict =
      lockstep::compare((times % 2 == 0 ? a : b).download(), expected,
                        {1, 0, size_t(size) * kCard});
  CHECK_MESSAGE(verdict.same, "the decks: ", verdict.text);
  CHECK_MESSAGE((a.fences_intact() && b.fences_intact()),
                "something was written beside the decks");
  CHECK_MESSAGE(orders.download() == order, "order was changed");
}

/// Whole numbers in [-8, 8): sums of their products are exact.
std::vector<float> numbers(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> values(count);
  for (auto& value : values) value = float(int(random() % 16) - 8);
  return values;
}

std::vector<__nv_bfloat16> rounded(const std::vector<float>& values) {
  std::vector<__nv_bfloat16> result;
  for (const float value : values) result.push_back(__float2bfloat16(value));
  return result;
}

void check_product(int m, int n, int k) {
  INFO("a: ", m, " x ", k, ", b: ", n, " x ", k);
  const auto a = numbers(size_t(m) * k, 3), b = numbers(size_t(n) * k, 4);
  std::vector<float> expected(size_t(m) * n, 0.0f);
  for (size_t i = 0; i < expected.size(); ++i) {
    for (int l = 0; l < k; ++l)
      expected[i] += a[i / n * k + l] * b[i % n * k + l];
  }
  const DeviceBuffer<__nv_bfloat16> da(rounded(a)), db(rounded(b));
  const DeviceBuffer<float> c(expected.size());
  multiply(da.data(), db.data(), c.data(), m, n, k);
  const auto verdict =
      lockstep::compare(c.download(), expected, {size_t(m), size_t(n)});
  CHECK_MESSAGE(verdict.same, "c: ", verdict.text);
  CHECK_MESSAGE(c.fences_intact(), "something was written beside c");
}

/// The launches of a recording, bounded; and the shared memory of a block.
void check_work(const lockstep::Recording& recording,
                const lockstep::Work& most, uint64_t shared_bytes) {
  REQUIRE(recording.launches() == 1);
  const auto work = lockstep::judge(recording, most);
  CHECK_MESSAGE(work.fair, work.text);
  const SimtLaunch launch = recording.list()[0];
  INFO("bytes of shared memory in a block");
  CHECK(launch.static_shared_bytes + launch.dynamic_shared_bytes <=
        shared_bytes);
}

constexpr uint64_t kRoom = 128;  // bytes of shared memory for barriers

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("adds two parts") { check_sum(2, kTile); }
  TEST_CASE("shuffles a deck twice") { check_shuffle(1, 3, 2); }
  TEST_CASE("multiplies two tiles") { check_product(64, 64, 64); }
}

TEST_SUITE("awkward") {
  TEST_CASE("adds any number of parts") {
    for (const int parts : {0, 1, 3, 6}) check_sum(parts, kTile);
    check_sum(5, 0);
    check_sum(4, 4);
    check_sum(5, 2 * kTile + 36);
  }
  TEST_CASE("shuffles decks of any size") {
    for (const int times : {0, 1, 4}) check_shuffle(2, 5, times);
    check_shuffle(3, 1, 3);
    check_shuffle(1, 2, 5);
    check_shuffle(0, 4, 1);
  }
  TEST_CASE("multiplies matrices of any shape") {
    check_product(64, 64, 320);
    check_product(70, 65, 200);
    check_product(1, 3, 8);
    check_product(5, 7, 0);
    check_product(0, 9, 64);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("the sum stays in bulk copies") {
    REQUIRE(lockstep::counters_available());
    for (const int parts : {4, lockstep::drawn_size(5, 9, 1)}) {
      const lockstep::Recording recording;
      check_sum(parts, 2 * kTile);
      const uint64_t warps = 2 * kTile / 32;
      check_work(recording,
                 {.global_reads = 0,
                  .global_writes = 0,
                  .shared_loads = warps * parts,
                  .barriers = warps * (parts + 3)},
                 2 * kTile * sizeof(float) + kRoom);
      CHECK(recording.total().fences <= warps * (2 * parts + 4));
    }
  }
  TEST_CASE("the shuffle stays in bulk copies") {
    REQUIRE(lockstep::counters_available());
    for (const int size : {4, lockstep::drawn_size(5, 9, 2)}) {
      const lockstep::Recording recording;
      check_shuffle(2, size, 3);
      const uint64_t cards = 2 * size * 3;
      check_work(recording,
                 {.global_reads = cards,
                  .global_writes = 0,
                  .shared_loads = 0,
                  .barriers = 2 * (cards + 3 * 2),
                  .lanes_percent = 1},
                 2 * kCard * sizeof(float) + kRoom);
    }
  }
  TEST_CASE("the product stays with the tensor cores") {
    REQUIRE(lockstep::counters_available());
    for (const int steps : {3, lockstep::drawn_size(4, 6, 3)}) {
      const lockstep::Recording recording;
      check_product(128, 64, 64 * steps);
      const uint64_t warps = 2 * 4;
      check_work(recording,
                 {.global_reads = 0,
                  .global_writes = warps * 32,
                  .shared_loads = 0,
                  .barriers = warps * (steps + 2)},
                 4 * 64 * 64 * sizeof(__nv_bfloat16) + 1024 + kRoom);
      CHECK(recording.total().float_multiplies == 0);
    }
  }
}
