// SPDX-License-Identifier: MIT
// Integer handlers against 128-bit arithmetic of the host.
#include <doctest/doctest.h>

#include <limits>

#include "tests/host/ops_help.h"

using namespace ops_help;
__extension__ using Int128 = __int128;

namespace {

/// Edge values among random ones.
template <class T>
T pick(Random& random) {
  using L = std::numeric_limits<T>;
  const T edge[] = {0, 1, T(-1), L::min(), L::max(), T(L::max() - 1), 2, 7};
  const uint64_t bits = random();
  return bits % 3 == 0 ? edge[bits / 3 % 8] : static_cast<T>(random());
}

/// Runs `mnemonic` on 32 x 64 random pairs and compares with `exact`.
template <class T, class D, class F>
void compare(const std::string& mnemonic, F exact) {
  Random random;
  for (int round = 0; round < 64; ++round) {
    Warp<T> a, b;
    for (T& x : a) x = pick<T>(random);
    for (T& x : b) x = pick<T>(random);
    const auto d = run<Warp<D>>(mnemonic, {}, simt::kAllLanes, a, b);
    for (int i = 0; i < simt::kWarpSize; ++i) {
      INFO(mnemonic, " ", +a[i], " ", +b[i]);
      REQUIRE(d[i] == static_cast<D>(exact(Int128{a[i]}, Int128{b[i]})));
    }
  }
}

template <class T>
void compare_all(const std::string& type) {
  constexpr int kWidth = sizeof(T) * 8;
  using U = std::make_unsigned_t<T>;
  compare<T, T>("add." + type, [](Int128 a, Int128 b) { return a + b; });
  compare<T, T>("sub." + type, [](Int128 a, Int128 b) { return a - b; });
  compare<T, T>("mul.lo." + type, [](Int128 a, Int128 b) {
    return Int128(uint64_t(a) * uint64_t(b));
  });
  compare<T, T>("min." + type,
                [](Int128 a, Int128 b) { return a < b ? a : b; });
  compare<T, T>("max." + type,
                [](Int128 a, Int128 b) { return a > b ? a : b; });
  compare<T, T>("div." + type, [](Int128 a, Int128 b) {
    return b == 0 ? Int128(U(-1)) : a / b;
  });
  if constexpr (kWidth < 64) {
    compare<T, T>("mul.hi." + type,
                  [](Int128 a, Int128 b) { return a * b >> kWidth; });
  }
}

}  // namespace

TEST_CASE("integer arithmetic of all widths") {
  compare_all<uint16_t>("u16");
  compare_all<int16_t>("s16");
  compare_all<uint32_t>("u32");
  compare_all<int32_t>("s32");
  compare_all<uint64_t>("u64");
  compare_all<int64_t>("s64");
}

TEST_CASE("the upper half of a 64-bit product") {
  Random random;
  for (int i = 0; i < 1000; ++i) {
    const auto a = pick<int64_t>(random), b = pick<int64_t>(random);
    REQUIRE(one<int64_t>("mul.hi.s64", a, b) ==
            static_cast<int64_t>(Int128{a} * b >> 64));
  }
}

TEST_CASE("wide products keep every bit") {
  CHECK(one<int64_t>("mul.wide.s32", int32_t{-7}, INT32_MAX) ==
        int64_t{-7} * INT32_MAX);
  CHECK(one<uint32_t>("mul.wide.u16", uint16_t{0xffff}, uint16_t{0xffff}) ==
        0xfffe0001u);
}

TEST_CASE("a sum saturates only where it is asked to") {
  CHECK(one<int32_t>("add.sat.s32", INT32_MAX, int32_t{1}) == INT32_MAX);
  CHECK(one<int32_t>("sub.sat.s32", INT32_MIN, int32_t{1}) == INT32_MIN);
  CHECK(one<int32_t>("add.s32", INT32_MAX, int32_t{1}) == INT32_MIN);
}

TEST_CASE("no division traps") {
  CHECK(one<int32_t>("div.s32", INT32_MIN, int32_t{-1}) == INT32_MIN);
  CHECK(one<int64_t>("rem.s64", INT64_MIN, int64_t{-1}) == 0);
  CHECK(one<uint32_t>("div.u32", 5u, 0u) == ~0u);
}

TEST_CASE("inactive lanes keep their value") {
  Warp<int32_t> before, a, b;
  for (int i = 0; i < 32; ++i) before[i] = 1000 + i, a[i] = i, b[i] = 2 * i;
  const simt::LaneMask mask = 0x5a0f00f1;
  const auto d = run("add.s32", before, mask, a, b);
  for (int i = 0; i < 32; ++i) {
    CHECK(d[i] == ((mask >> i & 1) ? 3 * i : 1000 + i));
  }
}

TEST_CASE("a comparison writes the bits of active lanes only") {
  Warp<int32_t> a, b;
  for (int i = 0; i < 32; ++i) a[i] = i, b[i] = 16;
  CHECK(run<uint32_t>("setp.lt.s32", 0u, ~0u, a, b) == 0xffffu);
  CHECK(run<uint32_t>("setp.lt.s32", 0xffff0000u, 0xff00ff00u, a, b) ==
        0x00ffff00u);
}

TEST_CASE("shifts clamp at the width") {
  CHECK(one<uint32_t>("shl.b32", 1u, 31u) == 0x80000000u);
  CHECK(one<uint32_t>("shl.b32", 1u, 32u) == 0u);
  CHECK(one<int32_t>("shr.s32", int32_t{-8}, 99u) == -1);
  CHECK(one<uint64_t>("shr.u64", ~uint64_t{0}, 64u) == 0u);
  CHECK(one<uint32_t>("shf.l.wrap.b32", 0x80000000u, 1u, 33u) == 3u);
  CHECK(one<uint32_t>("shf.r.clamp.b32", 7u, 9u, 40u) == 9u);
}

TEST_CASE("bit fields, as the manual's pseudocode computes them") {
  CHECK(one<int32_t>("bfe.s32", int32_t{0xf0}, 4u, 4u) == -1);
  CHECK(one<uint32_t>("bfe.u32", 0xabcdu, 4u, 8u) == 0xbcu);
  CHECK(one<uint32_t>("bfi.b32", 0xffu, 0u, 8u, 4u) == 0xf00u);
  CHECK(one<uint32_t>("bfind.u32", 0x10u) == 4u);
  CHECK(one<uint32_t>("bfind.s32", int32_t{-1}) == ~0u);
  CHECK(one<uint32_t>("prmt.b32", 0x33221100u, 0x77665544u, 0x7531u) ==
        0x77553311u);
  CHECK(one<uint32_t>("lop3.b32", 0xf0u, 0xccu, 0xaau, 0xe8u) == 0xe8u);
  CHECK(one<uint32_t>("dp4a.s32.u32", 0x000000ffu, 2u, 5u) == 3u);
}
