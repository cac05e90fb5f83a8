// SPDX-License-Identifier: MIT
// What lesson 14 asks for: right products, no access that waits, no byte more.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Multiplies different values, modulo 2^32, and compares all results.
void check_multiply(int count, int size) {
  INFO(count, " matrices of ", size, " by ", size);
  const size_t row = size, of_matrix = row * row;
  std::vector<unsigned> in;
  for (int v : lockstep::distinct_values<int>(count * of_matrix, 8)) {
    in.push_back(v);
  }
  if (in.size() > 2) in[0] = 0x80000000u, in[1] = ~0u;  // go round at 2^32
  std::vector<unsigned> expected(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    const size_t first = i / of_matrix * of_matrix;
    const size_t y = i % of_matrix / row, x = i % row;
    for (size_t k = 0; k < row; ++k) {
      expected[i] += in[first + y * row + k] * in[first + x * row + k];
    }
  }
  const DeviceBuffer<unsigned> from(in), to(in.size());
  multiply_rows(from.data(), to.data(), count, size);
  const auto verdict =
      lockstep::compare(to.download(), expected, {count * row, row, of_matrix});
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

constexpr int kMatrices = 3;

/// Multiplies once, and looks at how shared memory was used.
void check_work(uint64_t size) {
  const lockstep::Recording recording;
  check_multiply(kMatrices, int(size));
  REQUIRE(recording.launches() == 1);
  INFO(kMatrices, " matrices of ", size, " by ", size, " values");
  const SimtCounters all = recording.total();
  {
    INFO("0 loads from shared memory: nothing passes through the tile");
    REQUIRE(all.shared_load.requests > 0);
  }
  INFO("no more wavefronts than requests, or than their phases");
  CHECK(all.shared_store.wavefronts <= all.shared_store.ideal_wavefronts);
  CHECK(all.shared_load.wavefronts <= all.shared_load.ideal_wavefronts);
  CHECK(all.shared_atomic.requests == 0);
  // 32 warps per tile, 32 columns, and a load of either row.
  constexpr uint64_t kWarps = 32 * kMatrices;
  CHECK(all.shared_load.wavefronts <= 2 * 32 * kWarps);
  const lockstep::Work most{.global_reads = kMatrices * size,
                            .global_writes = kMatrices * size,
                            .shared_loads = 2 * 32 * kWarps,
                            .shared_stores = 2 * kWarps,
                            .busiest_percent = 200,
                            .blocks = kMatrices};
  const auto work = lockstep::judge(recording, most);
  CHECK_MESSAGE(work.fair, work.text);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("multiplies a 2 by 2 matrix") {
    INFO("rows 1 2 and 3 4: 1*1+2*2 = 5, 1*3+2*4 = 11, 3*3+4*4 = 25");
    const DeviceBuffer<unsigned> in({1, 2,  //
                                     3, 4});
    const DeviceBuffer<unsigned> out(4);
    multiply_rows(in.data(), out.data(), 1, 2);
    const auto verdict =
        lockstep::compare(out.download(), {5, 11, 11, 25}, {2, 2});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("multiplies matrices of all sizes") {
    for (int size : {0, 1, 3, 17, 31, 32}) check_multiply(2, size);
    check_multiply(5, lockstep::drawn_size(2, 30, 14));
    check_multiply(0, 32);
    check_multiply(33, 5);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("every shared access takes one wavefront") {
    REQUIRE(lockstep::counters_available());
    for (int size : {32, 27, lockstep::drawn_size(25, 31, 8)}) check_work(size);
  }

  TEST_CASE("the tile takes 4096 bytes") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_multiply(kMatrices, 32);
    REQUIRE(recording.launches() == 1);
    const SimtLaunch launch = recording.list()[0];
    CHECK(launch.static_shared_bytes + launch.dynamic_shared_bytes <= 4096);
    INFO("each value comes from global memory once");
    CHECK(launch.counters.global_read.bytes <= kMatrices * 4096);
  }
}
