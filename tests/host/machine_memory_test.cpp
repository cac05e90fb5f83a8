// SPDX-License-Identifier: MIT
// Device memory, faults, and how many blocks fit.
#include <doctest/doctest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string>

#include "tests/host/machine_fixture.h"

namespace machine_memory_test {

using simt::DeviceMemory;
using simt::Fault;
using simt::Outcome;

namespace {

struct FaultWatch : simt::Observer {
  void on_fault(const Fault& f) override {
    fault = f;
    if (f.nearest != nullptr) end = f.nearest->end;
    fault.nearest = nullptr;  // does not outlive the machine
  }
  void on_access(const simt::Access& a) override {
    accesses.push_back(a);
    if (a.address != nullptr) lanes.assign(a.address, a.address + 32);
  }
  Fault fault;
  uint64_t end = 0;  // of the allocation next to the fault; 0: none
  std::vector<simt::Access> accesses;
  std::vector<uint64_t> lanes;
};

FaultWatch watch_of(const std::string& code, Outcome expected) {
  FaultWatch watch;
  MachineFixture m(kernel_text(".shared .align 4 .b8 buf[64];", code), 16);
  m.settings_.observer = &watch;
  CHECK(m.run(1, 32) == expected);
  return watch;
}

Fault fault_of(const std::string& code, Outcome expected) {
  return watch_of(code, expected).fault;
}

}  // namespace

TEST_CASE("an address past the end of its allocation is out of bounds") {
  const FaultWatch seen = watch_of(store_at_tid(1), Outcome::kIllegalAddress);
  const Fault& f = seen.fault;
  CHECK(f.kind == Fault::Kind::kOutOfBounds);
  CHECK(f.lanes == 0xffff0000u);
  REQUIRE(seen.end != 0);
  CHECK(f.address == seen.end);
}

TEST_CASE("an address between two allocations belongs to the nearer one") {
  DeviceMemory memory;
  CHECK(memory.near(memory.base() + 8192) == nullptr);
  const simt::Allocation* first = memory.allocate(100, "first", 1, false);
  CHECK(memory.near(first->begin - 4) == first);
  const simt::Allocation* second = memory.allocate(100, "second", 2, false);
  CHECK(memory.near(first->begin) == first);
  CHECK(memory.near(first->end) == first);
  CHECK(memory.near(second->begin - 4) == second);
  CHECK(memory.near(second->end + 4096) == second);
}

TEST_CASE("shared memory ends where the block's share ends") {
  const Fault f = fault_of(R"(
    shl.b32 %r2, %r1, 2;
    ld.shared.u32 %r3, [%r2];)",
                           Outcome::kIllegalAddress);
  CHECK(f.kind == Fault::Kind::kShared);
  CHECK(f.lanes == 0xffff0000u);
}

TEST_CASE("a shared address of 32 bits wraps around with its offset") {
  // The register holds the address less 1024, the offset brings it back.
  const FaultWatch seen = watch_of(R"(
    and.b32 %r2, %r1, 15;
    shl.b32 %r2, %r2, 2;
    add.u32 %r2, %r2, -1024;
    st.shared.u32 [%r2+1024], %r1;)",
                                   Outcome::kDone);
  REQUIRE(seen.accesses.size() == 1);
  REQUIRE(seen.lanes.size() == 32);
  CHECK(seen.accesses[0].base + seen.lanes[17] == 4);
}

TEST_CASE("a word access at an odd address is misaligned") {
  const Fault f =
      fault_of("ld.global.u32 %r2, [%rd1+2];", Outcome::kMisaligned);
  CHECK(f.kind == Fault::Kind::kMisaligned);
  CHECK(f.lanes == 0xffffffffu);
}

