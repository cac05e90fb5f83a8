// SPDX-License-Identifier: MIT
// The functions of the device runtime: what they read of a lane, what they
// give it, and which calls are faults.
#include <doctest/doctest.h>

#include <cstring>

#include "simt/machine/builtins.h"
#include "tests/host/machine_by_hand.h"

namespace machine_builtins_test {

using simt::kAllLanes;
using simt::LaneMask;
using simt::program::Builtin;

namespace {

constexpr uint32_t kFrame = 4096, kStack = 64, kShared = 128;

/// A warp in front of a call with four arguments of 64 bits and a result.
struct Runtime {
  Runtime() {
    for (uint32_t i = 0; i < 4; ++i)
      site.arguments.push_back({1200 + 256 * i, 8, 8});
    site.results.push_back({2400, 4, 4});
    settings.print = [this](const std::string& t) { printed += t; };
    settings.device_malloc = [this](uint64_t bytes) {
      return bytes <= room ? uint64_t{0x5000} + bytes : 0;
    };
    settings.device_free = [](uint64_t address) { return address == 0x5010; };
    block.shared = simt::aligned_bytes(kShared);
    warp.local = simt::aligned_bytes(kStack * simt::kWarpSize);
    context.shared = block.shared.get();
    context.shared_bytes = kShared;
    context.local_stride = kStack;
    text = memory.allocate(4096, "text", 1, false);
  }
  bool run(Builtin builtin, LaneMask lanes) {
    site.builtin = builtin;
    return builtins.run({}, warp, warp.splits[0], site, lanes);
  }
  /// Gives each lane the same argument.
  void argument(uint32_t i, uint64_t value) {
    for (uint32_t lane = 0; lane < simt::kWarpSize; ++lane)
      argument(i, value, lane);
  }
  void argument(uint32_t i, uint64_t value, uint32_t lane) {
    std::memcpy(
        warp.base->registers.get() + site.arguments[i].offset + 8 * lane,
        &value, 8);
  }
  int32_t result(uint32_t lane) const {
    int32_t value = 0;
    std::memcpy(&value, warp.base->registers.get() + 2400 + 4 * lane, 4);
    return value;
  }
  /// Puts a string into memory; its address.
  uint64_t put(const std::string& string) {
    const uint64_t address = text->begin + used;
    std::memcpy(simt::DeviceMemory::host(*text, address), string.c_str(),
                string.size() + 1);
    used += string.size() + 1;
    return address;
  }

  simt::Settings settings;
  simt::DeviceMemory memory;
  simt::ops::Context context;
  simt::Observer nobody;
  simt::Builtins builtins{settings, memory, context, nobody};
  simt::Block block = block_of(1, kFrame);
  simt::Warp& warp = block.warps[0];
  simt::program::CallSite site;
  simt::Allocation* text = nullptr;
  uint64_t used = 0, room = 1000;
  std::string printed;
};

}  // namespace

TEST_CASE("builtins: printf prints for each lane, in their order") {
  Runtime r;
  r.argument(0, r.put("%d;"));
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const auto value = static_cast<int>(lane * 10);
    std::memcpy(r.warp.local.get() + kStack * lane + 8, &value, 4);
  }
  r.argument(1, simt::kLocalWindow + 8);  // each lane's own stack
  CHECK(r.run(Builtin::kPrintf, 0b1011));
  CHECK(r.printed == "0;10;30;");
  CHECK(r.result(3) == 1);
  CHECK(r.result(2) == 0);  // did not call
  CHECK(r.context.effects == 3);
}

TEST_CASE("builtins: printf reads shared and global memory, too") {
  Runtime r;
  std::memcpy(r.block.shared.get() + 16, "%s\n", 4);
  r.argument(0, simt::kSharedWindow + 16);
  const uint64_t string = r.put("global");
  std::memcpy(r.block.shared.get() + 32, &string, 8);
  r.argument(1, simt::kSharedWindow + 32);
  CHECK(r.run(Builtin::kPrintf, 1));
  CHECK(r.printed == "global\n");
}

TEST_CASE("builtins: printf of a format that is nowhere gives -1") {
  Runtime r;
  r.argument(0, 8);
  CHECK(r.run(Builtin::kPrintf, 1));
  CHECK(r.result(0) == -1);
  // Shared memory ends before the string does.
  std::memset(r.block.shared.get(), 'x', kShared);
  r.argument(0, simt::kSharedWindow + 100);
  CHECK(r.run(Builtin::kPrintf, 2));
  CHECK(r.result(1) == -1);
  CHECK(r.printed.empty());
}

TEST_CASE("builtins: a launch may print so much and no more") {
  Runtime r;
  simt::Allocation* const long_text =
      r.memory.allocate(simt::kPrintLimit / 64 + 1, "long", 2, false);
  auto* bytes = simt::DeviceMemory::host(*long_text, long_text->begin);
  std::memset(bytes, 'x', simt::kPrintLimit / 64);
  r.argument(0, long_text->begin);
  for (int call = 0; call < 2; ++call) r.run(Builtin::kPrintf, kAllLanes);
  CHECK(!r.builtins.printed_too_much());
  CHECK(r.printed.size() == simt::kPrintLimit);
  r.run(Builtin::kPrintf, 1);
  CHECK(r.builtins.printed_too_much());
  CHECK(r.printed.size() == simt::kPrintLimit);
  r.argument(0, 8);  // nowhere: but it is not looked at any more
  r.run(Builtin::kPrintf, 1);
  CHECK(r.result(0) == 0);
}

TEST_CASE("builtins: malloc gives each lane its own, or null") {
  Runtime r;
  r.site.results[0] = {2400, 4, 4};
  r.argument(0, 16);
  r.argument(0, 2000, 1);  // more than there is
  CHECK(r.run(Builtin::kMalloc, 3));
  CHECK(r.result(0) == 0x5010);
  CHECK(r.result(1) == 0);
  CHECK(r.context.effects == 1);  // a full heap stays as it is
}

TEST_CASE("builtins: free of what malloc did not return is a fault") {
  Runtime r;
  r.argument(0, 0x5010);
  r.argument(0, 0, 1);  // null is allowed
  CHECK(r.run(Builtin::kFree, 3));
  CHECK(r.context.effects == 1);
  r.argument(0, r.text->begin + 4, 2);
  CHECK(!r.run(Builtin::kFree, 0b101));
  CHECK(r.context.fault.kind == simt::Fault::Kind::kFreed);
  CHECK(r.context.fault.lanes == 0b100);
  CHECK(r.context.fault.address == r.text->begin + 4);
  CHECK(r.context.fault.nearest == r.text);
}

TEST_CASE("builtins: a failed assertion names its place") {
  Runtime r;
  r.argument(0, r.put("i < n"));
  r.argument(1, r.put("/home/me/exercise.cu"));
  r.argument(2, 17);
  r.argument(3, r.put("void add(int)"));
  CHECK(!r.run(Builtin::kAssertFail, 0xf0));
  CHECK(r.context.fault.kind == simt::Fault::Kind::kAssert);
  CHECK(r.context.fault.lanes == 0xf0);
  CHECK(r.context.fault.text == "`i < n` in void add(int), exercise.cu:17");
}

}  // namespace machine_builtins_test
