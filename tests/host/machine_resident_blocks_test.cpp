// SPDX-License-Identifier: MIT
// The order in which blocks start and have their turns, and when it is not
// tried to run them in parts.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "simt/checks/session.h"
#include "simt/machine/resident_blocks.h"
#include "simt/report/json.h"
#include "tests/host/machine_fixture.h"

namespace machine_resident_blocks_test {

namespace {

using simt::StartOrder;

/// A launch of `blocks` blocks of one warp, of which four are resident.
struct Resident {
  explicit Resident(uint32_t blocks, uint64_t seed = 0,
                    StartOrder order = StartOrder::kFitting)
      : dice(seed),
        settings(settings_of()),
        launch(launch_of(kernel, blocks)),
        shape(settings, launch),
        all(fresh, shape, 0, dice, seed == 0 ? StartOrder::kPlain : order) {}
  static simt::Settings settings_of() {
    simt::Settings settings;
    settings.profile = simt::find_profile("h200");
    settings.sms = 4;
    return settings;
  }
  static simt::Launch launch_of(simt::program::Kernel& kernel,
                                uint32_t blocks) {
    kernel.functions.resize(1);
    kernel.functions[0].frame_bytes = 64;
    simt::Launch launch;
    launch.kernel = &kernel;
    launch.grid = {blocks, 1, 1};
    launch.block = {32, 1, 1};
    launch.dynamic_shared = 200'000;  // one block on a multiprocessor
    return launch;
  }
  /// A cluster of one block; null: none started.
  simt::Block* start() {
    const std::vector<simt::Block*>& started = all.start();
    return started.empty() ? nullptr : started[0];
  }
  /// The numbers of the resident blocks, in the order of their turns.
  std::vector<uint32_t> turns() const {
    std::vector<uint32_t> numbers;
    for (const simt::Block* block : all.all()) numbers.push_back(block->index);
    return numbers;
  }

  simt::program::Kernel kernel;
  simt::Dice dice;
  simt::Settings settings;
  simt::Launch launch;
  simt::LaunchShape shape;
  simt::FreshBlocks fresh{settings, launch, shape};
  simt::ResidentBlocks all;
};

using Numbers = std::vector<uint32_t>;

}  // namespace

TEST_CASE("resident blocks: blocks start in order while there is room") {
  Resident r(6);
  for (uint32_t i = 0; i < 4; ++i) {
    const simt::Block* block = r.start();
    REQUIRE(block != nullptr);
    CHECK(block->index == i);
    CHECK(block->slot == i);
  }
  CHECK(r.start() == nullptr);
  CHECK(r.all.not_started() == 2);
  simt::Block& second = *r.all.all()[1];
  r.all.finish(second);
  CHECK(r.turns() == Numbers{0, 2, 3});
  CHECK(r.start() == &second);  // its slot serves another block
  CHECK(second.index == 4);
  CHECK(second.slot == 1);
  CHECK(r.turns() == Numbers{0, 2, 3, 4});
}

TEST_CASE("resident blocks: turns pass in order") {
  Resident r(3);
  for (int i = 0; i < 3; ++i) r.start();
  CHECK(r.all.take_turn().index == 0);
  CHECK(r.all.take_turn().index == 0);  // until it passes
  r.all.pass(1, true);
  CHECK(r.turns() == Numbers{1, 2, 0});
  r.all.last_first();
  CHECK(r.turns() == Numbers{0, 1, 2});
}

TEST_CASE("resident blocks: a share of a launch starts and ends inside it") {
  Resident r(100);
  r.all.limit_to(40, 42, 100);
  CHECK(r.all.not_started() == 2);
  CHECK(r.start()->index == 40);
  CHECK(r.start()->index == 41);
  CHECK(r.start() == nullptr);
}

TEST_CASE("resident blocks: a share may have less room") {
  Resident r(100);
  r.all.limit_to(0, 100, 2);
  r.start();
  simt::Block* const second = r.start();
  REQUIRE(second != nullptr);
  CHECK(r.start() == nullptr);
  r.all.finish(*second);
  CHECK(r.start()->index == 2);
}

TEST_CASE("resident blocks: some block can run while a warp of it can") {
  Resident r(2);
  CHECK(!r.all.any_runnable());
  r.start();
  r.start();
  simt::Split& first = r.all.all()[0]->warps[0].splits[0];
  simt::Split& second = r.all.all()[1]->warps[0].splits[0];
  first.wait = simt::Split::Wait::kBarrier;
  CHECK(r.all.any_runnable());
  second.wait = simt::Split::Wait::kWarp;
  CHECK(!r.all.any_runnable());
  second.wait = simt::Split::Wait::kTurn;  // one of them is chosen then
  CHECK(r.all.any_runnable());
}

TEST_CASE("resident blocks: a seed starts blocks of those that fit") {
  std::set<uint32_t> first;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Resident r(6, seed);
    Numbers started;
    for (int i = 0; i < 4; ++i) started.push_back(r.start()->index);
    first.insert(started[0]);
    // Together they fit: nobody waits for a block that finds no room.
    std::sort(started.begin(), started.end());
    CHECK(started == Numbers{0, 1, 2, 3});
    CHECK(r.all.not_started() == 2);
  }
  CHECK(first == std::set<uint32_t>{0, 1, 2, 3});
}

