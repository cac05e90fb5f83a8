// SPDX-License-Identifier: MIT
// 32 lanes add 64 numbers in six steps: cache[lane] += cache[lane + half].
// Which sum comes out when the lanes do not run in step? Here each lane waits
// for its turn, so that one order after another can be tried without a race.
// Where the tail has a barrier, no lane goes on before all lanes came.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

enum Barriers { kNone, kOnePerStep, kTwoPerStep };

/// Runs `work` in every lane, lane by lane: `rank` 0 first, then 1, ... 31.
template <typename Work>
__device__ void in_turn(int rank, Work work) {
  for (int turn = 0; turn < 32; ++turn) {
    if (turn == rank) work();
    __syncwarp();
  }
}

/// *sum = what the tail makes of 0 + 1 + ... + 63. One warp. Lane 0 comes
/// first when `upwards`, else lane 31.
__global__ void tail(int* sum, Barriers barriers, bool upwards) {
  __shared__ int cache[64];
  const int lane = threadIdx.x, rank = upwards ? lane : 31 - lane;
  cache[lane] = lane;
  cache[lane + 32] = lane + 32;
  __syncwarp();

  if (barriers == kNone) {  // a lane may run through all its steps
    in_turn(rank, [&] {
      for (int half = 32; half > 0; half /= 2) {
        cache[lane] += cache[lane + half];
      }
    });
  } else if (barriers == kOnePerStep) {  // load and store, then wait
    for (int half = 32; half > 0; half /= 2) {
      in_turn(rank, [&] { cache[lane] += cache[lane + half]; });
    }
  } else {  // load, wait, store, wait
    for (int half = 32; half > 0; half /= 2) {
      int both = 0;
      in_turn(rank, [&] { both = cache[lane] + cache[lane + half]; });
      in_turn(rank, [&] { cache[lane] = both; });
    }
  }
  if (lane == 0) *sum = cache[0];
}

int main() {
  std::printf("0 + 1 + ... + 63 = 2016      lane 0 first   lane 31 first\n");
  const char* names[] = {"no barrier", "one __syncwarp() per step",
                         "load, wait, store, wait"};
  for (const Barriers barriers : {kNone, kOnePerStep, kTwoPerStep}) {
    std::printf("%-25s", names[barriers]);
    for (const bool upwards : {true, false}) {
      const lockstep::DeviceBuffer<int> sum(1);
      tail<<<1, 32>>>(sum.data(), barriers, upwards);
      CUDA_CHECK(cudaGetLastError());
      std::printf(" %15d", sum.download()[0]);
    }
    std::printf("\n");
  }
}
