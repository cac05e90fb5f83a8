// SPDX-License-Identifier: MIT
// Blocks on several host threads: the same bytes and counts as on one, and
// only where no block can tell.
#include <doctest/doctest.h>

#include <array>

#include "simt/checks/relay.h"
#include "simt/checks/session.h"
#include "simt/report/json.h"
#include "tests/host/machine_fixture.h"

namespace machine_threads_test {

using simt::Outcome;

namespace {

constexpr uint32_t kBlocks = 300, kThreads = 64;
constexpr uint32_t kWords = kBlocks * kThreads;

/// Sees whether the parts of a launch were put together.
struct Parted : simt::Observer {
  bool has_parts() const override { return true; }
  std::unique_ptr<simt::Observer> part() override {
    return std::make_unique<simt::Observer>();
  }
  void join(simt::Observer&) override { ++joined; }
  void on_fault(const simt::Fault& f) override { faults.push_back(f.at.block); }
  void on_launch(const simt::LaunchInfo&) override { ++begins; }
  void on_launch_end(const simt::Executions& e) override {
    ++ends;
    for (size_t pc = 0; pc < e.warps.size(); ++pc) {
      lanes += e.lanes(pc);
      executions += e.warps[pc];
    }
    busiest = e.busiest;
  }
  int joined = 0, begins = 0, ends = 0;
  uint64_t lanes = 0, executions = 0;
  simt::BusiestWarp busiest;
  std::vector<uint32_t> faults;
};

struct Run {
  Parted seen;
  Outcome outcome = Outcome::kDone;
  std::vector<uint32_t> words;
};

/// %r4 is the thread's number in the grid, %rd2 the address of its word.
Run run_with(int workers, const std::string& code) {
  MachineFixture m(kernel_text(".shared .align 4 .b8 buf[256];", R"(
    mov.u32 %r2, %ctaid.x;
    mad.lo.u32 %r4, %r2, 64, %r1;
    mul.wide.u32 %rd2, %r4, 4;
    add.s64 %rd2, %rd1, %rd2;)" + code),
                   kWords);
  for (uint32_t i = 0; i < kWords; ++i) m.host()[i] = i;
  Run run;
  m.settings_.observer = &run.seen;
  m.settings_.workers = workers;
  run.outcome = m.run(kBlocks, kThreads);
  run.words.assign(m.host(), m.host() + kWords);
  return run;
}

/// Every number of threads gives what one gives; `apart`: they really ran.
void check_same(const std::string& code, bool apart) {
  const Run one = run_with(1, code);
  CHECK(one.seen.joined == 0);
  for (int workers : {2, 3, 7}) {
    const Run many = run_with(workers, code);
    CHECK(many.seen.joined == (apart ? workers : 0));
    CHECK(many.outcome == one.outcome);
    CHECK(many.seen.begins == 1);
    CHECK(many.seen.ends == 1);
    CHECK(many.seen.lanes == one.seen.lanes);
    CHECK(many.seen.busiest.instructions == one.seen.busiest.instructions);
    CHECK(many.seen.busiest.block == one.seen.busiest.block);
    CHECK(many.seen.busiest.warp == one.seen.busiest.warp);
    CHECK(many.seen.faults == one.seen.faults);
    CHECK(many.words == one.words);
  }
}

simt::program::Independence independence(const std::string& code) {
  MachineFixture m(
      kernel_text(".shared .align 4 .b8 buf[256];", "mov.u32 %r2, 0;" + code));
  return m.kernel_->independence;
}

}  // namespace

TEST_CASE("blocks that touch their own words run on several threads") {
  check_same(R"(
    ld.global.u32 %r5, [%rd2];
    mad.lo.u32 %r5, %r5, 3, 1;
    st.global.u32 [%rd2], %r5;)",
             true);
}

