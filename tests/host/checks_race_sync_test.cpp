// SPDX-License-Identifier: MIT
// Order made by flags and locks: fences, releases and acquires.
#include <doctest/doctest.h>

#include "tests/host/checks_fixture.h"

namespace simt::checks {
namespace {

const std::vector<std::string> kCode = {
    "st.shared.u32",          "ld.shared.u32",         "membar.cta",
    "atom.shared.exch.b32",   "st.release.shared.u32", "ld.acquire.shared.u32",
    "st.volatile.shared.u32", "ld.volatile.shared.u32"};
constexpr uint64_t kFlag = 512;

void fence(HandLaunch& k, uint32_t warp, LaneMask lanes) {
  k.session.on_fence({k.block, k.slot, warp}, lanes, Scope::kCta);
}

void release(HandLaunch& k, uint32_t warp) {
  k.order = Order::kRelease;
  k.store(5, warp, kFlag, 0, 1);
  k.order = Order::kWeak;
}

void acquire(HandLaunch& k, uint32_t warp) {
  k.order = Order::kAcquire;
  k.load(6, warp, kFlag, 0, 1);
  k.order = Order::kWeak;
}

TEST_CASE("a release and an acquire of one flag order two threads") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 0, 1);
  release(k, 0);
  acquire(k, 1);
  k.load(2, 1, 0, 0, 1);
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("they do not order other lanes") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 4, 2);  // lane 1 stores, lane 0 releases
  release(k, 0);
  acquire(k, 1);
  k.load(2, 1, 4, 0, 1);
  k.end();
  CHECK(k.names() == Names{"shared-race:1-2"});
}

TEST_CASE("what comes after the release is not ordered") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  release(k, 0);
  k.store(1, 0, 0, 0, 1);
  acquire(k, 1);
  k.load(2, 1, 0, 0, 1);
  k.end();
  CHECK(k.names() == Names{"shared-race:1-2"});
}

/// Warp 0 stores a value and a volatile flag, warp 1 loads them.
Names hand_over(const std::vector<std::string>& code, bool fences) {
  HandLaunch k(code, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 0, 1);
  if (fences) fence(k, 0, 1);
  k.order = Order::kVolatile;
  k.store(7, 0, kFlag, 0, 1);
  k.load(8, 1, kFlag, 0, 1);
  k.order = Order::kWeak;
  if (fences) fence(k, 1, 1);
  k.load(2, 1, 0, 0, 1);
  k.end();
  return k.names();
}

TEST_CASE("a volatile flag with fences orders two warps") {
  CHECK(hand_over(kCode, true) == Names{});
  CHECK(hand_over(kCode, false) == Names{"shared-race:1-2"});
}

TEST_CASE("in a kernel without fences a volatile flag races itself") {
  std::vector<std::string> code = kCode;
  code[2] = code[4] = code[5] = "ld.shared.u32";
  CHECK(hand_over(code, false) == Names{"shared-race:1-2", "shared-race:7-8"});
}

TEST_CASE("two warps that store to a volatile word race") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.order = Order::kVolatile;
  for (uint32_t warp = 0; warp < 2; ++warp) k.store(7, warp, kFlag, 0, 1);
  k.end();
  CHECK(k.names() == Names{"shared-race:7-7"});
}

TEST_CASE("lanes of one warp race at a volatile word, fences or not") {
  HandLaunch k(kCode, {32, 1, 1}, only_race());
  k.start();
  k.order = Order::kVolatile;
  k.store(7, 0, kFlag, 0, 1);
  k.load(8, 0, kFlag, 0, 2);
  k.end();
  CHECK(k.names() == Names{"warp-race:7-8"});
}

TEST_CASE("a lock with fences orders its holders") {
  HandLaunch k(kCode, {96, 1, 1}, only_race());
  k.start();
  for (uint32_t warp = 0; warp < 3; ++warp) {
    k.atomic(4, warp, kFlag, 0, 1);
    fence(k, warp, 1);
    k.load(2, warp, 0, 0, 1);
    k.store(1, warp, 0, 0, 1);
    fence(k, warp, 1);
    k.atomic(4, warp, kFlag, 0, 1);
  }
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("a lock without fences orders nothing") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  for (uint32_t warp = 0; warp < 2; ++warp) {
    k.atomic(4, warp, kFlag, 0, 1);
    k.store(1, warp, 0, 0, 1);
    k.atomic(4, warp, kFlag, 0, 1);
  }
  k.end();
  CHECK(k.names() == Names{"shared-race:1-1"});
}

TEST_CASE("a warp barrier passes on what one lane was told") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  k.store(1, 0, 0, 4);
  k.sync_warp(0);
  release(k, 0);
  acquire(k, 1);
  k.sync_warp(1);
  k.load(2, 1, 124, -4);
  k.end();
  CHECK(k.names() == Names{});
}

}  // namespace
}  // namespace simt::checks
