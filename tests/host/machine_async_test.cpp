// SPDX-License-Identifier: MIT
// Asynchronous copies and barrier objects, as cuda::pipeline and
// cuda::barrier use them from sm_80 on.
#include <doctest/doctest.h>

#include <fstream>
#include <functional>
#include <utility>

#include "tests/host/machine_fixture.h"

namespace machine_async_test {

using simt::Outcome;

TEST_CASE("an asynchronous copy fills shared memory and pads with zeros") {
  // 16 bytes a thread, of which the source gives 8.
  MachineFixture m(kernel_text(".shared .align 16 .b8 buf[64];", R"(
    shl.b32 %r2, %r1, 4;
    mov.u32 %r3, buf;
    add.s32 %r4, %r3, %r2;
    cvt.u64.u32 %rd2, %r2;
    add.s64 %rd3, %rd1, %rd2;
    cp.async.cg.shared.global [%r4], [%rd3+64], 16, 8;
    cp.async.commit_group;
    cp.async.wait_group 0;
    bar.sync 0;
    ld.shared.u32 %r5, [%r4+4];
    ld.shared.u32 %r6, [%r4+8];
    add.s32 %r7, %r5, %r6;)" + store_at_tid(7)));
  for (uint32_t i = 0; i < 16; ++i) m.host()[16 + i] = 100 + i;
  REQUIRE(m.run(1, 4) == Outcome::kDone);
  for (uint32_t i = 0; i < 4; ++i) CHECK(m.host()[i] == 101 + 4 * i);
}

TEST_CASE("an asynchronous copy reads no more than its source has") {
  // Lane 0 copies nothing, from nowhere, the others 16 bytes.
  const std::string code = R"(
    shl.b32 %r2, %r1, 4;
    mov.u32 %r3, buf;
    add.s32 %r4, %r3, %r2;
    setp.eq.u32 %p1, %r1, 0;
    selp.b32 %r8, 0, 16, %p1;
    add.s64 %rd3, %rd1, 64;
    selp.b64 %rd3, SOURCE, %rd3, %p1;
    cp.async.cg.shared.global [%r4], [%rd3], 16, %r8;
    cp.async.wait_all;
    ld.shared.u32 %r7, [%r4];)" +
                           store_at_tid(7);
  const auto with = [&](const char* source) {
    std::string text = code;
    text.replace(text.find("SOURCE"), 6, source);
    return text;
  };
  const std::string buffer = ".shared .align 16 .b8 buf[64];";
  MachineFixture m(kernel_text(buffer, with("64")));
  m.host()[16] = 7;
  REQUIRE(m.run(1, 3) == Outcome::kDone);
  CHECK(m.host()[0] == 0);
  CHECK(m.host()[1] == 7);
  CHECK(m.host()[2] == 7);
  MachineFixture odd(kernel_text(buffer, with("68")));
  CHECK(odd.run(1, 3) == Outcome::kDone);  // nothing is read there
}

TEST_CASE("a misaligned asynchronous copy is a fault") {
  MachineFixture m(kernel_text(".shared .align 16 .b8 buf[64];", R"(
    mov.u32 %r3, buf;
    cp.async.ca.shared.global [%r3], [%rd1+4], 8;)"));
  CHECK(m.run(1, 1) == Outcome::kMisaligned);
}

TEST_CASE("threads wait at a barrier object until all have arrived") {
  const char* code = R"(
    mov.u32 %r2, object;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra ready;
    mbarrier.init.shared.b64 [%r2], 96;
  ready:
    bar.sync 0;
    add.s32 %r4, %r1, 7;
    shl.b32 %r5, %r1, 2;
    mov.u32 %r6, buf;
    add.s32 %r7, %r6, %r5;
    st.shared.u32 [%r7], %r4;
    mbarrier.arrive.shared.b64 %rd4, [%r2];
  wait:
    mbarrier.test_wait.shared.b64 %p2, [%r2], %rd4;
    @!%p2 bra wait;
    xor.b32 %r8, %r5, 32;
    add.s32 %r9, %r6, %r8;
    ld.shared.u32 %r10, [%r9];)";
  for (uint64_t seed = 0; seed < 6; ++seed) {
    MachineFixture m(
        kernel_text(".shared .align 8 .b8 object[8];\n"
                    ".shared .align 4 .b8 buf[512];",
                    code + store_at_tid(10)));
    m.settings_.schedule = seed;
    REQUIRE(m.run(1, 96) == Outcome::kDone);
    for (uint32_t i = 0; i < 96; ++i) CHECK(m.host()[i] == (i ^ 8) + 7);
  }
}

namespace {

// One thread uses a barrier object in shared memory; %p1 is asked at the end.
MachineFixture object_kernel(const std::string& code) {
  return MachineFixture(kernel_text(".shared .align 8 .b8 object[8];",
                                    "mov.u32 %r2, object;\n" + code + R"(
    selp.u32 %r9, 1, 0, %p1;)" + store_at_tid(9)));
}
bool asked(const std::string& code) {
  MachineFixture m = object_kernel(code);
  REQUIRE(m.run(1, 1) == Outcome::kDone);
  return m.host()[0] == 1;
}

const char* const kParity0 =
    "\nmbarrier.test_wait.parity.shared::cta.b64 %p1, [%r2], 0;";
const char* const kParity1 =
    "\nmbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p1, [%r2], 1, 9;";

}  // namespace

TEST_CASE("a phase waits for the bytes that are expected") {
  const std::string expect = R"(
    mbarrier.init.shared::cta.b64 [%r2], 1;
    mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd2, [%r2], 48;
    mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r2], 32;)";
  CHECK_FALSE(asked(expect + kParity0));
  const std::string done = expect + R"(
    mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%r2], 16;)";
  CHECK(asked(done + kParity0));
  CHECK_FALSE(asked(done + kParity1));
  CHECK(asked(done +
              "\nmbarrier.try_wait.relaxed.cluster.shared::cta.b64 %p1, [%r2], "
              "%rd2;"));
}

