// SPDX-License-Identifier: MIT
// Which launches nothing orders, from clocks alone.
#include <doctest/doctest.h>

#include <vector>

#include "simt/stream/order.h"

using simt::cudart::Chain;
using simt::cudart::Clock;
using simt::cudart::Concurrency;
using simt::cudart::LaunchOrder;

namespace {

/// A stream of the test: each launch comes after the one before.
struct Line {
  Chain chain;
  Clock clock;
};

struct Fixture {
  LaunchOrder order;
  int launches = 0;
  Line a{order.new_chain(), {}}, b{order.new_chain(), {}};

  std::vector<int> launch(Line& line) {
    line.clock.join(order.host());
    return order.begin(launches++, line.chain, line.clock).concurrent;
  }
};

using Indices = std::vector<int>;

}  // namespace

TEST_SUITE("order") {
  TEST_CASE_FIXTURE(Fixture, "launches of one stream are in order") {
    for (int i = 0; i < 5; ++i) CHECK(launch(a).empty());
  }

  TEST_CASE_FIXTURE(Fixture, "launches of two streams are not") {
    CHECK(launch(a).empty());
    CHECK(launch(b) == Indices{0});
    CHECK(launch(a) == Indices{1});
    CHECK(launch(b) == Indices{0, 2});
  }

  TEST_CASE_FIXTURE(Fixture, "an event orders what came before it, no more") {
    launch(a);
    const Clock event = a.clock;
    launch(a);
    b.clock.join(event);
    CHECK(launch(b) == Indices{1});
  }

  TEST_CASE_FIXTURE(Fixture, "order goes on through a third stream") {
    Line c{order.new_chain(), {}};
    launch(a);
    b.clock.join(a.clock);
    launch(b);
    c.clock.join(b.clock);
    CHECK(launch(c).empty());
  }

  TEST_CASE_FIXTURE(Fixture, "what the host waited for is before all to come") {
    launch(a);
    order.host_waits(a.clock);
    CHECK(launch(b).empty());
    launch(a);
    CHECK(launch(b) == Indices{2});
  }

  TEST_CASE_FIXTURE(Fixture, "the oldest open launch is the first not done") {
    launch(a);
    launch(b);
    order.host_waits(a.clock);
    b.clock.join(order.host());
    CHECK(order.begin(2, b.chain, b.clock).oldest_open == 1);
    order.settle_all();
    CHECK(order.begin(3, b.chain, b.clock).oldest_open == 3);
  }

  TEST_CASE_FIXTURE(Fixture, "what is settled is concurrent with nothing") {
    launch(a);
    order.settle(a.clock);
    CHECK(launch(b).empty());
    order.settle(a.clock);  // not b's launch
    CHECK(launch(a) == Indices{1});
  }

  TEST_CASE_FIXTURE(Fixture, "very old launches are forgotten") {
    for (int i = 0; i < 1000; ++i) launch(a);
    const auto open = launch(b);
    CHECK(open.size() == 256);
    CHECK(open.back() == 999);
  }

  TEST_CASE_FIXTURE(Fixture, "what was forgotten is told, until it is done") {
    for (int i = 0; i < 256; ++i) launch(a);
    CHECK_FALSE(order.begin(launches++, b.chain, b.clock).forgot);
    launch(a);
    CHECK_FALSE(order.begin(launches++, a.chain, a.clock).forgot);
    CHECK(order.begin(launches++, b.chain, b.clock).forgot);
    const auto late = a.clock;
    order.host_waits(late);
    CHECK_FALSE(order.begin(launches++, b.chain, b.clock).forgot);
    for (int i = 0; i < 300; ++i) launch(a);
    CHECK(order.begin(launches++, b.chain, b.clock).forgot);
    order.settle_all();
    CHECK_FALSE(order.begin(launches++, b.chain, b.clock).forgot);
  }
}
