// SPDX-License-Identifier: MIT
// What SIMT_TRACE and SIMT_STEPS keep of a launch, and how that is
// bounded.
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include "simt/checks/step_log.h"
#include "simt/checks/step_values.h"
#include "simt/steps/json.h"
#include "tests/host/checks_fixture.h"

namespace simt::checks::summary_test {
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

TEST_CASE("a trace has barrier objects, bulk copies and proxy fences") {
  HandLaunch k({"mbarrier.test_wait.parity.shared.b64", "cp.async.bulk",
                "fence.proxy.async", "fence.proxy.async"});
  k.session.trace({{"k.cu", 1}, {"k.cu", 2}, {"k.cu", 3}});
  k.start();
  ObjectUse test;
  test.kind = ObjectUse::Kind::kTest, test.lanes = test.asked = kAllLanes;
  k.session.on_object(test);  // the phase goes on: nobody passes
  test.over = kAllLanes;
  k.session.on_object(test);
  const BulkCopy copy;
  BulkStep step;
  step.copy = &copy, step.pc = 1, step.lanes = 1;
  k.session.on_bulk(step);
  step.kind = BulkStep::Kind::kDone;  // of no warp
  k.session.on_bulk(step);
  ProxyFence fence;
  fence.pc = 2, fence.lanes = kAllLanes;
  k.session.on_proxy_fence(fence);
  fence.pc = 3;  // another line
  k.session.on_proxy_fence(fence);
  std::vector<int> points;
  for (const TraceEvent& event : k.session.report().trace.events) {
    CHECK(event.kind == TraceKind::kAsync);
    points.push_back(event.point);
  }
  CHECK(points == std::vector<int>{0, 1, 2});
}

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

using steps::ActKind;

/// A launch whose steps are written down.
struct Walk : HandLaunch {
  Walk() : HandLaunch({"ld.global.f32", "st.shared.f32", "bar.sync 0", "bra"}) {
    for (size_t i = 0; i < kernel.code.size(); ++i) {
      kernel.forms.emplace_back().type = ptx::Type::kF32;
      kernel.code[i].form = &kernel.forms.back();
    }
    kernel.code[3].guard = 0;
    kernel.functions.emplace_back();
    session.write_steps(run);
    session.on_allocate({.begin = 4096, .end = 4352, .name = "cudaMalloc #1"});
  }
  /// The instruction of `line` has run; lane i holds `first + i`.
  void ran(int line, uint32_t warp, LaneMask came, LaneMask lanes,
           float first = 0) {
    std::array<float, kWarpSize> row;
    for (size_t i = 0; i < row.size(); ++i) row[i] = first + float(i);
    Stepped stepped;
    stepped.at = {block, slot, warp};
    stepped.pc = static_cast<uint32_t>(line - 1);
    stepped.came = came;
    stepped.lanes = lanes;
    stepped.waiting = 0xf0000000 & ~came;
    Stored rows{.count = 1, .bytes = 4, .stride = 4};
    rows.row[0] = reinterpret_cast<const std::byte*>(row.data());
    if (line == 1) stepped.result = rows;
    if (line == 2) stepped.operand = rows;
    session.on_stepped(stepped);
  }
  void put(uint32_t warp, float first) {
    store(2, warp, warp * 128, 4);
    ran(2, warp, kAllLanes, kAllLanes, first);
  }
  std::string text() { return steps::to_json(run, ""); }

