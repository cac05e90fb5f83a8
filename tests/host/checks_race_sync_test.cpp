// SPDX-License-Identifier: MIT
// Order made by flags and locks: fences, releases and acquires.
#include <doctest/doctest.h>

#include "tests/host/checks_fixture.h"

namespace simt::checks::race_sync_test {
namespace {

const std::vector<std::string> kCode = {
    "st.shared.u32",          "ld.shared.u32",          "membar.cta",
    "atom.shared.exch.b32",   "st.release.shared.u32",  "ld.acquire.shared.u32",
    "st.volatile.shared.u32", "ld.volatile.shared.u32", "atom.shared.add.u32",
    "shfl.sync.idx.b32"};
constexpr uint64_t kFlag = 512;

void fence(HandLaunch& k, uint32_t warp, LaneMask lanes) {
  k.session.on_fence({k.block, k.slot, warp}, lanes, MemoryOrder::kSeqCst,
                     Scope::kCta);
}

void release(HandLaunch& k, uint32_t warp) {
  k.order = MemoryOrder::kRelease;
  k.store(5, warp, kFlag, 0, 1);
  k.order = MemoryOrder::kWeak;
}

void acquire(HandLaunch& k, uint32_t warp) {
  k.order = MemoryOrder::kAcquire;
  k.load(6, warp, kFlag, 0, 1);
  k.order = MemoryOrder::kWeak;
}

TEST_CASE("a release and an acquire of one flag order two threads") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 0, 1);
  release(k, 0);
  acquire(k, 1);
  k.load(2, 1, 0, 0, 1);
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("a part hears of exchanges where it asks flags for order") {
  const auto hears = [](const char* barrier) {
    HandLaunch k(kCode, {64, 1, 1}, only_race());
    k.add(barrier);
    k.in_part = true;
    k.start();
    CHECK(k.session.traces);
    return k.part->traces;
  };
  CHECK_FALSE(hears("bar.sync 0"));
  CHECK(hears("bar.sync 1, 32"));
}

TEST_CASE("they do not order other lanes") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 4, 2);  // lane 1 stores, lane 0 releases
  release(k, 0);
  acquire(k, 1);
  k.load(2, 1, 4, 0, 1);
  k.end();
  CHECK(k.names() == Names{"shared-race:1-2"});
}

TEST_CASE("what comes after the release is not ordered") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  release(k, 0);
  k.store(1, 0, 0, 0, 1);
  acquire(k, 1);
  k.load(2, 1, 0, 0, 1);
  k.end();
  CHECK(k.names() == Names{"shared-race:1-2"});
}

/// Warp 0 releases, lane 0 of warp 1 acquires and something follows; then all
/// of warp 1 read.
template <class Then>
Names pass_on(Then then) {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 0, 1);
  release(k, 0);
  acquire(k, 1);
  then(k);
  k.load(2, 1, 0, 0, 0x21);
  k.end();
  return k.names();
}

TEST_CASE("what a lane acquired is handed on by a shuffle or a vote") {
  CHECK(pass_on([](HandLaunch&) {}) == Names{"shared-race:1-2"});
  CHECK(pass_on([](HandLaunch& k) { k.shuffle(1, 0); }) == Names{});
  CHECK(pass_on([](HandLaunch& k) { k.vote(1); }) == Names{});
  // Of another lane; of a lane that had it from a shuffle; not by all lanes.
  CHECK(pass_on([](HandLaunch& k) { k.shuffle(1, 3); }) ==
        Names{"shared-race:1-2"});
  CHECK(pass_on([](HandLaunch& k) {
          k.shuffle(1, 0, 0xf);
          k.shuffle(1, 3);
        }) == Names{});
  CHECK(pass_on([](HandLaunch& k) { k.vote(1, 0x1f); }) ==
        Names{"shared-race:1-2"});
  CHECK(pass_on([](HandLaunch& k) { k.shuffle(0, 0); }) ==
        Names{"shared-race:1-2"});
}

