// SPDX-License-Identifier: MIT
// What SIMT_STEPS keeps of barrier objects, copies and products in flight.
#include <doctest/doctest.h>

#include "simt/ops/barrier_object.h"
#include "simt/steps/json.h"
#include "tests/host/checks_fixture.h"

namespace simt::checks::flight_test {
namespace {

using ops::BarrierObject;
using steps::Act;
using steps::ActKind;
using steps::Work;
using UseKind = ObjectUse::Kind;
using CopyKind = BulkStep::Kind;

enum Line { kCopy = 1, kCommit, kWaitOne, kWaitAll, kObject, kBulk, kProduct };

/// A launch with an object at byte 64, on which lane 0 of warp 0 works.
struct InFlight : HandLaunch {
  InFlight()
      : HandLaunch({"cp.async.cg.shared.global", "cp.async.commit_group",
                    "cp.async.wait_group 1", "cp.async.wait_all",
                    "mbarrier.arrive.b64", "cp.async.bulk.commit_group",
                    "wgmma.commit_group.sync.aligned"},
                   {64, 1, 1}, ChosenChecks::only({"bank"})) {
    instructions[kWaitOne - 1].operands[0].bits = 1;
    for (size_t i = 0; i < kernel.code.size(); ++i) {
      kernel.forms.emplace_back();
      kernel.code[i].form = &kernel.forms.back();
      kernel.code[i].guard = ops::kNoRef;
    }
    kernel.functions.emplace_back();
    session.write_steps(run);
    start();
  }
  void ran(Line line, LaneMask lanes = kAllLanes) {
    Stepped stepped;
    stepped.at = {block, slot, 0};
    stepped.pc = static_cast<uint32_t>(line - 1);
    stepped.came = stepped.lanes = lanes;
    session.on_stepped(stepped);
  }
  void copies(LaneMask lanes = kAllLanes) {
    store(kCopy, 0, 0, 16, lanes, 16);
    ran(kCopy, lanes);
  }
  /// Lane 0 uses the object, which then stands as `after`.
  void use(UseKind kind, BarrierObject after, bool over = false) {
    access(kObject, AccessKind::kAtomic, 0, 64, 0, 1, 8);
    ObjectUse event;
    event.kind = kind;
    event.at = {block, slot, 0};
    event.pc = kObject - 1;
    event.lanes = 1;
    event.address[0] = 64;
    event.after[0] = after.word();
    event.over = over ? 1 : 0;
    session.on_object(event);
    ran(kObject, 1);
  }
  /// Lane 0 issues copy `number`, or it goes on.
  void bulk(CopyKind kind, uint64_t number, BulkEnd end,
            bool ends_phase = false) {
    BulkCopy copy;
    copy.number = number;
    copy.at = {block, slot, 0};
    copy.pc = kBulk - 1;
    copy.end = end;
    copy.from = copy.to = ptx::Space::kShared;
    copy.source = 128;
    copy.target = 256;
    copy.bytes = 32;
    copy.object = 64;
    BulkStep step;
    step.kind = kind;
    step.copy = &copy;
    step.at = copy.at;
    step.pc = copy.pc;
    step.lanes = 1;
    step.ends_phase = ends_phase;
    session.on_bulk(step);
  }
  void group(CopyKind kind, uint32_t open) {
    BulkStep step;
    step.kind = kind;
    step.at = {block, slot, 0};
    step.pc = kBulk - 1;
    step.lanes = 1;
    step.open = open;
    session.on_bulk(step);
    ran(kBulk, 1);
  }
  void product(WarpgroupStep::Kind kind, uint64_t number) {
    WarpgroupProduct what;
    what.number = number;
    what.at = {block, slot, 0};
    WarpgroupStep step;
    step.kind = kind;
    step.at = what.at;
    step.pc = kProduct - 1;
    step.lanes = kAllLanes;
    step.product = &what;
    session.on_warpgroup(step);
  }
  /// The acts of all steps, in their order.
  std::vector<Act> acts() {
    std::vector<Act> all;
    for (const steps::Step& step : run.steps)
      all.insert(all.end(), step.acts.begin(), step.acts.end());
    return all;
  }
  /// Those of one kind.
  std::vector<Act> acts(ActKind kind) {
    std::vector<Act> some;
    for (const Act& act : acts())
      if (act.kind == kind) some.push_back(act);
    return some;
  }

