// SPDX-License-Identifier: MIT
// Divergence: splits diverge, reconverge, wait for each other, always get on.
#include <doctest/doctest.h>

#include "tests/host/machine_fixture.h"
#include "tests/host/machine_watch.h"

namespace machine_split_test {

using simt::Outcome;

// Adds 1 under a lock that one lane at a time may hold.
const char* const kSpinLock = R"(
    add.s64 %rd2, %rd1, 4;
  again:
    atom.global.cas.b32 %r2, [%rd1], 0, 1;
    setp.ne.u32 %p1, %r2, 0;
    @%p1 bra again;
    ld.volatile.global.u32 %r3, [%rd2];
    add.s32 %r4, %r3, 1;
    st.volatile.global.u32 [%rd2], %r4;
    membar.gl;
    atom.global.exch.b32 %r5, [%rd1], 0;)";

TEST_CASE("both sides of a branch reconverge after it") {
  Watch watch;
  MachineFixture m(kernel_text("", R"(
    and.b32 %r2, %r1, 1;
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra even;
    mov.u32 %r3, 100;
    bra join;
  even:
    mov.u32 %r3, 200;
  join:
    add.s32 %r3, %r3, %r1;)" + store_at_tid(3)));
  m.settings_.observer = &watch;
  REQUIRE(m.run(1, 32) == Outcome::kDone);
  for (uint32_t i = 0; i < 32; ++i)
    CHECK(m.host()[i] == (i % 2 ? 100 : 200) + i);
  // The store is one execution of 32 lanes, not two of 16.
  const size_t store = m.kernel_->code.size() - 3;
  CHECK(m.kernel_->mnemonic(static_cast<uint32_t>(store)) == "st.global.u32");
  CHECK(watch.runs.warps[store] == 1);
  CHECK(watch.runs.lanes(store) == 32);
}

TEST_CASE("lanes that leave a loop early wait for the others behind it") {
  Watch watch;
  MachineFixture m(kernel_text("", R"(
    mov.u32 %r2, 0;
  loop:
    add.s32 %r2, %r2, 1;
    setp.lt.u32 %p1, %r2, %r1;
    @%p1 bra loop;)" + store_at_tid(2)));
  m.settings_.observer = &watch;
  REQUIRE(m.run(1, 32) == Outcome::kDone);
  for (uint32_t i = 0; i < 32; ++i) CHECK(m.host()[i] == (i < 1 ? 1 : i));
  CHECK(watch.runs.warps[m.kernel_->code.size() - 3] == 1);
}

TEST_CASE("a spin lock inside a warp ends, under every schedule") {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    MachineFixture m(kernel_text("", kSpinLock));
    m.settings_.schedule = seed;
    REQUIRE(m.run(2, 64) == Outcome::kDone);
    CHECK(m.host()[1] == 128);
  }
}

TEST_CASE("blocks that wait for each other all get on") {
  // A barrier over the grid: count up, then wait until all have counted.
  const char* code = R"(
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra done;
    atom.global.add.u32 %r2, [%rd1], 1;
    mov.u32 %r3, %nctaid.x;
  wait:
    ld.volatile.global.u32 %r4, [%rd1];
    setp.lt.u32 %p2, %r4, %r3;
    @%p2 bra wait;
    atom.global.add.u32 %r5, [%rd1+4], 1;
  done:)";
  for (uint64_t seed = 0; seed < 4; ++seed) {
    MachineFixture m(kernel_text("", code));
    m.settings_.schedule = seed;
    m.settings_.sms = 2;
    REQUIRE(m.run(16, 64) == Outcome::kDone);
    CHECK(m.host()[1] == 16);
  }
}

