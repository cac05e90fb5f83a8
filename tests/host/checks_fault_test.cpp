// SPDX-License-Identifier: MIT
// How requests that cannot be carried out are explained.
#include <doctest/doctest.h>

#include "simt/machine/device_memory.h"
#include "tests/host/checks_fixture.h"

namespace simt::checks::fault_test {
namespace {

Allocation hundred_floats() {
  Allocation a;
  a.begin = 0x10000;
  a.end = 0x10000 + 400;
  a.number = 1;
  a.name = "cudaMalloc #1";
  return a;
}

Fault fault_at(Fault::Kind kind, uint64_t address) {
  Fault fault;
  fault.kind = kind;
  fault.lanes = 0xfffffff0;
  fault.address = address;
  fault.bytes = 4;
  fault.access = AccessKind::kStore;
  fault.at = {1, 0, 3};
  return fault;
}

std::vector<report::Diagnostic> explain(const Fault& fault,
                                        ChosenChecks settings = {}) {
  HandLaunch k({"st.global.u32"}, {128, 1, 1}, settings);
  k.session.on_allocate(hundred_floats());
  k.start();
  k.session.on_fault(fault);
  k.end();
  return k.found();
}

TEST_CASE("past the end: which thread, how far") {
  const Allocation near = hundred_floats();
  Fault fault = fault_at(Fault::Kind::kOutOfBounds, near.end);
  fault.nearest = &near;
  const auto found = explain(fault);
  REQUIRE(found.size() == 1);
  CHECK(found[0].name == "out-of-bounds");
  CHECK(found[0].message ==
        "thread 100 stores 4 bytes past "
        "the end of `cudaMalloc #1`");
  CHECK(found[0].why ==
        "`cudaMalloc #1` has 400 bytes, the last one is +399; "
        "this access is at +400..+403");
  CHECK(found[0].seen ==
        "lanes 4..31 of warp 3 of block (1,0,0); the launch ended here");
  CHECK(found[0].count == 28);
  CHECK(found[0].places[0].thread[0] == 100);
}

TEST_CASE("a wide access across the end; addresses that are only reserved") {
  Allocation near = hundred_floats();
  Fault fault = fault_at(Fault::Kind::kOutOfBounds, near.end - 8);
  fault.bytes = 16;
  fault.nearest = &near;
  CHECK(explain(fault)[0].why ==
        "`cudaMalloc #1` has 400 bytes, the last one is +399; "
        "this access is at +392..+407");
  near.reach = 0;
  CHECK(explain(fault)[0].message ==
        "thread 100 stores 16 bytes where no memory is mapped");
}

TEST_CASE("before the start and through a null pointer") {
  const Allocation near = hundred_floats();
  Fault fault = fault_at(Fault::Kind::kOutOfBounds, near.begin - 8);
  fault.nearest = &near;
  CHECK(explain(fault)[0].why ==
        "the access is 8 bytes before `cudaMalloc #1+0`");
  CHECK(explain(fault_at(Fault::Kind::kOutOfBounds, 16))[0].message ==
        "thread 100 stores 4 bytes through a null pointer");
  const auto negative =
      explain(fault_at(Fault::Kind::kOutOfBounds, ~uint64_t{0} - 3));
  CHECK(negative[0].message ==
        "thread 100 stores 4 bytes before a null pointer");
  CHECK(negative[0].why ==
        "the address is -4: a null pointer with a negative index");
}

TEST_CASE("past shared memory") {
  Fault fault = fault_at(Fault::Kind::kShared, 1024);
  fault.space = ptx::Space::kShared;
  const auto found = explain(fault);
  CHECK(found[0].name == "out-of-bounds");
  CHECK(found[0].why ==
        "the block has 1024 bytes of shared memory (1024 "
        "static, 0 dynamic); this access is at byte 1024");
  fault.address += kSharedWindow;
  CHECK(explain(fault)[0].why == found[0].why);
}

TEST_CASE("a barrier object whose generic address is not shared") {
  Fault fault = fault_at(Fault::Kind::kShared, 0x10000);
  fault.space = ptx::Space::kShared;
  fault.text = "a barrier object";
  const auto found = explain(fault);
  REQUIRE(found.size() == 1);
  CHECK(found[0].name == "out-of-bounds");
  CHECK(found[0].message ==
        "thread 100 names a barrier object outside of shared memory");
  CHECK(found[0].why ==
        "the instruction takes a barrier object in the block's shared memory; "
        "this generic address lies elsewhere");
}

TEST_CASE(
    "before shared and local memory: a wrapped offset is how far before") {
  Fault fault = fault_at(Fault::Kind::kShared, 0xffff'fffc);
  fault.space = ptx::Space::kShared;
  const auto found = explain(fault);
  CHECK(found[0].message ==
        "thread 100 stores 4 bytes before the start of the block's shared "
        "memory");
  CHECK(found[0].why ==
        "the access is 4 bytes before `buf`, and nothing of this block lies "
        "there");
  CHECK(found[0].places[0].what ==
        "thread 100 of block (1,0,0) stores 4 bytes before `buf` here");
  fault.address = ~uint64_t{0} - 7;
  CHECK(explain(fault)[0].why ==
        "the access is 8 bytes before `buf`, and nothing of this block lies "
        "there");
  fault = fault_at(Fault::Kind::kLocal, 0xffff'fff0);
  fault.space = ptx::Space::kLocal;
  CHECK(explain(fault)[0].message ==
        "thread 100 stores 4 bytes before the start of the thread's local "
        "memory");
}

TEST_CASE("each kind of wrong address has its name") {
  const Allocation near = hundred_floats();
  Fault fault = fault_at(Fault::Kind::kMisaligned, near.begin + 2);
  CHECK(explain(fault)[0].message ==
        "a store of 4 bytes at `cudaMalloc #1+2`, not a multiple of 4");
  fault = fault_at(Fault::Kind::kFreed, near.begin);
  fault.nearest = &near;
  CHECK(explain(fault)[0].name == "use-after-free");
  CHECK(explain(fault_at(Fault::Kind::kHostPointer, 0x7f0000000000))[0].name ==
        "host-pointer");
}

TEST_CASE("a pointer that outlived its thread or block is no host pointer") {
  const auto of = [](uint64_t address) {
    const auto found =
        explain(fault_at(Fault::Kind::kHostPointer, address + 16));
    REQUIRE(found.size() == 1);
    CHECK(found[0].name == "out-of-bounds");
    return found[0].message;
  };
  CHECK(of(kLocalWindow) ==
        "thread 100 stores 4 bytes of local memory through a pointer of "
        "another kernel");
  CHECK(of(kSharedWindow) ==
        "thread 100 stores 4 bytes of shared memory through a pointer of "
        "another kernel");
  // Behind the windows lies nothing that the emulator gave out.
  const uint64_t behind = kParamWindow + kWindowBytes;
  CHECK(explain(fault_at(Fault::Kind::kHostPointer, behind))[0].name ==
        "host-pointer");
}

TEST_CASE("wrong addresses are silent when memory is not checked") {
  const ChosenChecks settings = ChosenChecks::only({"init", "race"});
  CHECK(explain(fault_at(Fault::Kind::kOutOfBounds, 16), settings).empty());
  CHECK(explain(fault_at(Fault::Kind::kTrap, 0), settings).size() == 1);
}

TEST_CASE("an assertion shows its text") {
  Fault fault = fault_at(Fault::Kind::kAssert, 0);
  fault.text = "i < n";
  const auto found = explain(fault);
  CHECK(found[0].name == "assert");
  CHECK(found[0].message == "assertion failed in thread 100: i < n");
}

TEST_CASE("an unsupported instruction names itself and its family") {
  HandLaunch k({"add.f128"}, {32, 1, 1});
  k.start();
  Fault fault = fault_at(Fault::Kind::kUnsupported, 0);
  k.session.on_fault(fault);
  k.end();
  REQUIRE(k.names() == Names{"unsupported-instruction:1"});
  CHECK(k.found()[0].message == "the emulator has no `add.f128`");
  bool lists_add = false;
  for (const report::Note& note : k.found()[0].notes)
    lists_add =
        lists_add || (note.key == "has" && note.text.starts_with("add"));
  CHECK(lists_add);
}

TEST_CASE("a special register that the emulator lacks is named itself") {
  const auto message = [](const std::string& name) {
    HandLaunch k({"mov.b128 r"}, {32, 1, 1});
    auto& source = k.instructions.back().operands.at(0);
    source.kind = ptx::Operand::Kind::kSpecial;
    source.name = name;
    k.start();
    k.session.on_fault(fault_at(Fault::Kind::kUnsupported, 0));
    k.end();
    return k.found().at(0).message;
  };
  CHECK(message("%aggr_smem_size") ==
        "the emulator has no register `%aggr_smem_size`");
  CHECK(message("%tid.x") == "the emulator has no `mov.b128`");
  CHECK(message("%clock64") == "the emulator has no `mov.b128`");
}

TEST_CASE("more stack than there is, by a call or by alloca") {
  Fault fault = fault_at(Fault::Kind::kLocal, 25600);
  fault.text = "stack overflow";
  const auto found = explain(fault);
  CHECK(found[0].name == "out-of-bounds");
  CHECK(found[0].message == "thread 100 needs more stack than a thread has");
  CHECK(found[0].why ==
        "the stack of a thread would end at byte 25600; the limit is "
        "cudaLimitStackSize");
}

TEST_CASE("a call of what the emulator lacks names the function") {
  const auto message = [](const std::string& function) {
    HandLaunch k({"call.uni f"}, {32, 1, 1});
    auto& callee = k.instructions.back().operands.at(0);
    callee.kind = ptx::Operand::Kind::kSymbol;
    callee.name = function;
    k.start();
    k.session.on_fault(fault_at(Fault::Kind::kUnsupported, 0));
    k.end();
    return k.found().at(0).message;
  };
  CHECK(message("__cudaCDP2StreamDestroy") ==
        "of dynamic parallelism the emulator has launches only: kernels cannot "
        "call `cudaStreamDestroy`");
  CHECK(message("_Z5outeri") ==
        "the emulator has no device function `_Z5outeri`");
}

}  // namespace
}  // namespace simt::checks::fault_test
