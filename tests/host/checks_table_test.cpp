// SPDX-License-Identifier: MIT
// What it takes to add a check: a class and a row. And that each observer
// hears of what it overrides, in the order of the rows, and of nothing else.
#include <doctest/doctest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "simt/checks/relay.h"
#include "simt/checks/session_part.h"
#include "tests/host/checks_fixture.h"

namespace simt::checks::table_test {
namespace {

/// Finds loads by lane 7.
class ToyCheck final : public Observer {
 public:
  explicit ToyCheck(const Stage& stage) : scene_(stage.scene) {}

  void on_access(const Access& access) override {
    if (access.kind == AccessKind::kLoad && (access.active >> 7 & 1) != 0)
      ++loads_;
  }
  void on_launch_end(const Executions&) override {
    report::Diagnostic d =
        scene_.start("seventh-lane", report::Severity::kWarning);
    d.count = loads_;
    d.message = "lane 7 loads";
    if (loads_ > 0) scene_.add(d);
  }

 private:
  const Scene& scene_;
  uint64_t loads_ = 0;
};

/// The table, and one more row.
std::vector<Row> with_toy() {
  const auto rows = table();
  std::vector<Row> all(rows.begin(), rows.end());
  all.push_back({"toy", false, make_check<ToyCheck>});
  return all;
}

std::vector<std::string> found_with(const ChosenChecks& settings) {
  HandLaunch k({"ld.shared.u32"}, {64, 1, 1}, settings, with_toy());
  k.start();
  k.load(1, 0, 0, 4);
  k.load(1, 1, 0, 4, 1);
  k.end();
  return k.names();
}

TEST_CASE("a check is a class and a row") {
  CHECK(found_with(ChosenChecks::only({"toy"})) == Names{"seventh-lane"});
  CHECK(found_with(ChosenChecks::only({"bank"})) == Names{});
  CHECK(names_of(table()).starts_with("memory, init, race, "));
  CHECK(names_of(with_toy()) == names_of(table()) + ", toy");
}

TEST_CASE("a row says whether its check runs where nothing is chosen") {
  CHECK(found_with({}) == Names{"uninitialized-read:1"});
  std::vector<Row> rows = with_toy();
  rows.back().on = true;
  CHECK(ChosenChecks().on(rows.back()));
  CHECK_FALSE(ChosenChecks::only({}).on(rows.back()));
  CHECK(ChosenChecks::only({}).on(rows.front()));  // it has no name
  CHECK(ChosenChecks().on("race"));
  CHECK_FALSE(ChosenChecks().on("toy"));  // in no row of the table
}

TEST_CASE("the events of an observer are those that it overrides") {
  CHECK(callbacks_of<ToyCheck>() ==
        (bit_of(Callback::kAccess) | bit_of(Callback::kLaunchEnd)));
  CHECK(callbacks_of<Observer>() == 0);
  CHECK(callbacks_of<FanOut>() == (CallbackSet{1} << kCallbacks) - 1);
}

TEST_CASE("a launch is taken apart when all checks have parts") {
  const auto apart = [](const ChosenChecks& settings) {
    return Session(settings, with_toy()).has_parts();
  };
  CHECK(apart(ChosenChecks::only({})));
  CHECK(apart(ChosenChecks::only({"memory", "bank"})));
  CHECK(apart({}));
  CHECK_FALSE(apart(ChosenChecks::only({"toy"})));
  CHECK_FALSE(apart(ChosenChecks::only({"toy", "race"})));
}

TEST_CASE("a launch stays whole when somebody listens who has no parts") {
  struct Loads : Observer {
    void on_access(const Access&) override {}
  } loads;
  Session session{ChosenChecks{}};
  CHECK(session.has_parts());
  session.listen(loads, callbacks_of<Loads>());
  CHECK_FALSE(session.has_parts());
  session.leave(loads);
  CHECK(session.has_parts());
}

TEST_CASE("requests are only counted where nobody else hears of them") {
  const auto counts = [](const ChosenChecks& settings) {
    HandLaunch k({"ld.shared.u32"}, {64, 1, 1}, settings);
    const ops::Form form;
    k.kernel.code[0].form = &form;
    k.start();
    const bool shared = k.session.tallies() != nullptr;
    CHECK((k.session.global_tallies() != nullptr) == shared);
    return shared;
  };
  CHECK(counts(ChosenChecks::only({})));
  CHECK_FALSE(counts({}));
  CHECK_FALSE(counts(ChosenChecks::only({"race"})));
  CHECK_FALSE(counts(ChosenChecks::only({"object"})));
}

/// Hears late of loads, and not at all of those before a barrier of all.
class Told final : public Observer {
 public:
  bool takes_late_reads() const override { return late; }
  bool needs_late_reads(uint32_t, Late why) const override {
    return why == Late::kNow;
  }
  void on_access(const Access& access) override {
    if (access.pc == 0) ++loads;
  }
  bool late = true;
  int loads = 0;
};

/// A block of a part that has loaded bytes [0, 128) of shared memory.
struct LoadsThatWait {
  explicit LoadsThatWait(bool late = true) {
    k.kernel.code[0].form = &form;
    scene.begin(k.info);
    part.emplace(scene);
    told.late = late;
    part->listen(told, callbacks_of<Told>());
    waits = part->tallies() != nullptr;
    part->on_block_start(at);
    part->on_access(access(AccessKind::kLoad, 0));
  }
  Access access(AccessKind kind, uint64_t first, uint32_t pc = 0) const {
    Access a;
    a.pc = pc;
    a.inst = &k.kernel.code[0];
    a.space = ptx::Space::kShared;
    a.kind = kind;
    a.bytes = 4;
    a.active = kAllLanes;
    a.shape = Shape::kConsecutive;
    a.base = a.low = first;
    a.end = first + 128;
    a.at = at;
    return a;
  }
  /// Loads that it was told of when `event` came.
  int after(const std::function<void(SessionPart&)>& event) {
    event(*part);
    return told.loads;
  }
  const WarpPlace at{0, 0, 0};
  const ops::Form form;
  HandLaunch k{{"ld.shared.u32", "st.shared.u32"}};
  report::Report report;
  Findings findings{report};
  Scene scene{findings};
  Told told;
  std::optional<SessionPart> part;
  bool waits = false;
};

TEST_CASE("loads wait until something could make a difference") {
  const auto told = [](const std::function<void(SessionPart&)>& event) {
    return LoadsThatWait().after(event);
  };
  const LoadsThatWait l;
  CHECK(l.waits);
  CHECK(l.told.loads == 0);
  const auto access = [&](AccessKind kind, uint64_t first,
                          MemoryOrder order = MemoryOrder::kWeak) {
    Access a = l.access(kind, first, 1);
    a.order = order;
    return [a](SessionPart& part) { part.on_access(a); };
  };
  CHECK(told(access(AccessKind::kStore, 124)) == 1);
  CHECK(told(access(AccessKind::kStore, 128)) == 0);
  CHECK(told(access(AccessKind::kLoad, 0)) == 0);
  CHECK(told(access(AccessKind::kLoad, 512, MemoryOrder::kVolatile)) == 1);
  CHECK(told(access(AccessKind::kAtomic, 512)) == 1);
  const auto global = [&](AccessKind kind, MemoryOrder order) {
    Access a = l.access(kind, 4096, 1);
    a.space = ptx::Space::kGlobal;
    a.order = order;
    return [a](SessionPart& part) { part.on_access(a); };
  };
  CHECK(told(global(AccessKind::kStore, MemoryOrder::kWeak)) == 0);
  CHECK(told(global(AccessKind::kStore, MemoryOrder::kVolatile)) == 1);
  CHECK(told(global(AccessKind::kAtomic, MemoryOrder::kWeak)) == 1);
  CHECK(told([&](auto& part) {
          part.on_fence(l.at, 1, MemoryOrder::kAcqRel, Scope::kGpu);
        }) == 1);
  CHECK(told([&](auto& part) { part.on_warp_sync({l.at, 1, 3, true}); }) == 1);
  CHECK(told([&](auto& part) { part.on_exchange({l.at}); }) == 1);
  CHECK(told([&](auto& part) { part.on_barrier_arrive(l.at, 1, 0); }) == 1);
}

TEST_CASE("loads before a barrier of the whole block need not be told of") {
  const auto told = [](bool whole, bool waits) {
    LoadsThatWait l;
    const std::vector<BarrierDone::Arrival> arrivals{
        {1, 0, kAllLanes, 0, 0, waits}};
    BarrierDone barrier;
    barrier.at = l.at;
    barrier.whole = whole;
    barrier.arrivals = &arrivals;
    l.part->on_barrier(barrier);
    // What is stored now comes after them.
    return l.after([&](SessionPart& part) {
      part.on_access(l.access(AccessKind::kStore, 0, 1));
    });
  };
  CHECK(told(true, true) == 0);
  CHECK(told(false, true) == 1);
  CHECK(told(true, false) == 1);
}

TEST_CASE("loads do not wait where something was stored, or somebody asks") {
  LoadsThatWait l;
  l.part->on_access(l.access(AccessKind::kStore, 512, 1));
  l.part->on_access(l.access(AccessKind::kLoad, 512));
  CHECK(l.told.loads == 1);  // at once; the first one waits still
  const LoadsThatWait now(false);
  CHECK_FALSE(now.waits);
  CHECK(now.told.loads == 1);
}

/// Notes each event with the name of who heard it.
class Listening final : public Observer {
 public:
  Listening(std::string name, std::vector<std::string>& heard)
      : name_(std::move(name)), heard_(heard) {}
  void on_launch(const LaunchInfo&) override { note("launch"); }
  void on_go_on(const std::vector<int>&) override { note("go on"); }
  void on_launch_end(const Executions&) override { note("launch end"); }
  void on_fault(const Fault&) override { note("fault"); }
  void on_stuck(const Stuck&) override { note("stuck"); }
  void on_format_error(const FormatError&) override { note("format error"); }
  void on_allocate(const Allocation&) override { note("allocate"); }
  void on_free(const Allocation&) override { note("free"); }
  void on_host_write(uint64_t, uint64_t) override { note("host write"); }
  void on_block_start(const WarpPlace&) override { note("block start"); }
  void on_block_end(const WarpPlace&) override { note("block end"); }
  void on_access(const Access&) override { note("access"); }
  void on_constant(const Access&) override { note("constant"); }
  void on_fetch(const Fetch&) override { note("fetch"); }
  void on_barrier(const BarrierDone&) override { note("barrier"); }
  void on_barrier_arrive(const WarpPlace&, LaneMask, int) override {
    note("barrier arrive");
  }
  void on_cluster_sync(const ClusterSync&) override { note("cluster sync"); }
  void on_warp_sync(const WarpSync&) override { note("warp sync"); }
  void on_exchange(const Exchange&) override { note("exchange"); }
  void on_born(const Born&) override { note("born"); }
  void on_arrival(const WarpPlace&, uint32_t, LaneMask) override {
    note("arrival");
  }
  void on_exit(const WarpPlace&, LaneMask) override { note("exit"); }
  void on_fence(const WarpPlace&, LaneMask, MemoryOrder, Scope) override {
    note("fence");
  }
  void on_grid_wait(const WarpPlace&, uint32_t, LaneMask) override {
    note("grid wait");
  }
  void on_mask_error(const MaskError&) override { note("mask error"); }
  void on_object(const ObjectUse&) override { note("object"); }
  void on_bulk(const BulkStep&) override { note("bulk"); }
  void on_proxy_fence(const ProxyFence&) override { note("proxy fence"); }
  void on_warpgroup(const WarpgroupStep&) override { note("warpgroup"); }
  void on_register_use(const RegisterUse&) override { note("register use"); }
  void on_registers(const RegisterStep&) override { note("registers"); }
  void on_stepped(const Stepped&) override { note("stepped"); }

