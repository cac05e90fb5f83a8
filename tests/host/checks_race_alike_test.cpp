// SPDX-License-Identifier: MIT
// What counts once for many: lanes of a warp that store one value to one place
// by one instruction, a clock of all their threads, one answer for all their
// cells.
#include <doctest/doctest.h>

#include <random>

#include "simt/races/block_order.h"
#include "simt/races/happens_before.h"
#include "tests/host/checks_fixture.h"

namespace simt::checks::race_alike_test {
namespace {

const std::vector<std::string> kPlain = {"st.u32", "ld.u32", "st.u32"};

constexpr uint64_t kBegin = uint64_t{1} << 32;

/// A word of each memory. What is found is the same, but for its name.
struct Place {
  ptx::Space space;
  uint64_t address;
  std::string name;
};
const Place kPlaces[] = {{ptx::Space::kShared, 16, "shared-race"},
                         {ptx::Space::kGlobal, kBegin + 16, "global-race"}};

/// All lanes of warp 0 store to one place; then one more access.
template <class Then>
Names store_at_once(const Place& place, const std::vector<uint64_t>& values,
                    Then then, LaneMask active = kAllLanes) {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.session.on_allocate({kBegin, kBegin + 1024, 1, "cudaMalloc #1"});
  k.space = place.space;
  k.start();
  k.values = values;
  k.store(1, 0, place.address, 0, active);
  then(k);
  k.end();
  return k.names();
}

TEST_CASE("one value stored at once by many lanes of a warp is no race") {
  const std::vector<uint64_t> alike(kWarpSize, 7);
  std::vector<uint64_t> one_differs = alike;
  one_differs[31] = 8;
  for (const Place& p : kPlaces) {
    CAPTURE(p.name);
    const auto nothing = [](HandLaunch&) {};
    const auto read = [&](HandLaunch& k) { k.load(2, 0, p.address, 0); };
    CHECK(store_at_once(p, alike, nothing) == Names{});
    CHECK(store_at_once(p, one_differs, nothing) == Names{"warp-race:1-1"});
    CHECK(store_at_once(p, one_differs, nothing, 0xffff) == Names{});
    CHECK(store_at_once(p, {}, nothing) == Names{"warp-race:1-1"});
    CHECK(store_at_once(p, alike, read) == Names{});
    CHECK(store_at_once(p, alike, read, 0xffff) == Names{"warp-race:1-2"});
  }
}

TEST_CASE("whoever comes later meets each lane that stored") {
  const std::vector<uint64_t> alike(kWarpSize, 7);
  for (const Place& p : kPlaces) {
    CAPTURE(p.name);
    CHECK(store_at_once(p, alike, [&](HandLaunch& k) {
            k.load(2, 1, p.address, 0);
          }) == Names{p.name + ":1-2"});
    CHECK(store_at_once(p, alike, [&](HandLaunch& k) {
            k.store(3, 0, p.address, 0, 1);
          }) == Names{"warp-race:1-3"});
    // The same instruction once more, in a loop that nothing orders.
    const auto again = [&](HandLaunch& k) { k.store(1, 0, p.address, 0); };
    CHECK(store_at_once(p, alike, again) == Names{"warp-race:1-1"});
    CHECK(store_at_once(p, alike, [&](HandLaunch& k) {
            k.sync_warp(0);
            again(k);
          }) == Names{});
  }
}

TEST_CASE("only the bytes that are stored count as the value") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.start();
  k.values.assign(kWarpSize, 0x107);
  k.values[9] = 0x207;
  k.store(1, 0, 16, 0, kAllLanes, 1);
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("pairs of lanes that store one value are no race") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.start();
  k.values.resize(kWarpSize);
  for (size_t i = 0; i < kWarpSize; ++i) k.values[i] = i % 16;
  k.fast_shapes = false;
  k.store(1, 0, 0, 4, 0xffff);  // other places: a mark that stays
  uint64_t address[kWarpSize];
  for (uint64_t i = 0; i < kWarpSize; ++i) address[i] = 64 + i % 16 * 4;
  k.access_at(1, AccessKind::kStore, 0, address);
  CHECK(k.names() == Names{});
  k.values[20] = 99;
  k.sync_warp(0);
  k.access_at(1, AccessKind::kStore, 0, address);
  k.end();
  REQUIRE(k.names() == Names{"warp-race:1-1"});
  CHECK(k.found()[0].count == 1);
}

TEST_CASE("a clock of a whole warp stands for those of all its threads") {
  races::VectorClock one, other;
  one.threads.assign(2 * kWarpSize, 0);
  for (uint32_t i = 0; i < kWarpSize; ++i) one.threads[kWarpSize + i] = 3;
  one.threads[40] = 5;
  races::shorten(one.warps, one.threads);
  CHECK(one.warps[1] == 3);
  CHECK(one.of(40) == 5);
  CHECK(one.of(41) == 3);
  CHECK(one.of(0) == 0);
  // Of what lies in a row, in a whole warp's clock and in the thread's own.
  other.threads = one.threads;
  CHECK(one.covers(other));
  other.threads[41] = 4;
  CHECK(!one.covers(other));
  one.self = 41;
  one.self_clock = 4;
  CHECK(one.covers(other));
  other.threads[42] = 4;
  CHECK(!one.covers(other));
  other = {};
  other.warps[1] = 3;
  CHECK(one.covers(other));
  other.warps[0] = 1;
  CHECK(!one.covers(other));
  other = {};
  other.self = 7;
  other.self_clock = 1;
  CHECK(!one.covers(other));
  one.warps[0] = 1;
  CHECK(one.covers(other));
  // Where it says everything, nothing of single threads is kept.
  one.threads.assign(kWarpSize, 1);
  races::shorten(one.warps, one.threads);
  CHECK(one.threads.empty());
}

TEST_CASE("lanes that are asked at once know what each of them knows") {
  races::SyncOrder sync(64);
  uint32_t next = 0;
  races::HappensBefore order(sync, next);
  LaunchInfo launch;
  launch.block = {128, 1, 1};
  order.start_launch(launch, true, false);
  order.start_block({0, 0, 0});
  const auto record = [&](uint32_t warp) {
    races::Record made;
    made.epoch = order.epoch({0, 0, warp});
    return made;
  };
  const auto after = [&](const races::Record& before, uint32_t warp) {
    const LaneMask mine = 0xf0f0f0f0, theirs = 0xff00;
    const LaneMask found =
        order.after_all(before, theirs, record(warp), 0, mine);
    CHECK(found ==
          order.Ordering::after_all(before, theirs, record(warp), 0, mine));
    CHECK(order.after_each(before, record(warp), 0, mine) ==
          order.Ordering::after_each(before, record(warp), 0, mine));
    return found;
  };
  const auto meet = [&](std::vector<BarrierDone::Arrival> arrivals, bool all) {
    BarrierDone done;
    done.arrivals = &arrivals;
    done.whole = all;
    order.on_barrier(done);
  };
  const races::Record first = record(0);
  CHECK(after(first, 1) == 0);
  CHECK(after(first, 0) == 0);
  meet({{0, 0, kAllLanes}, {0, 1, kAllLanes}}, false);
  CHECK(after(first, 1) == 0xf0f0f0f0);
  CHECK(after(first, 2) == 0);
  order.on_warp_sync({{0, 0, 0}, 0, 0xffffff});
  CHECK(after(first, 0) == 0xf0f0f0f0);
  const races::Record second = record(0);
  CHECK(after(second, 1) == 0);
  order.on_warp_sync({{0, 0, 0}, 0, 0xffff});
  CHECK(after(second, 0) == 0xf0f0);
  meet({}, true);
  CHECK(after(second, 3) == 0xf0f0f0f0);
}

/// What a thread knows of each of `threads` threads.
std::vector<uint32_t> clocks_of(const races::VectorClock& known,
                                uint32_t threads) {
  std::vector<uint32_t> all(threads);
  for (uint32_t i = 0; i < threads; ++i) all[i] = known.of(i);
  return all;
}

TEST_CASE("lanes that learn in turn know what each would have learned alone") {
  constexpr uint32_t kWarps = 4, kThreads = kWarps * kWarpSize;
  std::mt19937 random(17);
  const auto mask = [&] {
    return random() % 2 != 0 ? kAllLanes : static_cast<LaneMask>(random() | 3);
  };
  for (int round = 0; round < 100; ++round) {
    races::BlockOrder quick, slow;
    for (races::BlockOrder* order : {&quick, &slow})
      order->start_block(kWarps, false);
    for (int step = 0; step < 12; ++step) {
      const uint32_t what = random() % 8, warp = random() % kWarps;
      const uint32_t other = random() % kWarps;
      const LaneMask lanes = mask();
      const int from = static_cast<int>(random() % kWarpSize);
      const int to = static_cast<int>(random() % kWarpSize);
      races::VectorClock told = slow.known_to(other, from);
      races::VectorClock any;
      for (LaneMask left = lanes; left != 0; left &= left - 1)
        any.join(slow.known_to(warp, std::countr_zero(left)));
      CHECK(clocks_of(any, kThreads) ==
            clocks_of(quick.known_to_any(warp, lanes), kThreads));
      if (what == 7) told = any;
      for (races::BlockOrder* order : {&quick, &slow}) {
        if (what == 0) order->sync_lanes(warp, lanes);
        if (what == 1)
          order->sync_warps(1, {{0, warp, lanes, 0}, {0, other, lanes, 0}});
        if (what == 2 || what == 7) order->learn(other, to, told);
        if (what > 2 && what < 7) order->tick(warp);
      }
      if (what > 2 && what < 7) {
        quick.pass_on(warp, lanes);
        int before = std::countr_zero(lanes);
        for (LaneMask left = lanes & (lanes - 1); left != 0; left &= left - 1) {
          const int lane = std::countr_zero(left);
          slow.learn(warp, lane, slow.known_to(warp, before));
          before = lane;
        }
      }
      for (uint32_t i = 0; i < kThreads; ++i) {
        const uint32_t my_warp = i / kWarpSize;
        const int lane = static_cast<int>(i % kWarpSize);
        REQUIRE(clocks_of(quick.known_to(my_warp, lane), kThreads) ==
                clocks_of(slow.known_to(my_warp, lane), kThreads));
        const uint32_t clock = random() % 8;
        REQUIRE(quick.unordered(warp, kAllLanes, clock, my_warp, lane) ==
                slow.unordered(warp, kAllLanes, clock, my_warp, lane));
        LaneMask know = 0;
        const auto found = quick.knowers(my_warp, clock);
        for (int by = 0; by < kWarpSize; ++by)
          if (quick.unordered(my_warp, LaneMask{1} << lane, clock, my_warp,
                              by) == 0)
            know |= LaneMask{1} << by;
        CHECK(found[static_cast<size_t>(lane)] == know);
      }
    }
  }
}

/// Lanes update and look at two flags in turn, tell each other and use the data
/// beside the flags, and the flags themselves.
class Turns {
 public:
  Turns(bool fast, bool exchanges, ptx::Space space, uint32_t seed)
      : k_({"st.u32", "ld.u32", "atom.acq_rel.add.u32", "atom.release.add.u32",
            "bar.sync 1, 64", "bar.sync 0"},
           {128, 1, 1}, only_race()),
        random_(seed) {
    if (exchanges) {
      k_.add("shfl.sync.idx.b32");
      k_.kernel.code.resize(k_.kernel.info.size());
    }
    for (ops::Inst& in : k_.kernel.code) in.form = &form_;
    k_.fast_shapes = fast;
    k_.space = space;
    k_.session.on_allocate(memory_);
    if (space == ptx::Space::kGlobal) k_.allocation = &memory_;
    k_.start();
    k_.heard().on_block_start({1, 1, 0});
  }

