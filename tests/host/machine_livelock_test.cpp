// SPDX-License-Identifier: MIT
// How a launch that runs in a circle is told from one that moves on.
#include <doctest/doctest.h>

#include "simt/machine/cycle.h"
#include "simt/machine/livelock.h"
#include "simt/machine/warp_states.h"
#include "tests/host/machine_by_hand.h"

namespace machine_livelock_test {

using simt::Livelock;
using Round = simt::Livelock::Round;
using Verdict = simt::Livelock::Verdict;

namespace {

constexpr simt::ops::Op kLoads{"ld.volatile.u32 d, [a]", 0, nullptr,
                               simt::ops::Event::kAccess,
                               simt::ops::Does::kReads};
constexpr simt::ops::Op kClock{"mov.u32 d, %clock", 0, nullptr,
                               simt::ops::Event::kNothing,
                               simt::ops::Does::kReadsClock};
constexpr uint32_t kAddress = 1200, kUnused = 1400, kTime = 1600;

/// A warp in a loop of one load, whose address is in a register row. A round
/// runs it once, and then `step`.
struct Looping {
  Looping() {
    kernel.functions.resize(1);
    kernel.functions[0].frame_bytes = 2048;
    kernel.code.resize(2);
    kernel.info.resize(2);
    for (auto& in : kernel.code) in.form = &form;
    kernel.code[0].a = kAddress;
    kernel.code[0].d = kUnused;
    kernel.info[0].op = &kLoads;
    kernel.code[1].d = kTime;
    kernel.info[1].op = &kClock;
    executions.warps.resize(2);
    executions.idle.resize(2);
    executions.divergent.resize(2);
    block.index = 4;
    resident.push_back(&block);
  }
  uint32_t& word(uint32_t row) {
    return *reinterpret_cast<uint32_t*>(block.warps[0].base->registers.get() +
                                        row);
  }
  Verdict look() {
    return livelock.look([this] {
      ++executions.warps[0];
      if (context.observer != nullptr) context.observer->on_access(access());
      ++rounds;
      return step();
    });
  }
  simt::Access access() const {
    simt::Access a;
    a.active = 0xf;
    a.shape = simt::Shape::kUniform;
    a.base = 0x4000;
    a.at = {4, 0, 0};
    a.allocation = &allocation;
    return a;
  }

