// SPDX-License-Identifier: MIT
// Instructions that move 8x8 matrices between lanes and shared memory, and the
// warp that has to be whole for them.
#include <doctest/doctest.h>

#include <string>

#include "tests/host/machine_fixture.h"
#include "tests/host/machine_watch.h"
#include "tests/host/matrix_fixture.h"

namespace machine_matrix_test {

using simt::Outcome;

TEST_CASE("ldmatrix and stmatrix move rows of eight halves") {
  // Row r of the 32 holds 8r, 8r + 1, ... 8r + 7; lane r gives its address.
  const std::string fill = R"(
    shl.b32 %r2, %r1, 4;
    mov.u32 %r3, tile;
    add.s32 %r4, %r3, %r2;
    shl.b32 %r5, %r1, 3;
    mov.u32 %r6, 0;
  fill:
    add.s32 %r7, %r5, %r6;
    shl.b32 %r8, %r6, 1;
    add.s32 %r9, %r4, %r8;
    st.shared.u16 [%r9], %r7;
    add.s32 %r6, %r6, 1;
    setp.lt.u32 %p1, %r6, 8;
    @%p1 bra fill;
    bar.warp.sync 0xffffffff;
  )";
  const std::string regs = "{%q0, %q1, %q2, %q3}";
  for (const std::string trans : {"", ".trans"}) {
    const std::string form = ".sync.aligned.m8n8.x4" + trans + ".shared.b16 ";
    MachineFixture m(kernel_text(
        ".reg .b32 %q<8>;\n.shared .align 16 .b8 tile[1024];",
        fill + "ldmatrix" + form + regs + ", [%r4];\n" + words(false, 0, 4, 0) +
            "stmatrix" + form + "[%r4+512], " + regs + ";\n" +
            "bar.warp.sync 0xffffffff;\n"
            "ld.shared.v4.b32 {%q4, %q5, %q6, %q7}, [%r4+512];\n" +
            words(false, 4, 4, 128)));
    REQUIRE(m.run(1, 32) == Outcome::kDone);
    const auto* halves = reinterpret_cast<const uint16_t*>(m.host());
    for (int lane = 0; lane < 32; ++lane) {
      for (int i = 0; i < 8; ++i) {
        const int g = lane / 4, k = lane % 4 * 2 + i % 2;
        const int within = trans.empty() ? 8 * g + k : 8 * k + g;
        CHECK(halves[lane * 8 + i] == 64 * (i / 2) + within);
        CHECK(halves[256 + lane * 8 + i] == 8 * lane + i);  // as it was
      }
    }
  }
}

TEST_CASE("a matrix instruction waits for the whole warp") {
  // Lanes 0-15 take another way, and meet the others at the instruction.
  const char* code = R"(
    setp.lt.u32 %p1, %r1, 16;
    mov.u32 %q0, 1;
    @%p1 bra join;
    mov.u32 %q0, 2;
  join:
    movmatrix.sync.aligned.m8n8.trans.b16 %q1, %q0;)";
  MachineFixture m(kernel_text(".reg .b32 %q<8>;", code));
  Watch watch;
  m.settings_.observer = &watch;
  REQUIRE(m.run(1, 32) == Outcome::kDone);
  CHECK(watch.errors.empty());
  REQUIRE(m.run(1, 48) == Outcome::kDone);  // the second warp is half empty
  REQUIRE(watch.errors.size() == 1);
  CHECK(watch.errors[0].lanes == 0xffff0000u);
}

}  // namespace machine_matrix_test