TEST_CASE("lanes at two barriers are seen at two places") {
  Watch watch;
  MachineFixture m(kernel_text("", R"(
    setp.lt.u32 %p1, %r1, 48;
    @!%p1 bra other;
    bar.sync 0;
    bra join;
  other:
    bar.sync 0;
  join:)" + store_at_tid(1)));
  m.settings_.observer = &watch;
  REQUIRE(m.run(1, 64) == Outcome::kDone);
  REQUIRE(watch.arrivals.size() == 1);
  REQUIRE(watch.arrivals[0].size() == 3);
  CHECK(watch.arrivals[0][0].lanes == 0xffffffffu);
  CHECK((watch.arrivals[0][1].lanes | watch.arrivals[0][2].lanes) ==
        0xffffffffu);
  CHECK(watch.arrivals[0][1].pc != watch.arrivals[0][2].pc);
}

TEST_CASE("a barrier does not wait for threads that have exited") {
  Watch watch;
  MachineFixture m(kernel_text("", R"(
    setp.ge.u32 %p1, %r1, 40;
    @%p1 ret;
    bar.sync 0;)" + store_at_tid(1)));
  m.settings_.observer = &watch;
  REQUIRE(m.run(1, 64) == Outcome::kDone);
  CHECK(watch.exited == 24);
}

TEST_CASE("a barrier that a warp never reaches is a deadlock, explained") {
  Watch watch;
  MachineFixture m(kernel_text(".shared .align 4 .b8 flag[4];", R"(
    setp.lt.u32 %p1, %r1, 32;
    @%p1 bra first;
    bar.sync 1, 64;
    bra.uni end;
  first:
    bar.sync 2, 64;
  end:)"));
  m.settings_.observer = &watch;
  REQUIRE(m.run(1, 64) == Outcome::kStuck);
  REQUIRE(watch.stuck.groups.size() == 2);
  CHECK(watch.stuck.groups[0].barrier == 2);
  CHECK(watch.stuck.groups[1].barrier == 1);
}

TEST_CASE("a warp that only arrives at a named barrier goes on") {
  Watch watch;
  MachineFixture m(kernel_text("", R"(
    setp.lt.u32 %p1, %r1, 32;
    @%p1 bra first;
    bar.sync 1, 64;
    bra.uni end;
  first:
    bar.arrive 1, 64;
  end:)" + store_at_tid(1)));
  m.settings_.observer = &watch;
  REQUIRE(m.run(1, 64) == Outcome::kDone);
  REQUIRE(watch.arrivals.size() == 1);
  REQUIRE(watch.arrivals[0].size() == 2);
  CHECK(watch.arrivals[0][0].waits);
  CHECK(watch.arrivals[0][0].warp == 1);
  CHECK(!watch.arrivals[0][1].waits);
  CHECK(watch.arrivals[0][1].warp == 0);
}

TEST_CASE("a warp synchronisation waits for all lanes of its mask") {
  // Lanes 0..15 store late; the others read after the meeting.
  for (uint64_t seed = 0; seed < 8; ++seed) {
    MachineFixture m(kernel_text(".shared .align 4 .b8 buf[128];", R"(
      shl.b32 %r2, %r1, 2;
      mov.u32 %r3, buf;
      add.s32 %r4, %r3, %r2;
      setp.lt.u32 %p1, %r1, 16;
      @%p1 bra writers;
      bar.warp.sync -1;
      xor.b32 %r5, %r2, 64;
      add.s32 %r6, %r3, %r5;
      ld.shared.u32 %r7, [%r6];
      bra join;
    writers:
      add.s32 %r8, %r1, 500;
      st.shared.u32 [%r4], %r8;
      bar.warp.sync -1;
      mov.u32 %r7, 0;
    join:)" + store_at_tid(7)));
    m.settings_.schedule = seed;
    REQUIRE(m.run(1, 32) == Outcome::kDone);
    for (uint32_t i = 16; i < 32; ++i) CHECK(m.host()[i] == 500 + i - 16);
  }
}

// sum(x): of all 32 lanes, in five steps that wait for the whole warp; by way
// of twice(), so that the caller is a function, too.
const char* const kWarpSum = R"(
.visible .func (.param .b32 out) sum(.param .b32 in)
{
  .reg .b32 %r<8>;
  .reg .pred %p<4>;
  ld.param.u32 %r1, [in];
  mov.u32 %r2, 16;
next:
  shfl.sync.bfly.b32 %r3, %r1, %r2, 31, -1;
  add.s32 %r1, %r1, %r3;
  shr.u32 %r2, %r2, 1;
  setp.ne.u32 %p1, %r2, 0;
  @%p1 bra next;
  st.param.b32 [out], %r1;
  ret;
}
.visible .func (.param .b32 out) twice(.param .b32 in)
{
  .reg .b32 %r<8>;
  .reg .pred %p<4>;
  ld.param.u32 %r1, [in];
  and.b32 %r2, %r1, 3;
  setp.eq.u32 %p1, %r2, 0;
  @%p1 bra behind;
  add.s32 %r1, %r1, 1;
behind:
  {
  .param .b32 p;
  .param .b32 r;
  st.param.b32 [p], %r1;
  call (r), sum, (p);
  ld.param.b32 %r1, [r];
  }
  shl.b32 %r1, %r1, 1;
  st.param.b32 [out], %r1;
  ret;
}
)";

TEST_CASE("lanes that enter a function one after the other reconverge there") {
  const std::string code = R"(
    mov.u32 %r2, %r1;
    rem.u32 %r3, %r1, 3;
    setp.ne.u32 %p1, %r3, 0;
    @%p1 bra call;
    add.s32 %r2, %r2, 100;
  call:
    {
    .param .b32 p;
    .param .b32 r;
    st.param.b32 [p], %r2;
    call (r), twice, (p);
    ld.param.b32 %r4, [r];
    })" + store_at_tid(4);
  uint32_t sums[2] = {};  // by warp
  for (uint32_t i = 0; i < 64; ++i) {
    const uint32_t x = i + (i % 3 == 0 ? 100 : 0);
    sums[i / 32] += x + (x % 4 != 0 ? 1 : 0);
  }
  for (uint64_t seed = 0; seed < 32; ++seed) {
    Watch watch;
    MachineFixture m(kernel_text("", code, kWarpSum));
    m.settings_.schedule = seed;
    m.settings_.observer = &watch;
    REQUIRE(m.run(3, 64) == Outcome::kDone);
    CHECK(watch.errors.empty());
    for (uint32_t i = 0; i < 64; ++i) CHECK(m.host()[i] == 2 * sums[i / 32]);
  }
}

TEST_CASE("a lane that is not in its own mask is reported") {
  Watch watch;
  MachineFixture m(kernel_text("", R"(
    shfl.sync.down.b32 %r2, %r1, 1, 31, 31;)" +
                                       store_at_tid(2)));
  m.settings_.observer = &watch;
  REQUIRE(m.run(1, 32) == Outcome::kDone);
  REQUIRE(!watch.errors.empty());
  CHECK(watch.errors[0].kind == simt::MaskError::Kind::kNotInOwnMask);
  CHECK(watch.errors[0].lanes == 0xffffffe0u);
}

/// The mask errors of a vote in which each lane gives the mask that `code`
/// leaves in %r3; %r1 is the lane.
std::vector<simt::MaskError> vote_errors(const std::string& code) {
  Watch watch;
  MachineFixture m(
      kernel_text("", code + "vote.sync.ballot.b32 %r4, %p1, %r3;\n"));
  m.settings_.observer = &watch;
  REQUIRE(m.run(1, 32) == Outcome::kDone);
  return watch.errors;
}

TEST_CASE("lanes of one vote that give different masks are named") {
  // Lane i names itself and lane i ^ 1, and lane 0 names lane 2 as well.
  const auto errors = vote_errors(R"(
    and.b32 %r2, %r1, 30;
    shl.b32 %r3, 3, %r2;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 or.b32 %r3, %r3, 4;
  )");
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].kind == simt::MaskError::Kind::kDifferentMasks);
  CHECK(errors[0].lanes == 3);
  CHECK(errors[0].mask == 7);
}