TEST_CASE("bytes may be complete before they are expected") {
  const std::string early = R"(
    mbarrier.init.shared.b64 [%r2], 1;
    mbarrier.complete_tx.shared.b64 [%r2], 16;
    mbarrier.expect_tx.relaxed.cta.shared.b64 [%r2], 16;)";
  CHECK_FALSE(asked(early + kParity0));
  CHECK(asked(early + "\nmbarrier.arrive.shared::cluster.b64 _, [%r2];" +
              kParity0));
}

TEST_CASE("a state holds how many arrivals were pending") {
  MachineFixture m = object_kernel(R"(
    mbarrier.init.shared.b64 [%r2], 1048575;
    mbarrier.arrive.noComplete.release.cta.shared::cta.b64 %rd2, [%r2], 575;
    mbarrier.arrive.shared.b64 %rd3, [%r2];
    mbarrier.pending_count.b64 %r3, %rd3;
    setp.eq.u32 %p1, %r3, 1048000;)");
  REQUIRE(m.run(1, 1) == Outcome::kDone);
  CHECK(m.host()[0] == 1);
}

TEST_CASE("who drops out is not expected in the next phase") {
  const std::string drop = R"(
    mbarrier.init.shared.b64 [%r2], 3;
    mbarrier.arrive_drop.shared.b64 %rd2, [%r2], 1;
    mbarrier.arrive_drop.expect_tx.shared.b64 %rd2, [%r2], 4;
    mbarrier.complete_tx.shared.b64 [%r2], 4;)";
  CHECK_FALSE(asked(drop + kParity0));
  const std::string over = drop + "\nmbarrier.arrive.shared.b64 _, [%r2];";
  CHECK(asked(over + kParity0));
  CHECK(asked(over + "\nmbarrier.arrive.shared.b64 _, [%r2];" + kParity1));
}

TEST_CASE("a barrier object may have a generic address in shared memory") {
  const std::string generic = R"(
    cvt.u64.u32 %rd5, %r2;
    cvta.shared.u64 %rd5, %rd5;
    mbarrier.init.b64 [%rd5], 1;
    mbarrier.arrive.b64 _, [%rd5];
    mbarrier.test_wait.parity.b64 %p1, [%rd5], 0;)";
  CHECK(asked(generic));
  MachineFixture m = object_kernel("mbarrier.init.b64 [%rd1], 1;");
  CHECK(m.run(1, 1) == Outcome::kIllegalAddress);
}

TEST_CASE("an object counts at most 1048575 bytes") {
  MachineFixture m = object_kernel(R"(
    mbarrier.init.shared.b64 [%r2], 1;
    mov.u32 %r3, 1048576;
    mbarrier.expect_tx.relaxed.cta.shared.b64 [%r2], %r3;)");
  CHECK(m.run(1, 1) == Outcome::kUnsupported);
}