  steps::Run run;
};

TEST_CASE("an early use of a product says where its group is not closed") {
  for (const bool open : {false, true}) {
    HandLaunch k({"wgmma.mma_async.sync.aligned", "st.global.f32"}, {128, 1, 1},
                 ChosenChecks::only({"warpgroup"}));
    k.start();
    k.session.on_register_use(
        {RegisterUse::Kind::kRead, {}, 1, 0, kAllLanes, open});
    k.session.on_register_use(
        {RegisterUse::Kind::kRead, {}, 1, 0, kAllLanes, !open});
    k.end();
    const auto& found = k.session.report().diagnostics;
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].notes.size() == (open ? 1 : 0));
    if (open) CHECK(found[0].notes[0].key == "group");
  }
}

TEST_CASE("a summary keeps the first copy of a line and its blocks") {
  HandLaunch k({"cp.async.bulk.tensor.2d", "mbarrier.try_wait.shared.b64"});
  k.session.summarise();
  k.start();
  auto box = std::make_shared<ops::TensorBox>();
  box->map.rank = 2;
  box->map.box[0] = 16, box->map.box[1] = 8;
  box->map.steps[0] = box->map.steps[1] = 1;
  box->map.type = ops::TensorType::kU16;
  box->map.swizzle = ops::TensorSwizzle::k32;
  BulkCopy copy;
  copy.lane = 4, copy.bytes = 256, copy.box = box;
  BulkStep step;
  step.copy = &copy, step.lanes = 1u << 4;
  k.session.on_bulk(step);
  copy.again = true;
  copy.peer = {true, 1, 1};
  k.session.on_bulk(step);
  copy = {}, copy.bytes = 16;  // the same line again: not kept
  k.session.on_bulk(step);
  copy.again = true;
  k.session.on_bulk(step);
  ObjectUse test;
  test.kind = ObjectUse::Kind::kTest, test.pc = 1, test.lanes = kAllLanes;
  k.session.on_object(test);  // the phase goes on
  Executions executions;
  executions.warps.assign(2, 1);
  executions.idle.assign(2, 0);
  executions.divergent.assign(2, 0);
  k.session.on_launch_end(executions);
  const auto& events = k.session.report().trace.events;
  REQUIRE(events.size() == 3);  // and two steps: one copy each
  CHECK(events[0].kind == report::TraceKind::kCopy);
  CHECK(events[0].active == 1u << 4);
  CHECK(events[0].copy.bytes == 256);
  CHECK(events[0].copy.box == std::vector<uint32_t>{16, 8});
  CHECK(events[0].copy.row_bytes == 32);
  CHECK(events[0].copy.swizzle == 32);
  CHECK(events[0].copy.blocks == std::vector<uint32_t>{0, 1});
  REQUIRE(events[0].copy.pieces.size() == 16);
  CHECK(events[0].copy.pieces[7] - events[0].copy.pieces[0] == 112);
  CHECK(events[0].copy.pieces[8] - events[0].copy.pieces[0] == 144);
  CHECK(events[1].kind == report::TraceKind::kAsync);
  CHECK(events[2].kind == report::TraceKind::kAsync);
}

TEST_CASE("copies of threads are issued, grouped and waited for by lane") {
  InFlight k;
  k.copies();
  k.copies(1);
  k.ran(kCommit);
  k.copies();
  k.ran(kCommit);
  k.ran(kWaitOne);
  k.copies();
  k.ran(kWaitAll);
  k.ran(kCommit);
  k.end();
  const auto issues = k.acts(ActKind::kIssue);
  REQUIRE(issues.size() == 4);
  CHECK(issues[0].work == Work::kAsync);
  CHECK(issues[0].size == 16);
  CHECK(issues[1].lanes == 1);
  const auto commits = k.acts(ActKind::kCommit);
  REQUIRE(commits.size() == 3);
  CHECK(commits[0].size == 2);  // of lane 0
  CHECK(commits[0].open == 1);
  CHECK(commits[1].size == 1);
  CHECK(commits[1].open == 2);
  CHECK(commits[2].size == 0);  // what wait_all waited for is in no group
  CHECK(commits[2].open == 1);
  const auto waits = k.acts(ActKind::kAwait);
  REQUIRE(waits.size() == 2);
  CHECK(waits[0].open == 1);
  CHECK(waits[1].open == 0);
}