TEST_CASE("resident blocks: a seed gives any block the next turn") {
  Resident r(4, 9);
  for (int i = 0; i < 4; ++i) r.start();
  std::set<uint32_t> seen;
  for (int i = 0; i < 100; ++i) seen.insert(r.all.take_turn().index);
  CHECK(seen == std::set<uint32_t>{0, 1, 2, 3});
}

TEST_CASE("resident blocks: after long without effect all come in line") {
  constexpr int kLongQuiet = 1024;
  std::set<Numbers> by_dice;
  std::set<uint32_t> afterwards;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Resident r(4, seed);
    for (int i = 0; i < 4; ++i) r.start();
    const auto turns = [&](int count, bool acted) {
      Numbers seen;
      for (int i = 0; i < count; ++i) {
        seen.push_back(r.all.take_turn().index);
        r.all.pass(seen.back() == 2 ? 7 : 9, acted && seen.back() != 3);
      }
      return seen;
    };
    turns(100, true);  // but block 3 has no effect
    while (turns(1, true)[0] == 3) {
    }
    by_dice.insert(turns(kLongQuiet, false));
    CHECK(turns(4, false) == Numbers{3, 2, 0, 1});
    CHECK(turns(4, false) == Numbers{1, 0, 2, 3});
    turns(4, true);
    afterwards.insert(turns(1, true)[0]);
  }
  CHECK(by_dice.size() == 20);
  CHECK(afterwards.size() == 4);
}

TEST_CASE("resident blocks: the plain order never changes") {
  Resident r(4);
  for (int i = 0; i < 4; ++i) r.start();
  for (uint32_t i = 0; i < 5000; ++i) {
    REQUIRE(r.all.take_turn().index == i % 4);
    r.all.pass(i + 1, i == 2);
  }
}

TEST_CASE(
    "resident blocks: in any order each block starts once, and some late") {
  std::set<uint32_t> first, left;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Resident r(6, seed, StartOrder::kAny);
    std::set<uint32_t> started;
    for (int i = 0; i < 4; ++i) started.insert(r.start()->index);
    CHECK(r.start() == nullptr);
    CHECK(r.all.not_started() == 2);
    first.insert(r.all.all()[0]->index);
    if (started.count(0) == 0) left.insert(0);
    while (!r.all.all().empty()) {
      r.all.finish(*r.all.all()[0]);
      if (const simt::Block* block = r.start()) started.insert(block->index);
    }
    CHECK(started == std::set<uint32_t>{0, 1, 2, 3, 4, 5});
    CHECK(r.all.not_started() == 0);
  }
  CHECK(first == std::set<uint32_t>{0, 1, 2, 3, 4, 5});
  CHECK(left == std::set<uint32_t>{0});  // others may wait for it in vain
}

TEST_CASE("resident blocks: in any order a large grid starts anywhere") {
  bool high = false;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Resident r(1000000, seed, StartOrder::kAny);
    high = high || r.start()->index >= 500000;
  }
  CHECK(high);
}

