// SPDX-License-Identifier: MIT
// Calls of functions: frames, parameters, pointers, the stack.
#include <doctest/doctest.h>

#include "simt/machine/calls.h"
#include "tests/host/machine_by_hand.h"
#include "tests/host/machine_fixture.h"

namespace machine_calls_test {

using simt::kAllLanes;
using simt::LaneMask;
using simt::Split;

namespace {

constexpr uint32_t kFrame = 2048;
constexpr uint32_t kArgument = 1200, kResult = 1400;  // rows of 4-byte lanes
constexpr uint32_t kEntry = 50, kSecondEntry = 60;

/// A warp in a kernel with two functions of one argument and one result.
/// Call sites 0 and 1 call the first, 2 the second.
struct Called {
  Called() {
    const simt::program::FunctionCode::Param argument{kArgument, 4, 4};
    const simt::program::FunctionCode::Param result{kResult, 4, 4};
    kernel.functions.resize(3);
    for (auto& f : kernel.functions) {
      f.frame_bytes = kFrame;
      f.parameters = {argument};
      f.results = {result};
      f.local_bytes = 100;
    }
    kernel.functions[1].entry_pc = kEntry;
    kernel.functions[1].address = 0x1100;
    kernel.functions[2].entry_pc = kSecondEntry;
    kernel.functions[2].address = 0x1200;
    kernel.calls.resize(3);
    for (auto& call : kernel.calls) {
      call.arguments = {argument};
      call.results = {result};
    }
  }
  /// A split of the warp's lanes at instruction `pc` of the kernel.
  Split split(LaneMask lanes, uint32_t pc) {
    Split made;
    made.mask = lanes;
    made.pc = pc;
    made.frame = block.warps[0].base.get();
    return made;
  }
  static uint32_t& word(const simt::Frame& frame, uint32_t row, uint32_t lane) {
    return reinterpret_cast<uint32_t*>(frame.registers.get() + row)[lane];
  }

