// SPDX-License-Identifier: MIT
// What is said of a launch in which nothing gets on.
#include <doctest/doctest.h>

#include "simt/machine/stuck.h"
#include "tests/host/machine_by_hand.h"

namespace machine_stuck_test {

using simt::LaneMask;
using simt::MaskError;
using simt::Split;
using Wait = simt::Split::Wait;
using Why = simt::Stuck::Group::Why;

namespace {

struct Place {
  LaneMask mask;
  uint32_t pc;
  Wait wait;
  LaneMask asked = 0;
};

/// A block of one warp, cut up so.
simt::Block stuck_block(std::initializer_list<Place> places) {
  simt::Block block = block_of(1);
  block.index = 5;
  block.slot = 1;
  simt::Warp& warp = block.warps[0];
  warp.splits.clear();
  for (const Place& place : places) {
    Split s;
    s.mask = place.mask;
    s.pc = place.pc;
    s.wait = place.wait;
    s.asked = place.asked;
    s.barrier = place.wait == Wait::kBarrier ? 3 : 0;
    s.frame = warp.base.get();
    warp.splits.push_back(s);
  }
  return block;
}

/// What limits a launch of blocks of `threads` with these needs, on h200.
std::string limit(uint32_t threads, int registers, uint32_t dynamic_shared) {
  simt::program::Kernel kernel;
  kernel.functions.resize(1);
  simt::Settings settings;
  settings.profile = simt::find_profile("h200");
  simt::Launch launch;
  launch.kernel = &kernel;
  launch.block = {threads, 1, 1};
  launch.registers = registers;
  launch.dynamic_shared = dynamic_shared;
  return simt::occupancy_limit(*settings.profile,
                               simt::LaunchShape(settings, launch));
}

}  // namespace

TEST_CASE("stuck: each split says where it waits and why") {
  const simt::Block block = stuck_block({{0x0f, 7, Wait::kBarrier},
                                         {0xf0, 8, Wait::kWarp, 0xff},
                                         {0xf00, 9, Wait::kTurn},
                                         {0xf000, 10, Wait::kNone}});
  simt::Polls polls;
  simt::Access access;
  access.shape = simt::Shape::kUniform;
  access.at = {5, 1, 0};
  access.active = 0xff00;
  polls.on_access(access);
  const auto groups = stuck_groups(block, polls);
  REQUIRE(groups.size() == 4);
  CHECK(groups[0].why == Why::kBlockBarrier);
  CHECK(groups[0].barrier == 3);
  CHECK(groups[0].at.block == 5);
  CHECK(groups[0].at.slot == 1);
  CHECK(groups[1].why == Why::kWarpMask);
  CHECK(groups[1].mask == 0xff);
  CHECK(groups[1].pc == 8);
  CHECK(groups[1].lanes == 0xf0);
  CHECK(groups[2].why == Why::kTurn);
  CHECK(groups[2].polls.empty());  // does not run
  CHECK(groups[3].why == Why::kRunning);
  CHECK(groups[3].polls.size() == 1);
}

TEST_CASE("stuck: lanes that wait name those that never arrive") {
  simt::Block block =
      stuck_block({{0x0f, 7, Wait::kWarp, 0xfff}, {0xf0, 20, Wait::kBarrier}});
  block.warps[0].live = 0xff;
  const auto errors = never_arriving(block, block.warps[0]);
  REQUIRE(errors.size() == 1);  // who waits at the barrier asks for nobody
  CHECK(errors[0].kind == MaskError::Kind::kNeverArrives);
  CHECK(errors[0].pc == 7);
  CHECK(errors[0].other_pc == 20);
  CHECK(errors[0].lanes == 0xf0);
  CHECK(errors[0].exited == 0xf00);
  CHECK(errors[0].mask == 0xfff);
}

TEST_CASE("stuck: lanes that wait for each other are at two places") {
  const simt::Block block = stuck_block(
      {{0x0f, 7, Wait::kWarp, 0xff}, {0xf0, 20, Wait::kWarp, 0xff}});
  const auto errors = never_arriving(block, block.warps[0]);
  REQUIRE(errors.size() == 2);
  CHECK(errors[0].kind == MaskError::Kind::kDifferentPlaces);
  CHECK(errors[0].other_pc == 20);
  CHECK(errors[1].other_pc == 7);
}

TEST_CASE("stuck: what limits the blocks of a multiprocessor") {
  CHECK(limit(256, 255, 0) ==
        "255 registers per thread, 65536 per multiprocessor");
  CHECK(limit(256, 32, 100'000) ==
        "100000 bytes of shared memory per block, 233472 per multiprocessor");
  CHECK(limit(32, 16, 0) == "32 blocks per multiprocessor");
  CHECK(limit(1024, 32, 0) ==
        "1024 threads per block, 2048 per multiprocessor");
}

}  // namespace machine_stuck_test
