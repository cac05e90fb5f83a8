// SPDX-License-Identifier: MIT
// Which instructions tell that they made a NaN or an infinity, and what each
// tells to one that walks through a run.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/host/machine_fixture.h"

namespace machine_numbers_test {

namespace {

/// Hears of numbers that are none.
struct Watching final : simt::Observer {
  Watching() { numbers = true; }
  void on_born(const simt::Born& one) override { all.push_back(one); }
  std::vector<simt::Born> all;
};

/// What `code` makes in one warp; %f0 to %f9 and %d0 to %d9 are free.
std::vector<simt::Born> born(const std::string& code, uint32_t threads = 32) {
  MachineFixture machine(kernel_text(
      ".reg .f32 %f<10>;\n.reg .f64 %d<10>;\n.reg .b16 %h<10>;\n", code));
  Watching watching;
  machine.settings_.observer = &watching;
  CHECK(machine.run(1, threads) == simt::Outcome::kDone);
  return watching.all;
}

}  // namespace

TEST_CASE("numbers: a division by zero tells its lanes and operands") {
  const auto all = born(
      "cvt.rn.f32.u32 %f0, %r1;\n"       // the thread's number
      "add.f32 %f1, %f0, 0fC0400000;\n"  // minus 3
      "div.rn.f32 %f2, 0f40000000, %f1;\n"
      "add.f32 %f3, %f2, 0f3F800000;\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].lanes == 1u << 3);
  CHECK(std::isinf(all[0].result));
  REQUIRE(all[0].count == 2);
  CHECK(all[0].operands[0] == 2);
  CHECK(all[0].operands[1] == 0);
}

TEST_CASE("numbers: the result may be a register of the sources") {
  const auto all = born(
      "mov.f32 %f0, 0f00000000;\n"
      "div.rn.f32 %f0, %f0, %f0;\n"
      "mul.f32 %f0, %f0, %f0;\n");
  REQUIRE(all.size() == 1);
  CHECK(std::isnan(all[0].result));
  CHECK(all[0].operands[1] == 0);
}

TEST_CASE("numbers: all widths") {
  CHECK(born("mov.f64 %d0, 0d7FE0000000000000;\nadd.f64 %d1, %d0, %d0;\n")
            .size() == 1);
  CHECK(born("mov.b16 %h0, 0x7BFF;\nadd.f16 %h1, %h0, %h0;\n").size() == 1);
  const auto halves =
      born("mov.b32 %r2, 0x7BFF0001;\nadd.f16x2 %r3, %r2, %r2;\n");
  REQUIRE(halves.size() == 1);
  CHECK(halves[0].operands[0] == 65504);
  CHECK(born("mov.f32 %f0, 0f7F000000;\ncvt.rn.f16.f32 %h1, %f0;\n").size() ==
        1);
}

TEST_CASE("numbers: infinities make a NaN") {
  const auto all = born(
      "mov.f32 %f0, 0fFF800000;\nmov.f32 %f1, 0f00000000;\n"
      "sub.f32 %f2, %f0, %f0;\n"          // -inf - -inf
      "fma.rn.f32 %f3, %f1, %f0, %f1;\n"  // 0 * -inf
      "add.f32 %f4, %f2, %f0;\n"          // of a NaN: not born here
      "add.f32 %f5, %f0, %f1;\n");        // infinite as before
  REQUIRE(all.size() == 2);
  CHECK(std::isnan(all[0].result));
  CHECK(all[0].operands[1] == -std::numeric_limits<double>::infinity());
  CHECK(all[1].count == 3);
}

TEST_CASE("numbers: lanes that make different kinds are told of apart") {
  const auto all = born(
      "cvt.rn.f32.u32 %f0, %r1;\n"       // the thread's number
      "add.f32 %f1, %f0, 0fBF800000;\n"  // minus 1
      "div.rn.f32 %f2, %f1, %f1;\n"      // 0 / 0 in thread 1
      "setp.eq.u32 %p1, %r1, 0;\n"
      "@%p1 mov.f32 %f1, 0f7F800000;\n"  // infinity in thread 0
      "setp.eq.u32 %p1, %r1, 3;\n"
      "@%p1 mov.f32 %f0, 0f00000000;\n"
      "@%p1 mov.f32 %f1, 0f3F800000;\n"
      "div.rn.f32 %f3, %f1, %f1;\n"
      "div.rn.f32 %f4, %f1, %f0;\n",
      4);
  // The first division: thread 1. The second: inf / inf and 0 / 0. The third:
  // 1 / 0 in thread 3; inf / 0 is infinite as before.
  REQUIRE(all.size() == 4);
  CHECK(all[0].lanes == 1u << 1);
  CHECK(all[1].lanes == 1u << 1);
  CHECK(std::isfinite(all[1].operands[0]));
  CHECK(all[2].lanes == 1u << 0);
  CHECK(std::isinf(all[2].operands[0]));
  CHECK(all[3].lanes == 1u << 3);
  CHECK(std::isinf(all[3].result));
}

TEST_CASE("numbers: what moves, compares or was there is silent") {
  CHECK(born("mov.f32 %f0, 0f7F800000;\nmin.f32 %f1, %f0, 0f3F800000;\n"
             "add.f32 %f2, %f0, %f0;\nsetp.lt.f32 %p1, %f0, %f1;\n"
             "st.global.f32 [%rd1], %f0;\nld.global.f32 %f4, [%rd1];\n")
            .empty());
  CHECK(born("mov.f32 %f0, 0f00000000;\nsetp.eq.u32 %p1, %r1, 99;\n"
             "@%p1 div.rn.f32 %f1, %f0, %f0;\n")
            .empty());
}

TEST_CASE("numbers: an atomic addition tells what it added") {
  const std::string huge = "mov.f32 %f0, 0f7F61B1E6;\n";  // 3e38
  const auto global = born("st.global.f32 [%rd1], 0f00000000;\n" + huge +
                               "red.global.add.f32 [%rd1], %f0;\n",
                           3);
  REQUIRE(global.size() == 1);
  CHECK(global[0].lanes == 2);  // from the third lane on it is infinite
  CHECK(global[0].operands[0] == doctest::Approx(3e38));
  CHECK(global[0].operands[1] == doctest::Approx(3e38));
  const auto halves = born(
      "st.global.b32 [%rd1], 0x7BFF0001;\nmov.b32 %r2, 0x7BFF0001;\n"
      "atom.global.add.noftz.f16x2 %r3, [%rd1], %r2;\n",
      1);
  REQUIRE(halves.size() == 1);
  CHECK(halves[0].operands[0] == 65504);
  const auto wide = born(
      "st.global.f64 [%rd1], 0d7FE0000000000000;\n"
      "mov.f64 %d0, 0d7FE0000000000000;\n"
      "atom.global.add.f64 %d1, [%rd1], %d0;\n",
      1);
  CHECK(wide.size() == 1);
}

TEST_CASE("numbers: an atomic that was given an infinity is silent") {
  CHECK(born("st.global.f32 [%rd1], 0f7F800000;\n"
             "mov.f32 %f0, 0f7F61B1E6;\nred.global.add.f32 [%rd1], %f0;\n"
             "atom.global.exch.b32 %r2, [%rd1], 0x7F800000;\n"
             "mov.u32 %r3, 0x7F800000;\nred.global.add.u32 [%rd1], %r3;\n")
            .empty());
}

namespace {

/// A product with `a` in the upper rows of A and 256 in all of B.
std::string half_product(const std::string& a, const std::string& type,
                         const std::string& sum) {
  return a +
         "mov.b32 %r5, 0;\nmov.b32 %r6, 0x5C005C00;\n"
         "mov.b32 %r7, 0;\nmov.b32 %r8, 0;\n"
         "mma.sync.aligned.m16n8k8.row.col." +
         type + ".f16.f16." + type + " " + sum + ", {%r4,%r5}, {%r6}, " + sum +
         ";\n";
}

}  // namespace

TEST_CASE("numbers: a matrix product looks at the row and the column") {
  // 256 in all rows, but lanes 0 to 3 hold infinities.
  const std::string rows =
      "mov.b32 %r4, 0x5C005C00;\nsetp.lt.u32 %p1, %r1, 4;\n"
      "@%p1 mov.b32 %r4, 0x7C007C00;\n";
  const auto all = born(half_product(rows, "f16", "{%r7,%r8}"));
  REQUIRE(all.size() == 1);
  CHECK(all[0].lanes == 0xfffffff0);
  CHECK(all[0].products);
  CHECK(all[0].operands[0] == 256);
  CHECK(all[0].operands[2] == 0);
  const std::string finite = "mov.b32 %r4, 0x5C005C00;\n";
  CHECK(born("mov.f32 %f0, 0f00000000;\nmov.f32 %f1, %f0;\n"
             "mov.f32 %f2, %f0;\nmov.f32 %f3, %f0;\n" +
             half_product(finite, "f32", "{%f0,%f1,%f2,%f3}"))
            .empty());
}

namespace {

/// Hears of every instruction; of those of one opcode it keeps what lane 3 of
/// the registers holds.
struct Walking final : simt::Observer {
  explicit Walking(std::string word) : opcode(std::move(word)) { steps = true; }
  void on_launch(const simt::LaunchInfo& info) override {
    kernel = info.kernel;
  }
  void on_stepped(const simt::Stepped& one) override {
    ++count;
    if (kernel->info[one.pc].source->opcode != opcode) return;
    all.push_back(one);
    results.push_back(word(one.result));
    operands.push_back(word(one.operand));
  }
  static uint32_t word(const simt::Stored& rows) {
    if (rows.count == 0) return 77;
    uint32_t value = 0;
    std::memcpy(&value, rows.row[0] + size_t{3} * rows.stride, 4);
    return value;
  }
  std::string opcode;
  const simt::program::Kernel* kernel = nullptr;
  size_t count = 0;
  std::vector<simt::Stepped> all;
  std::vector<uint32_t> results, operands;
};

Walking walked(const std::string& opcode, const std::string& code,
               uint64_t schedule = 0) {
  MachineFixture machine(kernel_text("", code));
  Walking walking(opcode);
  machine.settings_.observer = &walking;
  machine.settings_.schedule = schedule;
  CHECK(machine.run(1, 40) == simt::Outcome::kDone);
  return walking;
}

}  // namespace

TEST_CASE("steps: a load tells what it gave, a store what it took") {
  const std::string code = "add.u32 %r2, %r1, 10;\n" + store_at_tid(2) +
                           "ld.global.u32 %r3, [%rd11];\n";
  const Walking stores = walked("st", code);
  REQUIRE(stores.all.size() == 2);  // two warps
  CHECK(stores.operands[0] == 13);
  CHECK(stores.results[0] == 77);
  CHECK(stores.all[0].lanes == simt::kAllLanes);
  CHECK(stores.all[0].exited == 0);
  CHECK(walked("ld", code).results.back() == 13 + 32);
}

TEST_CASE("steps: an atomic tells its operand where the result replaces it") {
  const Walking atomics = walked(
      "atom", "mov.u32 %r2, 5;\natom.global.add.u32 %r2, [%rd1+512], %r2;\n");
  REQUIRE(atomics.all.size() == 2);
  CHECK(atomics.operands == std::vector<uint32_t>{5, 5});
  CHECK(atomics.results == std::vector<uint32_t>{15, 175});  // 3 and 35 before
}

TEST_CASE("steps: a branch that no lane takes is told, and who is elsewhere") {
  const Walking branches = walked("bra",
                                  "setp.lt.u32 %p0, %r1, 8;\n"
                                  "@%p0 bra low;\n"
                                  "setp.eq.u32 %p1, %r1, 99;\n"
                                  "@%p1 bra low;\n"
                                  "low:\n");
  REQUIRE(branches.all.size() == 4);
  CHECK(branches.all[0].lanes == 0xffu);
  CHECK(branches.all[0].came == simt::kAllLanes);
  CHECK(branches.all[1].lanes == 0);
  CHECK(branches.all[1].came == ~0xffu);
  CHECK(branches.all[3].exited == ~0xffu);  // the second warp has 8 lanes
}

TEST_CASE("steps: a run that is watched is the run that is not") {
  const std::string code =
      "setp.lt.u32 %p0, %r1, 20;\n"
      "@%p0 bra low;\n"
      "atom.global.add.u32 %r3, [%rd1+512], 1;\n"
      "low:\n"
      "bar.sync 0;\n"
      "ld.global.u32 %r4, [%rd1+512];\n";
  for (const uint64_t schedule : {0, 1, 7, 19}) {
    const Walking once = walked("ld", code, schedule);
    MachineFixture machine(kernel_text("", code));
    struct Counts final : simt::Observer {
      void on_launch_end(const simt::Executions& executions) override {
        for (const uint64_t warps : executions.warps) all += warps;
      }
      uint64_t all = 0;
    } counts;
    machine.settings_.observer = &counts;
    machine.settings_.schedule = schedule;
    CHECK(machine.run(1, 40) == simt::Outcome::kDone);
    CHECK(counts.all == once.count);
  }
}

}  // namespace machine_numbers_test