  void step() {
    k_.block = k_.slot = random_() % 2;
    k_.scope = random_() % 4 != 0 ? Scope::kGpu : Scope::kCta;
    const uint32_t what = random_() % 24, warp = random_() % 4;
    const uint64_t flag = at(512 + random_() % 2 * 64);
    const uint64_t data = at(random_() % 4 * 4);
    const LaneMask some = static_cast<LaneMask>(random_() | 1);
    const LaneMask one = LaneMask{1} << random_() % kWarpSize;
    const uint32_t many = random_() % 4;
    const LaneMask lanes = many > 1 ? kAllLanes : many == 1 ? some : one;
    const bool row = random_() % 3 == 0;
    const LaneMask mine = row ? lanes : one;  // of data
    k_.looks = random_() % 4 != 0;
    if (what < 12) update(what == 0 ? data : flag, warp, lanes, what);
    k_.looks = true;
    if (what == 12 || what == 13) k_.store(1, warp, data, row ? 4 : 0, mine);
    if (what == 14 || what == 15) k_.load(2, warp, data, row ? 4 : 0, mine);
    if (what == 16 && random_() % 4 == 0) k_.load(2, warp, flag, 0, one);
    if (what == 17) k_.sync_warp(warp, lanes);
    if (what == 18) k_.meet(5, {warp, (warp + 1) % 4}, false);
    if (what == 19 && random_() % 4 == 0) k_.meet(6, {0, 1, 2, 3}, true);
    if (what == 20)
      k_.shuffle(warp, static_cast<int8_t>(random_() % 32), lanes);
    if (what == 21) k_.vote(warp, lanes);
    if (what >= 22)
      k_.session.on_fence(
          {k_.block, k_.slot, warp}, one,
          random_() % 2 != 0 ? MemoryOrder::kSeqCst : MemoryOrder::kAcqRel,
          random_() % 2 != 0 ? Scope::kGpu : Scope::kCta);
  }

