// SPDX-License-Identifier: MIT
// One warp loads vectors of four floats from shared memory, twice per lane: the
// values of A that its 8 x 4 lanes need. Which lane takes which vectors? Prints
// the wavefronts of the first load.
#include <cstdio>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

/// A way to lay out 16 vectors: lane's first vector is `first(lane)`, and the
/// second one lies `apart` vectors after it.
struct Neighbours {
  static constexpr int kApart = 1;
  static __device__ int first(int lane) { return lane / 4 * 2; }
};
struct Apart {
  static constexpr int kApart = 8;
  static __device__ int first(int lane) { return lane / 4; }
};
struct Paired {  // lanes l and l ^ 1 have the same
  static constexpr int kApart = 8;
  static __device__ int first(int lane) { return lane / 2 % 8; }
};

/// Adds all values that the lanes get.
template <typename Way>
__global__ void load(float* total) {
  __shared__ float4 column[16];
  const int lane = threadIdx.x;
  if (lane < 16) column[lane] = make_float4(lane, 1, 1, 1);
  __syncwarp();
  const float4* at = column + Way::first(lane);
  const float4 x = at[0], y = at[Way::kApart];
  atomicAdd(total, x.x + x.y + x.z + x.w + y.x + y.y + y.z + y.w);
}

template <typename Way>
void show(const char* name) {
  const lockstep::DeviceBuffer<float> total(std::vector<float>{0});
  const lockstep::Recording recording;
  load<Way><<<1, 32>>>(total.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("%-34s %5.0f", name, total.download()[0]);
  if (lockstep::counters_available()) {
    const SimtTraffic loads = recording.total().shared_load;
    std::printf(" %11.0f", double(loads.wavefronts) / loads.requests);
  }
  std::printf("\n");
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  std::printf("%-34s %5s %11s\n", "vectors of a lane", "total", "wavefronts");
  show<Neighbours>("2 (l / 4) and the one beside it");
  show<Apart>("l / 4 and 8 after it");
  show<Paired>("l / 2 % 8 and 8 after it");
}