namespace {

// A thread of a block of 32 loads 64 bytes to `tile`, in which all wait; %r5 is
// stored.
const char* const kBulk = R"(
    mov.u32 %r2, object;
    mov.u32 %r3, tile;
    setp.ne.u32 %p2, %r1, 0;
    @%p2 bra ready;
    mbarrier.init.shared::cta.b64 [%r2], 1;
  ready:
    bar.sync 0;)";
const char* const kAwait = R"(
  wait:
    mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2], 0;
    @!%p1 bra wait;)";
std::string bulk_text(const std::string& code) {
  return kernel_text(
      ".shared .align 8 .b8 object[8];\n"
      ".shared .align 16 .b8 tile[128];",
      kBulk + code + store_at_tid(5));
}
void run_seeds(const std::string& text, uint32_t threads,
               const std::function<void(MachineFixture&)>& prepare,
               const std::function<void(MachineFixture&)>& look) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    MachineFixture m(text);
    m.settings_.schedule = seed;
    prepare(m);
    REQUIRE(m.run(1, threads) == Outcome::kDone);
    look(m);
  }
}
void count_up(MachineFixture& m) {
  for (uint32_t i = 0; i < 64; ++i) m.host()[64 + i] = 1000 + i;
}

}  // namespace

TEST_CASE("a bulk copy fills shared memory before its phase is over") {
  const std::string text = bulk_text(R"(
    @%p2 bra wait;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 64;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3+16], [%rd1+256], 48, [%r2];
    cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint [%r3], [%rd1+304], 16, [object], %rd1;)" +
                                     std::string(kAwait) + R"(
    shl.b32 %r4, %r1, 2;
    add.s32 %r4, %r4, %r3;
    ld.shared.u32 %r5, [%r4];)");
  run_seeds(text, 16, count_up, [](MachineFixture& m) {
    for (uint32_t i = 0; i < 16; ++i)
      CHECK(m.host()[i] == 1000 + (i + 12) % 16);
  });
}

TEST_CASE("a copy waits as long as it may in the plain order") {
  // The source changes after the copy was issued: the copy is not waited for.
  MachineFixture m(bulk_text(R"(
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 16;
    cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r3], [%rd1+256], 16, [%r2];
    mov.u32 %r6, 7;
    st.global.u32 [%rd1+256], %r6;)" +
                             std::string(kAwait) + R"(
    ld.shared.u32 %r5, [%r3];)"));
  REQUIRE(m.run(1, 1) == Outcome::kDone);
  CHECK(m.host()[0] == 7);
}

TEST_CASE("a wait for a group makes its copies, .read alone their reads") {
  const char* const kStore = R"(
    mov.u32 %r6, 5;
    st.shared.u32 [%r3], %r6;
    cp.async.bulk.global.shared::cta.bulk_group [%rd1+256], [%r3], 16;
    cp.async.bulk.commit_group;)";
  const auto seen = [&](const std::string& wait, bool overwrite) {
    MachineFixture m(bulk_text(
        kStore + wait + (overwrite ? "\nst.shared.u32 [%r3], %r1;" : "") +
        "\nld.global.u32 %r5, [%rd1+256];"));
    REQUIRE(m.run(1, 1) == Outcome::kDone);
    return std::pair(m.host()[0], m.host()[64]);
  };
  using Seen = std::pair<uint32_t, uint32_t>;
  CHECK(seen("cp.async.bulk.wait_group 0;", true) == Seen{5, 5});
  CHECK(seen("cp.async.bulk.wait_group.read 0;", true) == Seen{0, 5});
  CHECK(seen("cp.async.bulk.wait_group 1;", true) == Seen{0, 0});
  CHECK(seen("", false) == Seen{0, 5});
}

TEST_CASE("bulk reductions combine with what is there") {
  const std::string text = bulk_text(R"(
    mov.u32 %r6, 5;
    st.shared.v4.u32 [%r3], {%r6, %r6, %r1, %r6};
    cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1+256], [%r3], 16;
    cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%rd1+272], [%r3], 16;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    ld.global.u32 %r5, [%rd1+256];)");
  run_seeds(text, 1, count_up, [](MachineFixture& m) {
    CHECK(m.host()[64] == 1005);
    CHECK(m.host()[66] == 1002);
    CHECK(m.host()[68] == 1004);
  });
}