  /// All that is said, also of plain accesses to the flags.
  std::vector<std::string> end() {
    for (const uint64_t flag : {512, 576}) {
      const uint32_t warp = random_() % 4;
      k_.load(2, warp, at(flag), 0, LaneMask{1} << random_() % kWarpSize);
      k_.store(1, warp, at(flag), 0, LaneMask{1} << random_() % kWarpSize);
    }
    k_.end();
    std::vector<std::string> said;
    for (const report::Diagnostic& d : k_.found())
      said.push_back(d.name + d.message + d.why + std::to_string(d.count));
    return said;
  }

 private:
  uint64_t at(uint64_t offset) const {
    return k_.space == ptx::Space::kGlobal ? kBegin + offset : offset;
  }
  void update(uint64_t flag, uint32_t warp, LaneMask lanes, uint32_t what) {
    k_.order = what < 11 ? MemoryOrder::kAcqRel : MemoryOrder::kRelease;
    k_.atomic(what < 11 ? 3 : 4, warp, flag, 0, lanes);
    k_.order = MemoryOrder::kWeak;
  }

  const Allocation memory_{kBegin, kBegin + 1024, 1, "cudaMalloc #1"};
  ops::Form form_;
  HandLaunch k_;
  std::mt19937 random_;
};

TEST_CASE("lanes that use a place in turn find what each would find alone") {
  size_t found = 0;
  for (uint32_t seed = 0; seed < 1200; ++seed) {
    const ptx::Space space =
        seed % 2 != 0 ? ptx::Space::kGlobal : ptx::Space::kShared;
    const bool exchanges = seed % 4 < 2;
    Turns quick(true, exchanges, space, seed),
        slow(false, exchanges, space, seed);
    for (uint32_t i = 0; i < 10 + seed % 30; ++i) {
      quick.step();
      slow.step();
    }
    const std::vector<std::string> said = quick.end();
    REQUIRE(said == slow.end());
    found += said.size();
  }
  CHECK(found > 100);
}

/// A copy that warp 0 has waited for reads what warp 1 stores, before it meets
/// warp 0 or after, or both.
Names stores_beside_a_copy(bool before, bool after) {
  HandLaunch k({"cp.async.bulk.global.shared::cta.bulk_group", "st.shared.u32",
                "st.shared.u32"},
               {64, 1, 1}, only_race());
  k.start();
  BulkCopy copy;
  copy.number = 1;
  copy.end = BulkEnd::kGroup;
  copy.from = ptx::Space::kShared;
  copy.to = ptx::Space::kGlobal;
  copy.target = uint64_t{1} << 32;
  copy.bytes = 64;
  BulkStep step;
  step.copy = &copy;
  step.lanes = 1;
  using Kind = BulkStep::Kind;
  for (const Kind kind :
       {Kind::kIssue, Kind::kCommit, Kind::kDone, Kind::kWait}) {
    step.kind = kind;
    k.heard().on_bulk(step);
  }
  k.sync_warp(0);
  if (before) k.store(2, 1, 0, 4, 1);
  k.barrier(3);
  if (after) k.store(3, 1, 0, 4, 1);
  k.end();
  return k.names();
}

TEST_CASE("a wait for a copy is asked for anew by each access") {
  CHECK(stores_beside_a_copy(false, true) == Names{});
  CHECK(stores_beside_a_copy(true, false) == Names{"shared-race:1-2"});
  CHECK(stores_beside_a_copy(true, true) == Names{"shared-race:1-2"});
}

}  // namespace
}  // namespace simt::checks::race_alike_test
