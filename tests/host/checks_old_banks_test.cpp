// SPDX-License-Identifier: MIT
// The banks of chips before Maxwell on patterns worked out on paper, from the
// examples and rules of the programming guides (old_banks.cpp names them).
#include <doctest/doctest.h>

#include <array>
#include <ostream>

#include "simt/checks/old_banks.h"

namespace simt::checks::old_banks_test {
namespace {

struct Result {
  uint32_t wavefronts, ideal;
  bool operator==(const Result&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Result& r) {
  return out << r.wavefronts << " wavefronts, ideal " << r.ideal;
}

template <class F>
Result cost(BankRule rule, F byte_of, int bytes, bool load = true,
            LaneMask active = kAllLanes) {
  std::array<uint64_t, 32> address{};
  for (uint64_t i = 0; i < 32; ++i) address[i] = byte_of(i);
  const BankCost c = old_bank_cost(address.data(), active, bytes, load, rule);
  return {c.wavefronts, c.ideal};
}

constexpr auto kFour = BankRule::kKeplerFour;
constexpr auto kEight = BankRule::kKeplerEight;
constexpr auto kHalf = BankRule::kHalfWarp;

auto words_apart(uint64_t step) {
  return [step](uint64_t i) { return 4 * step * i; };
}

/// Lane 0 at word `a`, all others at word `b`.
auto two_words(uint64_t a, uint64_t b) {
  return [a, b](uint64_t i) { return 4 * (i == 0 ? a : b); };
}

TEST_CASE(
    "Kepler, 4-byte mode: words i and i + 32 of one segment go together") {
  CHECK(cost(kFour, two_words(0, 32), 4) == Result{1, 1});
  CHECK(cost(kFour, two_words(31, 63), 4) == Result{1, 1});
  CHECK(cost(kFour, two_words(64, 96), 4) == Result{1, 1});
  // 32 and 64 are 32 apart but lie in two segments.
  CHECK(cost(kFour, two_words(32, 64), 4) == Result{2, 1});
  CHECK(cost(kFour, two_words(0, 64), 4) == Result{2, 1});
  CHECK(cost(kFour, two_words(0, 96), 4) == Result{2, 1});
  CHECK(cost(kFour, two_words(0, 65), 4) == Result{1, 1});
}

TEST_CASE("Kepler, 8-byte mode: a bank gives one aligned pair of words") {
  CHECK(cost(kEight, two_words(0, 1), 4) == Result{1, 1});
  CHECK(cost(kEight, two_words(0, 32), 4) == Result{1, 1});  // bank 16
  CHECK(cost(kEight, two_words(0, 64), 4) == Result{2, 1});
  CHECK(cost(kEight, two_words(0, 65), 4) == Result{2, 1});
  CHECK(cost(kEight, two_words(0, 96), 4) == Result{1, 1});
}

TEST_CASE("Kepler: strides in both modes") {
  for (const BankRule rule : {kFour, kEight}) {
    CHECK(cost(rule, words_apart(0), 4) == Result{1, 1});
    CHECK(cost(rule, words_apart(1), 4) == Result{1, 1});
    CHECK(cost(rule, words_apart(2), 4) == Result{1, 1});
    CHECK(cost(rule, words_apart(4), 4) == Result{2, 1});
    CHECK(cost(rule, words_apart(32), 4) == Result{16, 1});
    CHECK(cost(rule, words_apart(33), 4) == Result{1, 1});
    CHECK(cost(rule, words_apart(64), 4, false) == Result{32, 1});
  }
  // Lane 22 at word 66 and lane 1 at word 3: both in bank 1 of 8 bytes, in
  // rows 1 and 0.
  CHECK(cost(kFour, words_apart(3), 4) == Result{1, 1});
  CHECK(cost(kEight, words_apart(3), 4) == Result{2, 1});
}

TEST_CASE("Kepler: a wavefront moves 256 bytes") {
  const auto doubles = [](uint64_t i) { return 8 * i; };
  const auto quads = [](uint64_t i) { return 16 * i; };
  for (const BankRule rule : {kFour, kEight}) {
    CHECK(cost(rule, doubles, 8) == Result{1, 1});
    CHECK(cost(rule, quads, 16) == Result{2, 2});
    CHECK(cost(
              rule, [](uint64_t i) { return i; }, 1) == Result{1, 1});
    CHECK(cost(
              rule, [](uint64_t i) { return 256 * i; }, 8) == Result{32, 1});
    CHECK(cost(rule, quads, 16, true, 0xffff) == Result{1, 1});
    CHECK(cost(rule, quads, 16, true, 0) == Result{0, 0});
  }
}

TEST_CASE("1.x: each half-warp is a request of its own, over 16 banks") {
  CHECK(cost(kHalf, words_apart(1), 4) == Result{2, 2});
  CHECK(cost(kHalf, words_apart(3), 4) == Result{2, 2});  // odd: no conflict
  CHECK(cost(kHalf, words_apart(2), 4) == Result{4, 2});
  CHECK(cost(kHalf, words_apart(16), 4) == Result{32, 2});
  CHECK(cost(kHalf, words_apart(17), 4) == Result{2, 2});
  CHECK(cost(kHalf, words_apart(1), 4, true, 0xff) == Result{1, 1});
  CHECK(cost(kHalf, words_apart(1), 4, true, 0) == Result{0, 0});
}

TEST_CASE(
    "1.x: one word in a wavefront is broadcast, others go one address a bank") {
  CHECK(cost(kHalf, words_apart(0), 4) == Result{2, 2});
  // Lanes 0..7 at word 0, lanes 8..15 at word 16, the same bank: two words.
  const auto two = [](uint64_t i) { return i % 16 < 8 ? 0u : 64u; };
  CHECK(cost(kHalf, two, 4) == Result{4, 2});
  // Pairs (0,1), (2,3), ... share a word. A wavefront serves the first pair
  // whole and one lane of each other pair; the rest of 7 lanes takes one more.
  const auto pairs = [](uint64_t i) { return i / 2 * 4; };
  CHECK(cost(kHalf, pairs, 4) == Result{4, 2});
  // Threes, lanes 0..14 and one: wavefront 1 takes word 0 and one lane of words
  // 1 to 5, wavefront 2 the rest of word 1 and one lane each, wavefront 3 what
  // is left.
  const auto threes = [](uint64_t i) { return i % 16 / 3 * 4; };
  CHECK(cost(kHalf, threes, 4) == Result{6, 2});
}

TEST_CASE("1.x: bytes and doubles of neighbours conflict") {
  // The guide's examples: char gives 4 lanes a bank, double two words a lane.
  CHECK(cost(
            kHalf, [](uint64_t i) { return i; }, 1) == Result{8, 2});
  CHECK(cost(
            kHalf, [](uint64_t i) { return 8 * i; }, 8) == Result{8, 4});
}

TEST_CASE("1.x: of a half-warp's stores to one address one is carried out") {
  CHECK(cost(kHalf, words_apart(0), 4, false) == Result{2, 2});
  CHECK(cost(kHalf, words_apart(2), 4, false) == Result{4, 2});
  CHECK(cost(
            kHalf, [](uint64_t i) { return i; }, 1, false) == Result{8, 2});
}

}  // namespace
}  // namespace simt::checks::old_banks_test