TEST_CASE("registers are sent to shared memory") {
  const std::string text = bulk_text(R"(
    mov.u32 %r6, 40;
    st.shared.u32 [%r3+8], %r6;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 20;
    st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%r3+16], {%r6, %r1, %r6, %r6}, [%r2];
    red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r3+8], 2, [%r2];)" +
                                     std::string(kAwait) + R"(
    ld.shared.u32 %r7, [%r3+16];
    ld.shared.u32 %r8, [%r3+8];
    add.s32 %r5, %r7, %r8;)");
  run_seeds(
      text, 1, [](MachineFixture& m) { m.clusters_ = true; },
      [](MachineFixture& m) { CHECK(m.host()[0] == 82); });
  MachineFixture without(text);
  CHECK(without.run(1, 1) == Outcome::kUnsupported);
}

TEST_CASE("the addresses of a bulk copy are checked when it is issued") {
  const auto outcome = [](const std::string& operands) {
    MachineFixture m(bulk_text(
        "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes " +
        operands + ";"));
    return m.run(1, 1);
  };
  CHECK(outcome("[%r3], [%rd1+8], 16, [%r2]") == Outcome::kMisaligned);
  CHECK(outcome("[%r3+4], [%rd1], 16, [%r2]") == Outcome::kMisaligned);
  CHECK(outcome("[%r3], [%rd1], 16, [%r2+4]") == Outcome::kMisaligned);
  CHECK(outcome("[%r3], [%rd1+4080], 32, [%r2]") == Outcome::kIllegalAddress);
  CHECK(outcome("[%r3+64], [%rd1], 80, [%r2]") == Outcome::kIllegalAddress);
  CHECK(outcome("[%r3], [%rd1], 16, [%r2+4096]") == Outcome::kIllegalAddress);
  CHECK(outcome("[%r3], [%rd1], 24, [%r2]") == Outcome::kMisaligned);
}

namespace {

// The words that a GPU was given: a random choice of edge values and numbers.
uint32_t mix(uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}
void fill(uint32_t* words, uint32_t seed) {
  constexpr uint32_t kEdge[] = {
      0,           0x80000000u, 0x3f800000u, 0xbf800000u, 0x7f800000u,
      0xff800000u, 0x7fc00000u, 0x7fffffffu, 0xffc12345u, 0x00000001u,
      0x807fffffu, 0x00800000u, 0x7f7fffffu, 0x7c007c00u, 0xfc007e01u,
      0x00018001u, 0x3c00bc00u, 0x7bff0400u, 0x7f807fc1u, 0x00808000u,
      0xffffffffu, 5,           6,           0x7ff00000u, 0x7ff80001u};
  for (uint32_t i = 0; i < 256; ++i) {
    const uint32_t r = mix(i * 2654435761u + seed);
    words[i] = r % 3 != 0 ? kEdge[(r >> 8) % 25] : mix(r);
  }
}

}  // namespace

TEST_CASE("bulk reductions give what an H100 gave") {
  std::ifstream file(LOCKSTEP_ROOT "/tests/recorded/bulk.txt");
  std::string line, form;
  int forms = 0;
  while (std::getline(file, form)) {
    if (form.starts_with('#')) continue;
    MachineFixture m(kernel_text(".shared .align 16 .b8 tile[1024];",
                                 R"(
    mov.u32 %r3, tile;
    shl.b32 %r4, %r1, 4;
    add.s32 %r5, %r3, %r4;
    cvt.u64.u32 %rd2, %r4;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.v4.u32 {%r6, %r7, %r8, %r9}, [%rd3+1024];
    st.shared.v4.u32 [%r5], {%r6, %r7, %r8, %r9};
    fence.proxy.async;
    bar.sync 0;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 ret;
    cp.reduce.async.bulk.global.shared::cta.bulk_group.)" +
                                     form + R"( [%rd1+2048], [%r3], 1024;)"));
    fill(m.host() + 256, 1);
    fill(m.host() + 512, 2);
    REQUIRE(m.run(1, 64) == Outcome::kDone);
    INFO(form);
    ++forms;
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t recorded = 0;
      file >> std::hex >> recorded;
      INFO(i);
      CHECK(m.host()[512 + i] == recorded);
    }
    std::getline(file, line);
  }
  CHECK(forms == 27);
}

}  // namespace machine_async_test
