// SPDX-License-Identifier: MIT
// Floating-point handlers against a rounding written another way: scale the
// exact long double so that the last place is 1, round to an integer.
#include <doctest/doctest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

#include "tests/host/ops_help.h"

using namespace ops_help;

namespace {

struct Format {
  int places, lowest;  // bits of the significand; lowest normal exponent
  long double largest;
};
const Format kF32{24, -126, 0x1.fffffep127L};
const Format kF16{11, -14, 65504.0L};

int host_mode(const std::string& mode) {
  if (mode == "rz") return FE_TOWARDZERO;
  if (mode == "rm") return FE_DOWNWARD;
  return mode == "rp" ? FE_UPWARD : FE_TONEAREST;
}

/// x rounded to a format; x must be exact.
long double rounded(long double x, const Format& f, const std::string& mode) {
  if (x == 0 || !std::isfinite(x)) return x;
  const int lead = std::max(std::ilogb(x), f.lowest);
  const int place = lead - (f.places - 1);
  volatile long double scaled = std::scalbn(x, -place);
  std::fesetround(host_mode(mode));
  const volatile long double whole = std::nearbyint(scaled);
  std::fesetround(FE_TONEAREST);
  const long double y = std::scalbn(static_cast<long double>(whole), place);
  if (std::fabs(y) <= f.largest) return y;
  const bool to_largest =
      mode == "rz" || (mode == "rm" && x > 0) || (mode == "rp" && x < 0);
  return std::copysign(to_largest ? f.largest : INFINITY, x);
}

/// A float of moderate size, so that sums and products are exact in a long
/// double; sometimes near the subnormals.
float moderate(Random& random) {
  const uint64_t bits = random();
  const float x = static_cast<float>(bits & 0xffffff) * 0x1p-12f;
  const int shift = static_cast<int>(bits >> 24 & 15) - 8;
  const float y = std::scalbn(x, (bits >> 40 & 7) == 0 ? -140 + shift : shift);
  return bits >> 63 ? -y : y;
}

double half_value(uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double x = exponent == 0 ? std::ldexp(fraction, -24)
                           : std::ldexp(1024 + fraction, exponent - 25);
  if (exponent == 31) x = fraction == 0 ? INFINITY : NAN;
  return bits & 0x8000 ? -x : x;
}

}  // namespace

TEST_CASE("f32 arithmetic rounds once, in every mode") {
  Random random;
  for (const std::string mode : {"rn", "rz", "rm", "rp"}) {
    for (int i = 0; i < 3000; ++i) {
      const float a = moderate(random), b = moderate(random);
      INFO(mode, " ", a, " ", b);
      const long double product = static_cast<long double>(a) * b;
      REQUIRE(one<float>("mul." + mode + ".f32", a, b) ==
              static_cast<float>(rounded(product, kF32, mode)));
      if (std::fabs(a) < 0x1p-100f || std::fabs(b) < 0x1p-100f) continue;
      const long double sum = static_cast<long double>(a) + b;
      REQUIRE(one<float>("add." + mode + ".f32", a, b) ==
              static_cast<float>(rounded(sum, kF32, mode)));
    }
  }
}

TEST_CASE("an fma rounds once") {
  // 1 + 2^-23 squared is 1 + 2^-22 + 2^-46: only the fma keeps the last term.
  const float x = 1 + 0x1p-23f;
  CHECK(one<float>("fma.rn.f32", x, x, -(1 + 0x1p-22f)) == 0x1p-46f);
  CHECK(one<double>("fma.rn.f64", 1 + 0x1p-52, 1 + 0x1p-52, -(1 + 0x1p-51)) ==
        0x1p-104);
}

TEST_CASE("every f32 operation has one NaN") {
  const auto bits = [](float x) { return std::bit_cast<uint32_t>(x); };
  const float inf = INFINITY, nan = std::bit_cast<float>(0xffc12345u);
  CHECK(bits(one<float>("sub.f32", inf, inf)) == 0x7fffffffu);
  CHECK(bits(one<float>("add.f32", nan, 1.0f)) == 0x7fffffffu);
  CHECK(bits(one<float>("sqrt.rn.f32", -1.0f)) == 0x7fffffffu);
  CHECK(bits(one<float>("min.f32", nan, 2.0f)) == bits(2.0f));
  CHECK(bits(one<float>("min.NaN.f32", nan, 2.0f)) == 0x7fffffffu);
  CHECK(one<uint16_t>("add.f16", uint16_t{0x7c00}, uint16_t{0xfc00}) == 0x7fff);
}

TEST_CASE("ftz makes subnormals zeros of the same sign") {
  const float tiny = std::bit_cast<float>(0x80000001u);
  CHECK(std::bit_cast<uint32_t>(one<float>("add.ftz.f32", tiny, -0.0f)) ==
        0x80000000u);
  CHECK(one<float>("add.f32", tiny, -0.0f) == tiny);
  CHECK(one<float>("mul.ftz.f32", 0x1p-100f, 0x1p-40f) == 0.0f);
}

TEST_CASE("sat clamps to 0 and 1") {
  CHECK(one<float>("add.sat.f32", 1.0f, 1.0f) == 1.0f);
  CHECK(one<float>("add.sat.f32", -1.0f, 0.5f) == 0.0f);
  CHECK(one<float>("mul.sat.f32", INFINITY, 0.0f) == 0.0f);
}

