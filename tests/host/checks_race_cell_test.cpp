// SPDX-License-Identifier: MIT
// Races by size of access: words, bytes, vectors; the quick ways against the
// slow one; and the list of reads that no write has met.
#include <doctest/doctest.h>

#include <random>
#include <tuple>
#include <vector>

#include "simt/races/read_list.h"
#include "tests/host/checks_fixture.h"

namespace simt::checks::race_cell_test {
namespace {

const std::vector<std::string> kCode = {"st.shared.u8",  "ld.shared.u8",
                                        "st.shared.u32", "ld.shared.u32",
                                        "bar.sync 0",    "atom.shared.add.u32"};

TEST_CASE("neighbouring bytes of one word do not race") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 2, kAllLanes, 1);  // even bytes
  k.store(1, 1, 1, 2, kAllLanes, 1);  // odd bytes
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("one byte that two warps store is a race") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 1, kAllLanes, 1);
  k.store(1, 1, 31, 1, kAllLanes, 1);
  k.end();
  REQUIRE(k.names() == Names{"shared-race:1-1"});
  CHECK(k.found()[0].count == 1);
  CHECK(k.found()[0].message ==
        "threads 31 and 32 touch `buf+31` with no barrier between");
  CHECK(k.found()[0].why.find("same byte") != std::string::npos);
}

TEST_CASE("what was done to a word stays known when bytes are needed") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(3, 0, 0, 4);
  k.load(2, 1, 0, 1, 0x1, 1);
  k.end();
  CHECK(k.names() == Names{"shared-race:2-3"});
}

TEST_CASE("a barrier still orders after bytes were needed") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(3, 0, 0, 4);
  k.load(2, 0, 512, 1, kAllLanes, 1);
  k.barrier(5);
  k.load(4, 1, 0, 4);
  k.load(2, 1, 0, 1, kAllLanes, 1);
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("a vector that meets one thread in four words is one pair") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(3, 0, 0, 16, kAllLanes, 16);
  k.load(4, 1, 0, 16, kAllLanes, 16);
  k.end();
  REQUIRE(k.names() == Names{"shared-race:3-4"});
  CHECK(k.found()[0].count == 32);
}

TEST_CASE("a vector races with a word inside it") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(3, 0, 0, 16, 0x1, 16);
  k.load(4, 1, 12, 4, 0x1);
  k.load(4, 1, 16, 4, 0x1);
  k.end();
  REQUIRE(k.names() == Names{"shared-race:3-4"});
  CHECK(k.found()[0].count == 1);
}

TEST_CASE("a row that each lane reads and stores alone is no race") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.load(4, 0, 0, 4);
  k.store(3, 0, 0, 4);
  k.load(4, 0, 0, 4);
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("a row that lanes read of each other, then store, is a race") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.load(4, 0, 124, -4);
  k.store(3, 0, 0, 4);
  k.end();
  REQUIRE(k.names() == Names{"warp-race:3-4"});
  CHECK(k.found()[0].count == 32);
}

TEST_CASE("a row that another warp read as well is a race when stored") {
  for (const uint32_t first : {0u, 1u}) {
    HandLaunch k(kCode, {64, 1, 1}, only_race());
    k.start();
    k.load(4, first, 0, 4);
    k.load(4, 1 - first, 0, 4);
    k.store(3, 0, 0, 4);
    k.end();
    REQUIRE(k.names() == Names{"shared-race:3-4"});
    CHECK(k.found()[0].count == 32);
  }
}

TEST_CASE("a warp barrier orders nothing that both lanes did before it") {
  for (const bool between : {false, true}) {
    HandLaunch k(kCode, {64, 1, 1}, only_race());
    k.start();
    k.load(2, 0, 0, 0, 1);
    if (between) k.sync_warp(0);
    k.load(4, 0, 0, 0, 2);
    if (!between) k.sync_warp(0);
    k.store(3, 1, 0, 0, 1);
    k.end();
    // In between it makes the second read stand for the first one, too.
    if (between)
      CHECK(k.names() == Names{"shared-race:3-4"});
    else
      CHECK(k.names() == Names{"shared-race:2-3", "shared-race:3-4"});
  }
}

