// SPDX-License-Identifier: MIT
// What lesson 16 asks for: passes predicted as on paper, and as the emulator
// counts them on an H200 and on a K20m in both of its modes.
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

using Words = std::vector<int>;  // one for each lane

Words pattern(const std::function<int(int)>& word_of) {
  Words words;
  for (int lane = 0; lane < 32; ++lane) words.push_back(word_of(lane));
  return words;
}

std::string text(const Words& words) {
  std::string all;
  for (const int word : words) all += std::to_string(word) + " ";
  return all;
}

/// The passes expected of today's banks, of Kepler's 4-byte and 8-byte mode.
void check_passes(const char* name, const Words& words, int today, int four,
                  int eight) {
  INFO(std::string(name), ": words ", text(words));
  CHECK(predict_passes(words.data(), Banks::kFourByte) == today);
  CHECK(predict_passes(words.data(), Banks::kKeplerFour) == four);
  CHECK(predict_passes(words.data(), Banks::kKeplerEight) == eight);
}

/// Random words of one of five kinds: from few words or from all, steps, pairs
/// of neighbours, pairs one row of banks apart; some lanes take no part.
Words random_words(std::mt19937& random, int kind) {
  const int step = 1 + random() % 64, start = random() % 32;
  return pattern([&](int lane) -> int {
    const int any = random() % kWords;
    if (kind % 2 == 1 && random() % 8 == 0) return -1;
    if (kind < 2) return kind == 0 ? any % 160 : any;
    if (kind == 2) return (start + lane * step) % kWords;
    if (kind == 3) return any / 64 * 64 + any % 2;
    return any % 256 / 8 + any % 2 * 32;
  });
}

/// Compares predictions for 500 patterns with what the emulator counts.
void check_device(int device, cudaSharedMemConfig config, Banks banks) {
  REQUIRE(lockstep::counters_available());
  struct GoBack {
    ~GoBack() { cudaSetDevice(0); }
  } at_the_end;
  REQUIRE(cudaSetDevice(device) == cudaSuccess);
  REQUIRE(cudaDeviceSetSharedMemConfig(config) == cudaSuccess);
  std::mt19937 random(10);
  for (int i = 0; i < 500; ++i) {
    const Words words = random_words(random, i % 5);
    const lockstep::DeviceBuffer<int> on_device(words), out(words.size());
    const lockstep::Recording recording;
    load_words(on_device.data(), out.data());
    REQUIRE(out.download() == words);  // -1 stays where no lane loads
    REQUIRE(recording.total().shared_atomic.requests == 0);
    const int counted = recording.total().shared_load.wavefronts;
    INFO("words ", text(words));
    const lockstep::Recording prediction;
    REQUIRE(predict_passes(words.data(), banks) == counted);
    INFO("a prediction is made before the load: without any device");
    REQUIRE(prediction.launches() == 0);
  }
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("predicts patterns on paper") {
    check_passes("neighbours", pattern([](int i) { return i; }), 1, 1, 1);
    check_passes("one word", pattern([](int) { return 7; }), 1, 1, 1);
    check_passes("every 2nd", pattern([](int i) { return 2 * i; }), 2, 1, 1);
    check_passes("every 3rd", pattern([](int i) { return 3 * i; }), 1, 1, 2);
    check_passes("0 and 65", pattern([](int i) { return i % 2 * 65; }), 1, 1,
                 2);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("predicts for lanes that take no part") {
    check_passes("nobody", Words(32, -1), 0, 0, 0);
    Words few(32, -1);
    few[5] = 63;
    check_passes("one lane", few, 1, 1, 1);
    few[6] = 95, few[31] = 127, few[0] = 127;
    check_passes("four lanes, three words", few, 3, 2, 2);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("agrees on 500 patterns with banks of 4 bytes") {
    check_device(0, cudaSharedMemBankSizeDefault, Banks::kFourByte);
  }
  TEST_CASE("agrees on 500 patterns with the K20m in its 4-byte mode") {
    check_device(1, cudaSharedMemBankSizeFourByte, Banks::kKeplerFour);
  }
  TEST_CASE("agrees on 500 patterns with the K20m in its 8-byte mode") {
    check_device(1, cudaSharedMemBankSizeEightByte, Banks::kKeplerEight);
  }
}
