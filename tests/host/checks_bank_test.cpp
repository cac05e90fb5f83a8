// SPDX-License-Identifier: MIT
// The bank rule on patterns whose cost can be worked out on paper.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <ostream>
#include <random>
#include <set>

#include "simt/checks/bank_model.h"

namespace simt::checks::bank_test {
namespace {

using Addresses = std::array<uint64_t, 32>;

template <class F>
Addresses lanes(F f) {
  Addresses a{};
  for (uint64_t i = 0; i < 32; ++i) a[i] = f(i);
  return a;
}

struct Result {
  uint32_t wavefronts, ideal;
  bool operator==(const Result&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Result& r) {
  return out << r.wavefronts << " wavefronts, ideal " << r.ideal;
}

Result load(const Addresses& a, int bytes, LaneMask active = kAllLanes) {
  const BankCost cost = bank_cost(a.data(), active, bytes, true);
  return {cost.wavefronts, cost.ideal};
}
Result store(const Addresses& a, int bytes, LaneMask active = kAllLanes) {
  const BankCost cost = bank_cost(a.data(), active, bytes, false);
  return {cost.wavefronts, cost.ideal};
}

TEST_CASE("a row of words takes one wavefront") {
  const Addresses a = lanes([](uint64_t i) { return 4 * i; });
  CHECK(load(a, 4) == Result{1, 1});
  CHECK(store(a, 4) == Result{1, 1});
  CHECK(load(lanes([](uint64_t i) { return 4 + 4 * i; }), 4) == Result{1, 1});
}

TEST_CASE("one word for all lanes is a broadcast") {
  CHECK(load(lanes([](uint64_t) { return 64; }), 4) == Result{1, 1});
}

TEST_CASE("a stride of two words takes two wavefronts, of 32 words 32") {
  CHECK(load(lanes([](uint64_t i) { return 8 * i; }), 4) == Result{2, 1});
  CHECK(load(lanes([](uint64_t i) { return 128 * i; }), 4) == Result{32, 1});
  CHECK(store(lanes([](uint64_t i) { return 128 * i; }), 4) == Result{32, 1});
}

TEST_CASE("a padded column takes one wavefront") {
  CHECK(load(lanes([](uint64_t i) { return 132 * i; }), 4) == Result{1, 1});
}

TEST_CASE("an odd stride never conflicts") {
  for (uint64_t words = 1; words < 64; words += 2)
    CHECK(load(lanes([&](uint64_t i) { return 4 * words * i; }), 4) ==
          Result{1, 1});
}

TEST_CASE("the same word twice in a bank counts once") {
  // Lanes 0..15 ask word 0, lanes 16..31 word 32: two words in bank 0.
  CHECK(load(lanes([](uint64_t i) { return i / 16 * 128; }), 4) ==
        Result{2, 1});
}

TEST_CASE("bytes and halves share words") {
  CHECK(load(lanes([](uint64_t i) { return i; }), 1) == Result{1, 1});
  CHECK(load(lanes([](uint64_t i) { return 2 * i; }), 2) == Result{1, 1});
  CHECK(store(lanes([](uint64_t i) { return i * 128 + i % 4; }), 1) ==
        Result{32, 1});
}

TEST_CASE("a row of 8-byte words takes two wavefronts, of 16-byte ones four") {
  CHECK(load(lanes([](uint64_t i) { return 8 * i; }), 8) == Result{2, 2});
  CHECK(store(lanes([](uint64_t i) { return 8 * i; }), 8) == Result{2, 2});
  CHECK(load(lanes([](uint64_t i) { return 16 * i; }), 16) == Result{4, 4});
  CHECK(store(lanes([](uint64_t i) { return 16 * i; }), 16) == Result{4, 4});
}

TEST_CASE("the bad 16-byte layout takes 32 wavefronts where 4 are ideal") {
  // Each lane starts a row of 128 bytes: 8 lanes of a phase share 4 banks.
  CHECK(load(lanes([](uint64_t i) { return 128 * i; }), 16) == Result{32, 4});
  CHECK(store(lanes([](uint64_t i) { return 128 * i; }), 16) == Result{32, 4});
}

TEST_CASE("a stride of 16 bytes with 8-byte words takes four wavefronts") {
  CHECK(load(lanes([](uint64_t i) { return 16 * i; }), 8) == Result{4, 2});
}

TEST_CASE("lane pairs with equal addresses halve wide loads, not stores") {
  const auto pairs8 = lanes([](uint64_t i) { return i / 2 * 8; });
  CHECK(load(pairs8, 8) == Result{1, 1});
  CHECK(store(pairs8, 8) == Result{2, 2});
  const auto pairs16 = lanes([](uint64_t i) { return i / 2 * 16; });
  CHECK(load(pairs16, 16) == Result{2, 2});
  CHECK(store(pairs16, 16) == Result{4, 4});
}

TEST_CASE("phases without an active lane cost nothing") {
  const Addresses row8 = lanes([](uint64_t i) { return 8 * i; });
  CHECK(store(row8, 8, 0x0000ffffu) == Result{1, 1});
  CHECK(store(row8, 8, 0x00010000u) == Result{1, 1});
  const Addresses row16 = lanes([](uint64_t i) { return 16 * i; });
  CHECK(store(row16, 16, 0x000000ffu) == Result{1, 1});
  CHECK(store(row16, 16, 0x00ff00ffu) == Result{2, 2});
}

TEST_CASE("inactive lanes do not conflict") {
  const Addresses column = lanes([](uint64_t i) { return 128 * i; });
  CHECK(load(column, 4, 0x7u) == Result{3, 1});
  CHECK(load(column, 4, 0x80000000u) == Result{1, 1});
}

/// The rule said again, slowly: sets of words for each bank and phase.
Result slow_store(const Addresses& a, int bytes, LaneMask active) {
  const int unit = std::max(bytes, 4);
  const int phase = 128 / unit;
  Result result{0, 0};
  for (int first = 0; first < 32; first += phase) {
    std::map<uint64_t, std::set<uint64_t>> bank;
    for (int lane = first; lane < first + phase; ++lane) {
      if (!(active >> lane & 1)) continue;
      for (int k = 0; k < unit; k += 4) {
        const uint64_t word = (a[lane] + k) / 4;
        bank[word % 32].insert(word);
      }
    }
    size_t most = 0;
    for (const auto& [number, words] : bank)
      most = std::max(most, words.size());
    result.wavefronts += static_cast<uint32_t>(most);
    result.ideal += most > 0;
  }
  return result;
}

TEST_CASE("random requests cost what the rule says word by word") {
  std::mt19937 random(7);
  for (int round = 0; round < 4000; ++round) {
    const int bytes = 1 << random() % 5;
    const uint64_t range = 1 + random() % 2048;
    LaneMask active = round % 3 == 0 ? kAllLanes : random();
    if (active == 0) active = 1;
    const Addresses a =
        lanes([&](uint64_t) { return random() % range * bytes; });
    CAPTURE(bytes);
    CHECK(store(a, bytes, active) == slow_store(a, bytes, active));
  }
}

TEST_CASE("the short ways give the same cost as the long one") {
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    Access access;
    access.bytes = static_cast<uint8_t>(1 << random() % 5);
    access.active = round % 2 ? kAllLanes : (random() | 1);
    access.shape = random() % 2 ? Shape::kUniform : Shape::kConsecutive;
    access.kind = random() % 2 ? AccessKind::kLoad : AccessKind::kStore;
    access.base = random() % 256 * access.bytes;
    Addresses a{};
    for (int i = 0; i < 32; ++i) a[i] = access.lane_address(i);
    const BankCost fast = bank_cost(access);
    const BankCost slow = bank_cost(a.data(), access.active, access.bytes,
                                    access.kind == AccessKind::kLoad);
    CAPTURE(int(access.bytes));
    CAPTURE(int(access.shape));
    CHECK(fast.wavefronts == slow.wavefronts);
    CHECK(fast.ideal == slow.ideal);
  }
}

TEST_CASE("a shared atomic takes one wavefront for each lane of a word") {
  Access access;
  access.bytes = 4;
  access.active = kAllLanes;
  access.kind = AccessKind::kAtomic;
  access.shape = Shape::kUniform;
  CHECK(atomic_cost(access).wavefronts == 32);
  CHECK(atomic_cost(access).ideal == 1);
  access.shape = Shape::kConsecutive;
  CHECK(atomic_cost(access).wavefronts == 1);
  access.bytes = 8;
  CHECK(atomic_cost(access).wavefronts == 2);
  CHECK(atomic_cost(access).ideal == 2);
}

}  // namespace
}  // namespace simt::checks::bank_test
