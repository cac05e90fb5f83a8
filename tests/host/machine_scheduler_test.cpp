// SPDX-License-Identifier: MIT
// How lanes diverge, and which split of a warp runs next: since Volta and
// before.
#include <doctest/doctest.h>

#include <bit>

#include "simt/machine/divergence.h"
#include "simt/machine/independent_scheduler.h"
#include "simt/machine/lockstep_scheduler.h"
#include "tests/host/machine_by_hand.h"

namespace machine_scheduler_test {

using simt::Join;
using simt::LaneMask;
using simt::Split;
using Wait = simt::Split::Wait;

namespace {

/// A kernel of 100 instructions; rank and pc are equal, the branch at 10 has
/// its post-dominator at 40, the one at 90 none.
simt::program::Kernel kernel_of_100() {
  simt::program::Kernel kernel;
  kernel.code.resize(100);
  kernel.info.resize(100);
  for (uint32_t pc = 0; pc < 100; ++pc) kernel.info[pc].rank = pc;
  kernel.info[10].join = 40;
  return kernel;
}

/// One warp under a scheduler.
template <class Scheduler>
struct Scheduled : OneWarp {
  explicit Scheduled(uint64_t seed = 0)
      : dice(seed), scheduler(kernel, dice, seed != 0) {}

  simt::program::Kernel kernel = kernel_of_100();
  simt::Dice dice;
  Scheduler scheduler;
  simt::Divergence divergence{kernel, scheduler};
};

using Volta = Scheduled<simt::IndependentScheduler>;
using Lockstep = Scheduled<simt::LockstepScheduler>;

}  // namespace

TEST_CASE("divergence: a branch makes two splits of its lanes") {
  Volta v;
  v.warp.splits[0].pc = 10;
  v.warp.splits[0].steps = 9;
  v.divergence.branch(v.warp, v.warp.splits[0], 0xff, 70);
  REQUIRE(v.warp.splits.size() == 2);
  CHECK(v.of(0).pc == 70);
  CHECK(v.of(0).mask == 0xff);
  CHECK(v.of(8).pc == 11);
  CHECK(v.of(8).mask == 0xffffff00);
  CHECK(v.of(0).steps == 0);
  CHECK(v.of(8).steps == 0);
  CHECK(v.of(0).loops == 0);
}

TEST_CASE("divergence: only those that go back use up a backward branch") {
  Volta v;
  v.kernel.code[50].flags = simt::ops::kBackward;
  v.warp.splits[0].pc = 50;
  v.divergence.branch(v.warp, v.warp.splits[0], 1, 20);
  CHECK(v.of(0).loops == 1);
  CHECK(v.of(1).loops == 0);
}

TEST_CASE("divergence: a branch of many targets makes a split for each") {
  Volta v;
  uint32_t targets[32] = {};
  for (uint32_t i = 0; i < 32; ++i) targets[i] = 20 + i % 3;
  v.warp.splits[0].pc = 10;
  CHECK(v.divergence.branch_many(v.warp, v.warp.splits[0], 0xffff, targets));
  REQUIRE(v.warp.splits.size() == 4);
  for (int i = 0; i < 16; ++i) CHECK(v.of(i).pc == targets[i]);
  CHECK(v.of(16).pc == 11);  // the guard was false: no branch
  CHECK(v.of(16).mask == 0xffff0000);

  v.split_up({{simt::kAllLanes, 10}});
  std::fill(std::begin(targets), std::end(targets), 30);
  CHECK(!v.divergence.branch_many(v.warp, v.warp.splits[0], simt::kAllLanes,
                                  targets));
  CHECK(v.warp.splits.size() == 1);
  CHECK(v.of(0).pc == 30);
}

TEST_CASE("divergence: lanes outside the mask go on, the others stay") {
  Volta v;
  v.warp.splits[0].pc = 10;
  const Split& here = v.divergence.leave_behind(v.warp, v.warp.splits[0], 0xf0);
  CHECK(here.mask == 0xf0);
  CHECK(here.pc == 10);
  CHECK(v.of(0).pc == 11);
  CHECK(v.of(0).mask == 0xffffff0f);
  // Nobody is left behind: the split stays as it is.
  CHECK(&v.divergence.leave_behind(v.warp, v.of(4), 0xf0) == &v.of(4));
  CHECK(v.warp.splits.size() == 2);
}

TEST_CASE("divergence: an exit wakes those that wait for lanes") {
  Volta v;
  v.split_up({{0x0f, 10}, {0xf0, 20}, {0xf00, 30}});
  v.of(4).wait = Wait::kWarp;
  v.of(8).wait = Wait::kBarrier;
  simt::Divergence::exit(v.warp, v.of(0), 0x03);
  CHECK(v.of(2).pc == 11);
  CHECK(v.of(2).mask == 0x0c);
  CHECK(v.of(4).wait == Wait::kNone);
  CHECK(v.of(8).wait == Wait::kBarrier);
  simt::Divergence::exit(v.warp, v.of(2), 0x0c);
  CHECK(v.warp.splits.size() == 2);
}

TEST_CASE("independent: splits at one instruction become one") {
  Volta v;
  v.split_up({{0x0f, 10}, {0xf00, 20}, {0xf0, 10}});
  v.of(0).loops = 5;
  v.of(4).loops = 3;
  v.of(0).value = 1;
  v.of(4).value = 2;
  CHECK(v.scheduler.pick(v.warp)->mask == 0xff);
  CHECK(v.warp.splits.size() == 2);
  CHECK(v.of(0).loops == 3);
  CHECK(v.of(0).value == 3);
}

TEST_CASE("independent: splits of other frames or waits stay apart") {
  Volta v;
  simt::Frame inner;
  inner.depth = 1;
  inner.parent = v.warp.base.get();
  v.split_up({{1, 10}, {2, 10}, {4, 10}, {8, 10}, {16, 10}, {32, 10}});
  v.of(1).frame = &inner;
  v.of(2).wait = v.of(3).wait = Wait::kWarp;
  v.of(4).wait = v.of(5).wait = Wait::kBarrier;
  v.of(5).barrier = 1;
  v.scheduler.pick(v.warp);
  CHECK(v.warp.splits.size() == 6);
  v.of(4).barrier = 1;
  v.scheduler.pick(v.warp);
  CHECK(v.warp.splits.size() == 5);
  CHECK(v.of(4).mask == 0x30);
}

TEST_CASE("independent: the deepest call runs first, then the lowest rank") {
  Volta v;
  simt::Frame inner;
  inner.depth = 1;
  v.split_up({{1, 30}, {2, 20}, {4, 50}});
  CHECK(v.scheduler.pick(v.warp)->mask == 2);
  v.of(2).frame = &inner;
  CHECK(v.scheduler.pick(v.warp)->mask == 4);
  v.of(2).wait = v.of(1).wait = Wait::kBarrier;
  CHECK(v.scheduler.pick(v.warp)->mask == 1);
  v.of(0).wait = Wait::kWarp;
  CHECK(v.scheduler.pick(v.warp) == nullptr);
}

TEST_CASE("independent: a split whose quota is used up lets others run") {
  Volta v;
  v.split_up({{1, 20}, {2, 30}, {4, 40}});
  v.of(0).used = simt::kSplitQuota;
  CHECK(v.scheduler.pick(v.warp)->mask == 2);
  v.of(1).loops = simt::kLoopQuota;
  CHECK(v.scheduler.pick(v.warp)->mask == 4);
  v.of(2).used = simt::kSplitQuota;
  CHECK(v.scheduler.pick(v.warp)->mask == 1);  // all have: a new quota each
  CHECK(v.of(1).loops == 0);
  CHECK(v.of(2).used == 0);
}

TEST_CASE("independent: under a seed any split may be the one that runs") {
  Volta v(3);
  LaneMask seen = 0;
  for (int i = 0; i < 300; ++i) {
    v.split_up({{1, 20}, {2, 30}, {4, 40}});
    seen |= v.scheduler.pick(v.warp)->mask;
  }
  CHECK(seen == 7);
  int used_up = 0;  // the dice ask for no quota
  for (int i = 0; i < 300; ++i) {
    v.split_up({{1, 20}, {2, 30}, {4, 40}});
    v.of(2).used = simt::kSplitQuota;
    if (v.scheduler.pick(v.warp)->mask == 4) ++used_up;
  }
  CHECK(used_up > 5);
}

TEST_CASE("independent: a round lets each split come to its loop's end once") {
  Volta v;
  v.split_up({{1, 20}, {2, 30}});
  v.of(0).loops = simt::kLoopQuota;
  CHECK(v.scheduler.pick_in_round(v.warp)->mask == 2);
  v.of(1).loops = simt::kLoopQuota;
  CHECK(v.scheduler.pick_in_round(v.warp) == nullptr);
}

TEST_CASE("lockstep scheduler: one side runs to the join, then the other") {
  Lockstep k;
  k.warp.splits[0].pc = 10;
  k.divergence.branch(k.warp, k.warp.splits[0], 0xff, 30);
  CHECK(k.of(0).wait == Wait::kTurn);
  CHECK(k.of(8).wait == Wait::kTurn);
  Split* runs = k.scheduler.pick(k.warp);
  CHECK(runs->mask == 0xffffff00);  // the lower rank
  CHECK(k.of(0).wait == Wait::kTurn);
  runs->pc = 35;  // has not arrived: it stays the one, though its rank is high
  CHECK(k.scheduler.pick(k.warp)->mask == 0xffffff00);
  k.of(8).pc = 40;
  CHECK(k.scheduler.pick(k.warp)->mask == 0xff);
  CHECK(k.warp.splits.size() == 2);
  k.of(0).pc = 40;
  CHECK(k.scheduler.pick(k.warp)->mask == simt::kAllLanes);
  CHECK(k.warp.splits.size() == 1);
  CHECK(k.warp.joins.empty());
}

TEST_CASE("lockstep scheduler: who waits keeps the others waiting") {
  Lockstep k;
  k.warp.splits[0].pc = 10;
  k.divergence.branch(k.warp, k.warp.splits[0], 0xff, 30);
  Split* runs = k.scheduler.pick(k.warp);
  runs->pc = 40;  // at a barrier that stands where the sides meet
  runs->wait = Wait::kBarrier;
  CHECK(k.scheduler.pick(k.warp) == nullptr);
}

TEST_CASE("lockstep scheduler: nested branches reconverge inside out") {
  Lockstep k;
  k.kernel.info[15].join = 20;
  k.warp.splits[0].pc = 10;
  k.divergence.branch(k.warp, k.warp.splits[0], 0xff, 15);
  k.of(8).pc = 40;
  Split* inner = k.scheduler.pick(k.warp);
  REQUIRE(inner->mask == 0xff);
  k.divergence.branch(k.warp, *inner, 0x0f, 18);
  CHECK(k.warp.joins.size() == 2);
  k.of(0).pc = k.of(4).pc = 20;
  CHECK(k.scheduler.pick(k.warp)->mask == 0xff);  // joined, not yet the rest
  CHECK(k.warp.joins.size() == 1);
}

TEST_CASE("lockstep scheduler: a branch without a post-dominator") {
  Lockstep k;
  simt::Frame function;
  function.parent = k.warp.base.get();
  function.return_pc = 60;
  k.warp.splits[0].pc = 90;
  k.divergence.branch(k.warp, k.warp.splits[0], 1, 30);
  CHECK(k.warp.joins.back().pc == simt::program::kNoJoin);
  // In a function its lanes meet where it returns to.
  k.split_up({{simt::kAllLanes, 90}});
  k.of(0).frame = &function;
  k.divergence.branch(k.warp, k.warp.splits[0], 1, 30);
  CHECK(k.warp.joins.back().pc == 60);
  CHECK(k.warp.joins.back().frame == k.warp.base.get());
}

TEST_CASE("lockstep scheduler: a join whose lanes have exited is none") {
  Lockstep k;
  k.kernel.info[15].join = 20;
  k.warp.splits[0].pc = 10;
  k.divergence.branch(k.warp, k.warp.splits[0], 0xff, 15);
  k.of(8).pc = 40;
  Split* inner = k.scheduler.pick(k.warp);
  k.divergence.branch(k.warp, *inner, 0x0f, 18);
  k.warp.live = 0xffffff00;
  std::erase_if(k.warp.splits, [](const Split& s) { return s.mask < 0x100; });
  Split late;  // so that the warp is still two splits
  late.mask = 0x80000000;
  late.pc = 41;
  late.frame = k.warp.base.get();
  late.wait = Wait::kTurn;
  k.of(8).mask = 0x7fffff00;
  k.warp.splits.push_back(late);
  CHECK(k.scheduler.pick(k.warp)->mask == 0x80000000);
  CHECK(k.warp.joins.size() == 1);
}

TEST_CASE("lockstep scheduler: under a seed either side comes first") {
  LaneMask seen = 0;
  Lockstep k(5);
  for (int i = 0; i < 40; ++i) {
    k.split_up({{simt::kAllLanes, 10}});
    k.warp.joins.clear();
    k.divergence.branch(k.warp, k.warp.splits[0], 1, 30);
    seen |= k.scheduler.pick(k.warp)->mask;
  }
  CHECK(seen == simt::kAllLanes);
}

TEST_CASE("lockstep scheduler: a picked split has a fresh quota") {
  Lockstep k;
  k.of(0).loops = simt::kLoopQuota;
  CHECK(k.scheduler.pick_in_round(k.warp) == nullptr);
  REQUIRE(k.scheduler.pick(k.warp) != nullptr);
  CHECK(k.of(0).loops == 0);
  CHECK(k.scheduler.pick_in_round(k.warp) == &k.of(0));
}

}  // namespace machine_scheduler_test
