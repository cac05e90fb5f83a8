// SPDX-License-Identifier: MIT
// The lanes of a warp lie 8 x 4. Each needs two vectors of four floats of A,
// for its row of lanes, and two of B, for its column. Which lane lies where,
// and which vectors does it take? Prints the wavefronts of the two first loads.
#include <cstdio>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

/// A lane's first vector of A and of B.
struct RowsOfFour {
  static __device__ int a(int lane) { return lane / 4; }
  static __device__ int b(int lane) { return lane % 4; }
};
struct Pairs {  // l and l ^ 1 have the same of A, l and l ^ 2 of B
  static __device__ int a(int lane) { return lane / 2 % 8; }
  static __device__ int b(int lane) { return lane % 2 + lane / 16 * 2; }
};

/// kStep 2: the second vector is the one beside it; 1: it lies elsewhere.
template <typename Way, int kStep>
__global__ void load(float* total) {
  __shared__ float4 column[16], row[16];
  const int lane = threadIdx.x;
  if (lane < 16) column[lane] = row[lane] = make_float4(lane, 1, 1, 1);
  __syncwarp();
  const float4 x = column[Way::a(lane) * kStep];
  const float4 y = row[Way::b(lane) * kStep];
  atomicAdd(total, x.x + x.y + x.z + x.w + y.x + y.y + y.z + y.w);
}

template <typename Kernel>
void show(const char* name, Kernel kernel) {
  const lockstep::DeviceBuffer<float> total(std::vector<float>{0});
  const lockstep::Recording recording;
  kernel<<<1, 32>>>(total.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("%-38s %5.0f", name, total.download()[0]);
  if (lockstep::counters_available()) {
    std::printf(" %11d", int(recording.total().shared_load.wavefronts));
  }
  std::printf("\n");
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  std::printf("%-38s %5s %11s\n", "lanes, vectors of a lane", "total",
              "wavefronts");
  show("rows of four, vectors side by side", load<RowsOfFour, 2>);
  show("rows of four, vectors apart", load<RowsOfFour, 1>);
  show("pairs, vectors side by side", load<Pairs, 2>);
  show("pairs, vectors apart", load<Pairs, 1>);
}
