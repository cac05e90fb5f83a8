// SPDX-License-Identifier: MIT
// Four warps come to one `if` with four different conditions: how many of them
// diverge, and how many lanes work on average? Then one warp votes.
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kThreads = 128;  // 4 warps

struct EverySecondThread {
  static constexpr const char* kName = "thread % 2 == 0";
  static __device__ bool holds(int thread) { return thread % 2 == 0; }
};
struct HalfOfEachWarp {
  static constexpr const char* kName = "thread % 32 < 16";
  static __device__ bool holds(int thread) { return thread % 32 < 16; }
};
struct OneThread {
  static constexpr const char* kName = "thread == 0";
  static __device__ bool holds(int thread) { return thread == 0; }
};
struct EverySecondWarp {
  static constexpr const char* kName = "thread / 32 % 2 == 0";
  static __device__ bool holds(int thread) { return thread / 32 % 2 == 0; }
};

/// Both sides are loops of equal length. way[thread] = which side was taken,
/// out[thread] = what came of it.
template <typename Condition>
__global__ void go_two_ways(int* way, unsigned* out) {
  const int thread = threadIdx.x;
  unsigned x = thread;
  if (Condition::holds(thread)) {
    way[thread] = 1;
#pragma unroll 1
    for (int i = 0; i < 100; ++i) x = __brev(x) + i;
  } else {
    way[thread] = 2;
#pragma unroll 1
    for (int i = 0; i < 100; ++i) x = __brev(x) - i;
  }
  out[thread] = x;
}

template <typename Condition>
void show_divergence() {
  const lockstep::DeviceBuffer<int> way(kThreads);
  const lockstep::DeviceBuffer<unsigned> out(kThreads);
  const lockstep::Recording recording;
  go_two_ways<Condition><<<1, kThreads>>>(way.data(), out.data());
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("%-22s", Condition::kName);
  if (!lockstep::counters_available()) {
    std::printf(" %14s %17s %12s\n", "-", "-", "-");
    return;
  }
  const SimtCounters all = recording.total();
  const double lanes =
      double(all.thread_instructions) / double(all.warp_instructions);
  std::printf(" %14d %17d %12.1f\n", int(all.divergent_branches),
              int(all.warp_instructions), lanes);
}

struct Votes {
  unsigned ballot;
  int any, all;
};

/// Lane i votes on `i % 3 == 0`; ranks[i] = lanes below i that said yes.
__global__ void vote(Votes* votes, int* ranks) {
  const int lane = threadIdx.x;
  const bool yes = lane % 3 == 0;
  const unsigned ballot = __ballot_sync(0xffffffff, yes);
  const Votes mine = {ballot, __any_sync(0xffffffff, yes),
                      __all_sync(0xffffffff, yes)};
  ranks[lane] = __popc(ballot & ((1u << lane) - 1));
  if (lane == 0) *votes = mine;
}

int main() {
  std::printf("%-22s %14s %17s %12s\n", "if (...)", "warps diverge",
              "warp instructions", "lanes active");
  show_divergence<EverySecondThread>();
  show_divergence<HalfOfEachWarp>();
  show_divergence<OneThread>();
  show_divergence<EverySecondWarp>();

  const lockstep::DeviceBuffer<Votes> votes(1);
  const lockstep::DeviceBuffer<int> ranks(32);
  vote<<<1, 32>>>(votes.data(), ranks.data());
  CUDA_CHECK(cudaGetLastError());
  const Votes got = votes.download()[0];
  std::printf("\nlane %% 3 == 0:  ballot 0x%08x  any %d  all %d\n", got.ballot,
              got.any, got.all);
  const std::vector<int> rank = ranks.download();
  std::printf("lane          ");
  for (int lane = 0; lane < 10; ++lane) std::printf(" %2d", lane);
  std::printf("\nvote          ");
  for (int lane = 0; lane < 10; ++lane) std::printf(" %2d", lane % 3 == 0);
  std::printf("\nyes below lane");
  for (int lane = 0; lane < 10; ++lane) std::printf(" %2d", rank[lane]);
  std::printf("\n");
}
