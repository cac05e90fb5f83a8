// SPDX-License-Identifier: MIT
// What lesson 16 asks for: wavefronts predicted as on paper, as an H200 counted
// them, and as the emulator counts them on an H200 and on a K20m.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <functional>
#include <random>

#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

// The call that chooses the banks is deprecated; only a K20m has the choice.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace {

using Bytes = std::vector<int>;  // one for each lane
constexpr unsigned kAll = ~0u;

/// Where lane i begins: at element `element_of(i)` of `width` bytes.
Bytes bytes_of(int width, const std::function<int(int)>& element_of,
               unsigned active = kAll) {
  Bytes bytes;
  for (int i = 0; i < 32; ++i) {
    bytes.push_back(active >> i & 1 ? element_of(i) * width : -1);
  }
  return bytes;
}

void check_request(const Bytes& byte, int width, bool load, int bank_bytes,
                   int expected) {
  std::string text;
  for (const int b : byte) text += " " + std::to_string(b);
  INFO(std::string(load ? "load of " : "store of "), width,
       " bytes per lane, banks of ", bank_bytes, " bytes; lanes at byte", text);
  const lockstep::Recording prediction;
  Bytes given = byte;
  REQUIRE(predict_wavefronts(given.data(), width, load, bank_bytes) ==
          expected);
  REQUIRE(given == byte);
  INFO("a prediction is made before the request: without any device");
  REQUIRE(prediction.launches() == 0);
}

/// What `ncu` counted on an H200 for elements of 4, 8 and 16 bytes: lines of
/// tests/recorded/h200/one_warp.csv.
struct Recorded {
  int (*element)(int lane);
  unsigned active;
  int loads[3], stores[3];
};
const Recorded kRecorded[] = {
    {[](int i) { return i; }, kAll, {1, 2, 4}, {1, 2, 4}},
    {[](int i) { return 2 * i; }, kAll, {2, 4, 8}, {2, 4, 8}},
    {[](int i) { return 3 * i; }, kAll, {1, 2, 4}, {1, 2, 4}},
    {[](int i) { return 4 * i; }, kAll, {4, 8, 16}, {4, 8, 16}},
    {[](int i) { return 8 * i; }, kAll, {8, 16, 32}, {8, 16, 32}},
    {[](int i) { return 12 * i; }, kAll, {4, 8, 16}, {4, 8, 16}},
    {[](int i) { return 32 * i; }, kAll, {32, 32, 32}, {32, 32, 32}},
    {[](int i) { return 33 * i; }, kAll, {1, 2, 4}, {1, 2, 4}},
    {[](int) { return 3; }, kAll, {1, 1, 2}, {1, 2, 4}},
    {[](int i) { return i / 2; }, kAll, {1, 1, 2}, {1, 2, 4}},
    {[](int i) { return i / 8; }, kAll, {1, 1, 2}, {1, 2, 4}},
    {[](int i) { return i % 2; }, kAll, {1, 1, 2}, {1, 2, 4}},
    {[](int i) { return i % 4; }, kAll, {1, 2, 4}, {1, 2, 4}},
    {[](int i) { return i & ~1; }, kAll, {1, 2, 4}, {1, 2, 4}},
    {[](int i) { return i / 4 * 2 + i % 2; }, kAll, {1, 1, 2}, {1, 2, 4}},
    {[](int i) { return (i & ~1) * 16; }, kAll, {16, 16, 16}, {16, 16, 16}},
    {[](int i) { return (i & ~2) * 16; }, kAll, {8, 16, 16}, {8, 16, 16}},
    {[](int i) { return i < 16 ? i & ~1 : i; }, kAll, {1, 2, 4}, {1, 2, 4}},
    {[](int i) { return i == 21 ? 40 : i & ~1; }, kAll, {2, 3, 5}, {2, 3, 5}},
    {[](int i) { return i * 11 % 32; }, kAll, {1, 2, 4}, {1, 2, 4}},
    {[](int i) { return i; }, 0x0000ffff, {1, 1, 2}, {1, 1, 2}},
    {[](int i) { return i; }, 0xaaaaaaaa, {1, 2, 4}, {1, 2, 4}},
    {[](int i) { return i; }, 0x000000ff, {1, 1, 1}, {1, 1, 1}},
    {[](int i) { return i; }, 0x000ffff0, {1, 2, 3}, {1, 2, 3}},
    {[](int i) { return i; }, 0x01010101, {1, 2, 4}, {1, 2, 4}},
    {[](int i) { return 32 * i; }, 0xaaaaaaaa, {16, 16, 16}, {16, 16, 16}},
};