TEST_CASE("every f16 becomes the same f32") {
  for (uint32_t h = 0; h < 0x10000; h += 32) {
    Warp<uint16_t> a;
    for (uint32_t i = 0; i < 32; ++i) a[i] = static_cast<uint16_t>(h + i);
    const auto d = run<Warp<float>>("cvt.f32.f16", {}, ~0u, a);
    for (int i = 0; i < 32; ++i) {
      const double x = half_value(a[i]);
      INFO(a[i]);
      REQUIRE((std::isnan(x) ? std::isnan(d[i]) : d[i] == x));
    }
  }
}

TEST_CASE("f32 and f64 round to f16 in every mode") {
  Random random;
  for (const std::string mode : {"rn", "rz", "rm", "rp"}) {
    for (int i = 0; i < 20000; ++i) {
      const uint64_t bits = random();
      const int exponent = static_cast<int>(bits % 48) - 28;
      double x = std::scalbn(static_cast<double>(bits >> 12), exponent - 52);
      if (i % 4 == 0)
        x = half_value(static_cast<uint16_t>(bits)) * (1 + 0x1p-11);
      if (bits >> 11 & 1) x = -x;
      if (!std::isfinite(x)) continue;
      const auto y = static_cast<float>(x);
      INFO(mode, " ", x);
      REQUIRE(half_value(one<uint16_t>("cvt." + mode + ".f16.f64", x)) ==
              static_cast<double>(rounded(x, kF16, mode)));
      REQUIRE(half_value(one<uint16_t>("cvt." + mode + ".f16.f32", y)) ==
              static_cast<double>(rounded(y, kF16, mode)));
    }
  }
}

TEST_CASE("f16 arithmetic rounds once") {
  Random random;
  for (int i = 0; i < 20000; ++i) {
    const auto a = static_cast<uint16_t>(random()),
               b = static_cast<uint16_t>(random()),
               c = static_cast<uint16_t>(random());
    const long double x = half_value(a), y = half_value(b), z = half_value(c);
    if (!std::isfinite(x + y + z)) continue;
    INFO(a, " ", b, " ", c);
    REQUIRE(half_value(one<uint16_t>("add.f16", a, b)) ==
            static_cast<double>(rounded(x + y, kF16, "rn")));
    REQUIRE(half_value(one<uint16_t>("mul.f16", a, b)) ==
            static_cast<double>(rounded(x * y, kF16, "rn")));
    REQUIRE(half_value(one<uint16_t>("fma.rn.f16", a, b, c)) ==
            static_cast<double>(rounded(x * y + z, kF16, "rn")));
  }
}

TEST_CASE("a bf16 fma is not rounded twice") {
  // 1.5 * 1.5 rounded to 8 bits would be exact; the product of 1 + 2^-7 and
  // 1 + 2^-1 ends in a half of the last place, which a tiny c decides.
  const uint16_t a = 0x3f81, b = 0x3fc0, up = 0x0080, down = 0x8080;
  CHECK(one<uint16_t>("fma.rn.bf16", a, b, up) == 0x3fc2);
  CHECK(one<uint16_t>("fma.rn.bf16", a, b, down) == 0x3fc1);
}

TEST_CASE("integers round to f32 in every mode") {
  Random random;
  for (const std::string mode : {"rn", "rz", "rm", "rp"}) {
    for (int i = 0; i < 5000; ++i) {
      const uint64_t bits = random() >> random() % 64;
      const auto s = static_cast<int64_t>(random()) >> random() % 64;
      REQUIRE(one<float>("cvt." + mode + ".f32.u64", bits) ==
              static_cast<float>(rounded(bits, kF32, mode)));
      REQUIRE(one<float>("cvt." + mode + ".f32.s64", s) ==
              static_cast<float>(rounded(s, kF32, mode)));
    }
  }
}

TEST_CASE("floats become integers as the manual says") {
  CHECK(one<int32_t>("cvt.rzi.s32.f32", -2.9f) == -2);
  CHECK(one<int32_t>("cvt.rni.s32.f32", 2.5f) == 2);
  CHECK(one<int32_t>("cvt.rmi.s32.f32", -2.1f) == -3);
  CHECK(one<int32_t>("cvt.rpi.s32.f32", 2.1f) == 3);
  CHECK(one<int32_t>("cvt.rzi.s32.f32", 3e9f) == INT32_MAX);
  CHECK(one<uint32_t>("cvt.rzi.u32.f32", -1.0f) == 0u);
  CHECK(one<int32_t>("cvt.rzi.s32.f32", NAN) == 0);
  CHECK(one<int64_t>("cvt.rzi.s64.f64", double{NAN}) == INT64_MIN);
  CHECK(one<uint64_t>("cvt.rzi.u64.f32", 0x1p64f) == UINT64_MAX);
}

TEST_CASE("narrow integers in wide registers") {
  CHECK(one<int32_t>("cvt.s32.s8", uint16_t{0x12ff}) == -1);
  CHECK(one<uint32_t>("cvt.s8.s32", int32_t{0x1ff}) == 0xffffffffu);
  CHECK(one<uint16_t>("cvt.u8.u32", 0x1ffu) == 0xffu);
  CHECK(one<uint16_t>("cvt.sat.u8.s32", int32_t{300}) == 255u);
  CHECK(one<uint16_t>("cvt.sat.u8.s32", int32_t{-3}) == 0u);
}