  simt::program::Kernel kernel;
  simt::Block block = block_of(1, kFrame);
  const simt::Frame& base = *block.warps[0].base;
  simt::Calls calls{kernel, 1000};
};

}  // namespace

TEST_CASE("calls: arguments go in, results come back, by lane") {
  Called c;
  for (uint32_t i = 0; i < 32; ++i) Called::word(c.base, kArgument, i) = 7 * i;
  Split s = c.split(0xff, 10);
  REQUIRE(!c.calls.enter(s, 0, 1));
  CHECK(s.pc == kEntry);
  CHECK(s.frame->parent == &c.base);
  CHECK(s.frame->lanes == 0xff);
  CHECK(Called::word(*s.frame, kArgument, 7) == 49);
  CHECK(Called::word(*s.frame, kArgument, 8) == 0);  // does not call
  for (uint32_t i = 0; i < 32; ++i) Called::word(*s.frame, kResult, i) = i + 1;

  const Split back = c.calls.leave(s, 0x0f);
  CHECK(back.pc == 11);
  CHECK(back.mask == 0x0f);
  CHECK(back.frame == &c.base);
  CHECK(Called::word(c.base, kResult, 3) == 4);
  CHECK(Called::word(c.base, kResult, 4) == 0);  // still inside
  CHECK(s.frame->lanes == 0xf0);
  CHECK(c.calls.open() == 1);
  s.mask = 0xf0;
  c.calls.leave(s, 0xf0);
  CHECK(c.calls.open() == 0);
  CHECK(c.base.calls_open.empty());
}

TEST_CASE("calls: lanes that come later by the same call join the frame") {
  Called c;
  Split first = c.split(0x0f, 10), later = c.split(0xf0, 10);
  REQUIRE(!c.calls.enter(first, 0, 1));
  REQUIRE(!c.calls.enter(later, 0, 1));
  CHECK(later.frame == first.frame);
  CHECK(first.frame->lanes == 0xff);

  Split elsewhere = c.split(0xf00, 20), other = c.split(0xf000, 30);
  REQUIRE(!c.calls.enter(elsewhere, 1, 1));  // another call site
  CHECK(elsewhere.frame != first.frame);
  REQUIRE(!c.calls.enter(other, 0, 2));  // another function at the same site
  CHECK(other.frame != first.frame);
  CHECK(c.calls.open() == 3);
}

TEST_CASE("calls: the frame of a finished call comes back cleared") {
  Called c;
  Split s = c.split(kAllLanes, 10);
  REQUIRE(!c.calls.enter(s, 0, 1));
  const simt::Frame* const used = s.frame;
  Called::word(*s.frame, 1700, 3) = 9;
  s = c.calls.leave(s, kAllLanes);
  REQUIRE(!c.calls.enter(s, 2, 2));
  CHECK(s.frame != used);  // of another function
  s = c.calls.leave(s, kAllLanes);
  REQUIRE(!c.calls.enter(s, 1, 1));
  CHECK(s.frame == used);
  CHECK(Called::word(*s.frame, 1700, 3) == 0);
}

TEST_CASE("calls: lanes that exit inside calls leave every frame") {
  Called c;
  Split s = c.split(0xff, 10);
  REQUIRE(!c.calls.enter(s, 0, 1));
  simt::Frame* const outer = s.frame;
  REQUIRE(!c.calls.enter(s, 2, 2));
  CHECK(s.frame->depth == 2);
  c.calls.unwind(s.frame, 0x0f);
  CHECK(outer->lanes == 0xf0);
  CHECK(s.frame->lanes == 0xf0);
  c.calls.unwind(s.frame, 0xf0);
  CHECK(c.calls.open() == 0);
  CHECK(c.base.calls_open.empty());
}

TEST_CASE("calls: a stack ends where its bytes end") {
  Called c;
  Split s = c.split(1, 10);
  for (int depth = 1; depth <= 10; ++depth) REQUIRE(!c.calls.enter(s, 0, 1));
  CHECK(c.calls.enter(s, 0, 1) == 1100);
}

TEST_CASE("calls: a stack is as long as its longest lane's") {
  Called c;
  auto* ends = reinterpret_cast<uint64_t*>(c.base.registers.get() +
                                           simt::ops::kLocalEndRow);
  ends[3] = 960;  // what alloca took
  Split low = c.split(0x7, 10), high = c.split(0x18, 10);
  CHECK(!c.calls.enter(low, 0, 1));
  CHECK(c.calls.enter(high, 0, 1) == 1060);
}

TEST_CASE("calls: a recursion without local memory ends, too") {
  Called c;
  c.kernel.functions[1].local_bytes = 0;
  Split s = c.split(1, 10);
  int depth = 0;
  while (depth < 5000 && !c.calls.enter(s, 0, 1)) ++depth;
  CHECK(depth == 4096);
}

TEST_CASE("calls: through a pointer, the lanes of one function go together") {
  Called c;
  uint64_t pointers[32];
  for (uint32_t i = 0; i < 32; ++i) pointers[i] = i % 2 ? 0x1200 : 0x1100;
  auto target = c.calls.target(pointers, 0xff0);
  CHECK(target.function == 1);
  CHECK(target.lanes == 0x550);
  target = c.calls.target(pointers, 0xaa0);
  CHECK(target.function == 2);
  CHECK(target.lanes == 0xaa0);
  pointers[9] = 0x1300;
  target = c.calls.target(pointers, 0xa00);
  CHECK(target.function == -1);
  CHECK(target.address == 0x1300);
  CHECK(target.lanes == 0x200);
  pointers[9] = 0;  // the kernel itself has no address to be called by
  CHECK(c.calls.target(pointers, 0x200).function == -1);
}

TEST_CASE("calls: inlined, a foreign function has the line of its call") {
  // lockstep::f of the course's headers, f of the learner's own, and a header
  // of the toolkit that lockstep::f calls.
  MachineFixture m(kernel_text("", R"(
  .loc 1 20 3
  .loc 2 30 5, function_name $own, inlined_at 1 20 3
  mov.u32 %r2, 2;
  .loc 1 21 3
  .loc 2 31 5, function_name $given, inlined_at 1 21 3
  mov.u32 %r3, 3;
  .loc 3 400 1, function_name $own, inlined_at 2 31 5
  mov.u32 %r4, 4;
)") + R"(
  .file 1 "/course/exercise.cu"
  .file 2 "/course/common/wgmma.h"
  .file 3 "/usr/local/cuda/include/sm_30.hpp"
  .section .debug_str
  {
$own:
.b8 95,90,49,102,118,0
$given:
.b8 95,90,78,56,108,111,99,107,115,116,101,112,49,102,69,118,0
  }
)");
  std::string lines;
  for (const auto& info : m.kernel_->info)
    if (info.source != nullptr && info.source->opcode == "mov" &&
        info.innermost.line != info.line.line)
      lines += std::to_string(info.innermost.line) + ":" +
               std::to_string(info.line.line) + " ";
  CHECK(lines == "31:21 400:21 ");
}

}  // namespace machine_calls_test