namespace {

constexpr uint32_t kBlocks = 300, kThreads = 64;
constexpr uint32_t kWords = kBlocks * kThreads;

/// Counts the parts that it was asked for.
struct Asked : simt::Observer {
  bool has_parts() const override { return parted; }
  bool judges_threads() const override { return judges; }
  std::unique_ptr<simt::Observer> part() override {
    ++asked;
    return std::make_unique<simt::Observer>();
  }
  bool parted = true, judges = true;
  int asked = 0;
};

/// A launch of which nothing forbids that it is tried in parts.
struct Try {
  explicit Try(const std::string& before = "")
      : m(kernel_text("", before + "st.global.u32 [%rd1], 1;"), kWords) {}
  int parts(uint32_t blocks = kBlocks) {
    const int before = observer.asked;
    m.settings_.observer = &observer;
    m.run(blocks, kThreads);
    return observer.asked - before;
  }
  MachineFixture m;
  Asked observer;
};

}  // namespace

TEST_CASE("a launch is tried in parts where nothing forbids it") {
  Try plain;
  plain.m.settings_.workers = 3;
  CHECK(plain.parts() == 3);
  CHECK(plain.m.kernel_->blocks_met);  // all stored to one word
  CHECK(plain.parts() == 0);           // so it is not tried again
  Try counted;
  counted.observer.judges = false;
  CHECK(counted.parts() == 0);  // one thread has nothing to win
  counted.m.settings_.workers = 3;
  counted.m.alone_ = false;  // counts do not care
  CHECK(counted.parts() == 3);
  Try few;
  few.m.settings_.workers = 3;
  CHECK(few.parts(31) == 0);
  CHECK(few.parts(32) == 1);
}

TEST_CASE("threads that go round are sooner worth a host thread") {
  const auto parts = [](const char* before, uint32_t blocks) {
    Try tried(before);
    tried.m.settings_.workers = 3;
    return tried.parts(blocks);
  };
  CHECK(parts("", 255) == 1);
  CHECK(parts("", 256) == 3);
  const char* loop = "$again: setp.gt.u32 %p1, %r1, 64; @%p1 bra $again;";
  CHECK(parts(loop, 63) == 1);
  CHECK(parts(loop, 64) == 3);
}

TEST_CASE("a launch is not tried in parts where its order may be seen") {
  Try beside;
  beside.m.alone_ = false;
  CHECK(beside.parts() == 0);
  Try schedule;
  schedule.m.settings_.schedule = 1;
  CHECK(schedule.parts() == 0);
  Try deaf;
  deaf.observer.parted = false;
  CHECK(deaf.parts() == 0);
  Try shown;  // the host could see what is put back
  shown.m.out_->host_visible = true;
  CHECK(shown.parts() == 0);
  shown.m.out_->freed = true;
  CHECK(shown.parts() == 1);
  Try only_read;
  only_read.m.memory_.allocate(64, "flags", 1, false)->host_visible = true;
  CHECK(only_read.parts() == 1);
}

TEST_CASE("a store by an address that the code hides is seen") {
  // Its halves come from memory: nothing says that out is stored to.
  const auto hidden = [](bool alone) {
    simt::checks::Session session(simt::checks::ChosenChecks{});
    MachineFixture m(kernel_text("", R"(
      ld.global.v2.u32 {%r2, %r3}, [%rd1];
      mov.b64 %rd2, {%r2, %r3};
      st.global.u32 [%rd2], %r1;)"),
                     1024);
    session.on_allocate(*m.out_);
    session.on_host_write(m.out_->begin, 4096);
    const uint64_t to = m.out_->begin + 64;
    std::memcpy(m.host(), &to, sizeof(to));
    CHECK_FALSE(m.kernel_->footprint.anywhere);
    m.settings_.observer = &session;
    m.alone_ = alone;
    m.run(kBlocks, kThreads);
    return simt::report::to_json(session.report(), "");
  };
  CHECK(hidden(true) == hidden(false));
  CHECK(hidden(true).find("global-race") != std::string::npos);
}

}  // namespace machine_resident_blocks_test