TEST_CASE("blocks that store by an address they load do not run on several") {
  // Nothing says that out is stored to (footprint.h): reads of it leave no
  // mark.
  MachineFixture m(kernel_text("", R"(
      ld.global.v2.u32 {%r2, %r3}, [%rd1];
      mov.b64 %rd2, {%r2, %r3};
      st.global.u32 [%rd2], %r1;)"),
                   kWords);
  const uint64_t to = m.out_->begin + 64;
  std::memcpy(m.host(), &to, sizeof(to));
  Parted seen;
  m.settings_.observer = &seen;
  m.settings_.workers = 2;
  m.run(kBlocks, kThreads);
  CHECK(seen.joined == 0);
  CHECK(seen.ends == 1);
}

TEST_CASE("a constant that a kernel changes keeps its blocks on one thread") {
  check_same(
      "red.global.add.u32 [%rd1], 1; ld.const.u32 %r5, [%rd1];"
      "st.global.u32 [%rd2], %r5;",
      false);
}

TEST_CASE("the busiest warp is found on whatever thread it runs") {
  // Warp 1 of block 250 goes round ten times more; all others are alike.
  const std::string code = R"(
    mov.u32 %r6, 1;
    setp.eq.u32 %p1, %r2, 250;
    setp.ge.and.u32 %p1, %r1, 32, %p1;
    @%p1 mov.u32 %r6, 11;
  $again:
    sub.u32 %r6, %r6, 1;
    setp.ne.u32 %p2, %r6, 0;
    @%p2 bra $again;
    st.global.u32 [%rd2], %r1;)";
  check_same(code, true);
  const Parted seen = run_with(1, code).seen;
  CHECK(seen.busiest.block == 250);
  CHECK(seen.busiest.warp == 1);
  // All others execute as much: the sum says how much.
  const uint64_t least = seen.busiest.instructions - 10 * 3;
  CHECK(seen.executions == least * 2 * kBlocks + 10 * 3);
}

TEST_CASE("the busiest warp executed what the counts of its launch say") {
  // One warp: the odd lanes sleep, and all wait at two different barriers.
  const std::string code = kernel_text("", R"(
    and.b32 %r2, %r1, 1;
    setp.ne.u32 %p1, %r2, 0;
    @%p1 bra $odd;
    bar.warp.sync 0xffffffff;
    bra $end;
  $odd:
    nanosleep.u32 100;
    bar.warp.sync 0xffffffff;
  $end:
    shfl.sync.idx.b32 %r3, %r1, 0, 31, 0xffffffff;)" +
                                               store_at_tid(3));
  for (const char* device : {"h200", "k20m"}) {
    for (int seed : {0, 1, 2, 3}) {
      MachineFixture m(code);
      Parted seen;
      m.settings_.observer = &seen;
      m.settings_.schedule = seed;
      m.settings_.profile = simt::find_profile(device);
      m.run(1, 32);
      CHECK(seen.busiest.instructions == seen.executions);
    }
  }
}

TEST_CASE("a block that reads what another one wrote keeps the order") {
  // Word 0 of the block before; in order, each block adds to the last.
  check_same(R"(
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra $end;
    shl.b32 %r6, %r2, 8;
    cvt.u64.u32 %rd3, %r6;
    add.s64 %rd3, %rd1, %rd3;
    ld.global.u32 %r5, [%rd3+-256];
    add.u32 %r5, %r5, 1;
    setp.ne.u32 %p2, %r1, 0;
    @%p2 bra $end;
    st.global.u32 [%rd3], %r5;
  $end:)",
             false);
}

TEST_CASE("of several blocks that write one word the last one wins") {
  check_same("st.global.u32 [%rd1], %r2;", false);
}

TEST_CASE("a scattered store into another part's words is seen") {
  check_same(R"(
    mad.lo.u32 %r6, %r4, 7919, 13;
    rem.u32 %r6, %r6, 19200;
    mul.wide.u32 %rd3, %r6, 4;
    add.s64 %rd3, %rd1, %rd3;
    ld.global.u32 %r5, [%rd2];
    st.global.u32 [%rd3], %r5;)",
             false);
}

TEST_CASE("a fault is that of the one order, and nothing comes after it") {
  check_same(R"(
    st.global.u32 [%rd2], 5;
    setp.lt.u32 %p1, %r2, 100;
    @%p1 bra $end;
    mov.u64 %rd4, 0;
    st.global.u32 [%rd4], 5;
  $end:)",
             false);
}

