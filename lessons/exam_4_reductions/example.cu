// SPDX-License-Identifier: MIT
// 32 results of four words each lie in shared memory, and each lane of a warp
// reads one of them. How many wavefronts does that take? Three ways to lay the
// results out.
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

struct alignas(16) Aligned {
  float low, high;
  int low_at, high_at;
};

__global__ void array_of_structures(float* sum) {
  __shared__ Extremes structures[32];
  const int lane = threadIdx.x;
  structures[lane] = {1, 2, 3, 4};
  __syncwarp();
  sum[lane] = structures[lane].low + structures[lane].high +
              structures[lane].low_at + structures[lane].high_at;
}

__global__ void four_arrays(float* sum) {
  __shared__ float lows[32], highs[32];
  __shared__ int low_places[32], high_places[32];
  const int lane = threadIdx.x;
  lows[lane] = 1;
  highs[lane] = 2;
  low_places[lane] = 3;
  high_places[lane] = 4;
  __syncwarp();
  sum[lane] = lows[lane] + highs[lane] + low_places[lane] + high_places[lane];
}

__global__ void aligned_structures(float* sum) {
  __shared__ Aligned structures[32];
  const int lane = threadIdx.x;
  structures[lane] = {1, 2, 3, 4};
  __syncwarp();
  const Aligned one = structures[lane];
  sum[lane] = one.low + one.high + one.low_at + one.high_at;
}

template <typename Kernel>
void show(const char* name, Kernel kernel) {
  const lockstep::DeviceBuffer<float> sum(32);
  const lockstep::Recording recording;
  kernel<<<1, 32>>>(sum.data());
  CUDA_CHECK(cudaGetLastError());
  sum.download();
  const SimtTraffic load = recording.total().shared_load;
  std::printf("%-24s %6d %10d %6d\n", name, int(load.requests),
              int(load.wavefronts), int(load.ideal_wavefronts));
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  if (!lockstep::counters_available()) {
    std::printf("A GPU does not count. Type ./learn run exam_4 without it.\n");
    return 0;
  }
  std::printf("%-24s %6s %10s %6s\n", "32 results", "loads", "wavefronts",
              "fewest");
  show("array of structures", array_of_structures);
  show("four arrays", four_arrays);
  show("structures of 16 bytes", aligned_structures);
}