TEST_CASE("groups of lanes may vote side by side, each with its own mask") {
  CHECK(vote_errors(R"(
    and.b32 %r2, %r1, 30;
    shl.b32 %r3, 3, %r2;
    setp.eq.u32 %p1, %r1, 0;
  )")
            .empty());
}

TEST_CASE("a shuffle inside a branch names lanes that never come") {
  Watch watch;
  MachineFixture m(kernel_text("", R"(
    setp.lt.u32 %p1, %r1, 8;
    @!%p1 bra others;
    shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;
  others:
    bar.sync 0;)"));
  m.settings_.observer = &watch;
  REQUIRE(m.run(1, 32) == Outcome::kStuck);
  REQUIRE(watch.errors.size() == 1);
  CHECK(watch.errors[0].kind == simt::MaskError::Kind::kNeverArrives);
  CHECK(watch.errors[0].lanes == 0xffffff00u);
  CHECK(watch.errors[0].other_pc != watch.errors[0].pc);
}

TEST_CASE("equal seeds give equal runs, other seeds other orders") {
  auto order = [](uint64_t seed) {
    MachineFixture m(kernel_text("", R"(
      atom.global.add.u32 %r2, [%rd1], 1;
      mov.u32 %r3, %ctaid.x;
      mov.u32 %r4, %ntid.x;
      mad.lo.s32 %r1, %r3, %r4, %r1;
      add.s32 %r1, %r1, 1;)" + store_at_tid(2)));
    m.settings_.schedule = seed;
    REQUIRE(m.run(4, 64) == Outcome::kDone);
    return std::vector<uint32_t>(m.host(), m.host() + 257);
  };
  bool differs = false;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    CHECK(order(seed) == order(seed));
    differs |= order(seed) != order(0);
  }
  CHECK(differs);
}

namespace {

/// What activemask tells each of 32 threads, where the first 20 ask.
std::vector<uint32_t> active_masks(uint64_t seed, bool branch,
                                   const char* profile = "h200") {
  const std::string leave = "setp.lt.u32 %p1, %r1, 20;\n@!%p1 bra others;\n";
  MachineFixture m(
      kernel_text("", "mov.u32 %r2, 0;\n" + (branch ? leave : std::string()) +
                          "activemask.b32 %r2;\nothers:\n" + store_at_tid(2)));
  m.settings_.profile = simt::find_profile(profile);
  m.settings_.schedule = seed;
  REQUIRE(m.run(1, 32) == Outcome::kDone);
  return std::vector<uint32_t>(m.host(), m.host() + 32);
}

}  // namespace

TEST_CASE("under a seed lanes that diverged may come to activemask apart") {
  constexpr uint32_t kHere = (1u << 20) - 1;
  bool apart = false;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const auto masks = active_masks(seed, true);
    CHECK(active_masks(seed, true) == masks);
    for (uint32_t i = 0; i < 32; ++i) {
      const uint32_t mask = masks[i];
      CHECK((mask >> i & 1) == (i < 20 ? 1u : 0u));
      CHECK((mask & ~kHere) == 0);
      for (uint32_t k = 0; k < 32; ++k)
        if (mask >> k & 1) CHECK(masks[k] == mask);  // who is here agrees
      if (i < 20 && mask != kHere) apart = true;
      if (seed == 0) CHECK(mask == (i < 20 ? kHere : 0u));
    }
    // A warp that never diverged is whole, and one in lockstep stays together.
    CHECK(active_masks(seed, false) == std::vector<uint32_t>(32, ~0u));
    CHECK(active_masks(seed, true, "k20m")[0] == kHere);
  }
  CHECK(apart);
}

TEST_CASE("under a seed an update in two atomics is lost") {
  const auto count = [](uint64_t seed, const char* update) {
    MachineFixture m(kernel_text("", update));
    m.settings_.schedule = seed;
    REQUIRE(m.run(8, 1) == Outcome::kDone);
    return m.host()[0];
  };
  const char* const two = R"(
    atom.global.max.u32 %r2, [%rd1], 0;
    add.s32 %r2, %r2, 1;
    atom.global.exch.b32 %r3, [%rd1], %r2;)";
  bool lost = false;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    CHECK(count(seed, "atom.global.add.u32 %r2, [%rd1], 1;") == 8);
    lost = lost || count(seed, two) < 8;
    if (seed == 0) CHECK(!lost);
  }
  CHECK(lost);
}

}  // namespace machine_split_test