TEST_CASE("what lets blocks learn of each other keeps them on one thread") {
  const auto any = simt::program::Independence::kAny;
  const auto in_order = simt::program::Independence::kInOrder;
  const auto none = simt::program::Independence::kNone;
  const auto of = independence;
  CHECK(of("ld.global.u32 %r3, [%rd1]; st.global.u32 [%rd1], %r3;") == any);
  CHECK(of("atom.shared.add.u32 %r3, [%r2], 1; bar.sync 0;") == any);
  CHECK(of("shfl.sync.down.b32 %r3, %r1, 1, 31, 0xffffffff;") == any);
  CHECK(of("red.global.add.u32 [%rd1], 1;") == any);
  CHECK(
      of("red.global.add.u32 [%rd1], 1; atom.global.add.s32 %r3, [%rd1], 1;") ==
      any);
  CHECK(of("red.global.min.u32 [%rd1], 1; red.global.min.u32 [%rd1], 2;") ==
        any);
  CHECK(of("red.global.add.u32 [%rd1], 1; red.global.max.u32 [%rd1], 7;") ==
        in_order);
  CHECK(of("red.global.min.u32 [%rd1], 1; red.global.min.s32 [%rd1], 1;") ==
        in_order);
  CHECK(of("ld.volatile.global.u32 %r3, [%rd1];") == any);
  CHECK(of("membar.gl;") == any);
  CHECK(of("atom.global.add.u32 %r3, [%rd1], 1; mov.u32 %r4, %r3;") ==
        in_order);
  CHECK(of("red.global.add.f32 [%rd1], 0f3F800000;") == in_order);
  CHECK(of("red.cta.global.add.u32 [%rd1], 1;") == none);
  CHECK(of("red.global.add.u32 [%rd1], 1; red.global.add.u64 [%rd1], 1;") ==
        none);
  CHECK(of("$l: ld.volatile.global.u32 %r3, [%rd1]; setp.eq.u32 %p1, %r3, 0;"
           "@%p1 bra $l;") == in_order);
  CHECK(of("$l: ld.volatile.global.u32 %r3, [%rd1]; setp.eq.u32 %p1, %r3, 0;"
           "@%p1 bra $l; red.global.add.u64 [%rd1], 1;") == none);
  CHECK(of("ld.acquire.gpu.global.u32 %r3, [%rd1];") == none);
  CHECK(of("mov.u64 %rd3, %clock64;") == none);
  CHECK(of("mov.u32 %r3, %smid;") == none);
  CHECK(of("nanosleep.u32 100;") == none);
  CHECK(of("cp.async.ca.shared.global [%r2], [%rd1], 4;") == none);
}

TEST_CASE("counts of parts add up to those of the whole") {
  const auto counted = [](int workers, simt::checks::ChosenChecks on) {
    auto session = std::make_unique<simt::checks::Session>(on);
    // A stride of two words, and a conflict that grows with the block.
    MachineFixture m(kernel_text(".shared .align 4 .b8 buf[4096];", R"(
      mov.u32 %r2, %ctaid.x;
      and.b32 %r3, %r2, 7;
      shl.b32 %r4, %r1, 2;
      shl.b32 %r4, %r4, %r3;
      and.b32 %r4, %r4, 4095;
      st.shared.u32 [%r4], %r1;
      ld.shared.u32 %r5, [%r4];
      mad.lo.u32 %r6, %r2, 64, %r1;
      mul.wide.u32 %rd2, %r6, 8;
      add.s64 %rd2, %rd1, %rd2;
      st.global.u32 [%rd2], %r5;)"),
                     2 * kWords);
    session->on_allocate(*m.out_);
    m.settings_.observer = session.get();
    m.settings_.workers = workers;
    REQUIRE(m.run(kBlocks, kThreads) == Outcome::kDone);
    simt::report::Report report = session->report();
    report.emulator = "test";
    return simt::report::to_json(report, "");
  };
  const auto few = simt::checks::ChosenChecks::only({"bank"});
  const std::string one = counted(1, few);
  CHECK(one.find("uncoalesced") != std::string::npos);
  for (int workers : {2, 5}) CHECK(counted(workers, few) == one);
  CHECK(counted(3, {}) == counted(1, {}));
}

