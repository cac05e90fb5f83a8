// SPDX-License-Identifier: MIT
// Which launches nothing orders and what the host may ask, from clocks alone.
#include <doctest/doctest.h>

#include <memory>
#include <utility>
#include <vector>

#include "simt/context/handles.h"
#include "simt/context/primaries.h"
#include "simt/stream/order.h"
#include "simt/stream/streams.h"

using simt::cudart::Asked;
using simt::cudart::Chain;
using simt::cudart::Clock;
using simt::cudart::Concurrency;
using simt::cudart::Early;
using simt::cudart::KernelWork;
using simt::cudart::LaunchOrder;
using simt::cudart::Primaries;
using simt::cudart::Stream;
using simt::cudart::Ticket;

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
    return begin(line).concurrent;
  }
  Concurrency begin(Line& line) {
    return order.begin(launches++, order.issue(line.chain, line.clock));
  }
};

/// Two kernels in a row in one chain.
struct Row {
  Row() { work.can_wait = true; }
  Ticket issue(bool programmatic = true) {
    Ticket ticket = order.issue(chain, clock);
    work.programmatic = programmatic;
    ticket.host = order.host();
    return ticket;
  }
  /// Which one may run beside, of those that began.
  std::vector<int> beside(const Ticket& ticket) const {
    return Primaries::prerequisites_after(primaries.of(work, ticket));
  }
  /// Of another chain, which expects `kernel` so.
  Ticket other(const Ticket& kernel, bool at_start, bool visible) {
    Clock own;
    own.expect({kernel.chain, kernel.number, at_start, visible,
                std::make_shared<Clock>(kernel.clock)});
    std::vector<Early> early = own.take_early();
    own.join(kernel.clock);
    Ticket ticket = order.issue(order.new_chain(), own);
    ticket.early = std::move(early);
    return ticket;
  }
  LaunchOrder order;
  Chain chain = order.new_chain();
  Clock clock;
  Primaries primaries{4};
  KernelWork work;
};

struct Queries : Fixture {
  Asked asked_a, asked_b;
  bool ask_a() { return order.is_done(a.clock, asked_a); }
  bool ask_b() { return order.is_done(b.clock, asked_b); }
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

  TEST_CASE_FIXTURE(Fixture, "a wait between does not order what was issued") {
    const simt::cudart::Ticket first = order.issue(a.chain, a.clock);
    const simt::cudart::Ticket second = order.issue(b.chain, b.clock);
    CHECK(order.begin(0, second, true).concurrent.empty());
    order.host_waits(b.clock);
    CHECK(order.begin(1, first).concurrent == Indices{0});
    CHECK(launch(b) == Indices{1});
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
    CHECK(begin(b).oldest_open == 1);
    order.settle_all();
    CHECK(begin(b).oldest_open == 3);
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
    CHECK_FALSE(begin(b).forgot);
    launch(a);
    CHECK_FALSE(begin(a).forgot);
    CHECK(begin(b).forgot);
    const auto late = a.clock;
    order.host_waits(late);
    b.clock.join(order.host());
    CHECK_FALSE(begin(b).forgot);
    for (int i = 0; i < 300; ++i) launch(a);
    CHECK(begin(b).forgot);
    order.settle_all();
    CHECK_FALSE(begin(b).forgot);
  }

  TEST_CASE_FIXTURE(Fixture, "late work is beside what the host waited for") {
    const auto late = order.issue(a.chain, a.clock);
    order.begin(0, order.issue(b.chain, b.clock), true);
    order.host_waits(b.clock);
    CHECK(order.begin(1, late, true).concurrent == Indices{0});
  }

  /// Streams of two devices, with work.
  struct TwoDevices {
    LaunchOrder order;
    simt::cudart::Handles handles;
    simt::cudart::Streams streams{order, handles};
    int launches = 0;

