// SPDX-License-Identifier: MIT
// What lesson 37 asks for: right values under every schedule, by launches and
// by a graph, and no stage that shares a launch with the next one.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdlib>
#include <numeric>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

std::vector<unsigned> after(std::vector<unsigned> x, int rounds) {
  for (int stage = 0; stage < 2 * rounds; ++stage) {
    const unsigned sum = std::accumulate(x.begin(), x.end(), 0u);
    for (unsigned& value : x) value += sum;
  }
  return x;
}

struct Stream {
  cudaStream_t id = nullptr;
  explicit Stream(unsigned flags = cudaStreamDefault) {
    REQUIRE(cudaStreamCreateWithFlags(&id, flags) == cudaSuccess);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { cudaStreamDestroy(id); }
};

std::vector<unsigned> input(int n) {
  std::vector<unsigned> in;
  for (int v : lockstep::distinct_values<int>(n, 28)) in.push_back(std::abs(v));
  return in;
}

void compare_x(const DeviceBuffer<unsigned>& x, const DeviceBuffer<unsigned>& p,
               const std::vector<unsigned>& expected) {
  const auto verdict = lockstep::compare(x.download(), expected, {0, 0, 64});
  CHECK_MESSAGE(verdict.same, "x: ", verdict.text);
  CHECK_MESSAGE(x.fences_intact(), "a thread wrote outside of x");
  CHECK_MESSAGE(p.fences_intact(), "a thread wrote outside of p");
}

void check_launches(const std::vector<unsigned>& in, int rounds) {
  INFO(in.size(), " values, ", rounds, " rounds");
  const Stream stream;
  const DeviceBuffer<unsigned> x(in), p(in.size());
  launch_rounds(x.data(), p.data(), int(in.size()), rounds, stream.id);
  compare_x(x, p, after(in, rounds));
}

/// Records once and launches the graph `times` times.
void check_graph(const std::vector<unsigned>& in, int rounds, int times) {
  INFO(in.size(), " values, a graph of ", rounds, " rounds, run ", times, "x");
  const Stream stream;
  const DeviceBuffer<unsigned> x(in), p(in.size());
  const auto exec =
      record_rounds(x.data(), p.data(), int(in.size()), rounds, stream.id);
  REQUIRE_MESSAGE(exec != nullptr, "record_rounds() returned no graph");
  INFO("recording must not run anything");
  compare_x(x, p, in);
  for (int i = 0; i < times; ++i) {
    REQUIRE(cudaGraphLaunch(exec, stream.id) == cudaSuccess);
  }
  compare_x(x, p, after(in, rounds * times));
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("does one round on paper") {
    INFO("x = 1 2; the sum is 3, so p = 4 5; the sum is 9, so x = 13 14");
    check_launches({1, 2}, 1);
  }
  TEST_CASE("the graph does one round each time it runs") {
    INFO("from 1 2 to 13 14, and from there to 121 122");
    check_graph({1, 2}, 1, 2);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("launches are right for any number of values") {
    for (int n : {0, 1, 31, 33, 1023, 1025}) check_launches(input(n), 2);
    check_launches(input(300), 0);
    check_launches(input(128), 9);
  }
  TEST_CASE("the graph is right for any number of values") {
    for (int n : {1, 33, 1025}) check_graph(input(n), 2, 2);
    check_graph(input(128), 9, 3);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("every stage is a launch of its own") {
    REQUIRE(lockstep::counters_available());
    for (int n : {640, lockstep::drawn_size(600, 900, 37)}) {
      const lockstep::Recording recording;
      check_launches(input(n), 4);
      CHECK(recording.launches() == 8);
      check_graph(input(n), 4, 3);
      CHECK(recording.launches() == 8 + 3 * 8);
      // The last warp may have few values, so few of its lanes work.
      const auto work = lockstep::judge(recording, {.blocks = 2});
      CHECK_MESSAGE(work.fair, work.text);
    }
  }

  TEST_CASE("launches go to the stream that was given, and nothing waits") {
    REQUIRE(lockstep::counters_available());
    Stream stream(cudaStreamNonBlocking);
    const DeviceBuffer<unsigned> x(input(300)), p(300);
    INFO("launch_rounds() is called while the stream captures");
    REQUIRE(cudaStreamBeginCapture(stream.id, cudaStreamCaptureModeRelaxed) ==
            cudaSuccess);
    launch_rounds(x.data(), p.data(), 300, 3, stream.id);
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaStreamEndCapture(stream.id, &graph) == cudaSuccess);
    size_t nodes = 0;
    REQUIRE(cudaGraphGetNodes(graph, nullptr, &nodes) == cudaSuccess);
    INFO("3 rounds are 6 launches, each a node of the graph");
    CHECK(nodes == 6);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
    const uint64_t before = lockstep::live_objects();
    const auto exec = record_rounds(x.data(), p.data(), 300, 3, stream.id);
    cudaStreamCaptureStatus status{};
    INFO("record_rounds() leaves the stream as it was");
    CHECK(cudaStreamIsCapturing(stream.id, &status) == cudaSuccess);
    CHECK(status == cudaStreamCaptureStatusNone);
    CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
    INFO("graphs, streams, events that record_rounds() made and left behind");
    CHECK(lockstep::live_objects() - before == 0);
  }
}