TEST_CASE("the lanes of one shuffle hand on what they knew before it") {
  // Lane i reads lane i - 1: lane 5 has nothing of lane 0 yet.
  CHECK(pass_on([](HandLaunch& k) {
          std::vector<int8_t> up(kWarpSize);
          for (int i = 1; i < kWarpSize; ++i)
            up[i] = static_cast<int8_t>(i - 1);
          k.exchange(1, up.data(), kAllLanes);
        }) == Names{"shared-race:1-2"});
}

TEST_CASE("a shuffle hands on nothing that its source did itself") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 1, 0, 0, 1);
  release(k, 0);
  acquire(k, 1);
  k.shuffle(1, 0);
  k.load(2, 1, 0, 0, 0x20);
  k.end();
  CHECK(k.names() == Names{"warp-race:1-2"});
}

/// Warp 0 stores a value and a volatile flag, warp 1 loads them.
Names hand_over(const std::vector<std::string>& code, bool fences) {
  HandLaunch k(code, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 0, 1);
  if (fences) fence(k, 0, 1);
  k.order = MemoryOrder::kVolatile;
  k.store(7, 0, kFlag, 0, 1);
  k.load(8, 1, kFlag, 0, 1);
  k.order = MemoryOrder::kWeak;
  if (fences) fence(k, 1, 1);
  k.load(2, 1, 0, 0, 1);
  k.end();
  return k.names();
}

TEST_CASE("a volatile flag with fences orders two warps") {
  CHECK(hand_over(kCode, true) == Names{});
  CHECK(hand_over(kCode, false) == Names{"shared-race:1-2"});
}

TEST_CASE("in a kernel without fences a volatile flag races itself") {
  std::vector<std::string> code = kCode;
  code[2] = code[4] = code[5] = "ld.shared.u32";
  CHECK(hand_over(code, false) == Names{"shared-race:1-2", "shared-race:7-8"});
}

TEST_CASE("two warps that store to a volatile word race") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.order = MemoryOrder::kVolatile;
  for (uint32_t warp = 0; warp < 2; ++warp) k.store(7, warp, kFlag, 0, 1);
  k.end();
  CHECK(k.names() == Names{"shared-race:7-7"});
}

TEST_CASE("lanes of one warp race at a volatile word, fences or not") {
  HandLaunch k(kCode, {32, 1, 1}, only_race());
  k.start();
  k.order = MemoryOrder::kVolatile;
  k.store(7, 0, kFlag, 0, 1);
  k.load(8, 0, kFlag, 0, 2);
  k.end();
  CHECK(k.names() == Names{"warp-race:7-8"});
}

TEST_CASE("a lock with fences orders its holders") {
  HandLaunch k(kCode, {96, 1, 1}, only_race());
  k.start();
  for (uint32_t warp = 0; warp < 3; ++warp) {
    k.atomic(4, warp, kFlag, 0, 1);
    fence(k, warp, 1);
    k.load(2, warp, 0, 0, 1);
    k.store(1, warp, 0, 0, 1);
    fence(k, warp, 1);
    k.atomic(4, warp, kFlag, 0, 1);
  }
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("a lock without fences orders nothing") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  for (uint32_t warp = 0; warp < 2; ++warp) {
    k.atomic(4, warp, kFlag, 0, 1);
    k.store(1, warp, 0, 0, 1);
    k.atomic(4, warp, kFlag, 0, 1);
  }
  k.end();
  CHECK(k.names() == Names{"shared-race:1-1"});
}

/// Warp 0 sets a flag by line `sets` after a fence; warp 1 looks by adding, has
/// no fence, and loads the value.
Names told_by_adding(int sets) {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 0, 1);
  fence(k, 0, 1);
  if (sets == 5) {
    k.order = MemoryOrder::kRelaxed;
    k.store(5, 0, kFlag, 0, 1);
    k.order = MemoryOrder::kWeak;
  } else {
    k.atomic(sets, 0, kFlag, 0, 1);
  }
  k.atomic(9, 1, kFlag, 0, 1);
  k.load(2, 1, 0, 0, 1);
  k.end();
  return k.names();
}

