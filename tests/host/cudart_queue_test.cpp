// SPDX-License-Identifier: MIT
// Which work may begin: its clock decides, and then the seed.
#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "simt/context/queue.h"
#include "tests/host/machine_fixture.h"

using simt::cudart::Chain;
using simt::cudart::Clock;
using simt::cudart::EmptyWork;
using simt::cudart::LaunchOrder;
using simt::cudart::Queue;
using simt::cudart::RecordWork;

namespace {

struct QueueStream {
  Chain chain;
  Clock clock;
};

struct QueueFixture {
  LaunchOrder order;
  QueueStream a{order.new_chain(), {}}, b{order.new_chain(), {}};
  Queue queue;

  explicit QueueFixture(uint64_t seed = 1) : queue(seed) {}

  /// Work is known by a letter.
  void add(QueueStream& line, char name) {
    const auto event = reinterpret_cast<cudaEvent_t>(uintptr_t(name));
    queue.add({RecordWork{event}, order.issue(line.chain, line.clock), {}});
  }
  static char name_of(const simt::cudart::Queued& queued) {
    return static_cast<char>(
        reinterpret_cast<uintptr_t>(std::get<RecordWork>(queued.work).event));
  }
  std::string run(const Clock& needed) {
    std::string taken;
    while (queue.holds(needed)) taken += name_of(*queue.take());
    return taken;
  }
  std::string run_all() {
    std::string taken;
    while (const auto next = queue.take()) taken += name_of(*next);
    return taken;
  }
};

/// What comes out under many seeds.
template <class Body>
std::set<std::string> outcomes(Body body) {
  std::set<std::string> all;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    QueueFixture f(seed);
    all.insert(body(f));
  }
  return all;
}

using QueueRuns = std::set<std::string>;

}  // namespace

