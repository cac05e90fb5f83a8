// SPDX-License-Identifier: MIT
// The sizes of a launch, and what a fresh block holds before it runs.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "simt/machine/fresh_blocks.h"
#include "simt/program/specials.h"

namespace machine_fresh_blocks_test {

using simt::program::Special;

namespace {

/// A launch of 2 x 3 blocks of 10 x 4 threads, on h200.
struct Fresh {
  Fresh() {
    kernel.functions.resize(1);
    kernel.functions[0].frame_bytes = 2048;
    kernel.functions[0].local_bytes = 24;
    kernel.static_shared = 20;
    settings.profile = simt::find_profile("h200");
    launch.kernel = &kernel;
    launch.grid = {2, 3, 1};
    launch.block = {10, 4, 1};
    launch.dynamic_shared = 100;
    launch.index = 6;
  }
  void fill(uint32_t index) {
    const simt::LaunchShape shape(settings, launch);
    simt::FreshBlocks(settings, launch, shape).fill(block, index);
  }
  uint32_t special(uint32_t warp, Special s, int lane) const {
    const std::byte* row =
        block.warps[warp].specials.get() + s * simt::program::kSpecialRowBytes;
    return reinterpret_cast<const uint32_t*>(row)[lane];
  }

  simt::program::Kernel kernel;
  simt::Settings settings;
  simt::Launch launch;
  simt::Block block;
};

}  // namespace

TEST_CASE("fresh blocks: the shape of a launch") {
  Fresh f;
  const simt::LaunchShape shape(f.settings, f.launch);
  CHECK(shape.blocks == 6);
  CHECK(shape.threads == 40);
  CHECK(shape.warps == 2);
  CHECK(shape.stack_bytes == 0);  // no local memory
  CHECK(shape.dynamic_begin == 20);
  CHECK(shape.shared_bytes == 120);
  CHECK(shape.resident == 6);  // fewer than fit
}

TEST_CASE("fresh blocks: the shape follows what the kernel takes") {
  Fresh f;
  f.kernel.uses_local = f.kernel.grows_stack = true;
  f.kernel.uses_reserved_shared = true;
  f.kernel.shared.push_back({"tile", 32, 32, true});
  f.settings.local_bytes = 1000;
  f.settings.sms = 1;
  f.launch.dynamic_shared = 100'000;
  const simt::LaunchShape shape(f.settings, f.launch);
  CHECK(shape.stack_bytes == 1024);
  CHECK(shape.dynamic_begin == 32);
  CHECK(shape.dynamic_end == 100'032);
  CHECK(shape.reserved_begin == 100'032);
  CHECK(shape.shared_bytes == 100'032 + simt::program::kReservedShared);
  CHECK(shape.per_sm == 2);
  CHECK(shape.resident == 2);
  f.kernel.grows_stack = false;  // local arrays only
  CHECK(simt::LaunchShape(f.settings, f.launch).stack_bytes == 24);
}

TEST_CASE("fresh blocks: threads, lanes and blocks are numbered") {
  Fresh f;
  f.fill(5);
  REQUIRE(f.block.warps.size() == 2);
  CHECK(f.block.index == 5);
  CHECK(f.block.live_threads == 40);
  CHECK(f.block.warps[0].live == simt::kAllLanes);
  CHECK(f.block.warps[1].live == 0xff);  // 40 - 32 threads
  CHECK(f.block.warps[1].present == 0xff);
  REQUIRE(f.block.warps[1].splits.size() == 1);
  CHECK(f.block.warps[1].splits[0].mask == 0xff);
  CHECK(f.block.warps[1].splits[0].frame == f.block.warps[1].base.get());
  // Thread 36 is lane 4 of warp 1, (6, 3) of 10 x 4.
  CHECK(f.special(1, Special::kTidX, 4) == 6);
  CHECK(f.special(1, Special::kTidY, 4) == 3);
  CHECK(f.special(1, Special::kLaneId, 3) == 3);
  CHECK(f.special(1, Special::kLaneMaskLt, 3) == 7);
  CHECK(f.special(1, Special::kLaneMaskGe, 3) == 0xfffffff8);
  CHECK(f.special(1, Special::kWarpId, 0) == 1);
  // Block 5 is (1, 2) of 2 x 3.
  CHECK(f.special(0, Special::kCtaidX, 31) == 1);
  CHECK(f.special(0, Special::kCtaidY, 31) == 2);
  CHECK(f.special(0, Special::kNctaidY, 0) == 3);
  CHECK(f.special(0, Special::kTotalSmem, 0) == 120);
  CHECK(f.special(0, Special::kGridId, 0) == 7);
}

TEST_CASE("fresh blocks: a block object that ran before is as good as new") {
  Fresh f;
  f.fill(0);
  simt::Warp& warp = f.block.warps[1];
  std::byte* const registers = warp.base->registers.get();
  f.block.shared[3] = std::byte{1};
  registers[2047] = std::byte{1};
  f.block.live_threads = 0;
  f.block.exited_threads = 40;
  warp.live = 0;
  warp.splits.clear();
  simt::Barrier& barrier = f.block.barriers[15];
  barrier.open = true;
  barrier.arrived[1] = barrier.late[1] = 1;
  barrier.passed.push_back({0, 0, 1});
  barrier.threads = 32;

  f.fill(3);
  CHECK(f.block.index == 3);
  CHECK(f.block.live_threads == 40);
  CHECK(f.block.exited_threads == 0);
  CHECK(warp.live == 0xff);
  CHECK(warp.splits.size() == 1);
  CHECK(warp.base->registers.get() == registers);
  CHECK(registers[2047] == std::byte{0});
  CHECK(f.block.shared[3] == std::byte{0xff});  // not a number in any type
  CHECK(!barrier.open);
  CHECK(barrier.arrived[1] == 0);
  CHECK(barrier.late[1] == 0);
  CHECK(barrier.passed.empty());
  CHECK(barrier.threads == 0);
  CHECK(f.special(1, Special::kCtaidX, 0) == 1);
}

TEST_CASE("fresh blocks: the kernel's own local memory lies on the stack") {
  Fresh f;
  f.kernel.uses_local = f.kernel.grows_stack = true;
  f.fill(0);
  const auto* end = reinterpret_cast<const uint64_t*>(
      f.block.warps[1].base->registers.get() + simt::ops::kLocalEndRow);
  CHECK(std::all_of(end, end + 32, [](uint64_t e) { return e == 24; }));
  CHECK(f.block.warps[1].local != nullptr);
}

}  // namespace machine_fresh_blocks_test
