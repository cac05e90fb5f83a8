// SPDX-License-Identifier: MIT
// Clusters of blocks on the machine alone: residency, addresses with ranks,
// lanes that reach several blocks, the barrier, and what ends a launch.
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/host/machine_fixture.h"

namespace machine_cluster_test {

namespace {

using simt::Fault;
using simt::Outcome;

/// Hears of faults, and of blocks that start and end.
struct Listener : simt::Observer {
  void on_fault(const Fault& f) override { fault = f; }
  void on_stuck(const simt::Stuck& s) override { stuck = s; }
  void on_block_start(const simt::WarpPlace& at) override {
    live.insert(at.block);
    started.push_back(at.block);
  }
  void on_block_end(const simt::WarpPlace& at) override {
    live.erase(at.block);
  }
  std::optional<Fault> fault;
  std::optional<simt::Stuck> stuck;
  std::set<uint32_t> live;
  std::vector<uint32_t> started;
};

/// %r2: the word of this block, %r3: its rank, %r4: the block's number.
std::string cluster_text(const std::string& code) {
  return kernel_text(".shared .align 16 .b8 word[16];",
                     "mov.u32 %r2, word;\nmov.u32 %r3, %cluster_ctarank;\n"
                     "mov.u32 %r4, %ctaid.x;\n" +
                         code);
}
const std::string kMeet = "\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\n";

Outcome run(MachineFixture& m, Listener& listener, uint32_t blocks,
            uint32_t cluster, uint32_t threads = 1, uint64_t seed = 0) {
  m.settings_.observer = &listener;
  m.settings_.schedule = seed;
  simt::Launch launch;
  launch.kernel = m.kernel_.get();
  launch.grid = {blocks, 1, 1};
  launch.cluster = {cluster, 1, 1};
  launch.explicit_cluster = true;
  launch.block = {threads, 1, 1};
  launch.params.resize(m.kernel_->param_bytes);
  std::memcpy(launch.params.data(), &m.out_->begin, 8);
  return simt::run(m.settings_, m.memory_, launch);
}

/// out[block * 32 + lane] = %r{value}
std::string store_at_block(int value) {
  return "mad.lo.u32 %r30, %r4, 32, %r1;\nmul.wide.u32 %rd10, %r30, 4;\n"
         "add.s64 %rd11, %rd1, %rd10;\nst.global.u32 [%rd11], %r" +
         std::to_string(value) + ";\n";
}

}  // namespace

TEST_CASE("the blocks of a cluster start together, in whatever order") {
  for (const uint64_t seed : {0, 1, 2, 3, 4, 5}) {
    MachineFixture m(cluster_text(kMeet + store_at_block(3)));
    Listener listener;
    CHECK(run(m, listener, 12, 4, 1, seed) == Outcome::kDone);
    REQUIRE(listener.started.size() == 12);
    for (size_t i = 0; i < 12; i += 4)
      for (size_t j = 0; j < 4; ++j)
        CHECK(listener.started[i + j] == listener.started[i] + j);
    for (uint32_t b = 0; b < 12; ++b) CHECK(m.host()[b * 32] == b % 4);
  }
}

TEST_CASE("lanes of one request reach several blocks") {
  for (const uint64_t seed : {0, 1, 2, 3}) {
    MachineFixture m(cluster_text(R"(
      shl.b32 %r5, %r3, 4;
      st.shared.u32 [%r2], %r5;)" +
                                  kMeet +
                                  R"(
      and.b32 %r6, %r1, 3;
      mapa.shared::cluster.u32 %r7, %r2, %r6;
      ld.shared::cluster.u32 %r8, [%r7];
      red.shared::cluster.add.u32 [%r7+4], 1;)" +
                                  kMeet + store_at_block(8)));
    Listener listener;
    CHECK(run(m, listener, 4, 4, 32, seed) == Outcome::kDone);
    for (uint32_t b = 0; b < 4; ++b)
      for (uint32_t lane = 0; lane < 32; ++lane)
        CHECK(m.host()[b * 32 + lane] == 16 * (lane % 4));
  }
}