  steps::Run run;
};

TEST_CASE("a step holds the lanes, the array and the values of a line") {
  Walk k;
  k.session.on_host_write(4096, 64);
  k.start();
  k.space = ptx::Space::kGlobal;
  k.load(1, 0, 4096, 4, 7);
  k.ran(1, 0, 0xff, 7, 1.5f);
  k.space = ptx::Space::kShared;
  k.put(1, 8);
  k.barrier(3);
  k.ran(4, 1, 3, 1);
  k.end();
  REQUIRE(k.run.steps.size() == 4);
  const steps::Step& load = k.run.steps[0];
  CHECK(load.on == 0xffu);
  CHECK(load.waiting == 0xf0000000u);
  CHECK(load.elsewhere() == 0x0fffff00u);
  CHECK(load.line == 1);
  const steps::Act& act = load.acts.at(0);
  CHECK(act.lanes == 7u);
  CHECK(act.at == std::vector<int64_t>{0, 4, 8});
  CHECK(act.values == std::vector<std::string>{"1.5", "2.5", "3.5"});
  CHECK(k.run.arrays[0].name == "cudaMalloc #1");
  CHECK(k.run.arrays[0].written ==
        std::vector<std::array<uint64_t, 2>>{{0, 64}});
  CHECK(k.run.arrays[1].name == "buf");
  CHECK(k.run.steps[1].acts[0].values.back() == "39");
  CHECK(k.run.steps[2].acts[0].kind == ActKind::kOpens);
  CHECK(k.run.steps[2].acts[0].from == std::vector<int>{0, 1});
  CHECK(k.run.steps[3].acts[0].kind == ActKind::kBranch);
  CHECK(k.run.steps[3].acts[0].lanes == 1);
}

TEST_CASE("where a shared array begins is written down and read") {
  Walk k;
  k.kernel.shared = {{"buf", 0, 128, false}, {"next", 128, 1024, false}};
  k.start();
  k.put(0, 0);
  k.put(1, 0);
  k.end();
  std::string why;
  const auto again = steps::from_json(k.text(), why);
  REQUIRE(again);
  REQUIRE(again->arrays.size() == 2);
  CHECK(again->arrays[0].begin == 0);
  CHECK(again->arrays[1].begin == 128);
  CHECK(k.text().find("\"begin\":0") == std::string::npos);
}

TEST_CASE("a line that a warp comes to again is another step") {
  Walk k;
  k.start();
  for (int round = 0; round < 3; ++round) k.put(0, 0);
  k.put(1, 0);
  k.end();
  CHECK(k.run.steps.size() == 4);
}

TEST_CASE("a race fires where its second thread touches the cell") {
  Walk k;
  k.start();
  k.put(0, 0);
  k.put(1, 0);
  k.store(2, 1, 64, 4, 1);  // into what warp 0 stored
  k.ran(2, 1, 1, 1);
  k.end();
  REQUIRE(k.run.fires.size() == 1);
  CHECK(k.run.fires[0].name == "shared-race");
  CHECK(k.run.fires[0].step == 2);
  CHECK(k.run.fires[0].earlier == 0);
}

TEST_CASE("a diagnostic fires at the place that its numbers call the last") {
  Walk k;
  k.start();
  k.put(0, 0);
  k.end();
  steps::Run run = k.run;
  run.steps.push_back(run.steps.front());
  run.steps.back().line = 4;
  report::Diagnostic d;
  d.places.resize(2);
  for (report::Place& place : d.places) place.file = "k.cu";
  d.places[0].line = 4;
  d.places[0].number = 2;
  d.places[1].line = 2;
  d.places[1].number = 1;
  report::Report report;
  Findings findings(report);
  const Scene scene(findings);
  StepLog(scene, run).place({d}, 0);
  REQUIRE(run.fires.size() == 1);
  CHECK(run.fires[0].step == static_cast<int>(run.steps.size()) - 1);
  CHECK(run.fires[0].earlier == 0);
}

TEST_CASE("steps are read as they were written, and nothing else is") {
  Walk k;
  k.start();
  k.put(0, 0.25f);
  k.put(1, 3e20f);
  k.barrier(3);
  k.end();
  std::string why;
  const auto again = steps::from_json(k.text(), why);
  REQUIRE(again);
  CHECK(*again == k.run);
  const auto refused = [&](const std::string& from, const std::string& to) {
    std::string text = k.text();
    const size_t at = text.find(from);
    REQUIRE(at != text.npos);
    text.replace(at, from.size(), to);
    why.clear();
    return !steps::from_json(text, why) && !why.empty();
  };
  CHECK(refused("\"steps\":1", "\"steps\":2"));
  CHECK(refused("\"a\":0", "\"a\":1"));
  CHECK(refused("\"l\":0", "\"l\":-1"));
  CHECK(refused("\"w\":0", "\"w\":2"));
  CHECK(refused("\"k\":\"store\"", "\"k\":\"stare\""));
  CHECK(refused("\"v\":\"0.25 ", "\"v\":\""));
  CHECK(refused("\"row\":[0,4]", "\"row\":[0,-4]"));
  CHECK(refused("{\"array\"", "{\"arrow\""));
}

TEST_CASE("a run of more than 5 MB is refused, and keeps nothing") {
  Walk k;
  k.start();
  for (int round = 0; round < 40'000 && !k.run.too_large; ++round)
    k.put(0, float(round) + 0.123f);
  k.put(1, 0);
  k.end();
  CHECK(k.run.too_large);
  CHECK(k.run.steps.empty());
  CHECK(k.text().size() < 100);
}

TEST_CASE("where no steps are asked for, nobody hears of them") {
  HandLaunch k({"ld.shared.f32"});
  k.start();
  CHECK_FALSE(k.session.steps);
  Walk asked;
  asked.start();
  CHECK(asked.session.steps);
  CHECK_FALSE(asked.session.has_parts());
}

TEST_CASE("a value is written with as many digits as name it") {
  const float third = 1.0f / 3;
  CHECK(value_text(ptx::Type::kF32, reinterpret_cast<const std::byte*>(&third),
                   4) == "0.33333334");
  const int32_t minus = -5;
  const auto* bytes = reinterpret_cast<const std::byte*>(&minus);
  CHECK(value_text(ptx::Type::kS32, bytes, 4) == "-5");
  CHECK(value_text(ptx::Type::kB32, bytes, 4) == "4294967291");
  const std::array<uint16_t, 2> halves{0x3c00, 0xc000};
  CHECK(value_text(ptx::Type::kF16x2,
                   reinterpret_cast<const std::byte*>(halves.data()),
                   4) == "1,-2");
}

TEST_CASE("what the host wrote is kept as few ranges") {
  Ranges ranges;
  for (const uint64_t begin : {40, 0, 10, 20})
    add_range(ranges, begin, begin + 10);
  CHECK(ranges == Ranges{{0, 30}, {40, 50}});
  add_range(ranges, 25, 45);
  CHECK(ranges == Ranges{{0, 50}});
}

}  // namespace
}  // namespace simt::checks::summary_test
