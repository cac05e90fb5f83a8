// SPDX-License-Identifier: MIT
// wmma: each shape, type and order against a product made here, the requests
// of a tile and its faults. The PTX ISA does not say which lane holds which
// element, so no test asks for that.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "simt/ops/observer.h"
#include "tests/host/machine_fixture.h"
#include "tests/host/matrix_fixture.h"

namespace machine_wmma_test {

using simt::Outcome;

namespace {

/// Counts the requests of loads, and keeps the bytes of a lane in the last one.
struct Requests : simt::Observer {
  int loads = 0;
  uint32_t bytes = 0;
  void on_access(const simt::Access& a) override {
    if (a.kind == simt::AccessKind::kLoad) ++loads;
    bytes = a.bytes;
  }
};

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
    Requests requests;
    m.settings_.observer = &requests;
    REQUIRE(m.run(1, 32) == Outcome::kDone);
    CHECK(requests.loads == cost.requests);
    CHECK(requests.bytes == cost.bytes);
  }
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

}  // namespace machine_wmma_test
