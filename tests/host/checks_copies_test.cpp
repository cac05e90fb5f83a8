// SPDX-License-Identifier: MIT
// Asynchronous copies: until its thread has waited, a copy may still store.
#include <doctest/doctest.h>

#include "simt/races/async_proxy.h"
#include "tests/host/checks_fixture.h"

namespace simt::checks::copies_test {
namespace {

enum Line { kCopy = 1, kCommit, kWaitOne, kWaitAll, kLoad, kWaitZero };

/// Two warps copy into 256 bytes at 0 and load what the other one copied.
struct Copies : HandLaunch {
  Copies()
      : HandLaunch({"cp.async.ca.shared.global", "cp.async.commit_group",
                    "cp.async.wait_group 1", "cp.async.wait_all",
                    "ld.shared.u32", "cp.async.wait_group 0"},
                   {64, 1, 1}, only_race()) {
    instructions[kWaitOne - 1].operands[0].bits = 1;
    start();
  }
  void copy(uint64_t at) {
    for (uint32_t warp = 0; warp < 2; ++warp) {
      store(kCopy, warp, at + 128 * warp, 4);
      run(kCommit, warp);
    }
  }
  void run(Line line, uint32_t warp, LaneMask lanes = kAllLanes) {
    session.on_warp_sync(
        {{block, slot, warp}, static_cast<uint32_t>(line - 1), lanes, false});
  }
  void wait(Line line) {
    for (uint32_t warp = 0; warp < 2; ++warp) run(line, warp);
  }
  void cross(uint64_t at) {
    for (uint32_t warp = 0; warp < 2; ++warp)
      load(kLoad, warp, at + 128 * (1 - warp), 4);
  }
  Names finish() {
    session.on_block_end({block, slot, 0});
    end();
    return names();
  }
};

const Names kRace = {"shared-race:1-5"};

TEST_CASE("a copy that nobody waits for races with a load after the barrier") {
  Copies k;
  k.copy(0);
  k.barrier(1);
  k.cross(0);
  CHECK(k.finish() == kRace);
  CHECK(k.found()[0].why.find("has waited") != std::string::npos);
}

TEST_CASE("a wait before the barrier makes the copy plain") {
  for (const Line line : {kWaitAll, kWaitZero}) {
    Copies k;
    k.copy(0);
    k.wait(line);
    k.barrier(1);
    k.cross(0);
    CHECK(k.finish() == Names{});
  }
}

TEST_CASE("a wait after the barrier is too late") {
  Copies k;
  k.copy(0);
  k.barrier(1);
  k.wait(kWaitAll);
  k.cross(0);
  CHECK(k.finish() == kRace);
}

TEST_CASE("a wait that leaves one group open finishes the one before") {
  Copies k;
  k.copy(0);
  k.copy(256);
  k.wait(kWaitOne);
  k.barrier(1);
  k.cross(0);
  k.barrier(1);
  CHECK(k.finish() == Names{});
}

TEST_CASE("a wait that leaves one group open does not finish that group") {
  Copies k;
  k.copy(0);
  k.copy(256);
  k.wait(kWaitOne);
  k.barrier(1);
  k.cross(256);
  CHECK(k.finish() == kRace);
}

TEST_CASE("each lane waits for its own copies") {
  Copies k;
  k.copy(0);
  k.run(kWaitAll, 0);
  k.run(kWaitAll, 1, 0xffff);
  k.barrier(1);
  k.cross(0);
  REQUIRE(k.finish() == kRace);
  CHECK(k.found()[0].count == 16);
}

/// Bulk copies to a block, and tests of the objects at 512 and 520 there.
struct BulkCopies : Copies {
  void begin(uint64_t object, uint32_t bytes, uint64_t target,
             uint32_t warp = 0) {
    BulkCopy copy;
    copy.at = {block, slot, warp};
    copy.source = 0x1000;
    copy.target = target;
    copy.bytes = bytes;
    copy.object = object;
    BulkStep step;
    step.copy = &copy;
    step.at = copy.at;
    session.on_bulk(step);
  }
  void test(uint32_t warp, uint64_t object, bool passes) {
    ObjectUse use;
    use.kind = ObjectUse::Kind::kTest;
    use.at = {block, slot, warp};
    use.lanes = kAllLanes;
    use.over = passes ? kAllLanes : 0;
    use.address.fill(object);
    session.on_object(use);
  }
  races::CopyWaits counted() {
    end();
    return session.copy_waits(0);
  }
};

TEST_CASE("lanes that ask one barrier object take no wavefronts") {
  HandLaunch k({"mbarrier.test_wait.parity.shared.b64 p, a, b"}, {64, 1, 1},
               ChosenChecks::only({"bank"}));
  k.start();
  k.atomic(1, 0, 0, 0);
  k.atomic(1, 1, 0, 0);
  Executions executions;
  executions.warps.assign(1, 2);
  executions.idle.assign(1, 0);
  k.session.on_launch_end(executions);
  const report::SharedTraffic& counted =
      k.session.report().launches.at(0).counters.shared_atomic;
  CHECK(counted.requests == 2);
  CHECK(counted.wavefronts == 0);
  CHECK(counted.bank_conflicts == 0);
}

TEST_CASE("bulk copies touch dynamic shared memory") {
  BulkCopies k;
  k.info.dynamic_shared = 4096;
  k.info.dynamic_begin = 1024;
  k.start();
  k.begin(512, 256, 0);  // static memory
  const auto touched = [&] {
    k.end();
    return k.session.report().launches.back().dynamic_shared_bytes_touched;
  };
  CHECK(touched() == 0);
  k.start();
  k.begin(512, 256, 1024 + 512);
  CHECK(touched() == 768);
}

TEST_CASE("after a wait for bulk copies those of other objects are left") {
  BulkCopies k;
  k.begin(512, 64, 0);
  k.begin(512, 32, 64);
  k.begin(520, 128, 128);
  k.begin(536, 16, 256);  // warp 0 waits for it in the end, warp 1 never
  k.test(0, 512, false);
  k.test(0, 512, true);  // 128 + 16 bytes are left
  k.test(1, 512, true);  // 128
  k.begin(512, 64, 0);
  k.test(1, 520, true);  // 64
  k.test(0, 520, true);  // 64 + 16
  k.test(1, 528, true);  // no copy is told to this object
  k.test(0, 536, true);  // 64
  const races::CopyWaits counted = k.counted();
  CHECK(counted.waits == 5);
  CHECK(counted.bytes_left == 144 + 128 + 64 + 80 + 64);
  CHECK(counted.issuers == 1);
  CHECK(counted.issuer_waits == 3);  // of warp 0, who began them
  CHECK(counted.issuer_bytes_left == 144 + 80 + 64);
}

TEST_CASE("of two warps that issue copies one may wait for its own") {
  BulkCopies k;
  k.begin(512, 64, 0, 0);
  k.begin(520, 32, 64, 1);
  k.test(0, 512, true);  // the 32 bytes of warp 1 are left
  k.test(1, 520, true);  // nothing
  k.test(2, 512, true);  // warp 2 issues none
  const races::CopyWaits counted = k.counted();
  CHECK(counted.waits == 3);
  CHECK(counted.issuers == 2);
  CHECK(counted.issuer_waits == 2);
  CHECK(counted.issuer_bytes_left == 32);
}

TEST_CASE("a block in the place of another one has no copies in flight") {
  BulkCopies k;
  k.begin(512, 64, 0);
  k.session.on_block_start({k.block, k.slot, 0});
  k.begin(520, 32, 0);
  k.test(0, 520, true);
  const races::CopyWaits counted = k.counted();
  CHECK(counted.waits == 1);
  CHECK(counted.bytes_left == 0);
}

/// Copies and accesses of one block that nothing orders. Counts how often it is
/// asked whether something does.
struct Unordered : races::Ordering, races::ProxySink {
  LaneMask unordered(const races::Record& /*before*/, LaneMask lanes,
                     const races::Record& /*now*/, uint32_t /*slot*/,
                     int /*lane*/) const override {
    ++asked;
    return lanes;
  }
  void on_proxy_fault(const races::ProxyFault& fault) override {
    faults.push_back(fault);
  }
  static races::Record record(uint32_t warp, uint32_t clock) {
    races::Record r;
    r.epoch = {1, warp, 1, clock};
    r.use = races::Use::kWrite;
    return r;
  }
  void copy(BulkStep::Kind kind, uint64_t number, const BulkCopy& what) {
    BulkCopy copy = what;
    copy.number = number;
    BulkStep step;
    step.kind = kind;
    step.copy = &copy;
    step.ends_phase = kind == BulkStep::Kind::kDone;
    proxy.on_bulk(step, record(copy.at.warp, 0));
  }
  void store(ptx::Space space, uint64_t first, uint32_t warp) {
    Access a;
    a.space = space;
    a.kind = AccessKind::kStore;
    a.shape = Shape::kConsecutive;
    a.bytes = 16;
    a.active = kAllLanes;
    a.base = first;
    a.at = {0, 0, warp};
    proxy.on_access(a, record(warp, 0));
  }

