// SPDX-License-Identifier: MIT
// Matrix instructions against the places that the PTX ISA gives, and against
// a product made here, element by element.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <functional>

#include "simt/ops/observer.h"
#include "tests/host/machine_fixture.h"

using simt::Outcome;

namespace {

uint16_t half_of(int x) {  // exact for small integers
  const uint32_t bits = std::bit_cast<uint32_t>(static_cast<float>(x));
  if (x == 0) return 0;
  return static_cast<uint16_t>((bits >> 16 & 0x8000) |
                               (((bits >> 23 & 255) - 112) << 10) |
                               (bits >> 13 & 0x3ff));
}
uint32_t float_of(int x) {
  return std::bit_cast<uint32_t>(static_cast<float>(x));
}
uint16_t bfloat_of(int x) { return static_cast<uint16_t>(float_of(x) >> 16); }

int value_a(int m, int k) { return (m * 5 + k * 3) % 11 - 5; }
int value_b(int k, int n) { return (k * 7 + n * 2) % 9 - 4; }
int value_c(int m, int n) { return m - 2 * n; }
int product(int m, int n, int depth) {
  int sum = value_c(m, n);
  for (int k = 0; k < depth; ++k) sum += value_a(m, k) * value_b(k, n);
  return sum;
}

/// Counts what the machine tells of masks and requests.
struct Watch : simt::Observer {
  int mask_errors = 0, loads = 0, stores = 0;
  uint32_t bytes = 0;
  void on_mask_error(const simt::MaskError& e) override {
    ++mask_errors;
    last = e;
  }
  void on_access(const simt::Access& a) override {
    (a.kind == simt::AccessKind::kLoad ? loads : stores) += 1;
    bytes = a.bytes;
  }
  simt::MaskError last;
};

/// "{%r10, %r11}" for count registers from %r{first}.
std::string group(const char* prefix, int first, int count) {
  std::string text = "{";
  for (int i = 0; i < count; ++i)
    text += (i ? ", %" : "%") + std::string(prefix) + std::to_string(first + i);
  return text + "}";
}

/// Each lane loads `count` words from out + 4 * (at + lane * count).
std::string words(bool load, int first, int count, int at) {
  std::string text = "mul.lo.u32 %r2, %r1, " + std::to_string(4 * count) +
                     ";\ncvt.u64.u32 %rd2, %r2;\nadd.s64 %rd3, %rd1, %rd2;\n";
  for (int i = 0; i < count; ++i) {
    const std::string place = "[%rd3+" + std::to_string(4 * (at + i)) + "]";
    const std::string reg = "%q" + std::to_string(first + i);
    text += load ? "ld.global.b32 " + reg + ", " + place + ";\n"
                 : "st.global.b32 " + place + ", " + reg + ";\n";
  }
  return text;
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

namespace {

struct WmmaCase {
  const char* extent;
  int m, n, k;
  const char* factor;  // type of A and B
  const char* sum;     // type of C and D
  int a, b, c;         // registers of a lane
};
constexpr WmmaCase kWmma[] = {
    {"m16n16k16", 16, 16, 16, "f16", "f32", 8, 8, 8},
    {"m32n8k16", 32, 8, 16, "f16", "f16", 8, 8, 4},
    {"m8n32k16", 8, 32, 16, "f16", "f32", 8, 8, 8},
    {"m16n16k16", 16, 16, 16, "f16", "f16", 8, 8, 4},
    {"m16n16k16", 16, 16, 16, "bf16", "f32", 4, 4, 8},
    {"m8n32k16", 8, 32, 16, "bf16", "f32", 2, 8, 8},
    {"m16n16k8", 16, 16, 8, "tf32", "f32", 4, 4, 8},
    {"m16n16k16", 16, 16, 16, "s8", "s32", 2, 2, 8},
    {"m32n8k16", 32, 8, 16, "s8", "s32", 4, 1, 8},
    {"m8n32k16", 8, 32, 16, "u8", "s32", 1, 4, 8},
};

int bytes_of(const std::string& type) {
  if (type.ends_with("8")) return 1;
  return type.ends_with("16") ? 2 : 4;
}
void put(void* at, size_t index, const std::string& type, int value) {
  if (type == "f16") static_cast<uint16_t*>(at)[index] = half_of(value);
  if (type == "bf16") static_cast<uint16_t*>(at)[index] = bfloat_of(value);
  if (type == "f32" || type == "tf32")
    static_cast<uint32_t*>(at)[index] = float_of(value);
  if (type == "s32") static_cast<int32_t*>(at)[index] = value;
  if (bytes_of(type) == 1)
    static_cast<uint8_t*>(at)[index] = static_cast<uint8_t>(value);
}
bool equal(const void* at, size_t index, const std::string& type, int value) {
  if (type == "f16")
    return static_cast<const uint16_t*>(at)[index] == half_of(value);
  if (type == "f32")
    return static_cast<const uint32_t*>(at)[index] == float_of(value);
  return static_cast<const int32_t*>(at)[index] == value;
}

/// Bits 0..2 of `order`: A, B, C and D lie column by column.
std::string wmma_text(const WmmaCase& w, int order, int stride) {
  const char* names[] = {"row", "col"};
  const std::string oa = names[order & 1], ob = names[order >> 1 & 1],
                    oc = names[order >> 2 & 1];
  const std::string f = w.factor, s = w.sum, e = w.extent,
                    ld = ", " + std::to_string(stride) + ";\n",
                    types = f == "f16" ? "." + s + "." + s
                                       : "." + s + "." + f + "." + f + "." + s;
  const auto load = [&](std::string which, const std::string& o, int first,
                        int count, const std::string& type, int at) {
    return "wmma.load." + which + ".sync.aligned." + o + "." + e + ".global." +
           type + " " + group("q", first, count) + ", [%rd1+" +
           std::to_string(4 * at) + "]" + ld;
  };
  return kernel_text(
      ".reg .b32 %q<64>;",
      load("a", oa, 0, w.a, f, 0) + load("b", ob, 8, w.b, f, 2048) +
          load("c", oc, 16, w.c, s, 4096) + "wmma.mma.sync.aligned." + oa +
          "." + ob + "." + e + types + " " + group("q", 24, w.c) + ", " +
          group("q", 0, w.a) + ", " + group("q", 8, w.b) + ", " +
          group("q", 16, w.c) + ";\nwmma.store.d.sync.aligned." + oc + "." + e +
          ".global." + s + " [%rd1+24576], " + group("q", 24, w.c) + ld);
}

}  // namespace

TEST_CASE("wmma multiplies tiles of every shape, type and order") {
  constexpr int kStride = 48;
  for (const WmmaCase& w : kWmma) {
    const bool is_unsigned = std::string(w.factor) == "u8";
    const auto a = [&](int m, int k) {
      return value_a(m, k) + 5 * is_unsigned;
    };
    const auto b = [&](int k, int n) {
      return value_b(k, n) + 4 * is_unsigned;
    };
    for (int order = 0; order < 8; ++order) {
      CAPTURE(w.extent);
      CAPTURE(w.factor);
      CAPTURE(order);
      MachineFixture m(wmma_text(w, order, kStride), 8192);
      const auto place = [&](int row, int col, bool column) {
        return static_cast<size_t>(column ? col * kStride + row
                                          : row * kStride + col);
      };
      for (int row = 0; row < w.m; ++row)
        for (int k = 0; k < w.k; ++k)
          put(m.host(), place(row, k, order & 1), w.factor, a(row, k));
      for (int k = 0; k < w.k; ++k)
        for (int n = 0; n < w.n; ++n)
          put(m.host() + 2048, place(k, n, order & 2), w.factor, b(k, n));
      for (int row = 0; row < w.m; ++row)
        for (int n = 0; n < w.n; ++n)
          put(m.host() + 4096, place(row, n, order & 4), w.sum,
              value_c(row, n));
      REQUIRE(m.run(1, 32) == Outcome::kDone);
      bool right = true;
      for (int row = 0; row < w.m; ++row) {
        for (int n = 0; n < w.n; ++n) {
          int sum = value_c(row, n);
          for (int k = 0; k < w.k; ++k) sum += a(row, k) * b(k, n);
          right &= equal(m.host() + 6144, place(row, n, order & 4), w.sum, sum);
        }
      }
      CHECK(right);
    }
  }
}

TEST_CASE("a tile costs the requests that its registers need") {
  struct Cost {
    const char* line;
    int requests;
    uint32_t bytes;
  };
  const Cost costs[] = {
      {"wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%q0, %q1, %q2, %q3,"
       " %q4, %q5, %q6, %q7}, [%rd1], 16;",
       4, 4},
      {"wmma.load.a.sync.aligned.col.m16n16k16.global.f16 {%q0, %q1, %q2, %q3,"
       " %q4, %q5, %q6, %q7}, [%rd1], 16;",
       4, 4},
      {"wmma.load.c.sync.aligned.row.m16n16k16.global.f32 {%q0, %q1, %q2, %q3,"
       " %q4, %q5, %q6, %q7}, [%rd1], 16;",
       4, 8},
      {"wmma.load.c.sync.aligned.col.m16n16k16.global.f32 {%q0, %q1, %q2, %q3,"
       " %q4, %q5, %q6, %q7}, [%rd1], 16;",
       8, 4},
  };
  for (const Cost& cost : costs) {
    MachineFixture m(kernel_text(".reg .b32 %q<8>;", cost.line));
    Watch watch;
    m.settings_.observer = &watch;
    REQUIRE(m.run(1, 32) == Outcome::kDone);
    CHECK(watch.loads == cost.requests);
    CHECK(watch.bytes == cost.bytes);
  }
}

TEST_CASE("ldmatrix and stmatrix move rows of eight halves") {
  // Row r of the 32 holds 8r, 8r + 1, ... 8r + 7; lane r gives its address.
  const std::string fill = R"(
    shl.b32 %r2, %r1, 4;
    mov.u32 %r3, tile;
    add.s32 %r4, %r3, %r2;
    shl.b32 %r5, %r1, 3;
    mov.u32 %r6, 0;
  fill:
    add.s32 %r7, %r5, %r6;
    shl.b32 %r8, %r6, 1;
    add.s32 %r9, %r4, %r8;
    st.shared.u16 [%r9], %r7;
    add.s32 %r6, %r6, 1;
    setp.lt.u32 %p1, %r6, 8;
    @%p1 bra fill;
    bar.warp.sync 0xffffffff;
  )";
  const std::string regs = "{%q0, %q1, %q2, %q3}";
  for (const std::string trans : {"", ".trans"}) {
    const std::string form = ".sync.aligned.m8n8.x4" + trans + ".shared.b16 ";
    MachineFixture m(kernel_text(
        ".reg .b32 %q<8>;\n.shared .align 16 .b8 tile[1024];",
        fill + "ldmatrix" + form + regs + ", [%r4];\n" + words(false, 0, 4, 0) +
            "stmatrix" + form + "[%r4+512], " + regs + ";\n" +
            "bar.warp.sync 0xffffffff;\n"
            "ld.shared.v4.b32 {%q4, %q5, %q6, %q7}, [%r4+512];\n" +
            words(false, 4, 4, 128)));
    REQUIRE(m.run(1, 32) == Outcome::kDone);
    const auto* halves = reinterpret_cast<const uint16_t*>(m.host());
    for (int lane = 0; lane < 32; ++lane) {
      for (int i = 0; i < 8; ++i) {
        const int g = lane / 4, k = lane % 4 * 2 + i % 2;
        const int within = trans.empty() ? 8 * g + k : 8 * k + g;
        CHECK(halves[lane * 8 + i] == 64 * (i / 2) + within);
        CHECK(halves[256 + lane * 8 + i] == 8 * lane + i);  // as it was
      }
    }
  }
}

TEST_CASE("a matrix instruction waits for the whole warp") {
  // Lanes 0-15 take another way, and meet the others at the instruction.
  const char* code = R"(
    setp.lt.u32 %p1, %r1, 16;
    mov.u32 %q0, 1;
    @%p1 bra join;
    mov.u32 %q0, 2;
  join:
    movmatrix.sync.aligned.m8n8.trans.b16 %q1, %q0;)";
  MachineFixture m(kernel_text(".reg .b32 %q<8>;", code));
  Watch watch;
  m.settings_.observer = &watch;
  REQUIRE(m.run(1, 32) == Outcome::kDone);
  CHECK(watch.mask_errors == 0);
  REQUIRE(m.run(1, 48) == Outcome::kDone);  // the second warp is half empty
  CHECK(watch.mask_errors == 1);
  CHECK(watch.last.lanes == 0xffff0000u);
}

