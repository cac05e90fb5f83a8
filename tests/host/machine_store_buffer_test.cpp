// SPDX-License-Identifier: MIT
// Held stores: when they come to memory, and who sees them before.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cstring>

#include "simt/machine/store_buffer.h"
#include "tests/host/machine_by_hand.h"

namespace machine_store_buffer_test {

using simt::LaneMask;
using simt::Scope;

namespace {

constexpr uint64_t kBase = 0x1000;
constexpr uint32_t kWords = 1024;

/// One allocation of words at kBase.
struct Memory : simt::ops::GlobalMemory {
  Memory() {
    allocation.begin = kBase;
    allocation.end = kBase + 4 * kWords;
  }
  simt::Allocation* find(uint64_t address) override {
    const bool inside = address >= allocation.begin && address < allocation.end;
    return inside ? &allocation : nullptr;
  }
  simt::Allocation* near(uint64_t) override { return &allocation; }
  bool is_of_device(uint64_t) const override { return true; }

  simt::Allocation allocation;
  std::array<uint32_t, kWords> words{};
};

/// Two warps of a block that hold stores back.
struct Held {
  /// Lane i's store of `value` to word `from` + i.
  simt::ops::DelayedStore store(uint32_t from, uint32_t value,
                                LaneMask lanes = simt::kAllLanes) {
    simt::ops::DelayedStore made;
    made.low = kBase + 4 * from;
    made.high = made.low + 4 * simt::kWarpSize;
    made.width = 4;
    made.lanes = lanes;
    for (uint32_t i = 0; i < simt::kWarpSize; ++i) {
      made.host[i] = reinterpret_cast<std::byte*>(&memory.words[from + i]);
      std::memcpy(made.data[i], &value, 4);
    }
    return made;
  }
  /// Holds it back, whatever the dice say.
  void hold(uint32_t warp, uint32_t from, uint32_t value) {
    while (!buffer.delay(block.warps[warp], store(from, value))) {
    }
  }
  /// Lanes whose word of the 32 from `from` is `value`.
  LaneMask lanes_with(uint32_t from, uint32_t value) const {
    LaneMask lanes = 0;
    for (uint32_t i = 0; i < simt::kWarpSize; ++i)
      if (memory.words[from + i] == value) lanes |= LaneMask{1} << i;
    return lanes;
  }