  mutable size_t asked = 0;
  std::vector<races::ProxyFault> faults;
  races::AsyncProxy proxy{*this, *this};
};

TEST_CASE("a lane that asks for a phase again is remembered once") {
  Unordered k;
  k.proxy.start_block(0);
  BulkCopy what;
  what.bytes = 16;
  what.object = 512;
  k.copy(BulkStep::Kind::kIssue, 1, what);
  k.copy(BulkStep::Kind::kDone, 1, what);
  for (uint32_t clock = 0; clock < 1000; ++clock) {
    ObjectUse use;
    use.kind = ObjectUse::Kind::kTest;
    use.over = LaneMask{1} << clock % 4;
    use.address.fill(512);
    k.proxy.on_object(use, Unordered::record(0, clock));
  }
  k.store(ptx::Space::kShared, 0, 1);
  // Of lane 0 alone: whether it knows of the copy's issue, of each of four
  // waits for its bytes, and for its source.
  CHECK(k.asked <= 9);
  REQUIRE(k.faults.size() == 1);
}

TEST_CASE("an access that finds no room among those of global memory counts") {
  Unordered k;
  k.proxy.start_block(0);
  for (uint64_t at = 0; at < uint64_t{16} << 20; at += 16 * 32)
    k.store(ptx::Space::kGlobal, at, 0);
  CHECK(k.proxy.forgotten() == 0);
  k.store(ptx::Space::kGlobal, uint64_t{16} << 20, 0);
  CHECK(k.proxy.forgotten() == 32);
}

/// A store to what two copies of these lanes have added to; the second one was
/// waited for by its thread.
size_t unwaited_adders(int first, int second) {
  Unordered k;
  k.proxy.start_block(0);
  for (const int lane : {first, second}) {
    BulkCopy what;
    what.lane = lane;
    what.end = BulkEnd::kGroup;
    what.from = ptx::Space::kShared;
    what.to = ptx::Space::kGlobal;
    what.source = 256 * static_cast<uint64_t>(lane);
    what.target = 4096;
    what.bytes = 16;
    what.reduces = true;
    k.copy(BulkStep::Kind::kIssue, static_cast<uint64_t>(lane) + 1, what);
  }
  k.store(ptx::Space::kGlobal, 4096, 1);
  return k.faults.size();
}

TEST_CASE("each thread that adds to a value by a copy must wait for its own") {
  CHECK(unwaited_adders(0, 1) == 2);
  CHECK(unwaited_adders(0, 0) == 1);  // its last group ends last
}

}  // namespace
}  // namespace simt::checks::copies_test
