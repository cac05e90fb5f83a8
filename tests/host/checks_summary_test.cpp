// SPDX-License-Identifier: MIT
// What SIMT_TRACE=summary keeps of a launch, and how it is bounded.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/host/checks_fixture.h"

namespace simt::checks {
namespace {

using report::TraceEvent;
using report::TraceKind;

struct Summary : HandLaunch {
  Summary() : HandLaunch({"ld.shared.f32", "bar.sync 0", "st.shared.f32"}) {
    session.summarise();
  }

  const report::Trace& trace() { return session.report().trace; }
  std::vector<TraceEvent> of_kind(TraceKind kind) {
    std::vector<TraceEvent> found;
    for (const TraceEvent& e : trace().events)
      if (e.kind == kind) found.push_back(e);
    return found;
  }
  int line_of(int point) { return trace().points.at(point).line; }
  void arrive(uint32_t warp) {
    session.on_arrival({block, slot, warp}, 1, kAllLanes);
  }
  void leave(uint32_t warp) { session.on_exit({block, slot, warp}, kAllLanes); }
  void end_block() { session.on_block_end({block, slot, 0}); }
  /// Every instruction ran once, so that its counts stand in the report.
  void end() {
    Executions executions;
    executions.warps.assign(kernel.info.size(), 1);
    executions.idle.assign(kernel.info.size(), 0);
    executions.divergent.assign(kernel.info.size(), 0);
    session.on_launch_end(executions);
  }
  /// One launch whose only load takes `wavefronts` wavefronts.
  void launch(int index, int wavefronts) {
    info.index = index;
    start();
    load(1, 0, 0, 4 * wavefronts);
    leave(0);
    end_block();
    end();
  }
};

TEST_CASE("the request with most extra wavefronts is kept with all its lanes") {
  Summary k;
  k.start();
  k.load(1, 0, 0, 4);     // one wavefront
  k.load(1, 1, 64, 8);    // two
  k.load(1, 0, 0, 16);    // four
  k.load(1, 1, 128, 16);  // four again, of a later warp
  k.store(3, 0, 0, 4);
  k.end();
  const auto loads = k.of_kind(TraceKind::kLoad);
  REQUIRE(loads.size() == 1);
  CHECK(loads[0].cost == 4);
  CHECK(loads[0].ideal == 1);
  CHECK(loads[0].warp == 0);
  CHECK(loads[0].space == "shared");
  CHECK(loads[0].variable == "buf");
  CHECK(loads[0].offset[31] == 31 * 16);
  CHECK(k.line_of(loads[0].point) == 1);
  CHECK(k.of_kind(TraceKind::kStore).size() == 1);
}

TEST_CASE("the steps of a block are its requests, barriers and ends") {
  Summary k;
  k.start();
  k.store(3, 0, 0, 4);
  k.load(1, 0, 0, 4);
  k.arrive(0);
  k.arrive(1);
  k.barrier(2);
  k.load(1, 1, 0, 4);
  k.leave(0);
  k.leave(1);
  k.end_block();
  k.end();
  const auto work = k.of_kind(TraceKind::kWork);
  REQUIRE(work.size() == 2);
  CHECK(work[0].warp == 0);
  CHECK(work[0].times == 2);
  CHECK(k.line_of(work[0].point) == 3);
  CHECK(k.line_of(work[0].until) == 1);
  CHECK(work[1].warp == 1);
  CHECK(k.of_kind(TraceKind::kArrive).size() == 2);
  CHECK(k.of_kind(TraceKind::kOpen).size() == 2);
  CHECK(k.of_kind(TraceKind::kExit).size() == 2);
  CHECK(k.of_kind(TraceKind::kOpen)[0].first <
        k.of_kind(TraceKind::kExit)[0].first);
}

TEST_CASE("of the later blocks only one that does not end is kept") {
  Summary k;
  k.start();
  for (uint32_t block = 0; block < 4; ++block) {
    k.block = block;
    k.arrive(0);
    if (block != 2) k.end_block();
  }
  k.session.on_stuck({});
  k.end();
  const auto arrived = k.of_kind(TraceKind::kArrive);
  REQUIRE(arrived.size() == 2);
  CHECK(arrived[0].block == 0);
  CHECK(arrived[1].block == 2);
}

TEST_CASE("of many steps the first and the last are kept, the gap is told") {
  Summary k;
  k.start();
  for (int i = 0; i < 1000; ++i) k.arrive(0);
  k.end();
  const auto arrived = k.of_kind(TraceKind::kArrive);
  REQUIRE(arrived.size() == 512);
  CHECK(arrived[255].first == 255);
  CHECK(arrived[256].left_out == 1000 - 512);
  CHECK(arrived[511].first == 999);
}

TEST_CASE(
    "of a kernel's launches the first, costlier and stuck ones are kept") {
  Summary k;
  for (int i = 0; i < 3; ++i) k.launch(i, 2);
  k.launch(3, 2);  // nothing new
  k.launch(4, 8);  // costlier than all before
  k.launch(5, 4);  // not
  k.info.index = 6;
  k.start();
  k.session.on_stuck({});
  k.arrive(0);
  k.end();
  std::vector<int> kept;
  for (const TraceEvent& e : k.trace().events)
    if (kept.empty() || kept.back() != e.launch) kept.push_back(e.launch);
  CHECK(kept == std::vector<int>{0, 1, 2, 4, 6});
  CHECK(k.trace().launches_left_out == 2);
}

TEST_CASE("launches without end are bounded") {
  Summary k;
  for (int i = 0; i < 200; ++i) k.launch(i, 2);
  CHECK(k.trace().launches_left_out == 197);
  CHECK(k.trace().events.size() < 20);
}

}  // namespace
}  // namespace simt::checks