/// Notes all that checks can know of an event.
struct Notes : simt::Observer {
  bool needs_late_reads(uint32_t slot, Late why) const override {
    return slot == 0 && why == Late::kNow;
  }
  void on_access(const simt::Access& a) override {
    all.push_back(a.pc);
    for (int lane = 0; lane < simt::kWarpSize; ++lane)
      all.push_back(a.lane_address(lane));
    for (int r = 0; a.runs != nullptr && r < simt::kRuns; ++r)
      all.push_back(static_cast<uint64_t>(a.runs[r]));
    if (a.stored == nullptr) return;
    for (int e = 0; e < a.stored->count; ++e)
      for (int lane = 0; lane < simt::kWarpSize; ++lane)
        all.push_back(static_cast<uint64_t>(
            a.stored->row[e][lane * a.stored->stride + a.stored->bytes - 1]));
  }
  void on_barrier(const simt::BarrierDone& done) override {
    for (const auto& arrival : *done.arrivals) all.push_back(arrival.pc);
  }
  void on_exchange(const simt::Exchange& exchange) override {
    for (int lane = 0; lane < simt::kWarpSize; ++lane)
      all.push_back(static_cast<uint64_t>(exchange.from[lane]));
  }
  void on_fetch(const simt::Fetch& fetch) override { all.push_back(fetch.pc); }
  std::vector<uint64_t> all;
};

/// Tells of many events, all in the same rows.
void tell(simt::Observer& to) {
  std::array<uint64_t, simt::kWarpSize> row{}, values{};
  std::array<simt::Run, simt::kRuns> runs{};
  std::array<int8_t, simt::kWarpSize> from{};
  std::vector<simt::BarrierDone::Arrival> arrivals;
  simt::Stored stored;
  stored.bytes = stored.stride = 8;
  for (auto& e : stored.row)
    e = reinterpret_cast<const std::byte*>(values.data());
  for (uint32_t i = 0; i < 12000; ++i) {
    row.fill(i * 4);
    values.fill(i * uint64_t{0x0101010101010101});
    runs.fill(static_cast<simt::Run>(i % 3));
    from.fill(static_cast<int8_t>(i % 31));
    arrivals.assign(i % 5 + 1, {i, 0, 1});
    stored.count = static_cast<uint8_t>(i % 8 + 1);
    simt::Access access;
    access.pc = i;
    access.active = simt::kAllLanes;
    access.address = row.data();
    access.runs = runs.data();
    to.on_access(access);
    to.on_late_read(access, simt::Observer::Late::kBarrier);
    to.on_late_read(access, simt::Observer::Late::kNow);
    access.stored = &stored;
    to.on_access(access);
    simt::BarrierDone done;
    done.arrivals = &arrivals;
    to.on_barrier(done);
    simt::Exchange exchange;
    exchange.from = from.data();
    to.on_exchange(exchange);
    if (i % 5000 == 4999) to.on_fetch({i, {}, 4, {}});
  }
}

TEST_CASE("another host thread hears the same, though rows have changed") {
  struct Each : Notes {  // is told of what waited, as long as it needs it
    void on_late_read(const simt::Access& access, Late why) override {
      if (needs_late_reads(access.at.slot, why)) on_access(access);
    }
  } one;
  tell(one);
  for (const bool waits : {true, false}) {
    Notes other;
    {
      simt::checks::Relay relay;
      relay.listen(other, simt::checks::callbacks_of<Notes>());
      tell(relay);
      if (waits) relay.wait();
    }
    if (waits) CHECK((other.all == one.all));
    // Nobody waits for the rest: it is dropped.
    CHECK(other.all.size() <= one.all.size());
  }
}

}  // namespace machine_threads_test
