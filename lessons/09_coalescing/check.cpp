// SPDX-License-Identifier: MIT
// What lesson 09 asks for: particles that fly right, and no byte moved that
// no thread uses.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <limits>

#include "common/compare.h"
#include "common/counters.h"
#include "common/work.h"
#include "lesson.h"

namespace {

constexpr size_t kFields = 5;

/// All fields of all particles, record by record.
std::vector<float> fields_of(const std::vector<Particle>& particles) {
  std::vector<float> all;
  for (const Particle& p : particles) {
    all.insert(all.end(), {p.x, p.y, p.vx, p.vy, p.mass});
  }
  return all;
}

/// Lets n different particles fly and compares all fields. Exactly: they are
/// halves below 2^15 and make few steps, so no sum rounds. The first one is
/// large, small, -0 and infinite.
void check_fly(int n, int steps) {
  INFO(n, " particles, ", steps, " steps");
  auto values = lockstep::distinct_values<float>(kFields * n, 3);
  if (n > 0) {
    const float kinds[] = {0x1p30f, -0.0f, 0x1p30f, 0x1p-149f,
                           std::numeric_limits<float>::infinity()};
    std::copy(std::begin(kinds), std::end(kinds), values.begin());
  }
  std::vector<Particle> particles;
  std::vector<float> expected;
  for (auto v = values.begin(); v != values.end(); v += kFields) {
    particles.push_back({v[0], v[1], v[2], v[3], v[4]});
    expected.insert(expected.end(), {v[0] + steps * v[2], v[1] + steps * v[3],
                                     v[2], v[3], v[4]});
  }
  fly(particles.data(), n, steps);
  const auto verdict =
      lockstep::compare(fields_of(particles), expected, {size_t(n), kFields});
  INFO("rows are particles; columns are x, y, vx, vy, mass");
  CHECK_MESSAGE(verdict.same, "particles: ", verdict.text);
}

/// Sectors that n particles need in one step, and those that were moved: up to
/// `spare` more for each field in each step.
void check_sectors(int n, uint64_t spare) {
  REQUIRE(lockstep::counters_available());
  constexpr int kSteps = 2;
  const lockstep::Recording recording;
  check_fly(n, kSteps);
  REQUIRE(recording.launches() == kSteps);
  const SimtCounters all = recording.total();
  const uint64_t of_field = (n + 7) / 8 * kSteps;  // 8 floats per sector
  INFO(n, " particles, ", kSteps, " steps; a sector is 32 bytes");
  INFO("needed: x, y, vx, vy loaded, x and y stored");
  CHECK(all.global_read.bytes >= 16u * n * kSteps);
  CHECK(all.global_read.sectors <= 4 * (of_field + kSteps * spare));
  CHECK(all.global_write.sectors <= 2 * (of_field + kSteps * spare));
  const uint64_t warps = (n + 31) / 32;  // each takes 32 particles at a time
  // Without a rest, each warp has as much to do as any other.
  const lockstep::Work most{.global_reads = 4 * (warps + spare),
                            .global_writes = 2 * (warps + spare),
                            .busiest_percent = spare == 0 ? 150u : 400u,
                            .blocks = 2};
  const auto work = lockstep::judge(recording, most);
  CHECK_MESSAGE(work.fair, work.text);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("moves 2 particles") {
    std::vector<Particle> two = {{1, 2, 10, 20, 5}, {3, 4, 30, 40, 6}};
    fly(two.data(), 2, 1);
    const auto verdict = lockstep::compare(
        fields_of(two), {11, 22, 10, 20, 5, 33, 44, 30, 40, 6}, {2, kFields});
    INFO("rows are particles; columns are x, y, vx, vy, mass");
    CHECK_MESSAGE(verdict.same, "particles: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("moves any number of particles") {
    for (int n : {0, 1, 31, 33, 511, 513, 1025, 2049}) check_fly(n, 1);
    check_fly(lockstep::drawn_size(2050, 4096, 3), 1);
    check_fly(100, 0);
    check_fly(100, 3);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a warp moves only what it uses") { check_sectors(8192, 0); }

  TEST_CASE("each field begins at a sector") {
    // Lanes of the last warp that make one round less may go apart from the
    // others, up to once per round. Misaligned fields cost one more in each
    // warp.
    check_sectors(1001, 4);
    check_sectors(lockstep::drawn_size(4100, 8000, 3), 4);
  }
}
