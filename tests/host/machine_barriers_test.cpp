// SPDX-License-Identifier: MIT
// Block barriers: who is counted, when they open, what bar.red gives.
#include <doctest/doctest.h>

#include <bit>

#include "simt/machine/barriers.h"
#include "simt/machine/device_memory.h"
#include "tests/host/machine_by_hand.h"

namespace machine_barriers_test {

using simt::kAllLanes;
using simt::LaneMask;
using simt::Split;
using Arrival = simt::BarrierDone::Arrival;
using Wait = simt::Split::Wait;

namespace {

constexpr uint32_t kHere = 4, kResult = 1200;

/// What a barrier said when it opened.
struct Opened : simt::Observer {
  void on_barrier(const simt::BarrierDone& b) override {
    done.push_back(b);
    arrivals = *b.arrivals;
  }
  void on_barrier_arrive(const simt::WarpPlace&, LaneMask lanes,
                         int id) override {
    passed = lanes;
    passed_id = id;
  }
  std::vector<simt::BarrierDone> done;
  std::vector<Arrival> arrivals;
  LaneMask passed = 0;
  int passed_id = -1;
};

/// Two warps, and a barrier at instruction kHere.
struct Waiting {
  explicit Waiting(bool whole_warps = false)
      : barriers(kernel, stores, opened, whole_warps) {
    kernel.code.resize(10);
    for (auto& in : kernel.code) in.form = &plain;
  }
  /// The first split of a warp comes to the barrier.
  void arrive(uint32_t w, simt::ops::Context::Barrier asked = {}) {
    Split& split = block.warps[w].splits[0];
    split.pc = kHere;
    barriers.arrive(block, block.warps[w], split, split.mask, asked);
  }
  /// Cuts a warp into the lanes `mask` and the rest.
  void cut(uint32_t w, LaneMask mask) {
    auto& splits = block.warps[w].splits;
    splits.push_back(splits[0]);
    splits[0].mask &= mask;
    splits[1].mask &= ~mask;
  }
  /// Lanes of a warp exit, `steps` instructions after they diverged.
  void exit(uint32_t w, LaneMask lanes, uint64_t steps = 9) {
    simt::Warp& warp = block.warps[w];
    warp.live &= ~lanes;
    for (Split& s : warp.splits) s.mask &= ~lanes;
    std::erase_if(warp.splits, [](const Split& s) { return s.mask == 0; });
    block.live_threads -= static_cast<uint32_t>(std::popcount(lanes));
    block.exited_threads += static_cast<uint32_t>(std::popcount(lanes));
    barriers.exit(block, warp, lanes, steps);
  }
  Wait wait(uint32_t w) const { return block.warps[w].splits[0].wait; }

