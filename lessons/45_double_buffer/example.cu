// SPDX-License-Identifier: MIT
// One warp multiplies two tiles that lie in shared memory, and each thread
// computes R x R values of the result. Prints how many loads from shared memory
// the warp needs for a product, with 4 and with 16 bytes a load.
#include <cstdio>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kDepth = 32, kHigh = 8, kWide = 4;  // lanes lie 8 x 4

/// Neighbouring values that one load takes.
template <int kCount>
struct alignas(4 * kCount) Part {
  float at[kCount];
};

/// *total = the sum of all values of the result.
template <int R, int kCount>
__global__ void multiply(float* total) {
  constexpr int kParts = R / kCount;  // loads for R values
  __shared__ Part<kCount> a[kDepth][kHigh * kParts], b[kDepth][kWide * kParts];
  const int lane = threadIdx.x, u = lane / kWide, v = lane % kWide;
  for (int d = 0; d < kDepth; ++d) {
    for (int i = lane; i < kHigh * R; i += 32) {
      a[d][i / kCount].at[i % kCount] = float(i % 5 + d % 3);
      if (i < kWide * R) b[d][i / kCount].at[i % kCount] = float(i % 7);
    }
  }
  __syncwarp();
  float sums[R][R] = {};
  for (int d = 0; d < kDepth; ++d) {
    Part<kCount> x[kParts], y[kParts];
    for (int i = 0; i < kParts; ++i) x[i] = a[d][u + kHigh * i];
    for (int i = 0; i < kParts; ++i) y[i] = b[d][v + kWide * i];
    for (int i = 0; i < R; ++i) {
      for (int j = 0; j < R; ++j) {
        sums[i][j] += x[i / kCount].at[i % kCount] *  // from registers
                      y[j / kCount].at[j % kCount];
      }
    }
  }
  float sum = 0;
  for (int i = 0; i < R * R; ++i) sum += sums[i / R][i % R];
  atomicAdd(total, sum);
}

template <int R, int kCount>
void show() {
  const lockstep::DeviceBuffer<float> total(std::vector<float>{0});
  const lockstep::Recording recording;
  multiply<R, kCount><<<1, 32>>>(total.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("%d x %d %12d %9.0f", R, R, 4 * kCount, total.download()[0]);
  if (!lockstep::counters_available()) {
    std::printf("\n");
    return;
  }
  const double loads = recording.total().shared_load.requests;
  const double products = recording.instructions("fma.rn.f32");
  std::printf(" %7.0f %9.0f %16.4f\n", loads, products, loads / products);
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  std::printf("%-5s %12s %9s %7s %9s %16s\n", "sums", "bytes a load", "total",
              "loads", "products", "loads a product");
  show<1, 1>();
  show<2, 1>();
  show<4, 1>();
  show<8, 1>();
  show<4, 4>();
  show<8, 4>();
  if (!lockstep::counters_available()) {
    std::printf("A GPU counts nothing here: ./learn run 43 without --gpu.\n");
  }
}
