// SPDX-License-Identifier: MIT
// Warps before Volta: lanes diverge and reconverge in lockstep.
#include <doctest/doctest.h>

#include <bit>

#include "tests/host/machine_fixture.h"
#include "tests/host/machine_watch.h"

namespace machine_lockstep_test {

using simt::Outcome;

namespace {

/// A machine of one profile, watched.
struct Lockstep {
  explicit Lockstep(const std::string& code, uint64_t seed = 0,
                    const char* profile = "k20m",
                    const std::string& before = "")
      : m(kernel_text("", code, before)) {
    m.settings_.profile = simt::find_profile(profile);
    m.settings_.schedule = seed;
    m.settings_.observer = &watch;
  }
  /// How often the last store_at_tid() was issued.
  uint64_t stores() const {
    return watch.runs.warps[m.kernel_->functions[0].end_pc - 2];
  }
  Watch watch;
  MachineFixture m;
};

constexpr uint64_t kSeeds = 12;

// Every lane takes one lock; who has it goes on behind the loop.
const char* const kLockBehindLoop = R"(
  again:
    atom.global.cas.b32 %r2, [%rd1], 0, 1;
    setp.ne.u32 %p1, %r2, 0;
    @%p1 bra again;
    ld.volatile.global.u32 %r3, [%rd1+4];
    add.s32 %r4, %r3, 1;
    st.volatile.global.u32 [%rd1+4], %r4;
    membar.gl;
    atom.global.exch.b32 %r5, [%rd1], 0;)";

// The same, but who has the lock gives it back inside the loop.
const char* const kLockInLoop = R"(
    mov.u32 %r6, 0;
  again:
    atom.global.cas.b32 %r2, [%rd1], 0, 1;
    setp.ne.u32 %p1, %r2, 0;
    @%p1 bra next;
    ld.volatile.global.u32 %r3, [%rd1+4];
    add.s32 %r4, %r3, 1;
    st.volatile.global.u32 [%rd1+4], %r4;
    membar.gl;
    atom.global.exch.b32 %r5, [%rd1], 0;
    mov.u32 %r6, 1;
  next:
    setp.eq.u32 %p2, %r6, 0;
    @%p2 bra again;)";

}  // namespace

TEST_CASE("lockstep: sides of nested branches and loops reconverge") {
  // Lanes below 20 go round tid % 5 + 1 times, odd ones by another way.
  const std::string code = R"(
    mov.u32 %r3, 0;
    setp.ge.u32 %p1, %r1, 20;
    @%p1 bra high;
    rem.u32 %r2, %r1, 5;
  loop:
    and.b32 %r4, %r1, 1;
    setp.eq.u32 %p2, %r4, 0;
    @%p2 bra even;
    add.s32 %r3, %r3, 10;
    bra next;
  even:
    add.s32 %r3, %r3, 1;
  next:
    sub.u32 %r2, %r2, 1;
    setp.ge.s32 %p3, %r2, 0;
    @%p3 bra loop;
    bra join;
  high:
    mov.u32 %r3, 7;
  join:)" + store_at_tid(3);
  for (const char* profile : {"k20m", "gtx980", "c1060"}) {
    for (uint64_t seed = 0; seed < kSeeds; ++seed) {
      Lockstep k(code, seed, profile);
      REQUIRE(k.m.run(1, 32) == Outcome::kDone);
      for (uint32_t i = 0; i < 32; ++i) {
        const uint32_t rounds = i % 5 + 1;
        CHECK(k.m.host()[i] == (i >= 20 ? 7 : rounds * (i % 2 ? 10 : 1)));
      }
      CHECK(k.stores() == 1);
    }
  }
}

TEST_CASE("lockstep: a way that only leads out does not diverge the others") {
  // Lanes 4..7 store and return inside a branch; the rest meets behind it.
  const std::string code = R"(
    setp.ge.u32 %p1, %r1, 16;
    @%p1 bra high;
    sub.u32 %r2, %r1, 4;
    setp.lt.u32 %p2, %r2, 4;
    @!%p2 bra low;
    mov.u32 %r3, 1;)" + store_at_tid(3) +
                           R"(
    ret;
  low:
    mov.u32 %r3, 2;
    bra join;
  high:
    mov.u32 %r3, 3;
  join:)" + store_at_tid(3);
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Lockstep k(code, seed);
    REQUIRE(k.m.run(1, 32) == Outcome::kDone);
    for (uint32_t i = 0; i < 32; ++i)
      CHECK(k.m.host()[i] == (i >= 16 ? 3 : i / 4 == 1 ? 1 : 2));
    CHECK(k.stores() == 1);
  }
}

TEST_CASE("lockstep: a lock between lanes of one warp is a livelock") {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Lockstep k(kLockBehindLoop, seed);
    REQUIRE(k.m.run(1, 32) == Outcome::kStuck);
    CHECK(k.watch.stuck.kind == simt::Stuck::Kind::kLivelock);
    REQUIRE(k.watch.stuck.groups.size() == 2);
    simt::LaneMask waiting = 0, running = 0;
    for (const auto& group : k.watch.stuck.groups) {
      using Why = simt::Stuck::Group::Why;
      (group.why == Why::kTurn ? waiting : running) |= group.lanes;
    }
    CHECK(std::popcount(waiting) == 1);
    CHECK(running == ~waiting);
  }
}

TEST_CASE("lockstep: a lock that is given back inside the loop is none") {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Lockstep k(kLockInLoop, seed);
    REQUIRE(k.m.run(2, 64) == Outcome::kDone);
    CHECK(k.m.host()[1] == 128);
  }
}