TEST_CASE("a read meets an atomic that other reads came before") {
  // Only warp 2 knows that both others have read.
  for (const bool again : {false, true}) {
    HandLaunch k(kCode, {128, 1, 1}, only_race());
    k.add("bar.sync 1, 96");
    k.kernel.code.resize(k.kernel.info.size());
    k.start();
    for (const uint32_t warp : {0u, 1u}) k.load(2, warp, 0, 0, 1);
    k.meet(7, {0, 1, 2}, false);
    k.atomic(6, 2, 0, 0, 1);
    if (again) k.load(4, 0, 0, 0, 1);
    k.end();
    CHECK(k.names() == (again ? Names{"shared-race:4-6"} : Names{}));
  }
}

TEST_CASE(
    "in a part atomics of two warps stand for more, if nothing orders them") {
  const auto clean = [](bool meets, auto then) {
    HandLaunch k(kCode, {128, 1, 1}, only_race());
    if (meets) k.add("bar.sync 1, 96");
    k.kernel.code.resize(k.kernel.info.size());
    k.in_part = true;
    k.start();
    for (const uint32_t warp : {0u, 1u}) k.atomic(6, warp, 0, 0, 1);
    if (meets) k.meet(7, {0, 1, 3}, false);
    k.atomic(6, 2, 0, 0, 1);
    then(k);
    k.end();
    return k.part->clean();
  };
  for (uint32_t warp = 0; warp < 4; ++warp) {
    const auto update = [=](HandLaunch& k) { k.atomic(6, warp, 0, 0, 1); };
    const auto store = [=](HandLaunch& k) { k.store(3, warp, 0, 0, 1); };
    CHECK(clean(false, update));
    CHECK(!clean(false, store));
    CHECK(clean(true, update));
    CHECK(!clean(true, store));
  }
}

TEST_CASE(
    "in a part a read beside an atomic of its warp stands for no other one") {
  for (const bool reads_first : {false, true}) {
    HandLaunch k(kCode, {64, 1, 1}, only_race());
    k.in_part = true;
    k.start();
    for (const bool reads : {reads_first, !reads_first}) {
      if (reads)
        k.load(4, 0, 0, 0, 1);
      else
        k.atomic(6, 0, 0, 0, 1);
      k.sync_warp(0);
    }
    k.atomic(6, 1, 0, 0, 1);
    k.end();
    CHECK(!k.part->clean());
  }
}

/// In a part of a kernel with fences as many warps load word 0, or add to it,
/// and all but warp 0 tell that one of it. Whether the part is clean after
/// `then`.
template <class Then>
bool clean_after(uint32_t warps, bool adds, bool tells, Then then) {
  HandLaunch k({"st.shared.u32", "ld.shared.u32", "membar.cta", "bar.sync 0",
                "atom.shared.add.u32"},
               {128, 1, 1}, only_race());
  k.in_part = true;
  k.start();
  for (uint32_t warp = 0; warp < warps; ++warp)
    adds ? k.atomic(5, warp, 0, 0, 1) : k.load(2, warp, 0, 0, 1);
  const auto fence = [&](uint32_t warp) {
    k.heard().on_fence({k.block, k.slot, warp}, kAllLanes, MemoryOrder::kSeqCst,
                       Scope::kCta);
  };
  for (uint32_t warp = 1; warp < 4 && tells; ++warp) {
    const uint64_t flag = 512 + 4 * warp;
    fence(warp);
    k.order = MemoryOrder::kRelaxed;
    k.store(1, warp, flag, 0, 1);
    k.load(2, 0, flag, 0, 1);
    k.order = MemoryOrder::kWeak;
    fence(0);
  }
  then(k);
  k.end();
  return k.part->clean();
}

