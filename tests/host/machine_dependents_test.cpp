// SPDX-License-Identifier: MIT
// griddepcontrol: who waits for other launches, and when a launch lets others
// begin.
#include <doctest/doctest.h>

#include "tests/host/machine_fixture.h"

namespace machine_dependents_test {

using simt::Outcome;

namespace {

/// A launch that is run by hand.
struct ByHand : MachineFixture {
  ByHand(const std::string& code, uint32_t blocks, uint32_t threads,
         uint64_t seed = 0)
      : MachineFixture(kernel_text(".shared .align 4 .u32 flag;", code)) {
    settings_.schedule = seed;
    settings_.beside = [] { return true; };
    launch.kernel = kernel_.get();
    launch.grid = {blocks, 1, 1};
    launch.block = {threads, 1, 1};
    launch.params.resize(kernel_->param_bytes);
    std::memcpy(launch.params.data(), &out_->begin, 8);
  }
  simt::Running& running() {
    if (!running_)
      running_ = std::make_unique<simt::Running>(settings_, memory_, launch);
    return *running_;
  }

  simt::Launch launch;

 private:
  std::unique_ptr<simt::Running> running_;
};

const std::string kOne = "mov.u32 %r2, 1;" + store_at_tid(2);

}  // namespace

TEST_CASE(
    "griddepcontrol.wait holds a thread until other launches have ended") {
  bool done = false;
  ByHand m("griddepcontrol.wait;" + kOne, 3, 64);
  m.settings_.grids_done = [&] { return done; };
  REQUIRE(m.running().go_on() == Outcome::kWaits);
  CHECK(m.host()[0] == 0);
  CHECK(!m.running().gave_way());
  CHECK(!m.running().sees_change());
  done = true;
  CHECK(m.running().sees_change());
  REQUIRE(m.running().go_on() == Outcome::kDone);
  CHECK(m.host()[63] == 1);
}

TEST_CASE("threads that look at a flag of one that waits so are no livelock") {
  for (const uint64_t seed : {0, 1, 2}) {
    bool done = false;
    ByHand m(R"(
      setp.ne.u32 %p1, %r1, 0;
      st.shared.u32 [flag], 0;
      bar.sync 0;
      @%p1 bra LOOP;
      griddepcontrol.wait;
      st.volatile.shared.u32 [flag], 1;
      LOOP: ld.volatile.shared.u32 %r3, [flag];
      setp.eq.u32 %p2, %r3, 0;
      @%p2 bra LOOP;)" +
                 kOne,
             1, 64, seed);
    m.settings_.grids_done = [&] { return done; };
    REQUIRE(m.running().go_on() == Outcome::kWaits);
    done = true;
    REQUIRE(m.running().go_on() == Outcome::kDone);
    CHECK(m.host()[33] == 1);
  }
}

TEST_CASE("a launch gives way only when all blocks have let others begin") {
  int times = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    // One block says so by its end alone.
    ByHand m(R"(
      mov.u32 %r5, %ctaid.x;
      setp.eq.u32 %p1, %r5, 2;
      atom.global.add.u32 %r6, [%rd1+256], 1;
      @!%p1 griddepcontrol.launch_dependents;
      griddepcontrol.launch_dependents;
      bar.sync 0;)" +
                 kOne,
             4, 32, seed);
    int asked = 0;
    m.settings_.dependent_waits = [&](bool let) {
      ++asked;
      CHECK(let);
      CHECK(m.host()[64] == 4 * 32);
      return true;
    };
    const Outcome outcome = m.running().go_on();
    if (seed == 0) CHECK(asked == 0);
    if (outcome == Outcome::kDone) continue;
    REQUIRE(outcome == Outcome::kWaits);
    CHECK(m.running().gave_way());
    ++times;
    m.settings_.dependent_waits = nullptr;
    while (m.running().go_on() != Outcome::kDone) continue;
    CHECK(m.host()[31] == 1);
  }
  CHECK(times > 5);
}

TEST_CASE("a launch gives way when its blocks have begun, where one waits so") {
  for (const bool at_start : {false, true}) {
    int times = 0;  // before a block let others begin, or all have ended
    for (uint64_t seed = 1; seed < 20; ++seed) {
      std::string turns;  // an atomic may end a turn
      for (int i = 0; i < 8; ++i)
        turns += "atom.global.add.u32 %r6, [%rd1+256], 1; bar.sync 0;";
      ByHand m(turns + kOne, 4, 32, seed);
      m.settings_.lets_at_start = at_start;
      m.settings_.dependent_waits = [&](bool let) {
        times += !let;
        return !let;
      };
      const Outcome outcome = m.running().go_on();
      if (outcome == Outcome::kDone) continue;
      REQUIRE(outcome == Outcome::kWaits);
      CHECK(m.running().gave_way());
      m.settings_.dependent_waits = nullptr;
      while (m.running().go_on() != Outcome::kDone) continue;
      CHECK(m.host()[31] == 1);
    }
    CHECK((times > 5) == at_start);
    CHECK((times == 0) != at_start);
  }
}

TEST_CASE("what a launch waited for comes before those that it lets begin") {
  const std::string wait = "griddepcontrol.wait;",
                    trigger = "griddepcontrol.launch_dependents;";
  const auto waited_first = [](const std::string& code) {
    ByHand m(code, 2, 32);
    REQUIRE(m.running().go_on() == Outcome::kDone);
    return m.running().waited_first();
  };
  CHECK(waited_first(wait));
  CHECK(waited_first(wait + trigger));
  CHECK(!waited_first(trigger + wait));
  CHECK(!waited_first(trigger));
}

}  // namespace machine_dependents_test
