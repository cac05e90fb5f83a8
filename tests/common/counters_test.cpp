// SPDX-License-Identifier: MIT
// common/counters.h and common/work.h in a program that no emulator has been
// loaded into.
#include "common/counters.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <set>
#include <string>

#include "common/work.h"

TEST_CASE("without the emulator there are no counters") {
  const lockstep::Recording recording;
  CHECK_FALSE(lockstep::counters_available());
  CHECK(recording.launches() == 0);
  CHECK(recording.list().empty());
  CHECK(recording.total().warp_instructions == 0);
  CHECK(recording.instructions("fma.rn.f32") == 0);
  CHECK(recording.traffic(&recording).loads.requests == 0);
}

TEST_CASE("counters add up field by field") {
  SimtCounters sum{}, part{};
  sum.barriers = 1;
  part.barriers = 2;
  part.shared.bank_conflicts = 3;  // the last field
  lockstep::add_counts(sum, part);
  lockstep::add_counts(sum, part);
  CHECK(sum.barriers == 5);
  CHECK(sum.shared.bank_conflicts == 6);
  CHECK(sum.warp_instructions == 0);
}

namespace {

/// 4 blocks of 2 warps, each of 100 instructions on all lanes.
SimtLaunch even_launch() {
  SimtLaunch launch{};
  launch.kernel = "smooth(float const*, float*)";
  launch.grid[0] = launch.grid[1] = 2, launch.grid[2] = 1;
  launch.block[0] = 33, launch.block[1] = launch.block[2] = 1;
  launch.counters.warp_instructions = 800;
  launch.counters.thread_instructions = 800 * 32;
  launch.busiest_warp_instructions = 100;
  return launch;
}

}  // namespace

TEST_CASE("work within its bounds is fair") {
  SimtLaunch launch = even_launch();
  CHECK(lockstep::judge(launch, {}).fair);
  launch.counters.global_read.requests = launch.counters.shared.requests = 9;
  CHECK(lockstep::judge(launch, {}).fair);
  lockstep::Work most;
  most.global_reads = most.shared = 9, most.blocks = 4, most.barriers = 0;
  CHECK(lockstep::judge(launch, most).fair);
  CHECK(lockstep::judge(launch, most).text.empty());
  launch.busiest_warp_instructions = 400;
  launch.counters.thread_instructions = 800 * 32 * 6 / 10;
  CHECK(lockstep::judge(launch, most).fair);
}

TEST_CASE("work beyond a bound is refused with what was seen, and where") {
  SimtLaunch launch = even_launch();
  lockstep::Work most;
  most.blocks = 5;
  CHECK(lockstep::judge(launch, most).text ==
        "kernel smooth: the grid has 4 block(s); this work needs at least 5");
  most.blocks = 4;
  launch.busiest_warp_instructions = 401;
  launch.busiest_warp_block[1] = launch.busiest_warp = 1;
  CHECK(lockstep::judge(launch, most).text ==
        "kernel smooth: warp 1 of block (0,1,0) executed 401 instructions, the "
        "mean of all 8 warps is 100; at most 4 times the mean is an even "
        "share");
  launch = even_launch();
  launch.counters.thread_instructions = 800 * 19;
  CHECK(lockstep::judge(launch, most).text ==
        "kernel smooth: on average 19 of 32 lanes execute an instruction (59 "
        "%); this work can keep at least 60 % of them busy; a block has 33 "
        "thread(s)");
  launch.block[0] = 64;
  CHECK(lockstep::judge(launch, most).text ==
        "kernel smooth: on average 19 of 32 lanes execute an instruction (59 "
        "%); this work can keep at least 60 % of them busy");
  launch = even_launch();
  launch.counters.shared_atomic.requests = 7;
  most.shared_atomics = 6;
  CHECK(lockstep::judge(launch, most).text ==
        "kernel smooth: 7 atomic requests to shared memory; this work needs 6 "
        "at most");
}

TEST_CASE("each kind of request has its own bound") {
  using lockstep::Work;
  const std::pair<uint64_t Work::*, SimtTraffic SimtCounters::*> kinds[] = {
      {&Work::global_reads, &SimtCounters::global_read},
      {&Work::global_writes, &SimtCounters::global_write},
      {&Work::global_atomics, &SimtCounters::global_atomic},
      {&Work::shared, &SimtCounters::shared},
      {&Work::shared_loads, &SimtCounters::shared_load},
      {&Work::shared_stores, &SimtCounters::shared_store},
      {&Work::shared_atomics, &SimtCounters::shared_atomic},
  };
  for (const auto& [bound, traffic] : kinds) {
    SimtLaunch launch = even_launch();
    (launch.counters.*traffic).requests = 5;
    Work most;
    most.*bound = 5;
    CHECK(lockstep::judge(launch, most).fair);
    most.*bound = 4;
    CHECK_FALSE(lockstep::judge(launch, most).fair);
  }
  SimtLaunch launch = even_launch();
  launch.counters.barriers = 5;
  Work most;
  most.barriers = 4;
  CHECK_FALSE(lockstep::judge(launch, most).fair);
}

TEST_CASE("work that nobody counted is not fair") {
  const lockstep::Recording recording;
  CHECK_FALSE(lockstep::judge(recording, {}).fair);
}

TEST_CASE("a size is drawn from the schedule's seed") {
  std::set<int> sizes;
  for (const char* seed : {"0", "1", "2", "3"}) {
    setenv("SIMT_SCHEDULE", seed, 1);
    const int size = lockstep::drawn_size(1000, 2000, 4);
    CHECK(size == lockstep::drawn_size(1000, 2000, 4));
    CHECK(lockstep::drawn_size(7, 7, 4) == 7);
    CHECK(size >= 1000);
    CHECK(size <= 2000);
    sizes.insert(size);
  }
  unsetenv("SIMT_SCHEDULE");
  CHECK(sizes.count(lockstep::drawn_size(1000, 2000, 4)) == 1);  // seed 0
  CHECK(sizes.size() == 4);
}
