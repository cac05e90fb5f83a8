// SPDX-License-Identifier: MIT
// mma against the places that the PTX ISA gives to each fragment, and against
// a product made here, element by element.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "tests/host/machine_fixture.h"
#include "tests/host/machine_watch.h"
#include "tests/host/matrix_fixture.h"

namespace machine_mma_test {

using simt::Outcome;

namespace {

int product(int m, int n, int depth) {
  int sum = value_c(m, n);
  for (int k = 0; k < depth; ++k) sum += value_a(m, k) * value_b(k, n);
  return sum;
}

constexpr int kA = 0, kB = 256, kC = 512, kD = 768;  // words of the buffer

/// Runs `mnemonic` on registers that the caller filled through `out`: lane i
/// has its a registers at word kA + i * a, and so on.
void run_mma(MachineFixture& m) { REQUIRE(m.run(1, 32) == Outcome::kDone); }
std::string mma_text(const std::string& mnemonic, int d, int a, int b) {
  return kernel_text(".reg .b32 %q<64>;",
                     words(true, 0, a, kA) + words(true, 8, b, kB) +
                         words(true, 16, d, kC) + mnemonic + " " +
                         group("q", 24, d) + ", " + group("q", 0, a) + ", " +
                         group("q", 8, b) + ", " + group("q", 16, d) + ";\n" +
                         words(false, 24, d, kD));
}

}  // namespace

// PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type".
TEST_CASE("mma.m16n8k16 finds halves where the manual puts them") {
  for (const bool bfloat : {false, true}) {
    const std::string type = bfloat ? "bf16" : "f16";
    MachineFixture m(mma_text(
        "mma.sync.aligned.m16n8k16.row.col.f32." + type + "." + type + ".f32",
        4, 4, 2));
    const auto encoded = [&](int x) {
      return bfloat ? bfloat_of(x) : half_of(x);
    };
    auto* halves = reinterpret_cast<uint16_t*>(m.host());
    for (int lane = 0; lane < 32; ++lane) {
      const int group_id = lane / 4, in_group = lane % 4;
      for (int i = 0; i < 8; ++i) {
        const int row = i < 2 || (i >= 4 && i < 6) ? group_id : group_id + 8;
        const int col = in_group * 2 + (i & 1) + (i >= 4 ? 8 : 0);
        halves[2 * kA + lane * 8 + i] = encoded(value_a(row, col));
      }
      for (int i = 0; i < 4; ++i) {
        const int row = in_group * 2 + (i & 1) + (i >= 2 ? 8 : 0);
        halves[2 * kB + lane * 4 + i] = encoded(value_b(row, group_id));
        const int c_row = i < 2 ? group_id : group_id + 8;
        m.host()[kC + lane * 4 + i] =
            float_of(value_c(c_row, in_group * 2 + (i & 1)));
      }
    }
    run_mma(m);
    for (int lane = 0; lane < 32; ++lane)
      for (int i = 0; i < 4; ++i)
        CHECK(m.host()[kD + lane * 4 + i] ==
              float_of(product(lane / 4 + (i < 2 ? 0 : 8),
                               lane % 4 * 2 + (i & 1), 16)));
  }
}

// PTX ISA, "Matrix Fragments for mma.m16n8k32" (bytes).
TEST_CASE("mma.m16n8k32 takes signed and unsigned bytes, and can clamp") {
  for (const bool clamp : {false, true}) {
    MachineFixture m(mma_text(std::string("mma.sync.aligned.m16n8k32.row.col") +
                                  (clamp ? ".satfinite" : "") +
                                  ".s32.u8.s8.s32",
                              4, 4, 2));
    auto* bytes = reinterpret_cast<uint8_t*>(m.host());
    const auto a = [](int row, int k) { return (row * 37 + k * 11) & 255; };
    const auto b = [](int k, int n) {
      return static_cast<int8_t>((k * 29 + n * 13) & 255);
    };
    const auto c = [](int row, int n) {
      return (row + n) % 3 == 0 ? INT32_MAX : row % 3 == 1 ? INT32_MIN : 7 * n;
    };
    for (int lane = 0; lane < 32; ++lane) {
      const int group_id = lane / 4, in_group = lane % 4;
      for (int i = 0; i < 16; ++i) {
        const int row = i < 4 || (i >= 8 && i < 12) ? group_id : group_id + 8;
        const int col = in_group * 4 + (i & 3) + (i >= 8 ? 16 : 0);
        bytes[4 * kA + lane * 16 + i] = static_cast<uint8_t>(a(row, col));
      }
      for (int i = 0; i < 8; ++i) {
        const int row = in_group * 4 + (i & 3) + (i >= 4 ? 16 : 0);
        bytes[4 * kB + lane * 8 + i] = static_cast<uint8_t>(b(row, group_id));
      }
      for (int i = 0; i < 4; ++i)
        m.host()[kC + lane * 4 + i] = static_cast<uint32_t>(
            c(group_id + (i < 2 ? 0 : 8), in_group * 2 + (i & 1)));
    }
    run_mma(m);
    int clamped = 0;
    for (int lane = 0; lane < 32; ++lane) {
      for (int i = 0; i < 4; ++i) {
        const int row = lane / 4 + (i < 2 ? 0 : 8), n = lane % 4 * 2 + (i & 1);
        int64_t sum = c(row, n);
        for (int k = 0; k < 32; ++k) sum += int64_t{a(row, k)} * b(k, n);
        if (clamp && (sum > INT32_MAX || sum < INT32_MIN)) {
          sum = sum > 0 ? INT32_MAX : INT32_MIN;
          ++clamped;
        }
        CHECK(m.host()[kD + lane * 4 + i] == static_cast<uint32_t>(sum));
      }
    }
    CHECK((clamped > 0) == clamp);
  }
}

// PTX ISA, "Matrix Fragments for mma.m16n8k8" with .tf32.
TEST_CASE("mma.m16n8k8 reads tf32 and leaves the low bits out") {
  MachineFixture m(
      mma_text("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", 4, 4, 2));
  for (int lane = 0; lane < 32; ++lane) {
    const int group_id = lane / 4, in_group = lane % 4;
    for (int i = 0; i < 4; ++i) {
      const int row = group_id + (i % 2 == 0 ? 0 : 8);
      const int col = in_group + (i < 2 ? 0 : 4);
      m.host()[kA + lane * 4 + i] = float_of(value_a(row, col)) | 0x1fff;
      m.host()[kC + lane * 4 + i] =
          float_of(value_c(group_id + (i < 2 ? 0 : 8), in_group * 2 + (i & 1)));
    }
    for (int i = 0; i < 2; ++i)
      m.host()[kB + lane * 2 + i] =
          float_of(value_b(in_group + 4 * i, group_id));
  }
  run_mma(m);
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < 4; ++i)
      CHECK(m.host()[kD + lane * 4 + i] ==
            float_of(product(lane / 4 + (i < 2 ? 0 : 8), lane % 4 * 2 + (i & 1),
                             8)));
}

