// SPDX-License-Identifier: MIT
// What lesson 58 asks for: right products for rows of any length, and the same
// work for every warp, on matrices of three kinds.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// A matrix with so many nonzeros in each row, at drawn columns. Whole numbers,
/// those of x as large as they can be so that no sum of products rounds: of
/// short rows they have too many bits for half or bf16.
struct Matrix {
  std::vector<int> starts = {0}, columns;
  std::vector<float> values, x;
  size_t rows() const { return starts.size() - 1; }

  Matrix(const std::vector<int>& lengths, size_t width = 40) : x(width) {
    std::mt19937 random(58);
    int longest = 1;
    for (const int length : lengths) longest = std::max(longest, length);
    const int most = std::min(4000, (1 << 24) / (7 * longest));
    for (float& value : x) value = float(int(random() % (2 * most + 1)) - most);
    for (const int length : lengths) {
      for (int k = 0; k < length; ++k) {
        columns.push_back(int(random() % width));
        values.push_back(float(1 + int(random() % 7)));
      }
      starts.push_back(int(columns.size()));
    }
  }

  std::vector<float> product() const {
    std::vector<float> y(rows());
    for (size_t r = 0; r < rows(); ++r) {
      for (int k = starts[r]; k < starts[r + 1]; ++k) {
        y[r] += values[k] * x[columns[k]];
      }
    }
    return y;
  }
};

struct Counted {
  SimtTraffic columns, values;
  SimtCounters all;
  std::vector<SimtLaunch> launches;
};

Counted check_product(const Matrix& a) {
  INFO(a.rows(), " rows, ", a.columns.size(), " nonzeros");
  const DeviceBuffer<int> starts(a.starts), columns(a.columns);
  const DeviceBuffer<float> values(a.values), x(a.x), y(a.rows());
  const lockstep::Recording recording;
  multiply(starts.data(), columns.data(), values.data(), x.data(), y.data(),
           int(a.rows()), int(a.columns.size()));
  const auto verdict = lockstep::compare(y.download(), a.product());
  CHECK_MESSAGE(verdict.same, "y: ", verdict.text);
  CHECK_MESSAGE(y.fences_intact(), "a thread wrote outside of y");
  CHECK_MESSAGE(starts.download() == a.starts, "`starts` was changed");
  CHECK_MESSAGE(columns.download() == a.columns, "`columns` was changed");
  CHECK_MESSAGE(values.download() == a.values, "`values` was changed");
  return {recording.traffic(columns.data()).loads,
          recording.traffic(values.data()).loads, recording.total(),
          recording.list()};
}

/// `rows` lengths in [low, high].
std::vector<int> lengths(size_t rows, int low, int high) {
  std::mt19937 random(unsigned(rows) + 31 * high);
  std::vector<int> all(rows);
  for (int& length : all)
    length = low + int(random() % unsigned(high - low + 1));
  return all;
}

/// One row in eight has 1 to 9 nonzeros, one of them very many, the others
/// none.
std::vector<int> skewed(size_t rows, int longest) {
  auto all = lengths(rows, 1, 9);
  for (size_t r = 0; r < rows; ++r) {
    if (r % 8 != 5) all[r] = 0;
  }
  all[rows / 3] = longest;
  return all;
}

