// SPDX-License-Identifier: MIT
// One warp multiplies two tiles that lie in shared memory, and each thread
// computes R x S values of the result. Prints how many loads from shared memory
// the warp needs for a product.
#include <cstdio>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kDepth = 32, kHigh = 8, kWide = 4;  // lanes lie 8 x 4

/// *total = the sum of all values of the result.
template <int R, int S>
__global__ void multiply(float* total) {
  __shared__ float a[kDepth][kHigh * R], b[kDepth][kWide * S];
  const int lane = threadIdx.x, u = lane / kWide, v = lane % kWide;
  for (int d = 0; d < kDepth; ++d) {
    for (int i = lane; i < kHigh * R; i += 32) a[d][i] = float(i % 5 + d % 3);
    for (int j = lane; j < kWide * S; j += 32) b[d][j] = float(j % 7);
  }
  __syncwarp();
  float sums[R][S] = {};
  for (int d = 0; d < kDepth; ++d) {
    float x[R], y[S];
    for (int i = 0; i < R; ++i) x[i] = a[d][u + kHigh * i];
    for (int j = 0; j < S; ++j) y[j] = b[d][v + kWide * j];
    for (int i = 0; i < R; ++i) {
      for (int j = 0; j < S; ++j) sums[i][j] += x[i] * y[j];  // registers only
    }
  }
  float sum = 0;
  for (int i = 0; i < R * S; ++i) sum += sums[i / S][i % S];
  atomicAdd(total, sum);
}

template <int R, int S>
void show() {
  const lockstep::DeviceBuffer<float> total(std::vector<float>{0});
  const lockstep::Recording recording;
  multiply<R, S><<<1, 32>>>(total.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("%d x %d %9.0f", R, S, total.download()[0]);
  if (!lockstep::counters_available()) {
    std::printf("\n");
    return;
  }
  const int loads = recording.total().shared_load.requests;
  const int products = kDepth * R * S;
  std::printf(" %7d %9d %18.4f\n", loads, products, double(loads) / products);
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  std::printf("%-5s %9s %7s %9s %18s\n", "sums", "total", "loads", "products",
              "loads per product");
  show<1, 1>();
  show<2, 2>();
  show<8, 1>();
  show<4, 4>();
  show<8, 8>();
  if (!lockstep::counters_available()) {
    std::printf("A GPU counts nothing here: ./learn run 43 without --gpu.\n");
  }
}
