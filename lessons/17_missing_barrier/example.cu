// SPDX-License-Identifier: MIT
// How far are the other warps? In stage 1 each warp makes 32 values and says
// so by adding 32 to a counter. It begins stage 2 by looking at the counter.
// Only what stands between the two stages differs. The counter is changed and
// read by atomics, so nothing here is a race: every output is a true answer.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kWarps = 3;

struct Nothing {
  static __device__ void wait() {}
};
struct WarpBarrier {
  static __device__ void wait() { __syncwarp(); }
};
struct BlockBarrier {
  static __device__ void wait() { __syncthreads(); }
};

/// seen[warp] = values ready when that warp began stage 2, up to 32 * kWarps.
template <typename Between>
__global__ void look_around(int* seen) {
  __shared__ int ready;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();

  if (lane == 0) atomicAdd(&ready, 32);  // end of stage 1
  Between::wait();
  if (lane == 0) seen[warp] = atomicAdd(&ready, 0);  // start of stage 2
}

template <typename Between>
void show(const char* name) {
  const lockstep::DeviceBuffer<int> seen(kWarps);
  look_around<Between><<<1, 32 * kWarps>>>(seen.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("%-16s", name);
  for (const int ready : seen.download()) std::printf(" %6d", ready);
  std::printf("\n");
}

int main() {
  std::printf("values ready when a warp begins stage 2, of %d\n\n",
              32 * kWarps);
  std::printf("%-16s", "between");
  for (int warp = 0; warp < kWarps; ++warp) std::printf(" warp %d", warp);
  std::printf("\n");
  show<Nothing>("nothing");
  show<WarpBarrier>("__syncwarp()");
  show<BlockBarrier>("__syncthreads()");
}