TEST_SUITE("queue") {
  TEST_CASE("a stream keeps its order") {
    CHECK(outcomes([](QueueFixture& f) {
            for (const char c : {'1', '2', '3'}) f.add(f.a, c);
            return f.run_all();
          }) == QueueRuns{"123"});
  }

  TEST_CASE("two streams come in every order that they allow") {
    CHECK(outcomes([](QueueFixture& f) {
            f.add(f.a, '1');
            f.add(f.b, 'x');
            f.add(f.a, '2');
            return f.run_all();
          }) == QueueRuns{"12x", "1x2", "x12"});
  }

  TEST_CASE("an event holds back what waits for it, and no more") {
    CHECK(outcomes([](QueueFixture& f) {
            f.add(f.a, '1');
            const Clock event = f.a.clock;
            f.add(f.a, '2');
            f.b.clock.join(event);
            f.add(f.b, 'x');
            return f.run_all();
          }) == QueueRuns{"12x", "1x2"});
  }

  TEST_CASE("what is needed runs, with all that comes before it") {
    const auto all = outcomes([](QueueFixture& f) {
      f.add(f.a, '1');
      f.b.clock.join(f.a.clock);
      f.add(f.b, 'x');
      const Clock needed = f.b.clock;
      f.add(f.a, '2');
      const std::string taken = f.run(needed);
      CHECK(f.run(needed).empty());
      CHECK((taken.find('2') == std::string::npos) == !f.queue.empty());
      return taken;
    });
    CHECK(all == QueueRuns{"1x", "12x"});
  }

  TEST_CASE("what nobody asked for may stay") {
    QueueFixture f;
    f.add(f.a, '1');
    CHECK(f.run(f.b.clock).empty());
    CHECK(!f.queue.empty());
    f.queue.clear();
    CHECK(f.run_all().empty());
    CHECK(!f.queue.overflows());
  }

  TEST_CASE(
      "beside a launch under way nothing behind it begins, and no kernel while "
      "blocks of it have not") {
    QueueFixture f;
    simt::cudart::UnderWay launch;
    launch.ticket = f.order.issue(f.a.chain, f.a.clock);
    launch.has_fresh_blocks = true;
    simt::cudart::LaunchesUnderWay under_way;
    under_way.put(std::move(launch));
    f.add(f.a, '1');
    f.queue.add(
        {simt::cudart::KernelWork{}, f.order.issue(f.b.chain, f.b.clock), {}});
    CHECK(!f.queue.take(under_way));
    QueueStream c{f.order.new_chain(), {}};
    f.add(c, 'x');
    const auto taken = f.queue.take(under_way);
    REQUIRE(taken);
    CHECK(f.name_of(*taken) == 'x');
    CHECK(!f.queue.take(under_way));
    launch = *under_way.take(0);
    launch.has_fresh_blocks = false;
    under_way.put(std::move(launch));
    CHECK(f.queue.take(under_way));
    CHECK(!f.queue.take(under_way));
    CHECK(f.queue.take());
    CHECK(f.queue.empty());
  }

  TEST_CASE("a device has room for 128 launches") {
    QueueFixture f;
    f.queue.add(
        {simt::cudart::KernelWork{}, f.order.issue(f.a.chain, f.a.clock), {}});
    simt::cudart::LaunchesUnderWay under_way;
    for (int i = 0; i < 128; ++i) {
      QueueStream other{f.order.new_chain(), {}};
      simt::cudart::UnderWay launch;
      launch.index = i;
      launch.ticket = f.order.issue(other.chain, other.clock);
      under_way.put(std::move(launch));
    }
    CHECK(under_way.has_room(1));
    CHECK(!f.queue.take(under_way));
    under_way.take(64);
    CHECK(under_way.first(nullptr) == 0);
    CHECK(f.queue.take(under_way));
  }

  TEST_CASE("what may begin beside a launch that runs") {
    QueueFixture f;
    const simt::cudart::Ticket own = f.order.issue(f.a.chain, f.a.clock);
    const auto beside = [&](bool full) {
      return f.queue.any_beside({own, 0, full}, {}, {});
    };
    CHECK(!beside(false));
    // Behind it.
    f.queue.add(
        {simt::cudart::KernelWork{}, f.order.issue(f.a.chain, f.a.clock), {}});
    CHECK(!beside(false));
    simt::cudart::KernelWork work;
    work.loads = true;
    f.queue.add({work, f.order.issue(f.b.chain, f.b.clock), {}});
    CHECK(!beside(false));
    work.loads = false;
    QueueStream other{f.order.new_chain(), {}};
    f.queue.add({work, f.order.issue(other.chain, other.clock), {}});
    CHECK(beside(false));
    CHECK(!beside(true));
  }

#ifndef LOCKSTEP_ASAN
  TEST_CASE("a seed leaves a launch while others are ready") {
    MachineFixture m(kernel_text("", R"(
      mov.u32 %r2, 0;
      LOOP: st.volatile.global.u32 [%rd1], %r2; add.u32 %r2, %r2, 1;
      setp.lt.u32 %p1, %r2, 1000; @%p1 bra LOOP;)"));
    simt::Launch launch;
    launch.kernel = m.kernel_.get();
    launch.grid = {2, 1, 1};
    launch.block = {1, 1, 1};
    launch.params.resize(sizeof m.out_->begin);
    std::memcpy(launch.params.data(), &m.out_->begin, sizeof m.out_->begin);
    m.settings_.schedule = 1;
    bool ready = true;
    m.settings_.others_ready = [&](bool full) { return ready && !full; };
    simt::Running running(m.settings_, m.memory_, launch);
    int left = 0;
    while (running.go_on() == simt::Outcome::kPaused) ++left;
    CHECK(left > 2);
    CHECK(*m.host() == 999);
    ready = false;
    CHECK(simt::Running(m.settings_, m.memory_, launch).go_on() ==
          simt::Outcome::kDone);
  }

  // This memory lies beside the process's own: a base plus an address wraps.
  TEST_CASE("a launch that sees no change has a turn at times, too") {
    MachineFixture m(kernel_text("", R"(
      LOOP: ld.volatile.global.u32 %r2, [%rd1]; setp.eq.u32 %p1, %r2, 0;
      @%p1 bra LOOP;)"));
    m.out_->host_visible = true;
    m.settings_.host_goes_on = true;
    simt::Launch launch;
    launch.kernel = m.kernel_.get();
    launch.grid = launch.block = {1, 1, 1};
    launch.params.resize(sizeof m.out_->begin);
    std::memcpy(launch.params.data(), &m.out_->begin, sizeof m.out_->begin);
    simt::cudart::UnderWay waits;
    waits.launch =
        std::make_unique<simt::Running>(m.settings_, m.memory_, launch);
    REQUIRE(waits.launch->go_on() == simt::Outcome::kWaits);
    simt::cudart::LaunchesUnderWay under_way;
    under_way.put(std::move(waits));
    constexpr int kLooks = 10 * simt::cudart::LaunchesUnderWay::kPatience;
    int turns = 0;
    for (int i = 0; i < kLooks; ++i) {
      turns += static_cast<int>(under_way.turns(false).size());
    }
    CHECK(turns == 10);
    *m.host() = 1;
    CHECK(under_way.turns(false).size() == 1);
  }
#endif

  TEST_CASE("it does not grow without end") {
    QueueFixture f;
    size_t most = 0, waiting = 0;
    for (int i = 0; i < 1000; ++i) {
      f.add(f.a, 'k');
      ++waiting;
      for (; f.queue.overflows(); --waiting) CHECK(f.queue.take());
      most = std::max(most, waiting);
    }
    CHECK(most > 8);
    CHECK(most <= 64);
  }
}