TEST_CASE("an object's arrivals, bytes and phases are told as they stand") {
  InFlight k;
  k.use(UseKind::kInit, {2, 2, 0, 0});
  k.use(UseKind::kArrive, {2, 1, 32, 0});
  k.bulk(CopyKind::kIssue, 1, BulkEnd::kObject);
  k.ran(kBulk, 1);
  k.use(UseKind::kArrive, {2, 0, 32, 0});
  k.bulk(CopyKind::kRead, 1, BulkEnd::kObject);
  k.bulk(CopyKind::kDone, 1, BulkEnd::kObject, true);
  k.use(UseKind::kTest, {2, 2, 0, 1}, true);
  k.end();
  const auto uses = k.acts(ActKind::kObject);
  REQUIRE(uses.size() == 4);
  CHECK(uses[0].use == "init");
  CHECK(uses[0].objects[0].arrivals == 2);
  CHECK(uses[1].use == "arrive");
  CHECK(uses[1].objects[0].at == 64);
  CHECK(uses[1].objects[0].bytes == 32);
  const auto done = k.acts(ActKind::kDone);
  REQUIRE(done.size() == 1);
  CHECK(done[0].objects.at(0).over);
  CHECK(done[0].objects[0].phase == 1);
  CHECK(done[0].objects[0].bytes == 0);
  CHECK(done[0].objects[0].arrivals == 2);
  CHECK(uses[3].use == "test");
  CHECK(uses[3].yes == 1);
  CHECK_FALSE(uses[3].objects[0].over);  // it asks, and ends nothing
  CHECK(uses[3].objects[0].phase == 1);
  CHECK(k.acts(ActKind::kRead).size() == 1);
  CHECK(k.acts(ActKind::kAtomic).empty());  // its access became the use
}

TEST_CASE("a copy that is made at once is complete after its issue") {
  InFlight k;
  k.bulk(CopyKind::kIssue, 1, BulkEnd::kGroup);
  k.bulk(CopyKind::kRead, 1, BulkEnd::kGroup);
  k.bulk(CopyKind::kDone, 1, BulkEnd::kGroup);
  k.ran(kBulk, 1);
  k.group(CopyKind::kCommit, 0);
  k.group(CopyKind::kWait, 0);
  k.end();
  std::vector<ActKind> kinds;
  for (const Act& act : k.acts()) kinds.push_back(act.kind);
  CHECK(kinds == std::vector<ActKind>{ActKind::kLoad, ActKind::kStore,
                                      ActKind::kIssue, ActKind::kRead,
                                      ActKind::kDone, ActKind::kCommit,
                                      ActKind::kAwait});
  CHECK(k.acts(ActKind::kIssue)[0].size == 32);
  CHECK(k.acts(ActKind::kCommit)[0].size == 1);
  CHECK(k.acts(ActKind::kAwait)[0].open == 0);
}

TEST_CASE("a product is in flight until it is made") {
  using Kind = WarpgroupStep::Kind;
  InFlight k;
  k.product(Kind::kIssue, 7);
  k.ran(kProduct);
  k.product(Kind::kCommit, 7);
  k.ran(kProduct);
  k.product(Kind::kDone, 7);
  k.product(Kind::kWait, 7);
  k.ran(kProduct);
  k.end();
  CHECK(k.acts(ActKind::kIssue).at(0).id == 7);
  CHECK(k.acts(ActKind::kCommit).at(0).open == 1);
  CHECK(k.acts(ActKind::kDone).at(0).from == std::vector<int>{0});
  CHECK(k.acts(ActKind::kAwait).at(0).open == 0);
}