TEST_CASE("a product that lacks a warp of its warpgroup ends the launch") {
  const std::string text =
      kernel_text(".reg .f32 %f<4>; .shared .align 128 .b8 tile[4096];", R"(
    mov.u32 %r2, tile;
    shr.u32 %r2, %r2, 4;
    cvt.u64.u32 %rd2, %r2;
    setp.ge.u32 %p1, %r1, 384;
    @%p1 bra OUT;
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f0, %f1, %f2, %f3}, %rd2, %rd2, 0, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    OUT:)");
  for (const auto& [threads, outcome] :
       {std::pair{128, Outcome::kDone}, std::pair{256, Outcome::kDone},
        std::pair{512, Outcome::kDone}, std::pair{96, Outcome::kIllegal},
        std::pair{160, Outcome::kIllegal}}) {
    MachineFixture m(text);
    CHECK(m.run(2, static_cast<uint32_t>(threads)) == outcome);
  }
}

TEST_CASE("a use of a product in flight tells whether its group is closed") {
  struct Uses final : simt::Observer {
    void on_register_use(const simt::RegisterUse& use) override {
      if (use.kind == simt::RegisterUse::Kind::kRead && use.at.warp == 0)
        open.push_back(use.open_group);
    }
    std::vector<bool> open;
  };
  const std::string product =
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 "
      "{%f0, %f1, %f2, %f3}, %rd2, %rd2, 0, 1, 1, 0, 0;\n"
      "add.f32 %f4, %f0, %f0;\nmov.u32 %r3, 0;\n";
  const std::string commit = "wgmma.commit_group.sync.aligned;\n";
  const std::string store = "st.global.f32 [%rd1], %f4;\n";
  const auto uses = [&](const std::string& code) {
    MachineFixture m(
        kernel_text(".reg .f32 %f<5>; .shared .align 128 .b8 tile[4096];",
                    "mov.u32 %r2, tile;\nshr.u32 %r2, %r2, 4;\n"
                    "cvt.u64.u32 %rd2, %r2;\nwgmma.fence.sync.aligned;\n" +
                        code + "wgmma.wait_group.sync.aligned 0;\n"));
    Uses heard;
    m.settings_.observer = &heard;
    CHECK(m.run(1, 128) == Outcome::kDone);
    return heard.open;
  };
  CHECK(uses(product + "wgmma.wait_group.sync.aligned 0;\n" + store + commit) ==
        std::vector<bool>{true});
  CHECK(uses(product + commit + store) == std::vector<bool>{false});
}

TEST_CASE("lanes that diverged meet at an instruction of the warpgroup") {
  for (const std::string step : {"fence", "commit_group", "wait_group"}) {
    MachineFixture m(kernel_text("", R"(
    mov.u32 %r2, 0;
    and.b32 %r3, %r1, 31;
    setp.ne.u32 %p1, %r3, 0;
    @%p1 bra MEET;
    LATE:
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p2, %r2, 1000;
    @%p2 bra LATE;
    MEET:
    wgmma.)" + step + ".sync.aligned" + (step == "wait_group" ? " 0;" : ";")));
    Watch watch;
    m.settings_.observer = &watch;
    for (m.settings_.schedule = 0; m.settings_.schedule < 8;
         ++m.settings_.schedule) {
      INFO(step, ", schedule ", m.settings_.schedule);
      CHECK(m.run(1, 128) == Outcome::kDone);
      CHECK(watch.errors.empty());
    }
  }
}

}  // namespace machine_mma_test
