// SPDX-License-Identifier: MIT
// The account of a launch that cannot end.
#include <doctest/doctest.h>

#include "tests/host/checks_fixture.h"

namespace simt::checks::stuck_test {
namespace {

using Group = Stuck::Group;
using Why = Stuck::Group::Why;

Group group(uint32_t block, uint32_t warp, uint32_t pc, LaneMask lanes,
            Why why) {
  Group g;
  g.at = {block, block, warp};
  g.pc = pc;
  g.lanes = lanes;
  g.why = why;
  return g;
}

TEST_CASE("a deadlock says who waits where and who is gone") {
  HandLaunch k({"bar.sync 0", "bar.warp.sync"});
  k.start();
  Stuck stuck;
  stuck.groups = {group(0, 0, 0, kAllLanes, Why::kBlockBarrier),
                  group(0, 1, 1, 0xff, Why::kWarpMask),
                  group(1, 0, 0, kAllLanes, Why::kBlockBarrier)};
  stuck.groups[1].mask = kAllLanes;
  stuck.blocks_resident = 2;
  stuck.blocks_not_started = 2;
  stuck.threads_exited = 24;
  k.session.on_stuck(stuck);
  k.end();
  REQUIRE(k.names() == Names{"deadlock:1-2"});
  const report::Diagnostic& d = k.found()[0];
  CHECK(d.message ==
        "40 threads of block (0,0,0) wait for threads that never come");
  CHECK(d.places[0].what == "threads 0..31 wait here for the block");
  CHECK(d.places[1].what ==
        "threads 32..39 wait here for lanes of their warp, mask 0xffffffff");
  CHECK(d.notes.at(0).key == "exited");
  CHECK(d.notes.at(0).text == "threads 40..63 of block (0,0,0)");
  CHECK(d.seen ==
        "2 blocks of 2 resident are stuck, 72 threads in all, 24 "
        "exited; 2 blocks cannot start before others end");
}

TEST_CASE("a launch that took too long names the line it is at") {
  HandLaunch k({"ld.volatile.global.u32", "bar.sync 0"});
  k.start();
  Stuck stuck;
  stuck.kind = Stuck::Kind::kInterrupted;
  stuck.groups = {group(0, 0, 0, 0x1, Why::kRunning),
                  group(0, 0, 1, 0xfffffffe, Why::kBlockBarrier),
                  group(0, 1, 1, kAllLanes, Why::kBlockBarrier)};
  stuck.blocks_resident = 1;
  k.session.on_stuck(stuck);
  k.end();
  REQUIRE(k.names() == Names{"livelock:1-2"});
  CHECK(k.found()[0].message ==
        "the kernel did not end in time; warp 0 is at line 1");
  CHECK(k.found()[0].places[0].what == "thread 0 still runs here");
}

TEST_CASE("a launch that is stopped between two blocks") {
  HandLaunch k({"bar.sync 0"});
  k.start();
  Stuck stuck;
  stuck.kind = Stuck::Kind::kInterrupted;
  stuck.blocks_not_started = 3;
  k.session.on_stuck(stuck);
  k.end();
  REQUIRE(k.found().size() == 1);
  CHECK(k.found()[0].seen == "no block was resident; 3 blocks had not started");
  CHECK(k.found()[0].why ==
        "the program was asked to end while the kernel ran");
}

TEST_CASE("blocks that have not started change no shared memory") {
  const auto told = [](std::vector<ptx::Space> spaces) {
    HandLaunch k({"ld.volatile.global.u32"});
    k.start();
    Stuck stuck;
    stuck.kind = Stuck::Kind::kLivelock;
    stuck.groups = {group(0, 0, 0, kAllLanes, Why::kRunning)};
    for (const ptx::Space space : spaces)
      stuck.groups[0].polls.push_back(
          {0, AccessKind::kLoad, space, 64, kAllLanes, false});
    stuck.blocks_resident = 1;
    stuck.blocks_not_started = 2;
    k.session.on_stuck(stuck);
    k.end();
    return k.names();
  };
  constexpr auto kShared = ptx::Space::kShared, kGlobal = ptx::Space::kGlobal;
  CHECK(told({kShared}) == Names{"livelock:1"});
  CHECK(told({kShared, kGlobal}) == Names{"grid-barrier-not-resident:1"});
  CHECK(told({}) == Names{"grid-barrier-not-resident:1"});
}

TEST_CASE("of blocks that go round the one is named that can never go on") {
  const auto told = [](Why last) {
    HandLaunch k({"ld.volatile.global.u32", "bar.sync 0"});
    k.start();
    Stuck stuck;
    stuck.kind = Stuck::Kind::kLivelock;
    stuck.groups = {group(0, 0, 0, 0x1, Why::kRunning),
                    group(0, 0, 1, 0xfffffffe, Why::kBlockBarrier),
                    group(1, 0, 1, kAllLanes, Why::kBlockBarrier),
                    group(1, 1, 1, kAllLanes, last)};
    stuck.blocks_resident = 2;
    k.session.on_stuck(stuck);
    k.end();
    return k.found().at(0).message;
  };
  CHECK(told(Why::kWarpMask) ==
        "64 threads of block (1,0,0) wait for threads that never come");
  CHECK(told(Why::kRunning) ==
        "1 thread of block (0,0,0) goes round in a loop that cannot end");
}

TEST_CASE("a deadlock is reported whatever is switched off") {
  const ChosenChecks none = ChosenChecks::only({});
  HandLaunch k({"bar.sync 0"}, {64, 1, 1}, none);
  k.start();
  Stuck stuck;
  stuck.groups = {group(0, 0, 0, kAllLanes, Why::kBlockBarrier)};
  stuck.blocks_resident = 1;
  k.session.on_stuck(stuck);
  k.end();
  CHECK(k.names() == Names{"deadlock:1"});
}

}  // namespace
}  // namespace simt::checks::stuck_test
