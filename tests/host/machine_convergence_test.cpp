// SPDX-License-Identifier: MIT
// Lanes of .sync instructions are brought together, or wait, or are told that
// their masks are wrong.
#include <doctest/doctest.h>

#include <algorithm>

#include "simt/machine/convergence.h"
#include "simt/machine/device_memory.h"
#include "simt/machine/independent_scheduler.h"
#include "tests/host/machine_by_hand.h"
#include "tests/host/machine_watch.h"

namespace machine_convergence_test {

using simt::kAllLanes;
using simt::LaneMask;
using simt::MaskError;
using simt::Split;
using Wait = simt::Split::Wait;

namespace {

constexpr uint32_t kMasks = 1200;  // the row that holds the lanes' masks
constexpr uint32_t kShuffle = 5, kSync = 10, kOtherSync = 20;
constexpr simt::ops::Op kWarpBarrier{"bar.warp.sync a", 0, nullptr,
                                     simt::ops::Event::kWarpBarrier};

struct Syncs : Watch {
  void on_warp_sync(const simt::WarpSync& s) override { done.push_back(s); }
  std::vector<simt::WarpSync> done;
};

/// A warp with a shuffle and two warp barriers, whose masks lie in a row.
struct Converging : OneWarp {
  Converging() {
    kernel.code.resize(30);
    kernel.info.resize(30);
    for (uint32_t pc : {kShuffle, kSync, kOtherSync})
      kernel.code[pc].e = kMasks;
    kernel.info[kSync].op = kernel.info[kOtherSync].op = &kWarpBarrier;
    executions.warps.resize(30);
    executions.idle.resize(30);
    masks(kAllLanes);
  }
  /// Every lane names these.
  void masks(LaneMask named) { std::fill_n(row(), 32, named); }
  LaneMask* row() {
    return reinterpret_cast<LaneMask*>(warp.base->registers.get() + kMasks);
  }
  /// The split of `lane` runs its .sync instruction, with all of its lanes.
  bool gather(int lane, bool lockstep = false) {
    simt::Convergence part(kernel, divergence, stores, watch, executions,
                           lockstep);
    return part.gather(block, warp, of(lane), of(lane).mask);
  }