  simt::program::Kernel kernel;
  simt::ops::Form plain, red;
  simt::Dice dice{1};
  simt::DeviceMemory memory;
  uint64_t effects = 0;
  simt::StoreBuffer stores{memory, dice, effects};
  Opened opened;
  simt::Barriers barriers;
  simt::Block block = block_of(2);
};

/// The lanes that a bar.red gives a yes, where the lanes of `yes` say yes in
/// the first of two warps, and all of the second do.
LaneMask reduced(simt::ops::Combine combine, LaneMask yes) {
  Waiting b;
  b.red.red = true;
  b.red.combine = combine;
  b.kernel.code[kHere].form = &b.red;
  b.kernel.code[kHere].d = kResult;
  simt::ops::Context::Barrier asked;
  asked.value = yes;
  b.arrive(0, asked);
  asked.value = kAllLanes;
  b.arrive(1, asked);
  return *reinterpret_cast<LaneMask*>(b.block.warps[0].base->registers.get() +
                                      kResult);
}

}  // namespace

TEST_CASE("barriers: a barrier opens when every warp is there") {
  Waiting b;
  b.arrive(0);
  CHECK(b.wait(0) == Wait::kBarrier);
  CHECK(b.opened.done.empty());
  b.arrive(1);
  REQUIRE(b.opened.done.size() == 1);
  CHECK(b.opened.done[0].whole);
  CHECK(b.opened.done[0].exited_threads == 0);
  REQUIRE(b.opened.arrivals.size() == 2);
  CHECK(b.opened.arrivals[1].warp == 1);
  CHECK(b.opened.arrivals[1].pc == kHere);
  CHECK(b.wait(0) == Wait::kNone);
  CHECK(b.block.warps[0].splits[0].pc == kHere + 1);
  b.arrive(0);  // it is closed again
  CHECK(b.opened.done.size() == 1);
}

TEST_CASE("barriers: half a warp is missed since Volta, not before") {
  for (const bool whole_warps : {false, true}) {
    Waiting b(whole_warps);
    b.cut(1, 0xffff);
    b.arrive(0);
    b.arrive(1);
    CHECK(b.opened.done.size() == (whole_warps ? 1 : 0));
    if (!whole_warps) continue;
    CHECK(b.opened.arrivals[1].lanes == 0xffff);
    CHECK(b.opened.arrivals[1].elsewhere == 0xffff0000);
  }
}

TEST_CASE("barriers: the last thread may exit instead of arriving") {
  Waiting b;
  b.cut(1, 0xffff);
  b.arrive(0);
  b.arrive(1);
  b.exit(1, 0xff000000);
  CHECK(b.opened.done.empty());
  b.exit(1, 0x00ff0000);
  REQUIRE(b.opened.done.size() == 1);
  CHECK(b.opened.done[0].exited_any == 0xffff0000);
  CHECK(b.opened.done[0].exited_threads == 16);
  CHECK(b.opened.arrivals[1].late == 0xffff0000);
  CHECK(b.opened.arrivals[0].late == 0);
}

TEST_CASE("barriers: an early return is no late exit") {
  Waiting b;
  b.cut(1, 0xffff);
  b.arrive(1);
  b.exit(1, 0xffff0000, 2);
  b.arrive(0);
  REQUIRE(b.opened.done.size() == 1);
  CHECK(b.opened.arrivals[1].late == 0);
}

TEST_CASE("barriers: nobody is told of one that only lost its threads") {
  Waiting b;
  simt::ops::Context::Barrier asked;
  asked.arrive_only = true;
  b.arrive(0, asked);
  b.exit(0, kAllLanes);
  b.exit(1, kAllLanes);
  CHECK(b.opened.done.empty());
  CHECK(!b.block.barriers[0].open);
}

TEST_CASE("barriers: a count of threads is counted by warps") {
  Waiting b;
  b.block = block_of(3);
  simt::ops::Context::Barrier asked;
  asked.id = 7;
  asked.threads = 64;
  b.cut(0, 0xff);
  b.arrive(0, asked);  // 8 threads of a warp that has others
  b.arrive(1, asked);
  CHECK(b.opened.done.empty());
  b.exit(0, 0xffffff00);  // now the 8 are the whole warp: 32
  REQUIRE(b.opened.done.size() == 1);
  CHECK(b.opened.done[0].id == 7);
  CHECK(!b.opened.done[0].whole);
  CHECK(b.opened.done[0].exited_threads == 0);
  CHECK(b.wait(0) == Wait::kNone);
}

TEST_CASE("barriers: bar.arrive counts and goes on") {
  Waiting b;
  simt::ops::Context::Barrier asked;
  asked.id = 2;
  asked.threads = 64;
  asked.arrive_only = true;
  b.arrive(0, asked);
  CHECK(b.wait(0) == Wait::kNone);
  CHECK(b.block.warps[0].splits[0].pc == kHere + 1);
  CHECK(b.opened.passed == kAllLanes);
  CHECK(b.opened.passed_id == 2);
  asked.arrive_only = false;
  b.arrive(1, asked);
  REQUIRE(b.opened.done.size() == 1);
  REQUIRE(b.opened.arrivals.size() == 2);
  CHECK(b.opened.arrivals[0].waits);
  CHECK(!b.opened.arrivals[1].waits);
  CHECK(b.block.barriers[2].passed.empty());
}

TEST_CASE("barriers: a warp that arrives and then waits counts twice") {
  Waiting b;
  simt::ops::Context::Barrier asked;
  asked.id = 3;
  asked.threads = 64;
  asked.arrive_only = true;
  b.arrive(0, asked);
  CHECK(b.opened.done.empty());
  asked.arrive_only = false;
  b.arrive(0, asked);
  CHECK(b.opened.done.size() == 1);
  CHECK(b.wait(0) == Wait::kNone);
  b.arrive(0, asked);  // the count began anew
  CHECK(b.opened.done.size() == 1);
  CHECK(b.wait(0) == Wait::kBarrier);
}

TEST_CASE("barriers: one barrier does not open for those at another") {
  Waiting b;
  simt::ops::Context::Barrier first, second;
  second.id = 1;
  b.arrive(0, first);
  b.arrive(1, second);
  CHECK(b.opened.done.empty());
  b.exit(1, kAllLanes);
  REQUIRE(b.opened.done.size() == 1);
  CHECK(b.opened.done[0].id == 0);
}

TEST_CASE("barriers: a reduction of predicates goes to every thread") {
  using simt::ops::Combine;
  CHECK(reduced(Combine::kAnd, kAllLanes) == kAllLanes);
  CHECK(reduced(Combine::kAnd, kAllLanes - 1) == 0);
  CHECK(reduced(Combine::kOr, 0) == kAllLanes);
  CHECK(reduced(Combine::kPopc, 0xff) == 40);  // lane 0's count
}

TEST_CASE("barriers: an opened barrier shows held stores to the block") {
  Waiting b;
  simt::ops::DelayedStore store{};
  store.lanes = 1;
  b.block.warps[0].held.push_back(store);
  b.arrive(0);
  CHECK(b.block.shown.empty());
  b.arrive(1);
  CHECK(b.block.shown.size() == 1);
}

}  // namespace machine_barriers_test