TEST_CASE("a reader's missing fence is tolerated where both threads count") {
  CHECK(told_by_adding(9) == Names{"missing-fence:1-9-9-2"});
  CHECK(told_by_adding(4) == Names{"shared-race:1-2"});  // exchanged
  CHECK(told_by_adding(5) == Names{"shared-race:1-2"});  // stored
}

/// Warp 0 stores to global memory, then counts in shared memory; lane 1 of warp
/// 1 counts, too, and the lane that `loads` reads what was stored. No fence.
Names count_without_fences(int loads, bool meets, bool barrier) {
  constexpr uint64_t kBegin = uint64_t{1} << 32;
  std::vector<std::string> code = kCode;
  code.insert(code.end(), {"st.global.u32", "ld.global.u32", "bar.sync 0"});
  HandLaunch k(code, {64, 1, 1}, only_race());
  Allocation memory;
  memory.begin = kBegin;
  memory.end = kBegin + 4096;
  k.session.on_allocate(memory);
  k.start();
  const auto in_global = [&k](auto access) {
    k.space = ptx::Space::kGlobal;
    access();
    k.space = ptx::Space::kShared;
  };
  if (!barrier) in_global([&] { k.store(10, 0, kBegin, 0, 1); });
  k.atomic(9, 0, kFlag, 0, 1);
  k.atomic(9, 1, kFlag, 0, 2);
  if (barrier) k.barrier(12);
  if (barrier) in_global([&] { k.store(10, 0, kBegin, 0, 1); });
  if (meets) k.sync_warp(1);
  in_global([&] { k.load(11, 1, kBegin, 0, LaneMask{1} << loads); });
  k.end();
  return k.names();
}

TEST_CASE("a counter in shared memory is named where its fence is missing") {
  const Names named{"missing-fence:10-9-9-11"}, race{"global-race:10-11"};
  CHECK(count_without_fences(1, false, false) == named);
  CHECK(count_without_fences(0, false, false) == race);  // it did not count
  CHECK(count_without_fences(0, true, false) == named);  // it met who did
  CHECK(count_without_fences(1, false, true) == race);   // it counted before
  CHECK(count_without_fences(0, true, true) == race);
}

TEST_CASE("a warp barrier passes on what one lane was told") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 4);
  k.sync_warp(0);
  release(k, 0);
  acquire(k, 1);
  k.sync_warp(1);
  k.load(2, 1, 124, -4);
  k.end();
  CHECK(k.names() == Names{});
}

/// Lanes of warp 0 store their words, and each adds to the flag with release;
/// lane 0 of warp 1 acquires it and stores to all these words. `late`: warp 0
/// stores once more before.
Names told_by_each_lane(LaneMask lanes, bool late) {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 4);
  k.order = MemoryOrder::kRelease;
  k.atomic(9, 0, kFlag, 0, lanes);
  k.order = MemoryOrder::kWeak;
  if (late) k.store(1, 0, 0, 4);
  acquire(k, 1);
  for (uint64_t lane = 0; lane < kWarpSize; ++lane)
    k.store(2, 1, 4 * lane, 0, 1);
  k.end();
  return k.names();
}

TEST_CASE(
    "lanes that each release tell of themselves, all of them of the warp") {
  const Names none{}, race{"shared-race:1-2"};
  CHECK(told_by_each_lane(kAllLanes, false) == none);
  CHECK(told_by_each_lane(kAllLanes, true) == race);
  CHECK(told_by_each_lane(kAllLanes & ~1u, false) == race);
  CHECK(told_by_each_lane(kAllLanes >> 1, false) == race);
}