  simt::program::Kernel kernel;
  simt::Dice dice{1};
  simt::DeviceMemory memory;
  uint64_t effects = 0;
  simt::StoreBuffer stores{memory, dice, effects};
  simt::IndependentScheduler scheduler{kernel, dice, false};
  simt::Divergence divergence{kernel, scheduler};
  simt::Executions executions;
  Syncs watch;
};

}  // namespace

TEST_CASE("convergence: lanes that are all there go on") {
  Converging c;
  c.split_up({{kAllLanes, kShuffle}});
  CHECK(c.gather(0));
  CHECK(c.watch.errors.empty());
  c.split_up({{0xff, kShuffle}, {0xffffff00, 7}});
  c.masks(0xff);
  CHECK(c.gather(0));  // nobody else is named
}

TEST_CASE("convergence: lanes wait for those that they name") {
  Converging c;
  c.split_up({{0xff, kShuffle}, {0xffffff00, 7}});
  CHECK(!c.gather(0));
  CHECK(c.of(0).wait == Wait::kWarp);
  CHECK(c.of(0).asked == kAllLanes);
  c.of(8).pc = kShuffle;
  CHECK(!c.gather(8));  // they become one split, which looks again
  REQUIRE(c.warp.splits.size() == 1);
  CHECK(c.of(0).wait == Wait::kNone);
  CHECK(c.gather(0));
  CHECK(c.watch.errors.empty());
}

TEST_CASE("convergence: nobody waits for a lane that has exited") {
  Converging c;
  c.split_up({{0xff, kShuffle}});
  c.warp.live = 0xff;
  CHECK(c.gather(0));
}

TEST_CASE("convergence: only the lanes that run the instruction wait") {
  Converging c;
  c.split_up({{0xff, kShuffle}, {0xffffff00, 7}});
  simt::Convergence part(c.kernel, c.divergence, c.stores, c.watch,
                         c.executions, false);
  CHECK(!part.gather(c.block, c.warp, c.of(0), 0x0f));
  CHECK(c.of(0).wait == Wait::kWarp);
  CHECK(c.of(4).wait == Wait::kNone);
  CHECK(c.of(4).pc == kShuffle + 1);
}

TEST_CASE("convergence: a complete group need not wait for another") {
  Converging c;
  c.split_up({{0xff, kShuffle}, {0xffffff00, 7}});
  c.warp.live = 0x7fffffff;
  std::fill_n(c.row(), 4, 0x8000000f);  // lane 31 has exited
  std::fill_n(c.row() + 4, 4, 0xfff0);  // lanes 8 to 15 are elsewhere
  CHECK(!c.gather(0));
  CHECK(c.of(0).mask == 0x0f);
  CHECK(c.of(0).wait == Wait::kNone);
  CHECK(c.of(4).mask == 0xf0);
  CHECK(c.of(4).wait == Wait::kWarp);
  CHECK(c.of(4).asked == 0xfff0);
  CHECK(c.scheduler.pick(c.warp) == &c.of(0));  // they are not merged again
  CHECK(c.of(0).mask == 0x0f);
  CHECK(c.gather(0));
}

TEST_CASE("convergence: in lockstep a lane that is not there is reported") {
  Converging c;
  c.split_up({{0xff, kShuffle}, {0xffffff00, 7}});
  CHECK(c.gather(0, true));
  REQUIRE(c.watch.errors.size() == 1);
  CHECK(c.watch.errors[0].kind == MaskError::Kind::kNotTogether);
  CHECK(c.watch.errors[0].lanes == 0xffffff00);
  CHECK(c.watch.errors[0].pc == kShuffle);
}

TEST_CASE("convergence: lanes that do not name themselves are reported") {
  Converging c;
  c.split_up({{kAllLanes, kShuffle}});
  c.masks(0xffff);
  CHECK(c.gather(0));
  REQUIRE(c.watch.errors.size() == 1);
  CHECK(c.watch.errors[0].kind == MaskError::Kind::kNotInOwnMask);
  CHECK(c.watch.errors[0].lanes == 0xffff0000);
  CHECK(c.watch.errors[0].mask == 0xffff);
}

TEST_CASE("convergence: masks that differ between named lanes are reported") {
  Converging c;
  c.split_up({{kAllLanes, kShuffle}});
  std::fill_n(c.row(), 16, 0x0000ffff);
  std::fill_n(c.row() + 16, 16, 0xffff0000);
  CHECK(c.gather(0));
  CHECK(c.watch.errors.empty());  // two groups that name only their own
  c.row()[3] = 0x0001ffff;
  CHECK(c.gather(0));
  REQUIRE(c.watch.errors.size() == 1);
  CHECK(c.watch.errors[0].kind == MaskError::Kind::kDifferentMasks);
  CHECK(c.watch.errors[0].lanes == 0xffff);
}

TEST_CASE("convergence: a warp barrier may stand at two instructions") {
  Converging c;
  c.split_up({{0xff, kSync}, {0xffffff00, kOtherSync}});
  CHECK(!c.gather(0));
  CHECK(c.watch.done.empty());
  CHECK(!c.gather(8));
  REQUIRE(c.watch.done.size() == 1);
  CHECK(c.watch.done[0].lanes == kAllLanes);
  CHECK(c.watch.done[0].memory);
  CHECK(c.of(0).pc == kSync + 1);
  CHECK(c.of(8).pc == kOtherSync + 1);
  CHECK(c.of(0).wait == Wait::kNone);
  CHECK(c.executions.warps[kSync] == 1);
  CHECK(c.executions.idle[kSync] == 24);
  CHECK(c.executions.idle[kOtherSync] == 8);
}

TEST_CASE("convergence: a shuffle elsewhere is no warp barrier") {
  Converging c;
  c.split_up({{0xff, kSync}, {0xffffff00, kShuffle}});
  CHECK(!c.gather(0));
  CHECK(!c.gather(8));
  CHECK(c.watch.done.empty());
  CHECK(c.of(0).wait == Wait::kWarp);
  CHECK(c.of(8).wait == Wait::kWarp);
}

TEST_CASE("convergence: a warp barrier shows held stores to the block") {
  Converging c;
  c.split_up({{0xff, kSync}, {0xffffff00, kOtherSync}});
  simt::ops::DelayedStore store{};
  store.lanes = 1;
  c.warp.held.push_back(store);
  c.gather(0);
  CHECK(c.block.shown.empty());
  c.gather(8);
  CHECK(c.block.shown.size() == 1);
}

}  // namespace machine_convergence_test