    Stream& stream(int device, cudaStream_t handle) {
      streams.use(device);
      return *streams.find(handle);
    }
    cudaStream_t create(int device, unsigned flags) {
      return streams.create(flags, 0, device);
    }
    Indices launch(Stream& in) {
      streams.follow_default(in);
      return order.begin(launches++, order.issue(in.chain, in.clock))
          .concurrent;
    }
  };

  TEST_CASE_FIXTURE(TwoDevices, "each device has default streams of its own") {
    streams.use(1);
    CHECK(&stream(0, nullptr) != &stream(1, nullptr));
    CHECK(stream(1, cudaStreamPerThread).device == 1);
    CHECK(streams.accepts(nullptr, 1));
    CHECK_FALSE(streams.accepts(nullptr, 0));
    launch(stream(0, nullptr));
    CHECK(launch(stream(1, nullptr)) == Indices{0});
  }

  TEST_CASE_FIXTURE(TwoDevices, "a legacy stream waits on its device alone") {
    const cudaStream_t far = create(1, 0), near = create(0, 0);
    launch(stream(1, far));
    launch(stream(0, near));
    CHECK(launch(stream(0, nullptr)) == Indices{0});
    CHECK(launch(stream(1, nullptr)) == Indices{1, 2});
  }

  TEST_CASE_FIXTURE(TwoDevices,
                    "a wait for a device covers what it was given") {
    const cudaStream_t gone = create(0, cudaStreamNonBlocking);
    launch(stream(0, gone));
    CHECK(streams.destroy(gone));
    launch(stream(1, nullptr));
    order.host_waits(streams.clock_of(0));
    Stream& other = stream(0, create(0, cudaStreamNonBlocking));
    other.clock.join(order.host());
    CHECK(launch(other) == Indices{1});
  }

  TEST_CASE_FIXTURE(TwoDevices, "the legacy stream waits for destroyed ones") {
    for (const unsigned flags : {cudaStreamDefault, cudaStreamNonBlocking}) {
      const cudaStream_t gone = create(0, flags);
      launch(stream(0, gone));
      CHECK(streams.destroy(gone));
    }
    CHECK(launch(stream(0, nullptr)) == Indices{1});
  }

  TEST_CASE_FIXTURE(TwoDevices, "clocks stay small where streams come and go") {
    for (int i = 0; i < 100'000; ++i) {
      const cudaStream_t made = create(0, i % 2);
      launch(stream(0, made));
      order.host_does();
      if (i % 3 == 0) order.host_waits(streams.clock_of(0));
      CHECK(streams.destroy(made));
    }
    CHECK(order.host().chains() <= 8);
    CHECK(streams.clock_of(0).chains() <= 8);
  }

  TEST_CASE_FIXTURE(TwoDevices, "a chain comes again when its work is known") {
    const cudaStream_t gone = create(0, cudaStreamNonBlocking);
    const Chain chain = stream(0, gone).chain;
    launch(stream(0, gone));
    const Clock work = stream(0, gone).clock;
    CHECK(streams.destroy(gone));
    Stream& before = stream(0, create(0, cudaStreamNonBlocking));
    CHECK(before.chain != chain);
    CHECK(launch(before) == Indices{0});
    order.host_waits(work);
    Stream& after = stream(0, create(0, cudaStreamNonBlocking));
    CHECK(after.chain == chain);
    CHECK(launch(after) == Indices{1});
  }

  TEST_CASE_FIXTURE(Queries, "work is not ready once, and then it is") {
    CHECK(ask_a());  // nothing was begun
    launch(a);
    CHECK_FALSE(ask_a());
    CHECK(ask_a());
    CHECK(ask_a());
    order.issue(a.chain, a.clock);  // a copy, say
    CHECK_FALSE(ask_a());
    CHECK(ask_a());
  }

  TEST_CASE_FIXTURE(Queries, "success orders the host behind the work") {
    launch(a);
    CHECK_FALSE(ask_a());
    CHECK(launch(b) == Indices{0});
    CHECK(ask_a());
    CHECK(launch(b).empty());
  }

