// SPDX-License-Identifier: MIT
// All checks on blocks that run in parts: the same words and the same report as
// in one order, and no try where there is nothing to find fails.
#include <doctest/doctest.h>

#include "simt/checks/session.h"
#include "simt/report/json.h"
#include "tests/host/machine_fixture.h"

namespace machine_judged_test {

namespace {

constexpr uint32_t kBlocks = 300, kThreads = 64;
constexpr uint32_t kWords = kBlocks * kThreads;

/// A launch with all checks; %r2 is the block, %r4 the thread's number in the
/// grid, %rd2 the address of its word, %r7 that of its shared word.
struct Judged {
  std::string report;
  std::vector<uint32_t> words;
  bool met = false;  // in parts it was tried in vain
};

Judged judge(const std::string& code, bool alone, int workers,
             bool written = true) {
  simt::checks::Session session(simt::checks::ChosenChecks{});
  MachineFixture m(kernel_text(".shared .align 4 .b8 buf[1024];", R"(
    mov.u32 %r2, %ctaid.x;
    mad.lo.u32 %r4, %r2, 64, %r1;
    mul.wide.u32 %rd2, %r4, 4;
    add.s64 %rd2, %rd1, %rd2;
    shl.b32 %r7, %r1, 2;)" + code),
                   2 * kWords);
  session.on_allocate(*m.out_);
  if (written) session.on_host_write(m.out_->begin, 8 * kWords);
  m.settings_.observer = &session;
  m.settings_.workers = workers;
  m.alone_ = alone;
  m.run(kBlocks, kThreads);
  Judged judged;
  simt::report::Report report = session.report();
  report.emulator = "test";
  judged.report = simt::report::to_json(report, "");
  judged.words.assign(m.host(), m.host() + 2 * kWords);
  judged.met = m.kernel_->blocks_met;
  return judged;
}

/// All checks say the same whether blocks run in one order or in parts, on any
/// number of threads. `name`: a finding that the report must have; null: it has
/// none, and the launch does run in parts.
void check_judged(const std::string& code, const char* name,
                  bool written = true) {
  CAPTURE(code);
  const Judged plain = judge(code, false, 1, written);
  if (name != nullptr) {
    CAPTURE(plain.report);
    CHECK(plain.report.find(name) != std::string::npos);
  }
  for (int workers : {1, 2, 4}) {
    const Judged parts = judge(code, true, workers, written);
    CHECK(parts.report == plain.report);
    CHECK(parts.words == plain.words);
    if (name == nullptr) CHECK_FALSE(parts.met);
  }
}

// Each block waits for the word of the one before and stores to its own:
// %rd3 is the address of its word, %p1 says that there is none before.
const std::string kLookBack =
    "setp.ne.u32 %p2, %r1, 0; @%p2 bra $end; mul.wide.u32 %rd3, %r2, 4;"
    "add.s64 %rd3, %rd1, %rd3; setp.eq.u32 %p1, %r2, 0; mov.u32 %r5, 0;"
    "@%p1 bra $first;";

}  // namespace

TEST_CASE("all checks find nothing in parts where there is nothing") {
  for (const char* code : {
           "ld.global.u32 %r5, [%rd2]; add.u32 %r5, %r5, 3;"
           "st.global.u32 [%rd2], %r5;",
           "and.b32 %r5, %r4, 63; mul.wide.u32 %rd3, %r5, 4;"
           "add.s64 %rd3, %rd1, %rd3; red.global.add.u32 [%rd3], 1;",
           "ld.volatile.global.u32 %r5, [%rd2]; membar.gl;"
           "st.volatile.global.u32 [%rd2], %r5;",
           "cvt.u64.u32 %rd3, %r4; add.s64 %rd3, %rd1, %rd3;"
           "st.global.u8 [%rd3], %r1;",
           "mul.wide.u32 %rd3, %r4, 8; add.s64 %rd3, %rd1, %rd3;"
           "st.global.v2.u32 [%rd3], {%r1, %r2};",
           // A tile that is written, met and read across.
           "st.shared.u32 [%r7], %r4; bar.sync 0; xor.b32 %r8, %r7, 252;"
           "ld.shared.u32 %r9, [%r8]; bar.sync 0; st.shared.u32 [%r8], %r9;"
           "st.global.u32 [%rd2], %r9;",
           // Each thread counts at one place, and nobody looks.
           "atom.global.max.u32 %r5, [%rd1], %r4;",
           // The order of blocks can be seen, and is kept.
           "atom.global.add.u32 %r5, [%rd1], 1; add.u32 %r5, %r5, 64;"
           "mul.wide.u32 %rd3, %r5, 4; add.s64 %rd3, %rd1, %rd3;"
           "st.global.u32 [%rd3], %r4;",
       })
    check_judged(code, nullptr);
  check_judged("st.global.u32 [%rd2], %r4; ld.global.u32 %r5, [%rd2];", nullptr,
               false);
}

TEST_CASE("what parts add to the same words is there when they are done") {
  const std::string bin =
      "and.b32 %r5, %r4, 31; mul.wide.u32 %rd3, %r5, 8;"
      "add.s64 %rd3, %rd1, %rd3;";
  for (const char* add : {
           "red.global.add.u32 [%rd3], %r4;",
           "red.global.add.u32 [%rd3], 0;",
           "atom.global.add.u32 %r6, [%rd3], 0xfffffff0;",  // it wraps
           "cvt.u64.u32 %rd4, %r4; shl.b64 %rd4, %rd4, 30;"
           "red.global.add.u64 [%rd3], %rd4;",
           "red.global.add.u32 [%rd3], 1; red.global.add.s32 [%rd3+4], -2;",
           "red.global.max.u32 [%rd3], %r4;",
           "red.global.add.u32 [%rd3], 1;"
           "st.global.u32 [%rd2+76800], %r1;",
       })
    check_judged(bin + add, nullptr);
  // Somebody reads what they add to: they run in one order, once.
  check_judged(bin +
                   "red.global.add.u32 [%rd3], 1; ld.global.u32 %r6, [%rd3];"
                   "st.global.u32 [%rd2+76800], %r6;",
               "global-race");
}

TEST_CASE("all checks find the same in parts as in one order") {
  check_judged("st.global.u32 [%rd1], %r2;", "global-race");
  check_judged("ld.global.u32 %r5, [%rd2+4]; st.global.u32 [%rd2], %r5;",
               "global-race");
  check_judged(
      "red.global.add.u32 [%rd1], 1; ld.global.u32 %r5, [%rd1];"
      "st.global.u32 [%rd2+1024], %r5;",
      "global-race");
  check_judged("ld.global.u32 %r5, [%rd2];", "uninitialized-read", false);
  check_judged("st.global.u32 [%rd2], %r5; ld.global.u32 %r5, [%rd2+4];",
               "uninitialized-read", false);
  check_judged("ld.shared.u32 %r5, [%r7];", "uninitialized-read");
  check_judged(
      "st.shared.u32 [%r7], %r4; xor.b32 %r8, %r7, 252;"
      "ld.shared.u32 %r9, [%r8]; st.global.u32 [%rd2], %r9;",
      "shared-race");
  // Warp 1, which comes last to the barrier, goes on first: its loads wait, and
  // are told of before warp 0 stores there.
  check_judged(
      "setp.lt.u32 %p1, %r1, 32; st.shared.u32 [%r7], %r4; bar.sync 0;"
      "@!%p1 ld.shared.u32 %r9, [%r7+-128]; @%p1 st.shared.u32 [%r7], %r2;",
      "shared-race");
  check_judged(
      "setp.lt.u32 %p1, %r1, 40; @%p1 bra $in; bar.sync 0; bra $end;"
      "$in: bar.sync 0; $end:",
      "divergent-barrier");
  check_judged(
      "st.global.u32 [%rd2], 5; mov.u64 %rd4, 0;"
      "setp.eq.u32 %p1, %r2, 200; @%p1 st.global.u32 [%rd4], 5;",
      "out-of-bounds");
  check_judged(
      "mul.wide.u32 %rd3, %r4, 8; add.s64 %rd3, %rd1, %rd3;"
      "st.global.u32 [%rd3], %r1;",
      "uncoalesced");
  check_judged(
      "shl.b32 %r8, %r1, 4; st.shared.u32 [%r8], %r1;"
      "ld.shared.u32 %r9, [%r8]; st.global.u32 [%rd2], %r9;",
      "bank-conflict");
  // Threads of a block meet in global memory behind a barrier: no race, but it
  // takes the one order to know.
  check_judged(
      "st.global.u32 [%rd2], %r4; bar.sync 0; xor.b32 %r5, %r4, 63;"
      "mul.wide.u32 %rd3, %r5, 4; add.s64 %rd3, %rd1, %rd3;"
      "ld.global.u32 %r6, [%rd3];",
      "");
}

TEST_CASE("a constant that a kernel changes has the values of one order") {
  const std::string load = "ld.const.u32 %r5, [%rd1];";
  for (const std::string& change :
       {std::string("red.global.add.u32 [%rd1], 1;"),
        std::string("st.global.u32 [%rd1], %r4;")})
    check_judged(change + load + "st.global.u32 [%rd2+76800], %r5;", "");
}

TEST_CASE("whole rows of a warp are kept apart from others' words") {
  const std::string store = "st.global.u32 [%rd2], %r4;";
  for (const char* after : {
           "st.global.u32 [%rd2], %r1;",
           "setp.eq.u32 %p1, %r1, 5; @%p1 st.global.u32 [%rd2], 3;",
           "ld.global.u32 %r5, [%rd2]; st.global.u32 [%rd2], %r5;",
           "st.global.u32 [%rd2+76800], %r1;",
       })
    check_judged(store + after, nullptr);
  const std::string one = "setp.eq.u32 %p1, %r1, 33; @%p1 ";
  for (const std::string& after :
       {std::string("st.global.u32 [%rd2+128], %r1;"),
        one + "st.global.u32 [%rd2+128], 3;",
        one + "st.global.u32 [%rd2+-128], 3;",
        one + "st.global.u8 [%rd2+129], 3;",
        one + "red.global.add.u32 [%rd2+128], 3;",
        one + "ld.global.u32 %r5, [%rd2+128];"})
    check_judged(store + after, "global-race");
  // It was read before anybody stored near it.
  check_judged(
      "setp.eq.u32 %p1, %r2, 0; @%p1 ld.global.u32 %r5, [%rd2+81920];"
      "setp.eq.u32 %p2, %r2, 40; @%p2 st.global.u32 [%rd2+71680], %r4;",
      "global-race");
  // A block of the first part reads what one of the last stored, or the other
  // way; the reader's part stores nothing there.
  for (const char* read :
       {"setp.eq.u32 %p1, %r2, 0; @%p1 ld.global.u32 %r5, [%rd2+76288];",
        "setp.eq.u32 %p1, %r2, 299; @%p1 ld.global.u32 %r5, [%rd2+-76288];"})
    check_judged(store + read, "global-race");
  // The one word where blocks meet lies where two parts do.
  check_judged(store + "setp.eq.u32 %p2, %r2, 149;" +
                   "setp.eq.and.u32 %p1, %r1, 63, %p2;" +
                   "@%p1 st.global.u32 [%rd2+4], 3;",
               "global-race");
}

TEST_CASE("threads may meet in words where all accesses have an order") {
  // Each block waits for the sum of the one before it.
  for (const char* look : {"volatile", "relaxed.gpu"}) {
    const std::string order = look;
    const std::string wait = "$l: ld." + order +
                             ".global.u32 %r5, [%rd3+-4];"
                             "setp.eq.u32 %p3, %r5, 0; @%p3 bra $l;";
    const std::string store = "st." + order + ".global.u32 ";
    check_judged(kLookBack + wait + "$first: add.u32 %r5, %r5, %r2;" +
                     "add.u32 %r5, %r5, 1;" + store + "[%rd3], %r5; $end:",
                 nullptr);
    // A ticket; then a part sum first, for those who come meanwhile.
    check_judged("atom.global.add.u32 %r6, [%rd1+4800], 1; bar.sync 0;" +
                     kLookBack + store + "[%rd3], 7; bar.warp.sync 1;" + wait +
                     "$first: add.u32 %r5, %r5, 1;" + store +
                     "[%rd3], %r5; $end:" +
                     "mul.wide.u32 %rd4, %r4, 4; add.s64 %rd4, %rd1, %rd4;" +
                     "st.global.u32 [%rd4+76800], %r6;",
                 nullptr);
  }
  // A fence is missing between two flags: by one thread,
  const std::string poll =
      "$l: ld.volatile.global.u32 %r5, [%rd3+4796];"
      "setp.eq.u32 %p3, %r5, 0; @%p3 bra $l;"
      "ld.volatile.global.u32 %r6, [%rd3+-4]; $first:"
      "add.u32 %r5, %r5, 1;";
  check_judged(kLookBack + poll +
                   "st.volatile.global.u32 [%rd3], %r5;"
                   "st.volatile.global.u32 [%rd3+4800], %r5; $end:",
               "missing-fence");
  // or by two of the block, with a barrier between them.
  check_judged(kLookBack + poll +
                   "st.volatile.global.u32 [%rd3], %r5; $end: bar.sync 0;"
                   "setp.ne.u32 %p2, %r1, 1; @%p2 exit;"
                   "mul.wide.u32 %rd3, %r2, 4; add.s64 %rd3, %rd1, %rd3;"
                   "st.volatile.global.u32 [%rd3+4800], 1;",
               "missing-fence");
  // Two volatile stores to one word; lanes of one warp; a plain one beside.
  const std::string waits =
      "$l: ld.volatile.global.u32 %r5, [%rd3+-4];"
      "setp.eq.u32 %p3, %r5, 0; @%p3 bra $l; $first: add.u32 %r5, %r5, 1;"
      "st.volatile.global.u32 [%rd3], %r5; $end: ";
  check_judged(kLookBack + waits + "st.volatile.global.u32 [%rd1+4800], %r2;",
               "global-race");
  check_judged(kLookBack + waits +
                   "ld.volatile.global.u32 %r6, [%rd2+20000];"
                   "st.volatile.global.u32 [%rd2+20004], %r6;",
               "warp-race");
  check_judged(kLookBack + waits + "st.global.u32 [%rd1+400], %r2;",
               "global-race");
}

TEST_CASE("a volatile update is told, whatever it read") {
  // One thread of each block; %rd4 is the address of a word of the block.
  const std::string first =
      "setp.ne.u32 %p2, %r1, 0; @%p2 bra $end; setp.ne.u32 %p1, %r2, 7;"
      "mul.wide.u32 %rd4, %r2, 4; add.s64 %rd4, %rd1, %rd4;";
  const auto found = [&](const std::string& code) {
    return judge(first + code + "$end:", true, 1).report.find("global-race") !=
           std::string::npos;
  };
  const std::string load = "ld.volatile.global.u32 %r5, [%rd1];",
                    add = "add.u32 %r6, %r5, 1;",
                    store = "st.volatile.global.u32 [%rd1], %r6;";
  CHECK(found(load + add + store));
  CHECK(found(load + "mul.lo.u32 %r5, %r5, %r5;" + add + store));
  CHECK(found(load + add + "membar.gl;" + store));
  CHECK(found(load + add + "@%p1 " + store));
  // The value decides something, or is seen elsewhere: so it may order.
  CHECK_FALSE(found(load + add + "setp.ne.u32 %p3, %r5, 7; @%p3 " + store));
  CHECK_FALSE(
      found(load + add + store + "st.volatile.global.u32 [%rd4+8000], %r5;"));
  CHECK_FALSE(
      found(load + add + store + "setp.eq.u32 %p3, %r6, 7; @%p3 membar.gl;"));
  CHECK_FALSE(found(load + add + "bra $on; $on: " + store));
  // Each waits for its turn.
  const std::string turn =
      "$l: ld.volatile.global.u32 %r7, [%rd1];"
      "setp.ne.u32 %p3, %r7, %r2; @%p3 bra $l;";
  CHECK_FALSE(found(turn + load + add + store));
  CHECK_FALSE(found(turn + "add.u32 %r6, %r7, 1;" + store));
}

TEST_CASE("what one part does is judged by another host thread, to its end") {
  // Warps read what others stored, round after round; then blocks look back.
  const std::string rounds =
      "mov.u32 %r10, 0; xor.b32 %r8, %r7, 252; $again:"
      "st.shared.u32 [%r7], %r10; bar.sync 0; ld.shared.u32 %r9, [%r8];"
      "bar.sync 0; st.shared.u32 [%r8], %r9; bar.sync 0;"
      "add.u32 %r10, %r10, 1; setp.lt.u32 %p1, %r10, 40; @%p1 bra $again;";
  const std::string back =
      kLookBack +
      "$l: ld.volatile.global.u32 %r5, [%rd3+-4];"
      "setp.eq.u32 %p3, %r5, 0; @%p3 bra $l; $first: add.u32 %r5, %r5, 1;"
      "st.volatile.global.u32 [%rd3], %r5; $end: ";
  check_judged(rounds + back, nullptr);
  for (const char* block : {"0", "150", "299"}) {
    const std::string there =
        "setp.eq.u32 %p4, %r2, " + std::string(block) + ";";
    check_judged(rounds + there + "@%p4 ld.shared.u32 %r9, [%r7+512];" + back,
                 "uninitialized-read");
    check_judged(rounds + there + "@%p4 st.shared.u32 [%r8], %r2;" +
                     "@%p4 ld.shared.u32 %r9, [%r7];" + back,
                 "shared-race");
  }
}

TEST_CASE("a part that runs alone is offered another thread, if there is one") {
  struct Judging : simt::Observer {
    struct Part : simt::Observer {
      explicit Part(int& to) : offers(to) {}
      void use_other_thread() override { ++offers; }
      int& offers;
    };
    bool has_parts() const override { return true; }
    bool judges_threads() const override { return true; }
    std::unique_ptr<simt::Observer> part() override {
      return std::make_unique<Part>(offers);
    }
    int offers = 0;
  };
  const auto offers = [](int workers, const std::string& code) {
    MachineFixture m(kernel_text("", code));
    Judging judging;
    m.settings_.observer = &judging;
    m.settings_.workers = workers;
    m.run(kBlocks, kThreads);
    return judging.offers;
  };
  const std::string in_order =
      "atom.global.add.u32 %r2, [%rd1], 1; st.global.u32 [%rd1+4], %r2;";
  CHECK(offers(2, in_order) == 1);
  CHECK(offers(1, in_order) == 0);
  CHECK(offers(2, "red.global.add.u32 [%rd1], 1;") == 0);  // two parts
}

}  // namespace machine_judged_test
