// SPDX-License-Identifier: MIT
// Which pairs of accesses are races: order by barriers and warp barriers.
#include <doctest/doctest.h>

#include "tests/host/checks_fixture.h"

namespace simt::checks::race_test {
namespace {

const std::vector<std::string> kPlain = {"st.shared.u32", "ld.shared.u32",
                                         "st.shared.u32", "bar.sync 0",
                                         "atom.shared.add.u32"};

TEST_CASE("a store and a load of two warps race") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 4);
  k.store(1, 1, 128, 4);
  k.load(2, 0, 252, -4);
  k.load(2, 1, 124, -4);
  k.end();
  REQUIRE(k.names() == Names{"shared-race:1-2"});
  const report::Diagnostic& d = k.found()[0];
  CHECK(d.count == 64);
  CHECK(d.message == "threads 0 and 63 touch `buf+0` with no barrier between");
  CHECK(d.seen == "64 such pairs in block (0,0,0); lowest address shown");
  CHECK(d.places[0].what == "thread 0 (warp 0) stores `buf+0` here");
  CHECK(d.places[1].what == "thread 63 (warp 1) loads `buf+0` here");
  CHECK(d.places[1].primary);
  CHECK(d.places[1].thread[0] == 63);
}

TEST_CASE("the same accesses in another order give the same finding") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 4);
  k.load(2, 0, 252, -4);
  k.store(1, 1, 128, 4);
  k.load(2, 1, 124, -4);
  k.end();
  REQUIRE(k.names() == Names{"shared-race:1-2"});
  CHECK(k.found()[0].count == 64);
  CHECK(k.found()[0].message ==
        "threads 0 and 63 touch `buf+0` with no barrier between");
}

TEST_CASE("on one line the lower thread is shown first, whoever came first") {
  const auto message = [](bool atomic_first) {
    HandLaunch k(kPlain, {64, 1, 1}, only_race());
    k.start();
    if (atomic_first) k.atomic(5, 1, 0, 4, 1);
    k.load(5, 0, 0, 4, 1);
    if (!atomic_first) k.atomic(5, 1, 0, 4, 1);
    k.end();
    REQUIRE(k.names() == Names{"shared-race:5-5"});
    return k.found()[0].message;
  };
  CHECK(message(true) ==
        "threads 0 and 32 touch `buf+0` with no barrier between");
  CHECK(message(false) == message(true));
}

TEST_CASE("a barrier between them orders them") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.start();
  for (int round = 0; round < 3; ++round) {
    k.store(1, 0, 0, 4);
    k.store(1, 1, 128, 4);
    k.barrier(4);
    k.load(2, 0, 252, -4);
    k.load(2, 1, 124, -4);
    k.barrier(4);
  }
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("without the second barrier the next round races") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.start();
  for (int round = 0; round < 2; ++round) {
    k.store(1, 0, 0, 4);
    k.store(1, 1, 128, 4);
    k.barrier(4);
    k.load(2, 0, 252, -4);
    k.load(2, 1, 124, -4);
  }
  k.end();
  CHECK(k.names() == Names{"shared-race:1-2"});
}

TEST_CASE("loads never race") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.start();
  for (int round = 0; round < 4; ++round) {
    k.load(2, 0, 0, 4);
    k.load(2, 1, 0, 4);
    k.load(2, 1, 0, 0);
  }
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("a store after loads of many warps races with one of them") {
  HandLaunch k(kPlain, {128, 1, 1}, only_race());
  k.start();
  for (uint32_t warp = 0; warp < 4; ++warp) k.load(2, warp, 0, 0);
  k.store(1, 3, 0, 4, 1);
  k.end();
  REQUIRE(k.names() == Names{"shared-race:1-2"});
  CHECK(k.found()[0].name == "shared-race");
  CHECK(k.found()[0].seen.substr(0, 8) == "at least");
}

