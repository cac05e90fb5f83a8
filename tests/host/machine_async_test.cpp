// SPDX-License-Identifier: MIT
// Asynchronous copies and barrier objects, as cuda::pipeline and
// cuda::barrier use them from sm_80 on.
#include <doctest/doctest.h>

#include "tests/host/machine_fixture.h"

using simt::Outcome;

TEST_CASE("an asynchronous copy fills shared memory and pads with zeros") {
  // 16 bytes a thread, of which the source gives 8.
  MachineFixture m(kernel_text(".shared .align 16 .b8 buf[64];", R"(
    shl.b32 %r2, %r1, 4;
    mov.u32 %r3, buf;
    add.s32 %r4, %r3, %r2;
    cvt.u64.u32 %rd2, %r2;
    add.s64 %rd3, %rd1, %rd2;
    cp.async.cg.shared.global [%r4], [%rd3+64], 16, 8;
    cp.async.commit_group;
    cp.async.wait_group 0;
    bar.sync 0;
    ld.shared.u32 %r5, [%r4+4];
    ld.shared.u32 %r6, [%r4+8];
    add.s32 %r7, %r5, %r6;)" + store_at_tid(7)));
  for (uint32_t i = 0; i < 16; ++i) m.host()[16 + i] = 100 + i;
  REQUIRE(m.run(1, 4) == Outcome::kDone);
  for (uint32_t i = 0; i < 4; ++i) CHECK(m.host()[i] == 101 + 4 * i);
}

TEST_CASE("a misaligned asynchronous copy is a fault") {
  MachineFixture m(kernel_text(".shared .align 16 .b8 buf[64];", R"(
    mov.u32 %r3, buf;
    cp.async.ca.shared.global [%r3], [%rd1+4], 8;)"));
  CHECK(m.run(1, 1) == Outcome::kMisaligned);
}

TEST_CASE("threads wait at a barrier object until all have arrived") {
  const char* code = R"(
    mov.u32 %r2, object;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra ready;
    mbarrier.init.shared.b64 [%r2], 96;
  ready:
    bar.sync 0;
    add.s32 %r4, %r1, 7;
    shl.b32 %r5, %r1, 2;
    mov.u32 %r6, buf;
    add.s32 %r7, %r6, %r5;
    st.shared.u32 [%r7], %r4;
    mbarrier.arrive.shared.b64 %rd4, [%r2];
  wait:
    mbarrier.test_wait.shared.b64 %p2, [%r2], %rd4;
    @!%p2 bra wait;
    xor.b32 %r8, %r5, 32;
    add.s32 %r9, %r6, %r8;
    ld.shared.u32 %r10, [%r9];)";
  for (uint64_t seed = 0; seed < 6; ++seed) {
    MachineFixture m(
        kernel_text(".shared .align 8 .b8 object[8];\n"
                    ".shared .align 4 .b8 buf[512];",
                    code + store_at_tid(10)));
    m.settings_.schedule = seed;
    REQUIRE(m.run(1, 96) == Outcome::kDone);
    for (uint32_t i = 0; i < 96; ++i) CHECK(m.host()[i] == (i ^ 8) + 7);
  }
}