TEST_CASE("lockstep: a lock between warps is none either") {
  const std::string one_lane = std::string(R"(
    and.b32 %r7, %r1, 31;
    setp.ne.u32 %p5, %r7, 0;
    @%p5 bra done;)") + kLockBehindLoop +
                               "\n done:";
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Lockstep k(one_lane, seed);
    REQUIRE(k.m.run(2, 64) == Outcome::kDone);
    CHECK(k.m.host()[1] == 4);
  }
}

TEST_CASE("lockstep: which side comes first is open") {
  // Both sides store to one word; the later one stays.
  const char* code = R"(
    setp.lt.u32 %p1, %r1, 16;
    @%p1 bra low;
    st.volatile.global.u32 [%rd1], 2;
    bra join;
  low:
    st.volatile.global.u32 [%rd1], 1;
  join:)";
  uint32_t seen = 0;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Lockstep k(code, seed);
    REQUIRE(k.m.run(1, 32) == Outcome::kDone);
    seen |= k.m.host()[0];
  }
  CHECK(seen == 3);
}

TEST_CASE("lockstep: a barrier counts whole warps") {
  const std::string code = R"(
    setp.ge.u32 %p1, %r1, 48;
    @%p1 bra past;
    bar.sync 0;
  past:)" + store_at_tid(1);
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Lockstep k(code, seed);
    REQUIRE(k.m.run(1, 64) == Outcome::kDone);
    REQUIRE(k.watch.arrivals.size() == 1);
    REQUIRE(k.watch.arrivals[0].size() == 2);
    CHECK(k.watch.arrivals[0][0].elsewhere == 0);
    CHECK(k.watch.arrivals[0][1].lanes == 0x0000ffffu);
    CHECK(k.watch.arrivals[0][1].elsewhere == 0xffff0000u);
    CHECK(k.stores() == 2);
  }
}

TEST_CASE("lockstep: a named lane that goes another way is not waited for") {
  const std::string code = R"(
    mov.u32 %r2, 5;
    setp.ge.u32 %p1, %r1, 16;
    @%p1 bra past;
    shfl.sync.idx.b32 %r2, %r1, 3, 31, -1;
  past:)" + store_at_tid(2);
  Lockstep k(code);
  REQUIRE(k.m.run(1, 32) == Outcome::kDone);
  REQUIRE(k.watch.errors.size() == 1);
  CHECK(k.watch.errors[0].kind == simt::MaskError::Kind::kNotTogether);
  CHECK(k.watch.errors[0].lanes == 0xffff0000u);
  CHECK(k.m.host()[15] == 3);
  CHECK(k.m.host()[16] == 5);
}

TEST_CASE("lockstep: warp barriers and shuffles of the lanes that are there") {
  const std::string code = R"(
    setp.ge.u32 %p1, %r1, 16;
    @%p1 bra high;
    bar.warp.sync 0xffff;
    shfl.sync.idx.b32 %r2, %r1, 3, 31, 0xffff;
    bra join;
  high:
    bar.warp.sync 0xffff0000;
    shfl.sync.idx.b32 %r2, %r1, 20, 31, 0xffff0000;
  join:
    bar.warp.sync -1;)" + store_at_tid(2);
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Lockstep k(code, seed);
    REQUIRE(k.m.run(1, 32) == Outcome::kDone);
    CHECK(k.watch.errors.empty());
    for (uint32_t i = 0; i < 32; ++i) CHECK(k.m.host()[i] == (i < 16 ? 3 : 20));
    CHECK(k.stores() == 1);
  }
}

TEST_CASE("lockstep: a sum of a warp in shared memory needs no warp barrier") {
  std::string code = R"(
    mov.u32 %r2, sums;
    shl.b32 %r3, %r1, 2;
    add.s32 %r2, %r2, %r3;
    st.volatile.shared.u32 [%r2], %r1;)";
  for (const char* step : {"64", "32", "16", "8", "4"})
    code += std::string("\nld.volatile.shared.u32 %r4, [%r2+") + step +
            "];\nld.volatile.shared.u32 %r5, [%r2];\n"
            "add.s32 %r5, %r5, %r4;\nst.volatile.shared.u32 [%r2], %r5;";
  code += store_at_tid(5);
  const char* sums = ".shared .align 4 .b8 sums[256];";
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Lockstep k(code, seed, "k20m", sums);
    REQUIRE(k.m.run(1, 32) == Outcome::kDone);
    CHECK(k.m.host()[0] == 496);
  }
}

TEST_CASE("lockstep: calls that diverge in a function reconverge after it") {
  // half(x): even numbers return early by another ret; odd ones call again.
  const char* half = R"(
.visible .func (.param .b32 out) half(.param .b32 in)
{
  .reg .b32 %r<8>;
  .reg .pred %p<4>;
  ld.param.u32 %r1, [in];
  and.b32 %r2, %r1, 1;
  setp.ne.u32 %p1, %r2, 0;
  @%p1 bra odd;
  shr.u32 %r3, %r1, 1;
  st.param.b32 [out], %r3;
  ret;
odd:
  add.s32 %r4, %r1, 1;
  {
  .param .b32 p;
  .param .b32 r;
  st.param.b32 [p], %r4;
  call (r), half, (p);
  ld.param.b32 %r5, [r];
  }
  st.param.b32 [out], %r5;
  ret;
}
)";
  const std::string code = R"(
    {
    .param .b32 p;
    .param .b32 r;
    st.param.b32 [p], %r1;
    call (r), half, (p);
    ld.param.b32 %r2, [r];
    })" + store_at_tid(2);
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Lockstep k(code, seed, "k20m", half);
    REQUIRE(k.m.run(1, 32) == Outcome::kDone);
    for (uint32_t i = 0; i < 32; ++i) CHECK(k.m.host()[i] == (i + 1) / 2);
    CHECK(k.stores() == 1);
  }
}

}  // namespace machine_lockstep_test