TEST_CASE("in a part flags of shared memory are not asked for order") {
  const auto nothing = [](HandLaunch&) {};
  const auto store = [](HandLaunch& k) { k.store(1, 0, 0, 0, 1); };
  const auto load = [](HandLaunch& k) { k.load(2, 0, 0, 0, 1); };
  const auto meet_and_store = [&](HandLaunch& k) {
    k.meet(4, {0, 1, 2, 3}, true);
    store(k);
  };
  for (const bool adds : {false, true})
    for (uint32_t warps = 1; warps <= 4; ++warps) {
      CHECK(clean_after(warps, adds, true, nothing));
      CHECK(clean_after(warps, adds, true, meet_and_store));
      CHECK(clean_after(warps, adds, false, store) == (warps == 1));
      // It would be right.
      CHECK(clean_after(warps, adds, true, store) == (warps == 1));
      CHECK(clean_after(warps, adds, true, load) == (!adds || warps == 1));
    }
}

TEST_CASE("two updates of one warp do not stand for another warp's") {
  for (const LaneMask lanes : {0x1u, 0x3u}) {
    HandLaunch k(kCode, {64, 1, 1}, only_race());
    k.start();
    k.atomic(6, 0, 0, 0, 3);
    k.sync_warp(0, 0xff00);
    k.atomic(6, 0, 0, 0, 3);
    k.atomic(6, 1, 0, 0, lanes);
    k.sync_warp(0);
    k.load(4, 0, 0, 0);
    k.end();
    CHECK(k.names() == Names{"shared-race:4-6"});
  }
}

TEST_CASE("updates of a word meet all that are none") {
  constexpr uint64_t kBegin = uint64_t{1} << 32;
  const auto found = [](const auto& before) {
    HandLaunch k({"ld.global.u32", "atom.global.add.u32", "atom.global.add.u64",
                  "atom.global.add.u32", "membar.gl"},
                 {64, 1, 1}, only_race());
    k.session.on_allocate({kBegin, kBegin + 1024, 1, "cudaMalloc #1"});
    k.space = ptx::Space::kGlobal;
    k.start();
    k.heard().on_block_start({1, 1, 0});
    before(k);
    k.block = k.slot = 1;
    k.atomic(4, 0, kBegin, 0, 1);
    k.end();
    return k.names();
  };
  const auto load = [](HandLaunch& k) { k.load(1, 1, kBegin, 0, 1); };
  const auto add = [](HandLaunch& k) { k.atomic(2, 0, kBegin, 0, 1); };
  CHECK(found(load) == Names{"global-race:1-4"});
  CHECK(found(add) == Names{});
  CHECK(found([&](HandLaunch& k) {
          add(k);
          load(k);
        }) == Names{"global-race:1-2", "global-race:1-4"});
  CHECK(found([](HandLaunch& k) {
          k.access(3, AccessKind::kAtomic, 0, kBegin, 0, 1, 8);
        }) == Names{"global-race:3-4"});
}