  simt::program::Kernel kernel;
  simt::ops::Form form;
  simt::Settings settings;
  simt::Block block = block_of(1);
  std::deque<simt::Block*> resident;
  simt::ops::Context context;
  simt::Executions executions;
  simt::Allocation allocation;
  Livelock livelock{settings, kernel, resident, context, executions};
  std::function<Round()> step = [] { return Round::kRan; };
  uint32_t rounds = 0;
};

/// States that are numbers.
struct Numbers {
  bool same() const { return now == kept; }
  void keep() { kept = now; }
  bool comes_again(uint64_t number) {
    now = number;
    return cycle.comes_again(*this);
  }
  simt::CycleFinder cycle;
  uint64_t now = 0, kept = 0;
};

}  // namespace

TEST_CASE("cycle: a state that comes again is found, with its period") {
  for (uint64_t period : {1, 2, 3, 7, 32}) {
    for (uint64_t before : {0, 1, 5, 20}) {  // states that never come again
      Numbers numbers;
      uint64_t i = 0;
      while (i < 1000 && !numbers.comes_again(
                             i < before ? 1000 + i : (i - before) % period))
        ++i;
      REQUIRE(i < 4 * (before + period));
      CHECK(numbers.cycle.period() == period);
    }
  }
}

TEST_CASE("cycle: states that are all new are none") {
  Numbers numbers;
  for (uint64_t i = 0; i < 1000; ++i) CHECK(!numbers.comes_again(i));
}

TEST_CASE("cycle: what is forgotten does not come again, what is held does") {
  Numbers numbers;
  numbers.comes_again(5);
  numbers.cycle.forget();
  CHECK(!numbers.comes_again(5));
  CHECK(!numbers.comes_again(6));  // now 6 is kept
  CHECK(!numbers.comes_again(7));
  CHECK(numbers.comes_again(6));
  CHECK(numbers.cycle.period() == 2);
  numbers.cycle.hold();
  for (uint64_t i = 0; i < 100; ++i) CHECK(!numbers.comes_again(7 + i % 2));
  CHECK(numbers.comes_again(6));
  CHECK(numbers.cycle.period() == 101);
}

TEST_CASE("livelock timer: looks grow longer and rarer") {
  simt::LookTimer timer;
  CHECK(!timer.due(65'535, true));
  CHECK(timer.due(65'536, true));
  CHECK(timer.rounds() == 16);
  CHECK(!timer.due(131'071, true));
  CHECK(timer.due(131'072, true));
  CHECK(!timer.due(131'072 + 131'071, true));
  CHECK(timer.rounds() == 32);
  CHECK(!timer.due(4'194'303, false));  // while stores go on
  CHECK(timer.due(4'194'304, false));
}

TEST_CASE("livelock: the same state again is one") {
  Looping l;
  CHECK(l.look() == Verdict::kLivelock);
  const auto polls = l.livelock.polls().of({4, 0, 0}, 1);
  REQUIRE(polls.size() == 1);
  CHECK(polls[0].address == 0x4000);
  CHECK(polls[0].lanes == 0xf);
  CHECK(l.livelock.skipped() == 0);
  // What is run to see the polls does not count.
  CHECK(l.executions.warps[0] == l.rounds - 1);
  CHECK(!l.context.compare_stores);
  CHECK(l.context.observer == nullptr);
}

TEST_CASE("livelock: what is run to see the polls is not counted") {
  Looping l;
  std::vector<simt::SharedTally> shared(2);
  std::vector<simt::GlobalTally> global(2);
  l.context.tallies = shared.data();
  l.context.global_tallies = global.data();
  uint32_t seen = 0;
  l.step = [&] {
    if (l.context.observer != nullptr) {
      ++seen;
      CHECK(l.context.tallies == nullptr);  // else it would hear of nothing
      CHECK(l.context.global_tallies == nullptr);
    }
    return Round::kRan;
  };
  CHECK(l.look() == Verdict::kLivelock);
  CHECK(seen == 1);
  CHECK(l.context.tallies == shared.data());
  CHECK(l.context.global_tallies == global.data());
}

TEST_CASE("livelock: all warps of all blocks belong to the state") {
  Looping l;
  l.block = block_of(2);
  simt::Block other = block_of(2);
  l.resident.push_back(&other);
  const simt::Relevance relevance = [&] {
    simt::Relevance found(l.kernel, l.executions);
    ++l.executions.warps[0];
    found.grow(l.executions);
    return found;
  }();
  simt::WarpStates states(l.resident, relevance);
  states.keep();
  CHECK(states.same());
  for (simt::Block* block : {&l.block, &other}) {
    for (simt::Warp& warp : block->warps) {
      auto& address =
          *reinterpret_cast<uint32_t*>(warp.base->registers.get() + kAddress);
      ++address;
      CHECK_FALSE(states.same());
      CHECK_FALSE(states.same());
      --address;
      CHECK(states.same());
    }
  }
  l.resident.pop_back();
  CHECK_FALSE(states.same());
}

TEST_CASE("livelock: an address that changes is no circle") {
  Looping l;
  l.step = [&] {
    ++l.word(kAddress);
    return Round::kRan;
  };
  CHECK(l.look() == Verdict::kMovesOn);
  CHECK(l.rounds == 8);
}

TEST_CASE("livelock: a register that nothing depends on does not matter") {
  Looping l;
  l.step = [&] {
    ++l.word(kUnused);
    return Round::kRan;
  };
  CHECK(l.look() == Verdict::kLivelock);
}

TEST_CASE("livelock: lanes, waits and barriers are part of the state") {
  Looping l;
  simt::Split& split = l.block.warps[0].splits[0];
  l.step = [&] {
    split.mask >>= 1;
    return Round::kRan;
  };
  CHECK(l.look() == Verdict::kMovesOn);
  split.mask = simt::kAllLanes;
  l.block.barriers[3].open = true;
  l.step = [&] {
    ++l.block.barriers[3].arrived[0];
    return Round::kRan;
  };
  CHECK(l.look() == Verdict::kMovesOn);
  split.wait = simt::Split::Wait::kWarp;
  l.step = [&] {
    ++split.asked;
    return Round::kRan;
  };
  CHECK(l.look() == Verdict::kMovesOn);
}

TEST_CASE("livelock: a store that changes memory is no circle") {
  Looping l;
  l.step = [&] {
    CHECK(l.context.compare_stores);
    CHECK(!l.context.delay_stores);
    if (l.rounds == 2) ++l.context.effects;
    return Round::kRan;
  };
  l.context.delay_stores = true;
  CHECK(l.look() == Verdict::kMovesOn);
  CHECK(l.rounds == 2);
  CHECK(l.context.delay_stores);
}

TEST_CASE("livelock: rounds in which nothing runs say nothing") {
  Looping l;
  l.step = [] { return Round::kIdle; };
  CHECK(l.look() == Verdict::kMovesOn);
  CHECK(l.rounds == 1);
}

TEST_CASE("livelock: a fault in a round ends the look") {
  Looping l;
  l.step = [] { return Round::kFault; };
  CHECK(l.look() == Verdict::kFault);
  CHECK(!l.context.compare_stores);
}

TEST_CASE("livelock: who waits for a time is given it") {
  Looping l;
  l.step = [&] {
    ++l.executions.warps[1];
    if (l.livelock.skipped() > 0) ++l.word(kAddress);  // the time has come
    return Round::kRan;
  };
  CHECK(l.look() == Verdict::kMovesOn);
  CHECK(l.livelock.skipped() >= uint64_t{1} << 30);
}

TEST_CASE("livelock: who reads a clock for nothing is still in a circle") {
  Looping l;
  l.step = [&] {
    ++l.executions.warps[1];
    ++l.word(kTime);
    return Round::kRan;
  };
  CHECK(l.look() == Verdict::kLivelock);
  CHECK(l.livelock.skipped() > uint64_t{1} << 50);
}

TEST_CASE("livelock: the host may still store what the threads look at") {
  Looping l;
  bool others = true;
  l.settings.host_threads = [&] { return others; };
  l.allocation.host_visible = true;
  CHECK(l.look() == Verdict::kMovesOn);
  others = false;
  CHECK(l.look() == Verdict::kLivelock);
  others = true;
  l.allocation.host_visible = false;
  CHECK(l.look() == Verdict::kLivelock);
}

TEST_CASE("livelock: a host that goes on is waited for, and before a time") {
  Looping l;
  l.settings.host_goes_on = true;
  CHECK(l.look() == Verdict::kLivelock);
  l.allocation.host_visible = true;
  CHECK(l.look() == Verdict::kWaits);
  l.step = [&] {
    ++l.executions.warps[1];
    return Round::kRan;
  };
  CHECK(l.look() == Verdict::kWaits);
  CHECK(l.livelock.skipped() == 0);
  l.settings.host_goes_on = false;
  CHECK(l.look() == Verdict::kLivelock);
}

TEST_CASE("livelock: a launch beside this one may store what it looks at") {
  Looping l;
  bool beside = true;
  l.settings.beside = [&] { return beside; };
  CHECK(l.look() == Verdict::kLivelock);  // the host waits: nothing goes on
  l.settings.host_goes_on = true;
  CHECK(l.look() == Verdict::kWaits);
  beside = false;
  CHECK(l.look() == Verdict::kLivelock);
}

TEST_CASE("livelock: after a pause it is looked for anew") {
  simt::LookTimer timer;
  uint64_t now = 0;
  for (int looks = 0; looks < 10; now += 1024) looks += timer.due(now, true);
  CHECK_FALSE(timer.due(now + (1 << 17), true));
  CHECK(simt::LookTimer(now).due(now + (1 << 17), true));
  CHECK_FALSE(simt::LookTimer(now).due(now + 1024, true));
}

TEST_CASE("polls: one for each instruction of a warp, with all its lanes") {
  simt::Polls polls;
  simt::Access a;
  a.shape = simt::Shape::kUniform;
  a.at = {1, 0, 2};
  a.pc = 9;
  a.active = 1;
  polls.on_access(a);
  a.active = 4;
  polls.on_access(a);
  a.pc = 3;
  polls.on_access(a);
  a.kind = simt::AccessKind::kStore;
  a.pc = 4;
  polls.on_access(a);
  a.kind = simt::AccessKind::kLoad;
  a.space = simt::ptx::Space::kLocal;
  polls.on_access(a);
  const auto all = polls.of({1, 0, 2}, 7);
  REQUIRE(all.size() == 2);
  CHECK(all[0].pc == 3);
  CHECK(all[1].pc == 9);
  CHECK(all[1].lanes == 5);
  CHECK(polls.of({1, 0, 2}, 1).size() == 1);
  CHECK(polls.of({1, 0, 1}, 7).empty());
  CHECK(polls.of({2, 0, 2}, 7).empty());
}

}  // namespace machine_livelock_test
