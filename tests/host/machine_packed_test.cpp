// SPDX-License-Identifier: MIT
// Packed integers, 8-bit floating point and a few others on values worked out
// by hand from the manual's pseudo code.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>

#include "tests/host/machine_fixture.h"

namespace machine_packed_test {

using simt::Outcome;

namespace {

/// The word that one thread gets from `code`, which leaves it in %r9. Given:
/// %r2, %r3 and %r4.
uint32_t run(const std::string& code, uint32_t a, uint32_t b = 0,
             uint32_t c = 0) {
  MachineFixture m(kernel_text(
      ".reg .b16 %h<4>;\n.reg .f32 %f<4>;\n"
      ".reg .f64 %fd<4>;",
      "mov.u32 %r2, " + std::to_string(a) + ";\nmov.u32 %r3, " +
          std::to_string(b) + ";\nmov.u32 %r4, " + std::to_string(c) + ";\n" +
          code + "\n" + store_at_tid(9)));
  REQUIRE(m.run(1, 1) == Outcome::kDone);
  return m.host()[0];
}
uint32_t bits(float x) { return std::bit_cast<uint32_t>(x); }

/// Two floats as a pair of 8-bit numbers, b in the lower byte.
uint32_t pair(const std::string& type, float a, float b) {
  return run(
      "mov.b32 %f1, %r2;\nmov.b32 %f2, %r3;\n"
      "cvt.rn.satfinite." +
          type +
          ".f32 %h1, %f1, %f2;\n"
          "cvt.u32.u16 %r9, %h1;",
      bits(a), bits(b));
}
uint32_t halves(const std::string& type, uint32_t two) {
  return run("cvt.u16.u32 %h1, %r2;\ncvt.rn.f16x2." + type + " %r9, %h1;", two);
}

}  // namespace

TEST_CASE("pairs of 16 bits wrap, compare by sign and cut at zero") {
  CHECK(run("add.s16x2 %r9, %r2, %r3;", 0x7fff'ffff, 0x0001'0001) ==
        0x8000'0000);
  CHECK(run("max.s16x2 %r9, %r2, %r3;", 0x8000'0005, 0x0001'fffe) ==
        0x0001'0005);
  CHECK(run("max.u16x2 %r9, %r2, %r3;", 0x8000'0005, 0x0001'fffe) ==
        0x8000'fffe);
  CHECK(run("min.s16x2 %r9, %r2, %r3;", 0x8000'0005, 0x0001'fffe) ==
        0x8000'fffe);
  CHECK(run("max.s16x2.relu %r9, %r2, %r3;", 0x8000'0005, 0xffff'0007) == 7);
  CHECK(run("max.s32.relu %r9, %r2, %r3;", 0xffff'fff0, 0xffff'fff1) == 0);
}

TEST_CASE("video instructions on bytes") {
  // Bytes 1, -1 (255), 100, -128 (128) and 2, 1, 100, 1.
  const uint32_t a = 0x01ff'6480, b = 0x0201'6401;
  CHECK(run("vadd4.s32.s32.s32.sat %r9, %r2, %r3, %r4;", a, b) == 0x0300'7f81);
  CHECK(run("vadd4.u32.u32.u32.sat %r9, %r2, %r3, %r4;", a, b) == 0x03ff'c881);
  CHECK(run("vadd4.u32.u32.u32 %r9, %r2, %r3, %r4;", a, b) == 0x0300'c881);
  CHECK(run("vabsdiff4.u32.u32.u32 %r9, %r2, %r3, %r4;", a, b) == 0x01fe'007f);
  CHECK(run("vabsdiff4.u32.u32.u32.add %r9, %r2, %r3, %r4;", a, b, 1000) ==
        1000 + 1 + 254 + 0 + 127);
  CHECK(run("vabsdiff2.u32.u32.u32.add %r9, %r2, %r3, %r4;", 0x0003'ffff,
            0x0008'0001, 7) == 7 + 5 + 65534);
  CHECK(run("vavrg4.u32.u32.u32 %r9, %r2, %r3, %r4;", 0x01ff'0002,
            0x0200'0003) == 0x0280'0003);
  CHECK(run("vmin2.s32.s32.s32 %r9, %r2, %r3, %r4;", 0x8000'0002,
            0x0001'0001) == 0x8000'0001);
  CHECK(run("vadd.s32.s32.s32.sat %r9, %r2, %r3;", 0x7fff'ffff, 1) ==
        0x7fff'ffff);
  CHECK(run("vadd.s32.s32.s32 %r9, %r2, %r3;", 0x7fff'ffff, 1) == 0x8000'0000);
  CHECK(run("vsub.s32.u32.u32.max %r9, %r2, %r3, %r4;", 3, 5, 0) == 0);
}

TEST_CASE("scalar video instructions take the part that a selector names") {
  const uint32_t a = 0x80ff'7f01, b = 0x0002'fffe;
  CHECK(run("vadd.s32.s32.s32 %r9, %r2.b3, %r3.h0;", a, b) == 0xffff'ff7e);
  CHECK(run("vadd.s32.u32.u32 %r9, %r2.b3, %r3.h0;", a, b) == 0x1'007e);
  CHECK(run("vsub.s32.u32.s32 %r9, %r2.h1, %r3.b1;", a, b) == 0x8100);
  CHECK(run("vabsdiff.u32.s32.s32 %r9, %r2.b2, %r3.b2;", a, b) == 3);
  CHECK(run("vmin.s32.u32.u32.add %r9, %r2.b1, %r3.h1, %r4;", a, b, 100) ==
        102);
  CHECK(run("vmax.s32.s32.s32 %r9, %r2.b3, 5;", a) == 5);
}

TEST_CASE("a selector of the result merges it into the third source") {
  const uint32_t a = 0x80ff'7f01, b = 0x0002'fffe, c = 0xaabb'ccdd;
  CHECK(run("vadd.u32.u32.u32 %r9.b1, %r2.b1, %r3.b0, %r4;", a, b, c) ==
        0xaabb'7ddd);
  CHECK(run("vadd.s32.u32.u32.sat %r9.b1, %r2.b1, %r3.b0, %r4;", a, b, c) ==
        0xaabb'7fdd);
  CHECK(run("vadd.u32.u32.u32.sat %r9.b3, %r2.b1, %r3.b0, %r4;", a, b, c) ==
        0xffbb'ccdd);
  CHECK(run("vsub.s32.s32.s32.sat %r9.h1, %r2, %r3, %r4;", a, b, c) ==
        0x8000'ccdd);
  CHECK(run("vset.u32.s32.lt %r9.h0, %r2.b2, %r3.b2, %r4;", a, b, c) ==
        0xaabb'0000);
}

TEST_CASE("vset compares two numbers, and its result is 1 or 0") {
  CHECK(run("vset.u32.s32.gt %r9, %r2, %r3;", 1, ~0u) == 1);
  CHECK(run("vset.u32.u32.gt %r9, %r2, %r3;", 1, ~0u) == 0);
  CHECK(run("vset.s32.s32.le.add %r9, %r2.b0, %r3.b0, %r4;", 0x80, 0x7f, 41) ==
        42);
  CHECK(run("vset.s32.s32.eq.min %r9, %r2, %r3, %r4;", 5, 5, 7) == 1);
}

TEST_CASE("vshl and vshr clamp or wrap the distance") {
  CHECK(run("vshl.u32.u32.u32.clamp %r9, %r2, %r3;", 3, 40) == 0);
  CHECK(run("vshl.u32.u32.u32.wrap %r9, %r2, %r3;", 3, 40) == 3 << 8);
  CHECK(run("vshl.s32.s32.u32.clamp.sat %r9, %r2.h0, %r3;", 0xffff, 31) ==
        0x8000'0000);
  CHECK(run("vshl.s32.s32.u32.clamp.sat %r9, %r2, %r3;", 3, 32) == 0x7fff'ffff);
  CHECK(run("vshr.s32.s32.u32.clamp %r9, %r2, %r3;", 0x8000'0000, 99) == ~0u);
  CHECK(run("vshr.u32.u32.u32.wrap.add %r9, %r2.b1, %r3.b0, %r4;", 0x8000,
            0x123, 5) == 0x10 + 5);
  CHECK(run("vshl.u32.u32.u32.clamp %r9.b2, %r2, %r3, %r4;", 1, 7, 0) ==
        0x0080'0000);
}

TEST_CASE("vmad adds a product and a number, one of them negated") {
  CHECK(run("vmad.s32.s32.u32 %r9, %r2.b0, %r3.b1, %r4;", 0xff, 0x300, 10) ==
        7);
  CHECK(run("vmad.s32.u32.u32 %r9, -%r2, %r3, %r4;", 5, 6, 10) == ~0u - 19);
  CHECK(run("vmad.s32.u32.u32 %r9, -%r2, -%r3, %r4;", 5, 6, 10) == 40);
  CHECK(run("vmad.s32.u32.u32 %r9, %r2, %r3, -%r4;", 5, 6, 10) == 20);
  CHECK(run("vmad.u32.u32.u32.po.shr7 %r9, %r2, %r3, %r4;", 16, 16, 127) == 3);
  CHECK(run("vmad.u32.u32.u32.sat %r9, %r2, %r3, %r4;", ~0u, ~0u, ~0u) == ~0u);
  CHECK(run("vmad.s32.s32.s32.sat %r9, %r2, %r3, %r4;", 0x8000'0000, 2, 0) ==
        0x8000'0000);
  CHECK(run("vmad.u32.u32.u32.shr15 %r9, %r2, %r3, %r4;", ~0u, ~0u, 0) ==
        0xfffc'0000);
}

TEST_CASE("vset4 compares bytes, and counts those that hold") {
  // Bytes 1, -1 (255), 100, -128 (128) and 2, 1, 100, 1.
  const uint32_t a = 0x01ff'6480, b = 0x0201'6401;
  CHECK(run("vset4.u32.u32.lt %r9, %r2, %r3, %r4;", a, b) == 0x0100'0000);
  CHECK(run("vset4.s32.s32.lt %r9, %r2, %r3, %r4;", a, b) == 0x0101'0001);
  CHECK(run("vset4.u32.u32.le %r9, %r2, %r3, %r4;", a, b) == 0x0100'0100);
  CHECK(run("vset4.u32.u32.eq %r9, %r2, %r3, %r4;", a, b) == 0x0000'0100);
  CHECK(run("vset4.u32.u32.ne %r9, %r2, %r3, %r4;", a, b) == 0x0101'0001);
  CHECK(run("vset4.u32.u32.gt %r9, %r2, %r3, %r4;", a, b) == 0x0001'0001);
  CHECK(run("vset4.s32.s32.ge %r9, %r2, %r3, %r4;", a, b) == 0x0000'0100);
  // Bytes of one type each: -1 and 255, 255 and -1.
  CHECK(run("vset4.s32.u32.lt %r9, %r2, %r3, %r4;", 255, 255) == 1);
  CHECK(run("vset4.u32.s32.gt %r9, %r2, %r3, %r4;", 255, 255) == 1);
  CHECK(run("vset4.u32.u32.ne.add %r9, %r2, %r3, %r4;", a, b, 1000) == 1003);
}

TEST_CASE("cvt.pack puts a above b and c above both") {
  CHECK(run("cvt.pack.sat.s16.s32 %r9, %r2, %r3;", 70000, 0xffff'fffe) ==
        0x7fff'fffe);
  CHECK(run("cvt.pack.sat.u16.s32 %r9, %r2, %r3;", 70000, 0xffff'fffe) ==
        0xffff'0000);
  CHECK(run("cvt.pack.sat.u8.s32.b32 %r9, %r2, %r3, %r4;", 300, 4,
            0xabcd'1234) == 0x1234'ff04);
  CHECK(run("cvt.pack.sat.s8.s32.b32 %r9, %r2, %r3, %r4;", 300, 0xffff'ff00,
            0) == 0x7f80);
}

TEST_CASE("lop3 gives a predicate of its result and another one") {
  const auto both = [](const std::string& op, const std::string& q,
                       uint32_t a) {
    return run("setp.eq.u32 %p2, %r3, 1;\nlop3." + op +
                   ".b32 %r5|%p1, %r2, %r3, %r4, 0xc0, " + q +
                   ";\nselp.u32 %r6, 256, 0, %p1;\nadd.s32 %r9, %r5, %r6;",
               a, 1);  // 0xc0: a & b
  };
  CHECK(both("and", "%p2", 3) == 256 + 1);
  CHECK(both("and", "!%p2", 3) == 1);
  CHECK(both("or", "%p2", 2) == 256);
  CHECK(both("or", "!%p2", 4) == 0);
}

TEST_CASE("e4m3: rounding, the largest number, subnormals, NaN") {
  CHECK(pair("e4m3x2", 1.0f, -2.0f) == 0x38c0);
  CHECK(pair("e4m3x2", 448.0f, 1e9f) == 0x7e7e);
  CHECK(pair("e4m3x2", -INFINITY, NAN) == 0xfe7f);
  CHECK(pair("e4m3x2", 0x1p-9f, 0x1p-10f) == 0x0100);  // a tie goes to even
  CHECK(pair("e4m3x2", 0x1.8p-10f, 0x1.ep-7f) == 0x0108);
  CHECK(pair("e4m3x2", 1.0625f, 1.1875f) == 0x383a);  // ties to even
  CHECK(halves("e4m3x2", 0x7efe) == 0x5f00'df00);     // 448, -448
  CHECK(halves("e4m3x2", 0x0138) == 0x1800'3c00);     // 2^-9, 1
  CHECK(halves("e4m3x2", 0x7f80) == 0x7fff'8000);
}

TEST_CASE("e5m2: the upper byte of a half") {
  CHECK(pair("e5m2x2", 1.0f, -2.0f) == 0x3cc0);
  CHECK(pair("e5m2x2", 57344.0f, INFINITY) == 0x7b7b);
  CHECK(pair("e5m2x2", 1.125f, 0x1p-16f) == 0x3c01);
  CHECK(halves("e5m2x2", 0x3cfc) == 0x3c00'fc00);
  CHECK(run("cvt.rn.satfinite.e5m2x2.f16x2 %h1, %r2;\ncvt.u32.u16 %r9, %h1;",
            0x3c00'7c00) == 0x3c7b);
}

TEST_CASE("mad of doubles rounds once, as it is told") {
  const auto low_word = [](const std::string& rounding) {
    return run(
        "mov.f64 %fd1, 0d3ff0000000000000;\n"  // 1
        "mov.f64 %fd2, 0d3c30000000000000;\n"  // 2^-60
        "mad." +
            rounding +
            ".f64 %fd3, %fd1, %fd2, %fd1;\n"
            "mov.b64 {%r9, %r8}, %fd3;",
        0);
  };
  CHECK(low_word("rn") == 0);
  CHECK(low_word("rz") == 0);
  CHECK(low_word("rm") == 0);
  CHECK(low_word("rp") == 1);
}

TEST_CASE("setp combines a comparison with a predicate") {
  const auto less = [](const std::string& op, const std::string& p,
                       uint32_t a) {
    return run("setp.eq.u32 %p1, %r3, 1;\nsetp.lt." + op +
                   ".u32 %p2, %r2, %r4, " + p + ";\nselp.u32 %r9, 1, 0, %p2;",
               a, 1, 5);
  };
  CHECK(less("and", "%p1", 4) == 1);
  CHECK(less("and", "!%p1", 4) == 0);
  CHECK(less("or", "%p1", 6) == 1);
  CHECK(less("xor", "%p1", 4) == 0);
  CHECK(less("xor", "%p1", 6) == 1);
}

TEST_CASE("stackrestore gives back what alloca took since stacksave") {
  const auto distance = [](const std::string& between) {
    return run("stacksave.u64 %rd2;\nalloca.u64 %rd3, 64;\n" + between +
                   "alloca.u64 %rd4, 64;\nsub.s64 %rd5, %rd3, %rd4;\n"
                   "cvt.u32.u64 %r9, %rd5;",
               0);
  };
  CHECK(distance("stackrestore.u64 %rd2;\n") == 0);
  CHECK(distance("") != 0);
}

TEST_CASE("isspacep knows an address of global memory") {
  const auto in = [](const std::string& space) {
    return run("isspacep." + space + " %p1, %rd1;\nselp.u32 %r9, 1, 0, %p1;",
               0);
  };
  CHECK(in("global") == 1);
  CHECK(in("shared") == 0);
  CHECK(in("local") == 0);
}

TEST_CASE("isspacep knows the address of a constant") {
  const auto in = [](const std::string& space, const std::string& variable) {
    MachineFixture m(kernel_text(
        "",
        "mov.u64 %rd2, " + variable + ";\nisspacep." + space +
            " %p1, %rd2;\nselp.u32 %r9, 1, 0, %p1;\n" + store_at_tid(9),
        ".const .align 4 .u32 fixed = 5;\n.global .align 4 .u32 loose = 6;"));
    REQUIRE(m.run(1, 1) == Outcome::kDone);
    return m.host()[0];
  };
  CHECK(in("const", "fixed") == 1);
  CHECK(in("const", "loose") == 0);
  CHECK(in("global", "fixed") == 0);
  CHECK(in("global", "loose") == 1);
}

}  // namespace machine_packed_test
