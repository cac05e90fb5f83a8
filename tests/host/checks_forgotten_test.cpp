// SPDX-License-Identifier: MIT
// What the race check forgets, it counts: each of its limits, made small, is
// told in the report's text and JSON.
#include <doctest/doctest.h>

#include <string>

#include "simt/checks/race_check.h"
#include "simt/report/json.h"
#include "tests/host/checks_fixture.h"

namespace simt::checks::forgotten_test {
namespace {

constexpr uint64_t kBegin = uint64_t{1} << 32;

races::Limits g_limits;

Listener make_small(const Stage& stage, const Observer* /*first*/) {
  return {std::make_unique<RaceCheck>(stage, g_limits),
          callbacks_of<RaceCheck>()};
}

constexpr Row kSmall[] = {{"race", true, make_small}};

/// A launch that is checked for races alone, within `limits`.
struct SmallLaunch : HandLaunch {
  SmallLaunch(const Names& opcodes, const races::Limits& limits)
      : HandLaunch(opcodes, {64, 1, 1}, set(limits), kSmall) {
    Allocation memory;
    memory.begin = kBegin;
    memory.end = kBegin + 4096;
    memory.name = "cudaMalloc #1";
    session.on_allocate(memory);
  }
  static ChosenChecks set(const races::Limits& limits) {
    g_limits = limits;
    return {};
  }
  /// What the report says in both of its forms.
  void check_told(const std::string& count) {
    const std::string why =
        "a kernel accessed memory in more ways than are remembered, so that "
        "races may be missing: " +
        count + " forgotten";
    report::Report& report = session.report();
    CHECK(report::to_text(report, {}).find("not seen: " + why + "\n") !=
          std::string::npos);
    CHECK(report::to_json(report, "")
              .find("\"unseen\": [\n    \"" + why + "\"\n  ]") !=
          std::string::npos);
  }
  void check_silent() {
    CHECK(report::to_text(session.report(), {}).find("not seen") ==
          std::string::npos);
    CHECK(report::to_json(session.report(), "").find("\"unseen\": []") !=
          std::string::npos);
  }
};

const Names kLoads(5, "ld.shared.u32");

/// Warp 1 stores, warp 0 loads in four ways, then what warp 1 stored.
void run_shared(SmallLaunch& k) {
  k.start();
  k.store(1, 1, 64, 4);
  for (int line = 2; line <= 5; ++line) k.load(line, 0, 512, 0, 1);
  k.load(2, 0, 64, 4);
  k.end();
}

TEST_CASE("a block whose history is full says what it forgot") {
  SmallLaunch k(kLoads, {.shared_records = 4});
  run_shared(k);
  CHECK(k.names() == Names{});  // the store is forgotten, the race missed
  k.check_told("4 accesses were");
}

TEST_CASE("with room for one access more it forgets nothing") {
  SmallLaunch k(kLoads, {.shared_records = 5});
  run_shared(k);
  CHECK(k.names() == Names{"shared-race:1-2"});
  CHECK(k.session.report().unseen.empty());
}

TEST_CASE("a barrier ends what must be remembered") {
  SmallLaunch k(kLoads, {.shared_records = 4});
  k.start();
  k.store(1, 1, 64, 4);
  k.barrier(5);
  for (int line = 2; line <= 5; ++line) k.load(line, 0, 512, 0, 1);
  k.end();
  k.check_silent();
}

TEST_CASE("reads that only a barrier follows need not be remembered") {
  SmallLaunch k(kLoads, {.shared_records = 1});
  k.start();
  for (int line = 1; line <= 5; ++line) k.load(line, 0, 512, 0, 1);
  k.barrier(5);
  k.end();
  k.check_silent();
}

TEST_CASE("the counts of all launches are told as one") {
  SmallLaunch k(kLoads, {.shared_records = 4});
  run_shared(k);
  run_shared(k);
  k.check_told("8 accesses were");
}

TEST_CASE("global memory whose history is full says what it forgot") {
  SmallLaunch k({"ld.global.u32", "ld.global.u32"}, {.global_records = 1});
  k.space = ptx::Space::kGlobal;
  k.start();
  k.load(1, 0, kBegin, 4);
  k.load(2, 0, kBegin, 4);
  k.end();
  k.check_told("1 access was");
}

TEST_CASE("a cell that cannot keep all who touched it says so") {
  SmallLaunch k({"ld.volatile.global.u32"}, {.entries = 1});
  k.space = ptx::Space::kGlobal;
  k.order = MemoryOrder::kVolatile;
  k.start();
  for (uint32_t warp = 0; warp < 2; ++warp) k.load(1, warp, kBegin, 0, 1);
  CHECK(k.session.report().unseen.empty());
  k.load(1, 0, kBegin, 0, 2);  // the third, of another lane
  k.load(1, 1, kBegin + 4, 0, 1);
  k.load(1, 0, kBegin + 4, 0, 1);
  k.end();
  k.check_told("1 access was");
}

TEST_CASE("a store makes room for who touches other cells") {
  SmallLaunch k({"ld.volatile.global.u32", "st.global.u32"}, {.entries = 1});
  k.space = ptx::Space::kGlobal;
  k.start();
  for (const uint64_t cell : {kBegin, kBegin + 4}) {
    k.order = MemoryOrder::kVolatile;
    for (uint32_t warp = 0; warp < 2; ++warp) k.load(1, warp, cell, 0, 1);
    k.order = MemoryOrder::kWeak;
    k.store(2, 0, cell, 0, 1);
  }
  k.end();
  CHECK(k.names() == Names{"global-race:1-2"});
  k.check_silent();
}

/// Three lanes load a word on lines 1, 2, 3: it has place for two.
void load_thrice(SmallLaunch& k, uint64_t address) {
  for (int line = 1; line <= 3; ++line)
    k.load(line, 0, address, 0, LaneMask{1} << line);
}

TEST_CASE("shared memory is bounded in the same way") {
  SmallLaunch k(kLoads, {.entries = 1});
  k.start();
  k.store(4, 0, 256, 0, 1);  // without it only a barrier follows
  load_thrice(k, 64);
  CHECK(k.session.report().unseen.empty());
  load_thrice(k, 128);
  k.end();
  k.check_told("1 access was");
}

TEST_CASE("a barrier or a store makes room in shared memory") {
  SmallLaunch k(kLoads, {.entries = 1});
  k.start();
  k.store(4, 0, 512, 0, 1);
  load_thrice(k, 64);
  k.barrier(5);
  k.store(4, 0, 512, 0, 1);
  load_thrice(k, 128);
  k.store(4, 0, 128, 0, 2);
  load_thrice(k, 256);
  k.end();
  k.check_silent();
}

/// Block 0 stores a flag on lines 1 and 2, block 1 sees it, then stores there.
void run_flag(SmallLaunch& k) {
  k.space = ptx::Space::kGlobal;
  k.order = MemoryOrder::kVolatile;
  k.start();
  k.session.on_block_start({1, 1, 0});
  k.store(1, 0, kBegin, 0, 1);
  k.store(2, 0, kBegin, 0, 1);
  k.block = k.slot = 1;
  k.load(3, 0, kBegin, 0, 1);
  k.order = MemoryOrder::kWeak;
  k.store(4, 0, kBegin, 0, 1);
  k.end();
}

const Names kFlag = {"st.volatile.global.u32", "st.volatile.global.u32",
                     "ld.volatile.global.u32", "st.global.u32"};

TEST_CASE("flags that cannot be told any more are counted") {
  SmallLaunch k(kFlag, {.publications = 1});
  run_flag(k);
  CHECK(k.names() == Names{});
  k.check_told("1 access was");
}

TEST_CASE("a flag that was seen needs no note") {
  SmallLaunch k(kFlag, {.publications = 2});
  run_flag(k);
  CHECK(k.names() == Names{});
  k.check_silent();
}

TEST_CASE("a barrier makes room for flags in shared memory") {
  SmallLaunch k({"atom.shared.add.u32", "ld.shared.u32", "membar.cta"},
                {.publications = 1});
  k.start();
  k.session.on_fence({k.block, k.slot, 0}, 1, MemoryOrder::kSeqCst,
                     Scope::kCta);
  for (int phase = 0; phase < 2; ++phase) {
    k.barrier(3);
    k.atomic(1, 0, 64, 0, 1);
  }
  k.load(2, 1, 64, 0, 1);
  k.end();
  CHECK(k.names() == Names{"shared-race:1-2"});
  k.check_silent();
}

/// Three warps see a flag, and the last of them loads it once more.
void run_readers(SmallLaunch& k) {
  k.space = ptx::Space::kGlobal;
  k.order = MemoryOrder::kVolatile;
  k.start();
  k.session.on_block_start({1, 1, 0});
  k.store(1, 0, kBegin, 0, 1);
  k.load(2, 1, kBegin, 0, 1);
  k.block = k.slot = 1;
  for (uint32_t warp : {1u, 0u}) k.load(2, warp, kBegin, 0, 1);
  k.order = MemoryOrder::kWeak;
  k.load(3, 0, kBegin, 0, 1);
  k.end();
}

const Names kReaders = {"st.volatile.global.u32", "ld.volatile.global.u32",
                        "ld.global.u32"};

TEST_CASE("readers of a flag that are not kept are counted") {
  SmallLaunch k(kReaders, {.publications = 2});
  run_readers(k);
  CHECK(k.names() == Names{});
  k.check_told("1 access was");
}

TEST_CASE("readers of a flag that are kept need no note") {
  SmallLaunch k(kReaders, {.publications = 3});
  run_readers(k);
  CHECK(k.names() == Names{});
  k.check_silent();
}

}  // namespace
}  // namespace simt::checks::forgotten_test