TEST_CASE("an address of shared memory holds the rank") {
  MachineFixture m(cluster_text(R"(
    shr.u32 %r5, %r2, 24;
    mov.u64 %rd3, word;
    cvta.shared.u64 %rd2, %rd3;
    getctarank.u64 %r6, %rd2;
    mad.lo.u32 %r7, %r6, 100, %r5;)" +
                                kMeet + store_at_block(7)));
  Listener listener;
  CHECK(run(m, listener, 3, 3) == Outcome::kDone);
  for (uint32_t b = 0; b < 3; ++b) CHECK(m.host()[b * 32] == 101 * b);
}

TEST_CASE("an access to a peer that is not there ends the launch") {
  const auto outcome = [](const std::string& code, Fault::Kind kind) {
    MachineFixture m(cluster_text(code));
    Listener listener;
    const Outcome result = run(m, listener, 2, 2);
    REQUIRE(listener.fault);
    CHECK(listener.fault->kind == kind);
    return result;
  };
  const std::string peer = kMeet +
                           "xor.b32 %r5, %r3, 1;\n"
                           "mapa.shared::cluster.u32 %r6, %r2, %r5;\n";
  // Block 1 exits; block 0 gives way and reads.
  CHECK(outcome(peer + R"(setp.eq.u32 %p1, %r3, 1;
    @%p1 exit;
    nanosleep.u32 1;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    ld.shared::cluster.u32 %r7, [%r6];)",
                Fault::Kind::kNoPeer) == Outcome::kTrap);
  CHECK(outcome(peer + "ld.shared::cluster.u32 %r7, [%r6+4096];",
                Fault::Kind::kShared) == Outcome::kTrap);
  CHECK(outcome(peer + "ld.shared::cta.u32 %r7, [%r6];",
                Fault::Kind::kForeign) == Outcome::kIllegal);
  CHECK(outcome(peer + "ld.shared::cluster.u32 %r7, [%r6+2];",
                Fault::Kind::kMisaligned) == Outcome::kMisaligned);
  CHECK(outcome(peer + R"(mapa.shared::cluster.u32 %r6, %r2, 5;
    st.shared::cluster.u32 [%r6], %r5;)",
                Fault::Kind::kNoPeer) == Outcome::kTrap);
}

TEST_CASE("a barrier of the cluster waits for those that have not exited") {
  MachineFixture m(cluster_text(R"(setp.eq.u32 %p1, %r3, 1;
    @%p1 exit;)" + kMeet + "mov.u32 %r5, 7;\n" +
                                store_at_block(5)));
  Listener listener;
  CHECK(run(m, listener, 2, 2) == Outcome::kDone);
  CHECK(m.host()[0] == 7);
}

TEST_CASE("wrong uses of the barrier are refused, a block apart is told") {
  const auto outcome = [](const std::string& code, Listener& listener) {
    MachineFixture m(cluster_text(code));
    return run(m, listener, 2, 2);
  };
  Listener twice, first, alone;
  CHECK(outcome("barrier.cluster.arrive;\nbarrier.cluster.arrive;", twice) ==
        Outcome::kUnsupported);
  CHECK(outcome("barrier.cluster.wait;", first) == Outcome::kUnsupported);
  CHECK(outcome(R"(setp.eq.u32 %p1, %r3, 1;
    @%p1 barrier.sync 1, 64;)" +
                    kMeet,
                alone) == Outcome::kStuck);
  REQUIRE(alone.stuck);
  const auto& groups = alone.stuck->groups;
  CHECK(std::any_of(groups.begin(), groups.end(), [](const auto& g) {
    return g.why == simt::Stuck::Group::Why::kCluster && g.at.block == 0;
  }));
}

TEST_CASE("some lanes go on from a wait while others still wait") {
  // Lanes 16 to 31 have arrived once more when all meet at the second wait.
  MachineFixture m(cluster_text(R"(
    barrier.cluster.arrive;
    setp.lt.u32 %p1, %r1, 16;
    @%p1 bra LATE;
    barrier.cluster.wait;
    barrier.cluster.arrive;
    bra BOTH;
    LATE: nanosleep.u32 1;
    BOTH: barrier.cluster.wait;
    @!%p1 bra END;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    END: mov.u32 %r5, 9;)" + store_at_block(5)));
  Listener listener;
  CHECK(run(m, listener, 2, 2, 32) == Outcome::kDone);
  for (int i = 0; i < 64; ++i) CHECK(m.host()[i] == 9);
}

}  // namespace machine_cluster_test
