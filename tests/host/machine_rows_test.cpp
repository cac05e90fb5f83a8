// SPDX-License-Identifier: MIT
// Rows of addresses in shared memory: looked at once where they cannot have
// changed, and anew wherever they may have; counted the same either way.
#include <doctest/doctest.h>

#include "simt/checks/session.h"
#include "tests/host/machine_fixture.h"

namespace machine_rows_test {

using simt::Outcome;

namespace {

/// buf[i] = 100 + i for 64 words, seen by one warp.
const char* const kFill = R"(
    shl.b32 %r2, %r1, 2;
    add.u32 %r3, %r1, 100;
    st.shared.u32 [%r2], %r3;
    add.u32 %r3, %r1, 132;
    st.shared.u32 [%r2+128], %r3;
    bar.warp.sync 0xffffffff;)";

std::string with_buffer(const std::string& code) {
  return kernel_text(".shared .align 16 .b8 buf[4096];", code);
}

/// What 32 threads write to out[tid].
std::vector<uint32_t> results(const std::string& code) {
  MachineFixture m(with_buffer(kFill + code));
  REQUIRE(m.run(1, 32) == Outcome::kDone);
  return {m.host(), m.host() + 32};
}

simt::report::Counters counters(bool all_checks) {
  simt::checks::ChosenChecks on;
  if (!all_checks) on = simt::checks::ChosenChecks::only({});
  simt::checks::Session session(on);
  // In line, one word for all, halves of two lines, a conflict of two.
  MachineFixture m(with_buffer(std::string(kFill) + R"(
    ld.shared.u32 %r4, [%r2];
    ld.shared.u32 %r4, [%r2+4];
    mov.u32 %r5, 0;
    ld.shared.u32 %r4, [%r5];
    ld.shared.u32 %r4, [%r5+8];
    and.b32 %r6, %r2, 60;
    ld.shared.u32 %r4, [%r6];
    ld.shared.u32 %r4, [%r6+64];
    shl.b32 %r7, %r1, 3;
    ld.shared.u32 %r4, [%r7];
    ld.shared.u32 %r4, [%r7+4];
    setp.lt.u32 %p1, %r1, 9;
    @%p1 ld.shared.u32 %r4, [%r7];
    ld.shared.v2.u32 {%r8, %r9}, [%r7];)"));
  m.settings_.observer = &session;
  REQUIRE(m.run(3, 32) == Outcome::kDone);
  return session.report().launches.at(0).counters;
}

}  // namespace

TEST_CASE("a row that is written between two accesses is looked at again") {
  const auto out = results(R"(
    ld.shared.u32 %r4, [%r2];
    add.u32 %r2, %r2, 4;
    ld.shared.u32 %r5, [%r2];
    mul.lo.u32 %r5, %r5, 1000;
    add.u32 %r6, %r4, %r5;)" +
                           store_at_tid(6));
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == (101 + i) * 1000 + 100 + i);
}

TEST_CASE("a vector load may write the row of the next access") {
  const auto out = results(R"(
    shl.b32 %r4, %r1, 3;
    mov.u32 %r5, 0;
    st.shared.u32 [%r4+1024], %r5;
    shl.b32 %r6, %r1, 2;
    st.shared.u32 [%r4+1028], %r6;
    mov.u32 %r7, 8;
    ld.shared.u32 %r8, [%r7];
    ld.shared.v2.u32 {%r9, %r7}, [%r4+1024];
    ld.shared.u32 %r8, [%r7];)" +
                           store_at_tid(8));
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == 100 + i);
}

TEST_CASE("an access that did not run has looked at nothing") {
  // Round 0 runs one load, round 1 the other, with other addresses.
  const std::string guarded = "@%p1 ld.shared.u32 %r4, [%r2];";
  const std::string jumped =
      "@!%p1 bra $over; ld.shared.u32 %r4, [%r2]; $over:";
  for (const std::string& first : {guarded, jumped}) {
    const auto out = results(R"(
      mov.u32 %r5, 0;
      mov.u32 %r8, 0;
    $again:
      setp.eq.u32 %p1, %r5, 0;)" +
                             first + R"(
      @!%p1 ld.shared.u32 %r4, [%r2];
      add.u32 %r8, %r8, %r4;
      add.u32 %r2, %r2, 8;
      add.u32 %r5, %r5, 1;
      setp.lt.u32 %p2, %r5, 2;
      @%p2 bra $again;)" + store_at_tid(8));
    for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == 202 + 2 * i);
  }
}

TEST_CASE("a warp that was interrupted looks at its row again") {
  // Longer than any turn, without a branch; each warp has a row of its own.
  std::string code = R"(
    shl.b32 %r2, %r1, 2;
    st.shared.u32 [%r2], %r1;
    mov.u32 %r5, 0;)";
  for (int i = 0; i < 3000; ++i)
    code += "ld.shared.u32 %r4, [%r2];\nadd.u32 %r5, %r5, %r4;\n";
  for (uint64_t schedule : {0, 1, 2}) {
    MachineFixture m(with_buffer(code + store_at_tid(5)));
    m.settings_.schedule = schedule;
    REQUIRE(m.run(1, 128) == Outcome::kDone);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 128; ++i) wrong += m.host()[i] != 3000 * i;
    CHECK(wrong == 0);
  }
}

TEST_CASE("a row may be the last one moved, or only begin like it") {
  // Lane i of warp w reads word 32 w + (i ^ turn): without a turn the rows only
  // lie apart, with one that depends on the warp they go on in another order.
  for (const char* turn : {"0", "%r6", "%r7"}) {
    MachineFixture m(with_buffer(R"(
      shl.b32 %r2, %r1, 2;
      st.shared.u32 [%r2], %r1;
      bar.sync 0;
      shr.u32 %r5, %r1, 5;
      and.b32 %r6, %r5, 1;
      mul.lo.u32 %r7, %r5, 3;
      and.b32 %r7, %r7, 4;
      mov.u32 %r8, )" + std::string(turn) +
                                 R"(;
      xor.b32 %r4, %r1, %r8;
      shl.b32 %r4, %r4, 2;
      ld.shared.u32 %r5, [%r4];)" +
                                 store_at_tid(5)));
    REQUIRE(m.run(1, 128) == Outcome::kDone);
    for (uint32_t i = 0; i < 128; ++i) {
      const uint32_t warp = i / 32;
      const uint32_t by = turn[0] == '0'   ? 0
                          : turn[2] == '6' ? warp & 1
                                           : warp * 3 & 4;
      CHECK(m.host()[i] == (i ^ by));
    }
  }
}

TEST_CASE("requests are counted the same, whether reported or tallied") {
  const simt::report::Counters all = counters(true), few = counters(false);
  CHECK(all.shared_load.requests == 3 * 10);
  CHECK(few.shared_load.requests == all.shared_load.requests);
  CHECK(few.shared_load.wavefronts == all.shared_load.wavefronts);
  CHECK(few.shared_load.ideal_wavefronts == all.shared_load.ideal_wavefronts);
  CHECK(few.shared_load.bank_conflicts == all.shared_load.bank_conflicts);
  CHECK(all.shared_load.bank_conflicts > 0);
  CHECK(few.shared_store.requests == all.shared_store.requests);
  CHECK(few.shared_store.wavefronts == all.shared_store.wavefronts);
  CHECK(few.thread_instructions == all.thread_instructions);
}

}  // namespace machine_rows_test