  Memory memory;
  simt::Dice dice{7};
  uint64_t effects = 0;
  simt::StoreBuffer buffer{memory, dice, effects};
  simt::Block block = block_of(2);
  simt::Warp& first = block.warps[0];
  simt::Warp& second = block.warps[1];
};

}  // namespace

TEST_CASE("store buffer: a fence of device scope stores its lanes' words") {
  Held h;
  h.hold(0, 0, 5);
  CHECK(h.lanes_with(0, 5) == 0);
  CHECK(h.effects == 0);
  h.buffer.publish(h.block, h.first, 0x0000ffff, Scope::kGpu);
  CHECK(h.lanes_with(0, 5) == 0x0000ffff);
  CHECK(h.effects == 1);
  h.buffer.publish(h.block, h.first, simt::kAllLanes, Scope::kGpu);
  CHECK(h.lanes_with(0, 5) == simt::kAllLanes);
  CHECK(h.first.held.empty());
}

TEST_CASE("store buffer: a warp's fence does not store for another warp") {
  Held h;
  h.hold(0, 0, 5);
  h.buffer.publish(h.block, h.second, simt::kAllLanes, Scope::kGpu);
  CHECK(h.lanes_with(0, 5) == 0);
}

TEST_CASE("store buffer: what the block was shown is handed on by any warp") {
  Held h;
  h.hold(0, 0, 5);
  h.buffer.publish(h.block, h.first, 0xff, Scope::kCta);
  CHECK(h.lanes_with(0, 5) == 0);
  REQUIRE(h.block.shown.size() == 1);
  CHECK(h.block.shown[0].lanes == 0xff);
  h.buffer.publish(h.block, h.second, 1, Scope::kGpu);
  CHECK(h.lanes_with(0, 5) == 0xff);
  CHECK(h.block.shown.empty());
  CHECK(h.first.held.size() == 1);  // of the lanes that showed nothing
}

TEST_CASE("store buffer: an access stores first what it would miss") {
  Held h;
  h.hold(0, 0, 5);
  h.hold(0, 64, 6);
  h.hold(1, 64, 7);
  h.buffer.settle(h.block, h.first, kBase + 4 * 64, kBase + 4 * 65);
  CHECK(h.lanes_with(0, 5) == 0);
  CHECK(h.lanes_with(64, 6) == simt::kAllLanes);
  CHECK(h.first.held.size() == 1);
  CHECK(h.second.held.size() == 1);  // another warp's is not ordered
  // [low, high) ends before the store that begins there.
  h.buffer.settle(h.block, h.second, kBase + 4 * 60, kBase + 4 * 64);
  CHECK(h.lanes_with(64, 7) == 0);
  // What the block was shown counts, too.
  h.buffer.publish(h.block, h.second, simt::kAllLanes, Scope::kCta);
  h.buffer.settle(h.block, h.first, kBase + 4 * 95, kBase + 4 * 96);
  CHECK(h.lanes_with(64, 7) == simt::kAllLanes);
}

TEST_CASE("store buffer: a warp holds 16 stores, the oldest goes first") {
  Held h;
  for (uint32_t i = 0; i < 16; ++i) h.hold(0, 32 * i, 9);
  CHECK(h.effects == 0);
  h.hold(0, 32 * 16, 9);
  CHECK(h.effects == 1);
  CHECK(h.lanes_with(0, 9) == simt::kAllLanes);
  CHECK(h.lanes_with(32, 9) == 0);
  CHECK(h.first.held.size() == 16);
}

TEST_CASE("store buffer: some stores are not held back") {
  Held h;
  int now = 0;
  for (int i = 0; i < 1000; ++i) {
    h.first.held.clear();
    if (!h.buffer.delay(h.first, h.store(0, 1))) ++now;
    CHECK(h.first.held.size() <= 1);
  }
  CHECK(now > 200);
  CHECK(now < 300);
}

TEST_CASE("store buffer: a block's end orders nothing") {
  Held h;
  h.hold(0, 0, 5);
  h.hold(1, 32, 6);
  h.buffer.publish(h.block, h.second, simt::kAllLanes, Scope::kCta);
  h.buffer.depart(h.block);
  CHECK(h.effects == 0);
  CHECK(h.first.held.empty());
  CHECK(h.block.shown.empty());
  h.buffer.drain(h.block);
  CHECK(h.effects == 0);
  h.buffer.drain_departed();
  CHECK(h.lanes_with(0, 5) == simt::kAllLanes);
  CHECK(h.lanes_with(32, 6) == simt::kAllLanes);
  CHECK(h.effects == 2);
}

TEST_CASE("store buffer: draining a block stores for its warps in order") {
  Held h;
  h.hold(0, 0, 5);
  h.hold(0, 64, 8);
  h.buffer.publish(h.block, h.first, simt::kAllLanes, Scope::kCta);
  h.hold(0, 0, 6);  // the younger store stays
  h.hold(1, 32, 7);
  h.buffer.drain(h.block);
  CHECK(h.lanes_with(0, 6) == simt::kAllLanes);
  CHECK(h.lanes_with(32, 7) == simt::kAllLanes);
  CHECK(h.lanes_with(64, 8) == simt::kAllLanes);
  CHECK(h.first.held.empty());
  CHECK(h.second.held.empty());
}

TEST_CASE("store buffer: a store to freed memory goes nowhere") {
  Held h;
  h.hold(0, 0, 5);
  h.memory.allocation.freed = true;
  h.buffer.drain(h.block);
  CHECK(h.lanes_with(0, 5) == 0);
  CHECK(h.effects == 0);
}

}  // namespace machine_store_buffer_test