TEST_CASE("an address of the host is told from a wild one") {
  const Fault host = fault_of(R"(
    mov.u64 %rd2, 140000000000000;
    ld.global.u32 %r2, [%rd2];)",
                              Outcome::kIllegalAddress);
  CHECK(host.kind == Fault::Kind::kHostPointer);
  const Fault null = fault_of(R"(
    mov.u64 %rd2, 0;
    ld.global.u32 %r2, [%rd2];)",
                              Outcome::kIllegalAddress);
  CHECK(null.kind == Fault::Kind::kOutOfBounds);
  const Fault negative = fault_of(R"(
    mov.u64 %rd2, 0;
    ld.global.u32 %r2, [%rd2+-4];)",
                                  Outcome::kIllegalAddress);
  CHECK(negative.kind == Fault::Kind::kOutOfBounds);
}

TEST_CASE("a wrong index leads to no address of the host") {
  const DeviceMemory memory;
  if (memory.base() != simt::kDeviceBase) return;  // something else lies there
  const uint64_t end = memory.base() + memory.capacity();
  CHECK(memory.is_of_device(memory.base()));
  CHECK(memory.is_of_device(memory.base() - (16ull << 31)));
  CHECK_FALSE(memory.is_of_device(memory.base() - (16ull << 31) - 1));
  CHECK(memory.is_of_device(end + (16ull << 31) - 1));
  CHECK_FALSE(memory.is_of_device(end + (16ull << 31)));
  int on_the_stack = 0;
  CHECK_FALSE(memory.is_of_device(reinterpret_cast<uint64_t>(&on_the_stack)));
}

TEST_CASE("a trap ends the launch") {
  CHECK(fault_of("trap;", Outcome::kTrap).kind == Fault::Kind::kTrap);
}

TEST_CASE("generic addresses reach global, shared and local memory") {
  MachineFixture m(kernel_text(R"(.shared .align 4 .b8 buf[128];
    .local .align 4 .b8 mine[8];)",
                               R"(
    mov.u64 %rd2, buf;
    cvta.shared.u64 %rd3, %rd2;
    mul.wide.u32 %rd4, %r1, 4;
    add.s64 %rd5, %rd3, %rd4;
    st.u32 [%rd5], %r1;
    mov.u64 %rd6, mine;
    cvta.local.u64 %rd7, %rd6;
    add.s32 %r2, %r1, 7;
    st.u32 [%rd7+4], %r2;
    setp.lt.u32 %p1, %r1, 16;
    add.s64 %rd7, %rd7, 4;
    selp.b64 %rd8, %rd7, %rd5, %p1;
    ld.u32 %r3, [%rd8];)" + store_at_tid(3)));
  REQUIRE(m.run(1, 32) == Outcome::kDone);
  for (uint32_t i = 0; i < 32; ++i) CHECK(m.host()[i] == (i < 16 ? i + 7 : i));
}

/// How a kernel ends whose `code` leaves a difference of addresses in %rd2.
Outcome end_with_locals(const std::string& code, uint32_t difference) {
  MachineFixture m(kernel_text(R"(.local .align 8 .b8 one[8];
    .local .align 8 .b8 two[8];)",
                               "mov.u64 %rd9, one;\n" + code + R"(
    sub.u64 %rd2, %rd2, %rd9;
    cvt.u32.u64 %r3, %rd2;)" + store_at_tid(3)));
  const Outcome outcome = m.run(1, 1);
  if (outcome == Outcome::kDone) CHECK(m.host()[0] == difference);
  return outcome;
}

TEST_CASE("an address of local memory is right or refused") {
  CHECK(end_with_locals("mov.u64 %rd2, two;", 8) == Outcome::kDone);
  CHECK(end_with_locals("mov.u64 %rd2, two+4;", 12) == Outcome::kDone);
  CHECK(end_with_locals("add.u64 %rd2, one, 4;", 4) == Outcome::kDone);
  CHECK(end_with_locals("add.u64 %rd2, two, 4;", 12) == Outcome::kUnsupported);
  CHECK(end_with_locals("add.u64 %rd2, one+4, 4;", 8) == Outcome::kUnsupported);
  CHECK(end_with_locals("st.local.u64 [two+0], %rd9;\n"
                        "ld.local.u64 %rd2, [one+8];",
                        0) == Outcome::kDone);
}

