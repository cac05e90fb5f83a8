// SPDX-License-Identifier: MIT
// Straight code, calls, barriers and what ends a launch.
#include <doctest/doctest.h>

#include <atomic>

#include "tests/host/machine_fixture.h"

namespace machine_test {

using simt::Outcome;

TEST_CASE("every thread of every block runs once") {
  MachineFixture m(kernel_text("", R"(
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mad.lo.s32 %r4, %r2, %r3, %r1;
    mul.wide.u32 %rd2, %r4, 4;
    add.s64 %rd3, %rd1, %rd2;
    atom.global.add.u32 %r5, [%rd3], 1;)"));
  REQUIRE(m.run(3, 70) == Outcome::kDone);
  for (int i = 0; i < 210; ++i) CHECK(m.host()[i] == 1);
  CHECK(m.host()[210] == 0);
}

TEST_CASE("a barrier lets every warp see what the others stored") {
  MachineFixture m(kernel_text(".shared .align 4 .b8 buf[512];", R"(
    shl.b32 %r2, %r1, 2;
    mov.u32 %r3, buf;
    add.s32 %r4, %r3, %r2;
    st.shared.u32 [%r4], %r1;
    bar.sync 0;
    mov.u32 %r5, 127;
    sub.s32 %r6, %r5, %r1;
    shl.b32 %r7, %r6, 2;
    add.s32 %r8, %r3, %r7;
    ld.shared.u32 %r9, [%r8];)" + store_at_tid(9)));
  REQUIRE(m.run(1, 128) == Outcome::kDone);
  for (int i = 0; i < 128; ++i) CHECK(m.host()[i] == 127u - i);
}

TEST_CASE("dynamic shared memory begins after the static variables") {
  MachineFixture m(kernel_text(".shared .align 4 .b8 buf[20];", R"(
    mov.u32 %r2, dyn;
    mov.u32 %r3, buf;
    st.shared.u32 [%r3], %r2;)" + store_at_tid(2),
                               ".extern .shared .align 16 .b8 dyn[];"));
  REQUIRE(m.run(1, 1, 64) == Outcome::kDone);
  CHECK(m.host()[0] == 32);
}

TEST_CASE("a device function gets its arguments and returns its result") {
  MachineFixture m(kernel_text("",
                               R"(
    { .param .b32 param0; .param .b32 retval0;
    st.param.b32 [param0+0], %r1;
    call.uni (retval0), triple, (param0);
    ld.param.b32 %r2, [retval0+0]; })" +
                                   store_at_tid(2),
                               R"(
    .func (.param .b32 result) triple(.param .b32 x)
    { .reg .b32 %a<3>;
      ld.param.u32 %a1, [x];
      mul.lo.s32 %a2, %a1, 3;
      st.param.b32 [result+0], %a2;
      ret; })"));
  REQUIRE(m.run(1, 40) == Outcome::kDone);
  for (int i = 0; i < 40; ++i) CHECK(m.host()[i] == 3u * i);
}

TEST_CASE("recursion gives each call its own registers and local memory") {
  // fac(n) = n < 2 ? 1 : n * fac(n - 1), with n kept in a local array.
  MachineFixture m(kernel_text("",
                               R"(
    { .param .b32 param0; .param .b32 retval0;
    st.param.b32 [param0+0], %r1;
    call.uni (retval0), fac, (param0);
    ld.param.b32 %r2, [retval0+0]; })" +
                                   store_at_tid(2),
                               R"(
    .func (.param .b32 result) fac(.param .b32 n)
    { .reg .b32 %a<9>; .reg .pred %q<2>; .reg .b64 %s<3>;
      .local .align 4 .b8 keep[4];
      mov.u64 %s1, keep;
      ld.param.u32 %a1, [n];
      st.local.u32 [%s1], %a1;
      mov.u32 %a2, 1;
      setp.lt.u32 %q1, %a1, 2;
      @%q1 bra done;
      sub.s32 %a3, %a1, 1;
      { .param .b32 param0; .param .b32 retval0;
        st.param.b32 [param0+0], %a3;
        call.uni (retval0), fac, (param0);
        ld.param.b32 %a4, [retval0+0]; }
      ld.local.u32 %a5, [%s1];
      mul.lo.s32 %a2, %a4, %a5;
    done:
      st.param.b32 [result+0], %a2;
      ret; })"));
  REQUIRE(m.run(1, 8) == Outcome::kDone);
  uint32_t expected = 1;
  for (uint32_t i = 0; i < 8; ++i) {
    expected *= i < 2 ? 1 : i;
    CHECK(m.host()[i] == expected);
  }
}

TEST_CASE("printf takes packed arguments, lane after lane") {
  MachineFixture m(
      kernel_text(".local .align 8 .b8 pack[16];\n.reg .f64 %d<2>;",
                  R"(
    mov.u64 %rd2, pack;
    cvta.local.u64 %rd3, %rd2;
    st.local.u32 [%rd2], %r1;
    mov.f64 %d1, 0d3FF8000000000000;
    st.local.f64 [%rd2+8], %d1;
    mov.u64 %rd4, fmt;
    cvta.global.u64 %rd5, %rd4;
    { .param .b64 param0; .param .b64 param1; .param .b32 retval0;
    st.param.b64 [param0+0], %rd5;
    st.param.b64 [param1+0], %rd3;
    call.uni (retval0), vprintf, (param0, param1);
    ld.param.b32 %r2, [retval0+0]; })" +
                      store_at_tid(2),
                  R"(
    .extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
    .global .align 1 .b8 fmt[11] = {37, 51, 100, 32, 37, 46, 50, 102, 124, 0};)"));
  REQUIRE(m.run(1, 2) == Outcome::kDone);
  CHECK(m.printed_ == "  0 1.50|  1 1.50|");
  CHECK(m.host()[0] == 2);
}

TEST_CASE("an instruction without a row ends the launch and names itself") {
  struct Faults : simt::Observer {
    void on_fault(const simt::Fault& f) override { fault = f; }
    simt::Fault fault;
  } watch;
  MachineFixture m(kernel_text("", "txq.width.b32 %r2, [%rd1];"));
  m.settings_.observer = &watch;
  CHECK(m.run(1, 1) == Outcome::kUnsupported);
  CHECK(watch.fault.kind == simt::Fault::Kind::kUnsupported);
  CHECK(watch.fault.text == "txq.width.b32");
}

TEST_CASE("the limit of instructions ends a busy loop soon after it") {
  MachineFixture m(kernel_text("", R"(
    again:
    atom.global.add.u32 %r2, [%rd1], 1;
    bra again;)"));
  constexpr uint32_t kLimit = 3000;
  m.settings_.instruction_limit = kLimit;
  REQUIRE(m.run(1, 1) == Outcome::kStuck);
  CHECK(m.host()[0] < 2 * kLimit);  // one of two instructions stores
}

TEST_CASE("a launch that is about to end may do so when the program ends") {
  struct Stopper : simt::Observer {
    void on_block_start(const simt::WarpPlace& at) override {
      stops = stops || at.block == 2;
    }
    std::atomic<bool> stops{false};
  } stopper;
  MachineFixture m(kernel_text("", "atom.global.add.u32 %r2, [%rd1], 1;"));
  m.settings_.interrupted = &stopper.stops;
  m.settings_.observer = &stopper;
  CHECK(m.run(9, 32) == Outcome::kDone);
  CHECK(m.host()[0] == 9 * 32);

  MachineFixture endless(kernel_text("", R"(
    again:
    atom.global.add.u32 %r2, [%rd1], 1;
    bra again;)"));
  endless.settings_.interrupted = &stopper.stops;
  endless.settings_.observer = &stopper;
  CHECK(endless.run(1, 1) == Outcome::kStuck);
}

}  // namespace machine_test