/// Starts two blocks, which access `memory`.
void start_two_blocks(HandLaunch& k, const Allocation& memory, bool fast) {
  k.session.on_allocate(memory);
  k.allocation = &memory;
  k.space = ptx::Space::kGlobal;
  k.fast_shapes = fast;
  k.start();
  k.heard().on_block_start({1, 1, 0});
}

/// Two blocks: what lane `reads` of the second one finds when it loads what the
/// first one stored and released to a flag. One lane of the second acquires it
/// by `see`, then all its lanes use a place in turn.
template <class See>
Names find_in_turn(bool fast, int reads, uint64_t place, See see) {
  constexpr uint64_t kBegin = uint64_t{1} << 32;
  HandLaunch k({"st.global.u32", "ld.global.u32", "atom.acq_rel.global.add.u32",
                "ld.relaxed.global.u32", "st.relaxed.global.u32"},
               {64, 1, 1}, only_race());
  const Allocation memory{kBegin, kBegin + 1024, 1, "cudaMalloc #1"};
  start_two_blocks(k, memory, fast);
  k.store(1, 0, kBegin, 0, 1);
  k.order = MemoryOrder::kAcqRel;
  k.atomic(3, 0, kBegin + kFlag, 0, 1);
  k.block = k.slot = 1;
  see(k, kBegin + kFlag);
  k.order = MemoryOrder::kAcqRel;
  k.atomic(3, 0, kBegin + place, 0);
  k.order = MemoryOrder::kWeak;
  k.load(2, 0, kBegin, 0, LaneMask{1} << reads);
  k.end();
  return k.names();
}

TEST_CASE("lanes in turn hand on what one of them knew of another block") {
  const auto acquire = [](HandLaunch& k, uint64_t flag) {
    k.atomic(3, 0, flag, 0, 1u << 9);
  };
  // By a load before another store hides it: known to all who come later.
  const auto look = [](HandLaunch& k, uint64_t flag) {
    k.order = MemoryOrder::kRelaxed;
    k.load(4, 0, flag, 0, 1u << 9);
    k.store(5, 1, flag, 0, 1);
  };
  for (const bool fast : {false, true}) {
    CHECK(find_in_turn(fast, 8, 64, acquire) != Names{});
    CHECK(find_in_turn(fast, 9, 64, acquire) == Names{});
    CHECK(find_in_turn(fast, 10, 64, acquire) == Names{});
    CHECK(find_in_turn(fast, 10, kFlag, look) == Names{});
    CHECK(find_in_turn(fast, 8, kFlag, look) != Names{});
  }
}

/// A thread of one block loads, perhaps its block meets, it updates a flag;
/// then all lanes of another block update that in turn, and one of them stores.
Names store_in_turn(bool fast, bool meets) {
  const Allocation memory{uint64_t{1} << 32, (uint64_t{1} << 32) + 1024, 1,
                          "cudaMalloc #1"};
  HandLaunch k({"ld.global.u32", "st.global.u32", "atom.relaxed.global.add.u32",
                "atom.acq_rel.global.add.u32", "bar.sync 0"},
               {64, 1, 1}, only_race());
  start_two_blocks(k, memory, fast);
  k.load(1, 0, memory.begin, 0, 1);
  if (meets) k.barrier(5);
  k.order = MemoryOrder::kRelaxed;
  k.atomic(3, 0, memory.begin + kFlag, 0, 1);
  k.block = k.slot = 1;
  k.order = MemoryOrder::kAcqRel;
  k.atomic(4, 0, memory.begin + kFlag, 0);
  k.order = MemoryOrder::kWeak;
  k.store(2, 0, memory.begin, 0, 1u << 20);
  k.end();
  return k.names();
}

TEST_CASE("lanes in turn see that loads before a barrier have ended") {
  for (const bool fast : {false, true}) {
    CHECK(store_in_turn(fast, true) == Names{});
    CHECK(store_in_turn(fast, false) != Names{});
  }
}

}  // namespace
}  // namespace simt::checks::race_sync_test