  TEST_CASE_FIXTURE(Queries, "each stream is asked on its own") {
    launch(a);
    launch(b);
    CHECK_FALSE(ask_a());
    CHECK(ask_a());
    CHECK_FALSE(ask_b());
  }

  TEST_CASE_FIXTURE(Queries, "what the host waited for is ready") {
    launch(a);
    launch(b);
    order.host_waits(a.clock);
    CHECK(ask_a());
    CHECK_FALSE(ask_b());
    launch(a);
    launch(b);
    order.settle_all();
    CHECK(ask_a());
    CHECK(ask_b());
    CHECK(launch(b).empty());
  }

  TEST_CASE_FIXTURE(Queries, "a loop that launches and asks ends, too") {
    int rounds = 0;
    do {
      launch(a);
    } while (!ask_a() && ++rounds < 1000);
    CHECK(rounds == 64);
    launch(a);
    CHECK_FALSE(ask_a());
  }

  TEST_CASE("a launch may begin beside the kernel that it follows directly") {
    Row row;
    row.primaries.begin({row.issue(), 7, {3, 5}});
    const Ticket next = row.issue();
    CHECK(row.beside(next) == Indices{3, 5, 7});
    row.primaries.ran(7, true, false);
    CHECK(row.beside(next) == Indices{7});
    row.work.can_wait = false;
    CHECK(row.beside(next).empty());
    row.work.can_wait = true;
    row.work.programmatic = false;
    CHECK(row.beside(next).empty());
  }

  TEST_CASE("or beside the kernel whose event or edge it expects") {
    Row row;
    const Ticket kernel = row.issue(false);
    row.primaries.begin({kernel, 7, {3, 5}});
    CHECK(row.beside(row.other(kernel, false, true)) == Indices{3, 5, 7});
    row.primaries.ran(7, true, false);
    CHECK(row.beside(row.other(kernel, false, true)) == Indices{7});
    // Its blocks have begun, and perhaps not waited.
    CHECK(row.beside(row.other(kernel, true, true)) == Indices{3, 5, 7});
    // griddepcontrol.wait does not wait for that one.
    const Ticket begun = row.other(kernel, true, false);
    CHECK(row.beside(begun).empty());
    CHECK(row.primaries.beside_begun(begun) == Indices{3, 5});
    for (int i = 0; i < 4; ++i) row.primaries.begin({row.issue(), 8 + i, {}});
    CHECK(row.beside(row.other(kernel, false, true)).empty());  // forgotten
  }

  TEST_CASE("what a clock expects goes when that has ended") {
    Row row;
    const Ticket kernel = row.issue(false);
    Clock clock, other;
    clock.expect({kernel.chain, kernel.number, true, true, nullptr});
    clock.expect({kernel.chain, kernel.number, true, true, nullptr});
    other.join(clock);
    CHECK(other.early().size() == 1);
    CHECK_FALSE(other.covers(kernel.chain, kernel.number));
    row.order.host_waits(clock);
    CHECK(row.order.host().early().empty());
    other.join(kernel.clock);
    CHECK(other.take_early().empty());
  }

  TEST_CASE("not where other work of the chain stands between") {
    Row row;
    row.primaries.begin({row.issue(), 1, {}});
    row.order.issue(row.chain, row.clock);  // a copy
    CHECK(row.beside(row.issue()).empty());
  }

  TEST_CASE("nor where the host has waited for that kernel, or it for others") {
    Row row;
    row.primaries.begin({row.issue(), 1, {}});
    Clock other;
    row.order.issue(row.order.new_chain(), other);
    SUBCASE("the host") { row.order.host_waits(row.clock); }
    SUBCASE("another stream") { row.clock.join(other); }
    CHECK(row.beside(row.issue()).empty());
  }

  TEST_CASE("but where the host has waited for other work alone") {
    Row row;
    row.primaries.begin({row.issue(), 1, {}});
    Clock other;
    row.order.issue(row.order.new_chain(), other);
    row.order.host_waits(other);
    row.clock.join(row.order.host());
    CHECK(row.beside(row.issue()) == Indices{1});
  }
}