TEST_CASE("what is in flight is read as it was written") {
  InFlight k;
  k.use(UseKind::kInit, {2, 2, 0, 0});
  k.use(UseKind::kTest, {2, 2, 0, 0}, true);
  k.bulk(CopyKind::kIssue, 1, BulkEnd::kObject);
  k.ran(kBulk, 1);
  k.bulk(CopyKind::kDone, 1, BulkEnd::kObject);
  k.copies();
  k.ran(kCommit);
  k.end();
  const std::string text = steps::to_json(k.run, "");
  std::string why;
  const auto again = steps::from_json(text, why);
  REQUIRE(again);
  CHECK(again->steps == k.run.steps);
  CHECK(k.acts(ActKind::kDone).at(0).objects.at(0).bytes == -32);
  const auto refused = [&](const std::string& from, const std::string& to) {
    auto wrong = text;
    REQUIRE(wrong.find(from) != std::string::npos);
    wrong.replace(wrong.find(from), from.size(), to);
    return !steps::from_json(wrong, why);
  };
  CHECK(refused("\"objects\":[[0,", "\"objects\":[[9,"));
  CHECK(refused("\"objects\":[[0,64,", "\"objects\":[[0,"));
  CHECK(refused("\"op\":\"mbarrier.arrive.b64\",\"a\":0",
                "\"op\":\"mbarrier.arrive.b64\",\"x\":0"));
  CHECK(refused("\"open\":", "\"opened\":"));
  CHECK(refused("\"use\":\"init\"", "\"use\":\"sing\""));
  CHECK(refused("\"work\":\"copy\"", "\"work\":\"none\""));
  // An access names its array.
  for (const auto kind : {ActKind::kLoad, ActKind::kStore, ActKind::kAtomic,
                          ActKind::kWarpSync}) {
    auto run = k.run;
    auto& step = run.steps.at(0);
    step.acts = {Act{.kind = kind, .lanes = step.on}};
    const bool read =
        steps::from_json(steps::to_json(run, ""), why).has_value();
    CHECK(read == (kind == ActKind::kWarpSync));
  }
}

}  // namespace
TEST_CASE("as many steps as are wanted are kept, and the file says so") {
  InFlight k;
  k.run.most = 2;
  for (int round = 0; round < 5; ++round) k.copies();
  k.end();
  CHECK(k.run.steps.size() == 2);
  CHECK(k.run.cut);
  CHECK_FALSE(k.run.too_large);
  std::string why;
  const auto again = steps::from_json(steps::to_json(k.run, ""), why);
  REQUIRE_MESSAGE(again, why);
  CHECK(again->cut);
  CHECK(again->steps == k.run.steps);
}

TEST_CASE("what variables hold comes back from the file") {
  steps::Run run;
  run.arrays.push_back({"tile", "shared", 64, {}});
  run.launches.push_back({0, "k()", {1, 1, 1}, {32, 1, 1}});
  run.locals = {{"i", "k", 0}, {"cell", "k", 4}};
  steps::Step step;
  step.warp = 0;
  step.on = 7;
  step.acts.push_back({.kind = steps::ActKind::kExit, .lanes = 7});
  step.held = {{0, {"1", "2", "?"}}, {1, {"@0+4", "null", "@0+64"}}};
  run.steps.push_back(step);
  step.held = {{0, {"5", "5", "5"}}, {1, {}}};
  run.steps.push_back(step);
  const std::string text = steps::to_json(run, "");
  CHECK(text.find(R"("held":[[0,"5"],1])") != text.npos);
  std::string why;
  const auto again = steps::from_json(text, why);
  REQUIRE_MESSAGE(again, why);
  CHECK(*again == run);
  const auto refused = [&](const std::string& from, const std::string& to) {
    std::string wrong = text;
    wrong.replace(wrong.find(from), from.size(), to);
    return !steps::from_json(wrong, why);
  };
  CHECK(refused("],1]", "],2]"));
  CHECK(refused("1 2 ?", "1 2"));
  CHECK(refused("@0+4", "@1+4"));
  CHECK(refused("@0+4", "@0+x"));
  CHECK(refused("@0+4", "@"));
  CHECK(refused("\"name\":\"i\"", "\"nome\":\"i\""));
}

}  // namespace simt::checks::flight_test