TEST_CASE("a tile past the end, or off its alignment, is a fault") {
  const std::string load =
      "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%q0, %q1, %q2, %q3,"
      " %q4, %q5, %q6, %q7}, ";
  MachineFixture past(
      kernel_text(".reg .b32 %q<8>;", load + "[%rd1+3600], 16;"));
  CHECK(past.run(1, 32) == Outcome::kIllegalAddress);
  MachineFixture odd(kernel_text(".reg .b32 %q<8>;", load + "[%rd1+2], 16;"));
  CHECK(odd.run(1, 32) == Outcome::kMisaligned);
}

TEST_CASE("a generic address of shared memory in any pattern") {
  // Lane i reads the word of lane 31 - i through a generic address.
  const std::string code = R"(
    shl.b32 %r2, %r1, 2;
    mov.u32 %r3, buf;
    add.s32 %r4, %r3, %r2;
    st.shared.u32 [%r4], %r1;
    bar.warp.sync 0xffffffff;
    xor.b32 %r5, %r2, 124;
    add.s32 %r6, %r3, %r5;
    cvt.u64.u32 %rd4, %r6;
    cvta.shared.u64 %rd5, %rd4;
    ld.u32 %r7, [%rd5];
  )";
  MachineFixture m(
      kernel_text(".shared .align 4 .b8 buf[128];", code + store_at_tid(7)));
  REQUIRE(m.run(1, 32) == Outcome::kDone);
  for (uint32_t i = 0; i < 32; ++i) CHECK(m.host()[i] == 31 - i);
}
