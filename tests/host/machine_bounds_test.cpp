// SPDX-License-Identifier: MIT
// Addresses and sizes that only the run shows: each is checked, lane by lane,
// in every space, whatever the registers hold.
#include <doctest/doctest.h>

#include "tests/host/machine_fixture.h"

namespace machine_bounds_test {

using simt::Fault;
using simt::Outcome;

namespace {

struct Watch : simt::Observer {
  void on_fault(const Fault& f) override {
    fault = f;
    fault.nearest = nullptr;  // does not outlive the machine
  }
  Fault fault;
};

Fault fault_of(const std::string& code, Outcome expected) {
  Watch watch;
  MachineFixture m(kernel_text(".shared .align 16 .b8 buf[64];"
                               ".param .b64 q; .reg .f32 %f<9>;",
                               code),
                   16);
  m.settings_.observer = &watch;
  CHECK_MESSAGE(m.run(1, 32) == expected, code);
  return watch.fault;
}

std::string print_with(const std::string& format, int32_t argument) {
  MachineFixture m(kernel_text(
      R"(.local .align 8 .b8 packed[8];
    .param .b64 param0; .param .b64 param1; .param .b32 retval0;)",
      "setp.ne.u32 %p1, %r1, 0;\n@%p1 exit;\nmov.u32 %r2, " +
          std::to_string(argument) + R"(;
    mov.u64 %rd2, packed;
    st.local.u32 [%rd2], %r2;
    cvta.local.u64 %rd3, %rd2;
    mov.u64 %rd4, format;
    st.param.b64 [param0], %rd4;
    st.param.b64 [param1], %rd3;
    call.uni (retval0), vprintf, (param0, param1);)",
      ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
      ".global .align 1 .b8 format[" +
          std::to_string(format.size() + 1) + "] = {" + [&] {
            std::string bytes;
            for (const char c : format)
              bytes += std::to_string(static_cast<int>(c)) + ", ";
            return bytes + "0};";
          }()));
  CHECK(m.run(1, 32) == Outcome::kDone);
  return m.printed_;
}

}  // namespace

TEST_CASE("a call's parameter ends where it was declared to end") {
  const Fault above =
      fault_of("st.param.b64 [q+8], %rd1;", Outcome::kIllegalAddress);
  CHECK(above.space == simt::ptx::Space::kParam);
  CHECK(above.access == simt::AccessKind::kStore);
  CHECK(above.address == 8);
  fault_of("st.param.b64 [q+1048576], %rd1;", Outcome::kIllegalAddress);
  fault_of("ld.param.b64 %rd2, [q+-8];", Outcome::kIllegalAddress);
  fault_of("ld.param.v2.b64 {%rd2, %rd3}, [q];", Outcome::kIllegalAddress);
  fault_of("st.param.b64 [q], %rd1;\nld.param.b64 %rd2, [q];", Outcome::kDone);
}

TEST_CASE("parameters of a kernel are bounded on both sides, lane by lane") {
  const Fault below = fault_of(R"(
    mov.u64 %rd2, k_param_0; sub.u64 %rd2, %rd2, 8192;
    ld.param.u64 %rd3, [%rd2];)",
                               Outcome::kIllegalAddress);
  CHECK(below.lanes == simt::kAllLanes);
  const Fault one = fault_of(R"(
    mov.u64 %rd2, k_param_0; setp.eq.u32 %p1, %r1, 5;
    @%p1 sub.u64 %rd2, %rd2, 4096;
    ld.param.u64 %rd3, [%rd2];)",
                             Outcome::kIllegalAddress);
  CHECK(one.lanes == 1u << 5);
}

TEST_CASE("a store to a kernel's parameter is named as a store") {
  const Fault f =
      fault_of("st.param.b64 [k_param_0], %rd1;", Outcome::kIllegalAddress);
  CHECK(f.kind == Fault::Kind::kReadOnly);
  CHECK(f.access == simt::AccessKind::kStore);
}

TEST_CASE("a row of 32-bit addresses may lead into a window") {
  // 2^48 is where generic addresses of shared memory begin.
  fault_of(
      "mul.lo.u32 %r2, %r1, 7; and.b32 %r2, %r2, 15;\n"
      "shl.b32 %r2, %r2, 2; ld.u32 %r3, [%r2+281474976710656];",
      Outcome::kDone);
  fault_of("ld.u32 %r2, [%r1+281474976710656];", Outcome::kMisaligned);
}

TEST_CASE("the size of an asynchronous copy is 4, 8 or 16") {
  const std::string before = "mov.u32 %r3, buf;\nmov.u32 %r2, ";
  const std::string copy = ";\ncp.async.ca.shared.global [%r3], [%rd1], %r2;";
  fault_of(before + "512" + copy, Outcome::kUnsupported);
  fault_of(before + "0" + copy, Outcome::kUnsupported);
  fault_of(before + "16" + copy, Outcome::kDone);
}

TEST_CASE("a matrix row at the last address is not in shared memory") {
  const Fault f = fault_of(R"(
    mov.u32 %r2, buf; cvt.u64.u32 %rd2, %r2;
    setp.eq.u32 %p1, %r1, 3; @%p1 mov.u64 %rd2, -16;
    ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r3}, [%rd2];)",
                           Outcome::kIllegalAddress);
  CHECK(f.kind == Fault::Kind::kShared);
  CHECK(f.lanes == 1u << 3);
}

TEST_CASE("a block has sixteen barriers") {
  fault_of("mov.u32 %r2, 16;\nbar.sync %r2;", Outcome::kUnsupported);
  fault_of("mov.u32 %r2, 15;\nbar.sync %r2;", Outcome::kDone);
}

TEST_CASE("a reduction counts into a word and combines into a predicate") {
  const std::string test = "setp.lt.u32 %p2, %r1, 5;\n";
  fault_of(test + "bar.red.popc.pred %p1, 0, %p2;", Outcome::kUnsupported);
  fault_of(test + "bar.red.and.u32 %r2, 0, %p2;", Outcome::kUnsupported);
  fault_of(test + "bar.red.popc.u32 %r2, 0, %p2;", Outcome::kDone);
}

TEST_CASE("a barrier object counts to 2^20 - 1") {
  const std::string before = "mov.u32 %r3, buf;\nmov.u32 %r2, ";
  const std::string init = ";\nmbarrier.init.shared.b64 [%r3], %r2;";
  fault_of(before + "0" + init, Outcome::kUnsupported);
  fault_of(before + "-1" + init, Outcome::kUnsupported);
  fault_of(before + "1048575" + init, Outcome::kDone);
  fault_of(before + "1048575" + init +
               "\nmov.u32 %r2, -1;\n"
               "mbarrier.arrive.shared.b64 %rd2, [%r3], %r2;",
           Outcome::kUnsupported);
}

TEST_CASE("a field of printf has at most 4096 places") {
  CHECK(print_with("%*d|", 5) == "    0|");
  CHECK(print_with("%*d|", -5) == "0    |");
  CHECK(print_with("%*d|", -2'000'000'000).size() == 4097);
  CHECK(print_with("%*d|", 2'000'000'000).size() == 4097);
  CHECK(print_with("%*d|", INT32_MIN).size() == 4097);
  CHECK(print_with("%.999999999d|", 7).size() == 4097);
  CHECK(print_with("%99999999999999999999d|", 7).size() == 4097);
  // What is no field is no number, however it is put together.
  CHECK(print_with("%9*9*9*9*d|", 7) == "%9*9*9*9*d|");
}

}  // namespace machine_bounds_test