TEST_CASE("accesses are reported with their shape") {
  FaultWatch watch;
  MachineFixture m(kernel_text("", R"(
    ld.global.u32 %r2, [%rd1];
    mul.wide.u32 %rd2, %r1, 8;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r3, [%rd3];)" + store_at_tid(1)));
  m.settings_.observer = &watch;
  REQUIRE(m.run(1, 32) == Outcome::kDone);
  REQUIRE(watch.accesses.size() == 3);
  CHECK(watch.accesses[0].shape == simt::Shape::kUniform);
  CHECK(watch.accesses[1].shape == simt::Shape::kGeneral);
  CHECK(watch.lanes[3] - watch.lanes[0] == 24);
  CHECK(watch.accesses[2].shape == simt::Shape::kConsecutive);
  CHECK(watch.accesses[2].kind == simt::AccessKind::kStore);
}

TEST_CASE("a freed allocation is still known, and its place stays unused") {
  DeviceMemory memory;
  simt::Allocation* a = memory.allocate(1000, "a", 1, false);
  simt::Allocation* b = memory.allocate(1000, "b", 2, false);
  CHECK(b->begin >= a->end + 1);
  CHECK(a->begin % 256 == 0);
  const uint64_t begin = a->begin;
  memory.release(*a);
  REQUIRE(memory.find(begin + 999) != nullptr);
  CHECK(memory.find(begin + 999)->freed);
  CHECK(memory.host(begin, 1) == nullptr);
  simt::Allocation* c = memory.allocate(1000, "c", 3, false);
  CHECK(c->begin > b->begin);
  CHECK(memory.bytes_live() == 2000);
  CHECK(memory.allocate(memory.capacity() + 1, "d", 4, false) == nullptr);
}

TEST_CASE("when fresh addresses are used up, freed ones serve again") {
  DeviceMemory memory;
  const uint64_t half = memory.capacity() / 2;
  for (int i = 0; i < 5; ++i) {
    simt::Allocation* a = memory.allocate(half, "a", i, false);
    REQUIRE(a != nullptr);
    memory.release(*a);
  }
  CHECK(memory.bytes_live() == 0);
}

TEST_CASE("memory in a file that others have is where they have it") {
  constexpr uint64_t kBytes = uint64_t{1} << 30;
  const int file = memfd_create("device memory", MFD_CLOEXEC);
  REQUIRE(file >= 0);
  REQUIRE(ftruncate(file, kBytes) == 0);
  {
    DeviceMemory memory(file);
    CHECK(memory.base() == simt::kDeviceBase);
    CHECK(memory.capacity() == kBytes);
    simt::Allocation* a = memory.allocate(64, "a", 1, false);
    *memory.host(a->begin, 1) = std::byte{7};
    char there = 0;
    const auto place = static_cast<off_t>(a->begin - simt::kDeviceBase);
    CHECK(pread(file, &there, 1, place) == 1);
    CHECK(there == 7);
  }
  close(file);
}

TEST_CASE("a gigabyte that is cleared is zero from end to end") {
  constexpr uint64_t kBytes = (uint64_t{1} << 30) + 100;
  const int file = memfd_create("device memory", MFD_CLOEXEC);
  REQUIRE(file >= 0);
  REQUIRE(ftruncate(file, off_t{2} << 30) == 0);
  DeviceMemory memory(file);
  const simt::Allocation* a = memory.allocate(kBytes, "a", 1, false);
  std::byte* begin = memory.host(a->begin, kBytes);
  constexpr std::array<uint64_t, 5> kPlaces{0, 3, 5000, kBytes / 2, kBytes - 1};
  for (const uint64_t place : kPlaces) begin[place] = std::byte{7};
  DeviceMemory::clear(*a, begin + 3, kBytes - 3);
  CHECK(begin[0] == std::byte{7});
  for (const uint64_t place : kPlaces)
    if (place > 0) CHECK(begin[place] == std::byte{0});
  close(file);
}

/// Whether the system takes back pages of a file: qemu-user does not.
bool takes_pages_back() {
  const int file = memfd_create("a page", MFD_CLOEXEC);
  const auto bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  REQUIRE(ftruncate(file, static_cast<off_t>(bytes)) == 0);
  auto* page = static_cast<volatile char*>(
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  close(file);
  *page = 7;
  auto* address = const_cast<char*>(page);
  madvise(address, bytes, MADV_REMOVE);
  const bool taken = *page == 0;
  munmap(address, bytes);
  return taken;
}

TEST_CASE("what is given back takes no room in the file") {
  if (!takes_pages_back()) {
    MESSAGE("skipped: the system takes MADV_REMOVE for a hint, as qemu does");
    return;
  }
  const int file = memfd_create("device memory", MFD_CLOEXEC);
  REQUIRE(file >= 0);
  REQUIRE(ftruncate(file, off_t{1} << 30) == 0);
  DeviceMemory memory(file);
  simt::Allocation* a = memory.allocate(1 << 20, "a", 1, false);
  std::memset(memory.host(a->begin, 1), 7, 1 << 20);
  struct stat full {
  }, after{};
  CHECK(fstat(file, &full) == 0);
  memory.release(*a);
  CHECK(fstat(file, &after) == 0);
  CHECK(full.st_blocks > after.st_blocks);
  close(file);
}

TEST_CASE("a file that takes the number of the memory's is left alone") {
  constexpr size_t kBytes = 1 << 16;
  const int number = dup(STDERR_FILENO);  // the next to be given
  close(number);
  DeviceMemory memory;
  const int file = memfd_create("the program's", MFD_CLOEXEC);
  REQUIRE(file >= 0);
  if (file != number) REQUIRE(dup2(file, number) == number);
  const std::string text(kBytes, 'x');
  REQUIRE(pwrite(number, text.data(), kBytes, 0) == ssize_t{kBytes});
  memory.release(*memory.allocate(kBytes, "a", 1, false));
  std::string now(kBytes, ' ');
  CHECK(pread(number, now.data(), kBytes, 0) == ssize_t{kBytes});
  CHECK((now == text));
  close(number);
  if (file != number) close(file);
}

TEST_CASE("after fork, renewed memory is no other process's") {
  DeviceMemory memory;
  REQUIRE(memory.renew());
  std::array<int, 2> back{};
  REQUIRE(pipe(back.data()) == 0);
  const pid_t child = fork();
  if (child == 0) {
    bool good = memory.renew();
    simt::Allocation* a = memory.allocate(64, "a", 1, true);
    *memory.host(a->begin, 1) = std::byte{7};
    // Both of its views show the same.
    good = good && *reinterpret_cast<std::byte*>(a->begin) == std::byte{7};
    const char answer = good ? 'y' : 'n';
    _exit(write(back[1], &answer, 1) == 1 ? 0 : 1);
  }
  char answer = 0;
  CHECK(read(back[0], &answer, 1) == 1);
  CHECK(answer == 'y');
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  simt::Allocation* a = memory.allocate(64, "a", 1, true);
  CHECK(*memory.host(a->begin, 1) == std::byte{0});
  close(back[0]);
  close(back[1]);
}

TEST_CASE("a generic address of shared memory in any pattern") {
  // Lane i reads the word of lane 31 - i through a generic address.
  const std::string code = R"(
    shl.b32 %r2, %r1, 2;
    mov.u32 %r3, buf;
    add.s32 %r4, %r3, %r2;
    st.shared.u32 [%r4], %r1;
    bar.warp.sync 0xffffffff;
    xor.b32 %r5, %r2, 124;
    add.s32 %r6, %r3, %r5;
    cvt.u64.u32 %rd4, %r6;
    cvta.shared.u64 %rd5, %rd4;
    ld.u32 %r7, [%rd5];
  )";
  MachineFixture m(
      kernel_text(".shared .align 4 .b8 buf[128];", code + store_at_tid(7)));
  REQUIRE(m.run(1, 32) == Outcome::kDone);
  for (uint32_t i = 0; i < 32; ++i) CHECK(m.host()[i] == 31 - i);
}

}  // namespace machine_memory_test