TEST_CASE("a store after a load by the same warp only is no shared race") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.start();
  k.load(2, 0, 0, 4);
  k.store(1, 0, 0, 4);
  k.load(2, 0, 0, 4);
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("equal values do not excuse two stores") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 4, 1);
  k.store(1, 1, 0, 4, 1);
  k.end();
  CHECK(k.names() == Names{"shared-race:1-1"});
}

TEST_CASE("two lanes that store to one word in one instruction race") {
  HandLaunch k(kPlain, {32, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 8, 0, 0x3);
  k.end();
  REQUIRE(k.names() == Names{"warp-race:1-1"});
  CHECK(k.found()[0].message ==
        "threads 0 and 1 of one warp touch `buf+8` in no fixed order");
}

TEST_CASE("lanes of one warp race without a warp barrier") {
  HandLaunch k(kPlain, {32, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 4);
  k.load(2, 0, 4, 4, 0x7fffffff);
  k.end();
  REQUIRE(k.names() == Names{"warp-race:1-2"});
  CHECK(k.found()[0].count == 31);
}

TEST_CASE("a warp barrier orders the lanes of its mask") {
  HandLaunch k(kPlain, {32, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 4);
  k.sync_warp(0);
  k.load(2, 0, 4, 4, 0x7fffffff);
  k.sync_warp(0);
  k.store(3, 0, 0, 4);
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("a warp barrier of half the lanes orders only those") {
  HandLaunch k(kPlain, {32, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 4);
  k.sync_warp(0, 0x0000ffff);
  k.load(2, 0, 4, 4, 0x00007fff);  // lanes 0..14 read lanes 1..15
  k.end();
  CHECK(k.names() == Names{});

  HandLaunch bad(kPlain, {32, 1, 1}, only_race());
  bad.start();
  bad.store(1, 0, 0, 4);
  bad.sync_warp(0, 0x0000ffff);
  bad.load(2, 0, 4, 4, 0x0000ffff);  // lane 15 reads lane 16's word
  bad.end();
  REQUIRE(bad.names() == Names{"warp-race:1-2"});
  CHECK(bad.found()[0].count == 1);
  CHECK(bad.found()[0].places[0].thread[0] == 16);
}

TEST_CASE("order passes on from lane to lane") {
  HandLaunch k(kPlain, {32, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 4, 0x1);
  k.sync_warp(0, 0x3);  // 0 then 1
  k.sync_warp(0, 0x6);  // 1 then 2
  k.load(2, 0, 0, 0, 0x4);
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("what a lane does after a warp barrier is not ordered by it") {
  HandLaunch k(kPlain, {32, 1, 1}, only_race());
  k.start();
  k.sync_warp(0);
  k.store(1, 0, 0, 4);
  k.load(2, 0, 4, 4, 0x7fffffff);
  k.end();
  CHECK(k.names() == Names{"warp-race:1-2"});
}

TEST_CASE("a warp barrier does not order different warps") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 4);
  k.sync_warp(0);
  k.sync_warp(1);
  k.load(2, 1, 0, 4);
  k.end();
  CHECK(k.names() == Names{"shared-race:1-2"});
}

TEST_CASE("on a lockstep machine a warp has no races") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.info.independent_threads = false;
  k.start();
  k.store(1, 0, 0, 4);
  k.load(2, 0, 4, 4, 0x7fffffff);
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("atomics do not race with each other but with plain accesses") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.start();
  k.atomic(5, 0, 0, 0);
  k.atomic(5, 1, 0, 0);
  k.end();
  CHECK(k.names() == Names{});

  HandLaunch bad(kPlain, {64, 1, 1}, only_race());
  bad.start();
  bad.atomic(5, 0, 0, 0);
  bad.load(2, 1, 0, 0, 1);
  bad.end();
  REQUIRE(bad.names() == Names{"shared-race:2-5"});
  CHECK(bad.found()[0].count == 32);
}

TEST_CASE("relaxed loads go with atomics and not with plain stores") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.start();
  k.order = MemoryOrder::kRelaxed;
  k.load(2, 0, 0, 0, 1);
  k.order = MemoryOrder::kWeak;
  k.atomic(5, 1, 0, 0, 1);
  k.load(2, 1, 0, 4, 2);
  k.end();
  CHECK(k.names() == Names{});

  HandLaunch bad(kPlain, {64, 1, 1}, only_race());
  bad.start();
  bad.order = MemoryOrder::kRelaxed;
  bad.load(2, 0, 0, 0, 1);
  bad.order = MemoryOrder::kWeak;
  bad.store(1, 1, 0, 0, 1);
  bad.end();
  CHECK(bad.names() == Names{"shared-race:1-2"});
}

TEST_CASE("volatile accesses order nothing") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.order = MemoryOrder::kVolatile;
  k.start();
  k.store(1, 0, 0, 4);
  k.load(2, 1, 0, 4);
  k.end();
  CHECK(k.names() == Names{"shared-race:1-2"});
}

TEST_CASE("blocks do not meet in shared memory") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 4);
  k.session.on_block_end({0, 0, 0});
  k.session.on_block_start({1, 0, 0});  // same slot, next block
  k.block = 1;
  k.load(2, 1, 0, 4);
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("the lowest block is shown and all are counted") {
  HandLaunch k(kPlain, {64, 1, 1}, only_race());
  k.session.on_launch(k.info);
  for (uint32_t block : {2u, 1u}) {
    k.session.on_block_start({block, block - 1, 0});
    k.block = block;
    k.slot = block - 1;
    k.store(1, 0, 0, 4);
    k.load(2, 1, 0, 4);
  }
  k.end();
  REQUIRE(k.names() == Names{"shared-race:1-2"});
  CHECK(k.found()[0].seen ==
        "32 such pairs in block (1,0,0), 64 in 2 blocks; lowest address "
        "shown");
}

TEST_CASE("a barrier of some warps orders those") {
  HandLaunch k({"st.shared.u32", "ld.shared.u32", "bar.sync 1, 64"}, {96, 1, 1},
               only_race());
  k.start();
  k.store(1, 0, 0, 4);
  k.meet(3, {0, 1}, false);
  k.load(2, 1, 0, 4);
  k.end();
  CHECK(k.names() == Names{});

  HandLaunch bad({"st.shared.u32", "ld.shared.u32", "bar.sync 1, 64"},
                 {96, 1, 1}, only_race());
  bad.start();
  bad.store(1, 0, 0, 4);
  bad.meet(3, {0, 1}, false);
  bad.load(2, 2, 0, 4);
  bad.end();
  CHECK(bad.names() == Names{"shared-race:1-2"});
}

TEST_CASE("a barrier of some warps does not order what comes after it") {
  HandLaunch k({"st.shared.u32", "ld.shared.u32", "bar.sync 1, 64"}, {96, 1, 1},
               only_race());
  k.start();
  k.meet(3, {0, 1}, false);
  k.store(1, 0, 0, 4);
  k.load(2, 1, 0, 4);
  k.end();
  CHECK(k.names() == Names{"shared-race:1-2"});
}

TEST_CASE("each of three readers is remembered where some warps may meet") {
  for (uint32_t i = 0; i < 6; ++i) {
    const int64_t step = i < 3 ? 4 : 8;  // a row, and no row
    const uint32_t missed = i % 3;
    HandLaunch k({"st.shared.u32", "ld.shared.u32", "bar.sync 1, 64"},
                 {128, 1, 1}, only_race());
    const uint32_t one = (missed + 1) % 3, other = (missed + 2) % 3;
    k.start();
    for (uint32_t warp = 0; warp < 3; ++warp) k.load(2, warp, 0, step);
    k.meet(3, {one, other}, false);
    k.store(1, one, 0, step);  // the third has met neither
    k.end();
    CHECK(k.names() == Names{"shared-race:1-2"});
  }
}

}  // namespace
}  // namespace simt::checks::race_test