/// The bounds that hold for every matrix; a step is a nonzero or a row.
void judge(const Matrix& a) {
  REQUIRE(lockstep::counters_available());
  const Counted counted = check_product(a);
  const uint64_t rows = a.rows(), nonzeros = a.columns.size();
  const uint64_t steps = rows + nonzeros;
  INFO(rows, " rows, ", nonzeros, " nonzeros");
  REQUIRE(counted.launches.size() >= 1);
  CHECK(counted.launches.size() <= 4);
  {
    INFO("multiplications on the device: one per nonzero");
    CHECK(counted.all.float_multiplies >= nonzeros);
  }
  INFO("sectors of `columns` and `values`: half as many again as they have");
  CHECK(counted.columns.sectors * 8 <= nonzeros * 3 / 2 + 512);
  CHECK(counted.values.sectors * 8 <= nonzeros * 3 / 2 + 512);
  INFO("loads of a warp: 10 for 32 nonzeros or rows");
  CHECK(counted.all.global_read.requests * 32 <= 10 * steps);
  INFO("stores and atomics by lane: 2 per row, and 1 per 32 nonzeros or rows");
  CHECK(counted.all.global_write.bytes / 4 <= 2 * rows + steps / 32);
  CHECK(counted.all.local_load.requests == 0);
  uint64_t warp = 0, thread = 0, busiest = 0, most = 0, blocks = 0;
  for (const SimtLaunch& launch : counted.launches) {
    const auto work = lockstep::judge(launch, {.lanes_percent = 0});
    CHECK_MESSAGE(work.fair, work.text);
    warp += launch.counters.warp_instructions;
    thread += launch.counters.thread_instructions;
    busiest = std::max(busiest, launch.busiest_warp_instructions);
    if (launch.counters.warp_instructions < most) continue;
    most = launch.counters.warp_instructions;
    blocks = uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  }
  INFO("blocks of the launch with the most instructions: 4 or more");
  CHECK(blocks >= 4);
  INFO("lanes that execute an instruction, of 32, on average, in percent");
  CHECK(thread * 100 / (32 * warp) >= 60);
  INFO("instructions of the busiest warp: at most an eighth of all");
  CHECK(busiest * 8 <= warp);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("multiplies 3 by 3") {
    INFO("rows (5 0 6), (0 0 0) and (0 7 0); x = 1 10 100");
    Matrix a({2, 0, 1}, 3);
    a.columns = {0, 2, 1}, a.values = {5, 6, 7}, a.x = {1, 10, 100};
    check_product(a);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("any number of rows") {
    for (size_t rows : {0, 1, 2, 31, 33, 257, 1000}) {
      check_product(Matrix(lengths(rows, 0, 4)));
      check_product(Matrix(lengths(rows, 5, 5)));
      check_product(Matrix(std::vector<int>(rows, 0)));
    }
    const uint64_t before = lockstep::live_objects();
    check_product(Matrix(lengths(1000, 0, 4)));
    INFO("allocations and the like that one more such call left behind");
    CHECK(lockstep::live_objects() - before == 0);
  }

  TEST_CASE("rows of any length") {
    for (int length : {1, 30, 31, 32, 127, 255, 256, 479, 480, 511, 1023}) {
      check_product(Matrix(std::vector<int>(9, length)));
      check_product(Matrix({0, length, 0, 0, length + 1, 0}));
    }
    check_product(Matrix({9000}));
    check_product(Matrix({0, 1, 9000, 1, 0}));
    check_product(Matrix(lengths(40, 0, 700)));
    check_product(Matrix({3, 0, 5, 1}, 70000));
  }

  TEST_CASE("many rows without nonzeros") {
    auto all = std::vector<int>(6000, 0);
    all[2500] = 3, all[2501] = 700, all[5990] = 1;
    check_product(Matrix(all));
    check_product(Matrix(skewed(3001, 5000)));
  }

  TEST_CASE("infinity and NaN stay in their rows") {
    const float infinity = std::numeric_limits<float>::infinity();
    for (const int wild : {39, 40, 41, 46, 47}) {
      INFO("nonzeros 40 to 46 are row 2; infinite is product ", wild);
      Matrix a({40, 0, 7, 600, 3}, 50);
      for (int& column : a.columns) column = 1 + column % 48;
      a.columns[wild] = 49;
      a.x[49] = infinity;
      a.x[0] = std::numeric_limits<float>::quiet_NaN();  // no nonzero is there
      check_product(a);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("rows of 32 nonzeros") {
    const Matrix one({1}, 1);
    const DeviceBuffer<int> starts(one.starts), columns(one.columns);
    const DeviceBuffer<float> values(one.values), x(one.x), y(1);
    multiply(starts.data(), columns.data(), values.data(), x.data(), y.data(),
             1, 1);
    CHECK_MESSAGE(cudaStreamQuery(nullptr) == cudaErrorNotReady,
                  "the call waited for its kernels");
    judge(Matrix(lengths(700, 32, 32)));
    judge(Matrix(lengths(lockstep::drawn_size(401, 800, 581), 30, 34)));
  }

  TEST_CASE("rows of 0 to 3 nonzeros") {
    judge(Matrix(lengths(9000, 0, 3)));
    judge(Matrix(lengths(lockstep::drawn_size(7001, 9000, 582), 0, 3)));
  }

  TEST_CASE("one row with most of the nonzeros") {
    judge(Matrix(skewed(8000, 200000)));
    judge(Matrix(skewed(9000, 20000)));
    judge(Matrix(skewed(lockstep::drawn_size(2001, 5000, 583), 150000)));
  }
}