 private:
  void note(const char* event) { heard_.push_back(name_ + ": " + event); }

  std::string name_;
  std::vector<std::string>& heard_;
};

/// All that a machine may tell.
void tell_all(Observer& machine) {
  machine.on_launch({});
  machine.on_go_on({});
  machine.on_launch_end({});
  machine.on_fault({});
  machine.on_stuck({});
  machine.on_format_error({});
  machine.on_allocate({});
  machine.on_free({});
  machine.on_host_write(0, 1);
  machine.on_block_start({});
  machine.on_block_end({});
  machine.on_access({});
  machine.on_constant({});
  machine.on_fetch({});
  machine.on_barrier({});
  machine.on_barrier_arrive({}, 1, 0);
  machine.on_cluster_sync({});
  machine.on_warp_sync({});
  machine.on_exchange({});
  machine.on_born({});
  machine.on_arrival({}, 0, 1);
  machine.on_exit({}, 1);
  machine.on_fence({}, 1, MemoryOrder::kSeqCst, Scope::kCta);
  machine.on_grid_wait({}, 0, 1);
  machine.on_mask_error({});
  machine.on_object({});
  machine.on_bulk({});
  machine.on_proxy_fence({});
  machine.on_warpgroup({});
  machine.on_register_use({});
  machine.on_registers({});
  machine.on_stepped({});
}

/// What two that listen must hear of that.
Names heard_by_two() {
  Names expected;
  for (const char* event :
       {"launch",       "go on",        "launch end", "fault",
        "stuck",        "format error", "allocate",   "free",
        "host write",   "block start",  "block end",  "access",
        "constant",     "fetch",        "barrier",    "barrier arrive",
        "cluster sync", "warp sync",    "exchange",   "born",
        "arrival",      "exit",         "fence",      "grid wait",
        "mask error",   "object",       "bulk",       "proxy fence",
        "warpgroup",    "register use", "registers",  "stepped"})
    for (const char* name : {"first: ", "second: "})
      expected.push_back(std::string(name) + event);
  CHECK(expected.size() == 2 * kCallbacks);
  return expected;
}

TEST_CASE("every event reaches those who listen, in their order") {
  std::vector<std::string> heard;
  Listening first("first", heard), second("second", heard);
  FanOut out;
  out.listen(first, callbacks_of<Listening>());
  out.listen(second, callbacks_of<Listening>());
  tell_all(out);
  CHECK(heard == heard_by_two());
}

TEST_CASE("and so it does on another host thread") {
  std::vector<std::string> heard;
  Listening first("first", heard), second("second", heard);
  Relay relay;
  relay.listen(first, callbacks_of<Listening>());
  relay.listen(second, callbacks_of<Listening>());
  tell_all(relay);
  relay.wait();
  CHECK(heard == heard_by_two());
}

TEST_CASE("exchanges are asked for when a listener asks for them") {
  std::vector<std::string> heard;
  Listening curious("curious", heard);
  FanOut out;
  out.listen(curious, bit_of(Callback::kExchange));
  out.on_launch({});
  CHECK_FALSE(out.traces);
  curious.traces = true;
  out.on_launch({});
  CHECK(out.traces);
}

}  // namespace
}  // namespace simt::checks::table_test
