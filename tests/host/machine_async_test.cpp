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

namespace {

// One thread uses a barrier object in shared memory; %p1 is asked at the end.
MachineFixture object_kernel(const std::string& code) {
  return MachineFixture(kernel_text(".shared .align 8 .b8 object[8];",
                                    "mov.u32 %r2, object;\n" + code + R"(
    selp.u32 %r9, 1, 0, %p1;)" + store_at_tid(9)));
}
bool asked(const std::string& code) {
  MachineFixture m = object_kernel(code);
  REQUIRE(m.run(1, 1) == Outcome::kDone);
  return m.host()[0] == 1;
}

const char* const kParity0 =
    "\nmbarrier.test_wait.parity.shared::cta.b64 %p1, [%r2], 0;";
const char* const kParity1 =
    "\nmbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p1, [%r2], 1, 9;";

}  // namespace

TEST_CASE("a phase waits for the bytes that are expected") {
  const std::string expect = R"(
    mbarrier.init.shared::cta.b64 [%r2], 1;
    mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd2, [%r2], 48;
    mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r2], 32;)";
  CHECK_FALSE(asked(expect + kParity0));
  const std::string done = expect + R"(
    mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%r2], 16;)";
  CHECK(asked(done + kParity0));
  CHECK_FALSE(asked(done + kParity1));
  CHECK(asked(done +
              "\nmbarrier.try_wait.relaxed.cluster.shared::cta.b64 %p1, [%r2], "
              "%rd2;"));
}

TEST_CASE("bytes may be complete before they are expected") {
  const std::string early = R"(
    mbarrier.init.shared.b64 [%r2], 1;
    mbarrier.complete_tx.shared.b64 [%r2], 16;
    mbarrier.expect_tx.relaxed.cta.shared.b64 [%r2], 16;)";
  CHECK_FALSE(asked(early + kParity0));
  CHECK(asked(early + "\nmbarrier.arrive.shared::cluster.b64 _, [%r2];" +
              kParity0));
}

TEST_CASE("a state holds how many arrivals were pending") {
  MachineFixture m = object_kernel(R"(
    mbarrier.init.shared.b64 [%r2], 1048575;
    mbarrier.arrive.noComplete.release.cta.shared::cta.b64 %rd2, [%r2], 575;
    mbarrier.arrive.shared.b64 %rd3, [%r2];
    mbarrier.pending_count.b64 %r3, %rd3;
    setp.eq.u32 %p1, %r3, 1048000;)");
  REQUIRE(m.run(1, 1) == Outcome::kDone);
  CHECK(m.host()[0] == 1);
}

TEST_CASE("who drops out is not expected in the next phase") {
  const std::string drop = R"(
    mbarrier.init.shared.b64 [%r2], 3;
    mbarrier.arrive_drop.shared.b64 %rd2, [%r2], 1;
    mbarrier.arrive_drop.expect_tx.shared.b64 %rd2, [%r2], 4;
    mbarrier.complete_tx.shared.b64 [%r2], 4;)";
  CHECK_FALSE(asked(drop + kParity0));
  const std::string over = drop + "\nmbarrier.arrive.shared.b64 _, [%r2];";
  CHECK(asked(over + kParity0));
  CHECK(asked(over + "\nmbarrier.arrive.shared.b64 _, [%r2];" + kParity1));
}

TEST_CASE("a barrier object may have a generic address in shared memory") {
  const std::string generic = R"(
    cvt.u64.u32 %rd5, %r2;
    cvta.shared.u64 %rd5, %rd5;
    mbarrier.init.b64 [%rd5], 1;
    mbarrier.arrive.b64 _, [%rd5];
    mbarrier.test_wait.parity.b64 %p1, [%rd5], 0;)";
  CHECK(asked(generic));
  MachineFixture m = object_kernel("mbarrier.init.b64 [%rd1], 1;");
  CHECK(m.run(1, 1) == Outcome::kIllegalAddress);
}

TEST_CASE("an object counts at most 1048575 bytes") {
  MachineFixture m = object_kernel(R"(
    mbarrier.init.shared.b64 [%r2], 1;
    mov.u32 %r3, 1048576;
    mbarrier.expect_tx.relaxed.cta.shared.b64 [%r2], %r3;)");
  CHECK(m.run(1, 1) == Outcome::kUnsupported);
}