/// Elements of one of seven kinds: few, many, steps, pairs of equal neighbours,
/// of equal lanes n and n + 2, such pairs but for one lane, each kind of pairs
/// in one half of the warp; often lanes are missing.
Bytes drawn(std::mt19937& random, int width, int kind) {
  const int all = kBytes / width;
  const int step = 1 + random() % 40, start = random() % 32;
  std::vector<int> element(32);
  for (int& e : element) e = random() % (kind == 0 ? 160 : all);
  const unsigned odd_one = random() % 32, some = random() | random();
  return bytes_of(
      width,
      [&](int i) {
        if (kind == 2) return (start + i * step) % all;
        if (kind < 3 || (kind == 5 && unsigned(i) == odd_one))
          return element[i];
        const bool apart = kind == 4 || (kind == 6 && i > 15);
        return element[i & ~(apart ? 2 : 1)] % 256;
      },
      random() % 2 ? kAll : some);
}

/// Compares predictions for `count` requests with what the emulator counts.
void check_device(int count, int device, int width, bool load, int bank_bytes) {
  REQUIRE(lockstep::counters_available());
  struct GoBack {
    ~GoBack() { cudaSetDevice(0); }
  } at_the_end;
  REQUIRE(cudaSetDevice(device) == cudaSuccess);
  REQUIRE(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte) ==
          cudaSuccess);
  std::mt19937 random(16 * width + load);
  for (int i = 0; i < count; ++i) {
    const Bytes byte = drawn(random, width, i % 7);
    const lockstep::DeviceBuffer<int> on_device(byte), out(byte.size());
    const lockstep::Recording recording;
    make_request(on_device.data(), width, load, out.data());
    out.download();
    const SimtCounters all = recording.total();
    REQUIRE(all.shared_atomic.requests == 0);
    const int counted =
        load ? all.shared_load.wavefronts : all.shared_store.wavefronts;
    check_request(byte, width, load, bank_bytes, counted);
  }
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("predicts loads of 4 bytes on paper") {
    const auto check = [](const std::function<int(int)>& word, int expected) {
      check_request(bytes_of(4, word), 4, true, 4, expected);
    };
    check([](int i) { return i; }, 1);
    check([](int) { return 7; }, 1);
    check([](int i) { return 2 * i; }, 2);
    check([](int i) { return i % 2 * 32; }, 2);
    check([](int i) { return 32 * i; }, 32);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("predicts for lanes that take no part") {
    for (int width : {4, 8, 16}) {
      for (bool load : {true, false}) {
        check_request(Bytes(32, -1), width, load, 4, 0);
        Bytes few(32, -1);
        few[5] = 64;
        check_request(few, width, load, 4, 1);
        few[31] = 64 + 16 * 128;  // another phase, or the same banks
        check_request(few, width, load, 4, 2);
      }
    }
    Bytes two(32, -1);
    two[0] = 0,
    two[8] = 16;  // no pair disagrees: phases of 16 lanes, if a load
    check_request(two, 16, true, 4, 1);
    check_request(two, 16, false, 4, 2);
  }

  TEST_CASE("predicts what an H200 counted") {
    int line = 0;
    for (const Recorded& one : kRecorded) {
      INFO("line ", ++line, " of kRecorded");
      for (int k = 0; k < 3; ++k) {
        const int width = 4 << k;
        const Bytes byte = bytes_of(width, one.element, one.active);
        check_request(byte, width, true, 4, one.loads[k]);
        check_request(byte, width, false, 4, one.stores[k]);
      }
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("agrees with drawn requests") {
    for (int width : {4, 8, 16}) {
      for (bool load : {true, false}) check_device(100, 0, width, load, 4);
    }
  }

  TEST_CASE("agrees with an old chip whose banks are 8 bytes wide") {
    for (int width : {4, 8}) {
      for (bool load : {true, false}) check_device(60, 1, width, load, 8);
    }
  }
}