TEST_CASE("random programs: quick shapes and slow shapes find the same") {
  std::mt19937 random(13);
  int clean = 0, needless = 0;  // parts
  for (int round = 0; round < 300; ++round) {
    const bool partial = round % 3 == 0;
    HandLaunch quick(kCode, {128, 1, 1}, only_race());
    HandLaunch slow(kCode, {128, 1, 1}, only_race());
    HandLaunch part(kCode, {128, 1, 1}, only_race());
    slow.fast_shapes = false;
    part.in_part = true;
    if (partial) {
      for (HandLaunch* k : {&quick, &slow, &part}) {
        k->add("bar.sync 1, 64");
        k->kernel.code.resize(k->kernel.info.size());
      }
    }
    quick.start();
    slow.start();
    part.start();
    for (int step = 0; step < 12; ++step) {
      const uint32_t what = random() % 8, warp = random() % 4;
      const uint64_t first = random() % 8 * 16;
      const int64_t stride = random() % 3 * 4;
      const LaneMask active = random() % 2 ? kAllLanes : random() | 1;
      const LaneMask sync = random() % 2 ? kAllLanes : 0xffffu;
      for (HandLaunch* k : {&quick, &slow, &part}) {
        if (what < 2) k->store(3, warp, first, stride, active);
        if (what >= 2 && what < 5) k->load(4, warp, first, stride, active);
        if (what == 5) k->atomic(6, warp, first, stride, active);
        if (what == 6) k->sync_warp(warp, sync);
        if (what == 7 && partial) k->meet(7, {warp, (warp + 1) % 4}, false);
        if (what == 7 && !partial) k->meet(5, {0, 1, 2, 3}, true);
      }
    }
    quick.end();
    slow.end();
    REQUIRE(quick.names() == slow.names());
    // A part knows whether there is a race.
    const bool races = !quick.names().empty();
    CHECK(!(races && part.part->clean()));
    clean += races ? 0 : 1;
    needless += !races && !part.part->clean() ? 1 : 0;
    for (size_t i = 0; i < quick.found().size(); ++i) {
      CHECK(quick.found()[i].count == slow.found()[i].count);
      CHECK(quick.found()[i].message == slow.found()[i].message);
    }
  }
  CHECK(clean > 0);
  CHECK(needless == 0);
}

/// What a list of reads tells is what it was given.
void check_told(const races::ReadList& list,
                const std::vector<races::Read>& given) {
  size_t told = 0, wrong = 0;
  list.each([&](const races::Read& read) {
    REQUIRE(told < given.size());
    const races::Read& want = given[told++];
    wrong +=
        std::tie(read.base, read.stride, read.mark, read.lanes, read.bytes) !=
        std::tie(want.base, want.stride, want.mark, want.lanes, want.bytes);
  });
  CHECK(told == given.size());
  CHECK(wrong == 0);
}

TEST_CASE("random reads are told in the order in which they came") {
  std::mt19937 random(7);
  races::ReadList list;
  std::vector<races::Read> given;
  for (int i = 0; i < 100000; ++i) {
    races::Read read;
    read.mark = random() % 40;
    read.lanes = random() % 2 ? kAllLanes : 0xffffu;
    read.base = random() % 4 * (uint64_t{1} << 33) + random() % 8 * 4;
    read.stride = random() % 2 * 4;
    read.bytes = random() % 16 == 0 ? 1 : 4;
    given.push_back(read);
    list.add(read);
  }
  check_told(list, given);
}

TEST_CASE("loops take the room of their first rounds, whoever's turn it is") {
  constexpr uint32_t kWarps = 50, kLoads = 4, kRounds = 400;
  races::ReadList list;
  std::vector<races::Read> given;
  std::vector<uint64_t> done(kWarps, 0);
  const auto run = [&](uint32_t warp, uint32_t rounds) {
    for (; rounds > 0; --rounds, ++done[warp])
      for (uint32_t load = 0; load < kLoads; ++load) {
        given.push_back({done[warp] * 4096 + warp * 4 + load * 1024, 4,
                         warp * kLoads + load + 1, kAllLanes, 4});
        list.add(given.back());
      }
  };
  for (uint32_t warp = 0; warp < kWarps; ++warp) run(warp, kRounds);
  for (uint32_t round = 0; round < kRounds; ++round)
    for (uint32_t warp = 0; warp < kWarps; ++warp) run(warp, 1);
  for (uint32_t warp = 0; warp < kWarps; ++warp) run(warp, kRounds);
  CHECK(list.kept() < kWarps * (kLoads + 5));
  check_told(list, given);
}

}  // namespace
}  // namespace simt::checks::race_cell_test
