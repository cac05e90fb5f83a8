// SPDX-License-Identifier: MIT
// What exam 5 asks for: right runs, lengths and sums in every row, by shuffles
// and votes alone.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <climits>
#include <random>
#include <string>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;
using Values = std::vector<int>;

namespace {

constexpr unsigned kSeed =
    5;  // of the keys and values; a teacher may change it

/// Five arrays for `rows` rows, on the host or as they come from the device.
struct Found {
  Values count, longest, keys, lengths;
  std::vector<long long> sums;
  explicit Found(size_t rows)
      : count(rows, -1),
        longest(rows, -1),
        keys(32 * rows, -1),
        lengths(32 * rows, -1),
        sums(32 * rows, -1) {}
};

/// The same by the host, one element after another; -1 is what nobody touches.
Found expected_runs(const Values& keys, const Values& values) {
  Found found((keys.size() + 31) / 32);
  for (size_t i = 0; i < keys.size(); ++i) {
    int& count = found.count[i / 32];
    if (i % 32 == 0) count = 0;
    if (i % 32 == 0 || keys[i] != keys[i - 1]) ++count;
    const size_t run = i / 32 * 32 + size_t(count) - 1;
    if (found.lengths[run] < 0) found.lengths[run] = 0, found.sums[run] = 0;
    found.keys[run] = keys[i];
    found.lengths[run] += 1;
    found.sums[run] += values[i];
    int& longest = found.longest[i / 32];
    if (i % 32 == 0) longest = 0;
    if (found.lengths[run] > found.lengths[i / 32 * 32 + size_t(longest)]) {
      longest = count - 1;
    }
  }
  return found;
}

template <typename T>
void same(const std::string& name, const DeviceBuffer<T>& got,
          const std::vector<T>& expected) {
  const auto verdict = lockstep::compare(got.download(), expected);
  CHECK_MESSAGE(verdict.same, name, ": ", verdict.text);
  CHECK_MESSAGE(got.fences_intact(), "a thread wrote outside of ", name);
}

void check_runs(const Values& keys, const Values& values) {
  INFO(keys.size(), " elements");
  const Found right = expected_runs(keys, values);
  const size_t rows = right.count.size();
  const DeviceBuffer<int> from(keys), weights(values), count(rows),
      longest(rows), out(32 * rows), lengths(32 * rows);
  const DeviceBuffer<long long> sums(32 * rows);
  find_runs(
      from.data(), weights.data(), int(keys.size()),
      {count.data(), longest.data(), out.data(), lengths.data(), sums.data()});
  same("count", count, right.count);
  same("longest", longest, right.longest);
  same("keys", out, right.keys);
  same("lengths", lengths, right.lengths);
  same("sums", sums, right.sums);
  CHECK_MESSAGE(from.download() == keys, "the keys were changed");
  CHECK_MESSAGE(weights.download() == values, "the values were changed");
}

/// Runs of 1 to `most` elements with keys 0, 1 and 2; the last key is `last`.
Values random_keys(int count, int most, int last = 0) {
  std::mt19937 random(kSeed);
  Values keys;
  while (int(keys.size()) < count) {
    keys.insert(keys.end(), 1 + random() % unsigned(most), int(random() % 3));
  }
  keys.resize(size_t(count));
  if (count > 0) keys.back() = last;
  return keys;
}

Values values(int count) {
  return lockstep::distinct_values<int>(size_t(count), kSeed);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("finds the runs of seven elements") {
    INFO("keys 4 4 9 9 9 4 4: three runs, the second is the longest");
    check_runs({4, 4, 9, 9, 9, 4, 4}, {1, 2, 3, 4, 5, 6, 7});
  }

  TEST_CASE("of equally long runs the first is the longest") {
    check_runs({1, 2, 2, 3, 4, 4}, {1, 1, 1, 1, 1, 1});
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any number of elements") {
    for (int count : {0, 1, 31, 32, 33, 127, 129, 1000}) {
      for (int most : {1, 4, 40}) {
        check_runs(random_keys(count, most), values(count));
      }
      INFO("any int may be a key");
      for (int last : {-1, 1, INT_MIN, INT_MAX}) {
        check_runs(random_keys(count, 4, last), values(count));
      }
    }
  }

  TEST_CASE("a run ends with its row") {
    INFO("all keys equal, then every key another one");
    check_runs(Values(100, 7), values(100));
    check_runs(values(100), values(100));
    INFO("keys that a float cannot tell apart");
    check_runs({INT_MAX, INT_MAX - 1, INT_MIN, INT_MIN + 1, INT_MIN},
               {1, 2, 3, 4, 5});
  }

  TEST_CASE("sums do not fit in 32 bits") {
    Values large = values(200);
    for (int& value : large) value = 2000000000 - value;
    check_runs(random_keys(200, 9), large);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("shuffles and votes do it alone") {
    REQUIRE(lockstep::counters_available());
    for (const int count :
         {32 * 64, 32 * 61 + 3, lockstep::drawn_size(1025, 2047, 5)}) {
      const lockstep::Recording recording;
      check_runs(random_keys(count, 6), values(count));
      REQUIRE(recording.launches() == 1);
      const uint64_t rows = uint64_t(count + 31) / 32;
      const uint64_t warps = (rows + 3) / 4 * 4;  // four in a block
      INFO(count, " elements in ", rows, " rows, one warp per row");
      const auto work = lockstep::judge(
          recording,
          {.global_reads = 2 * rows, .global_writes = 5 * rows, .blocks = 8});
      CHECK_MESSAGE(work.fair, work.text);
      const SimtCounters all = recording.total();
      CHECK(all.shared.requests == 0);
      CHECK(all.local_load.requests + all.local_store.requests == 0);
      CHECK(all.atomics == 0);
      CHECK(all.barriers == 0);
      INFO("a neighbour 1, a sum of 64 bits 10, the longest at most 10");
      CHECK(all.shuffles <= 21 * warps);
      CHECK(all.votes <= 3 * warps);
    }
  }
}
