// SPDX-License-Identifier: MIT
// G = A^T A in the plainest way, one thread per value: how many products
// that is, how many of them are needed, and what it loads. Then G for 4
// columns, to see that it is symmetric.
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

constexpr int kRows = 32;

__global__ void plain(const float* a, float* g, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
  if (j >= n) return;
  float sum = 0;
  for (int r = 0; r < kRows; ++r) sum += a[r * n + i] * a[r * n + j];
  g[i * n + j] = sum;
}

/// The result for n columns; row r of column i is (r + 1) * (i + 1) % 5.
std::vector<float> run(int n) {
  std::vector<float> values(kRows * n);
  for (int i = 0; i < kRows * n; ++i) {
    values[i] = float((i / n + 1) * (i % n + 1) % 5);
  }
  const DeviceBuffer<float> a(values), g(size_t(n) * n);
  plain<<<dim3((n + 31) / 32, n), 32>>>(a.data(), g.data(), n);
  CUDA_CHECK(cudaGetLastError());
  return g.download();
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  const std::vector<float> g = run(4);
  for (int i = 0; i < 16; ++i) {
    std::printf("%6.0f%s", g[i], i % 4 == 3 ? "\n" : "");
  }
  if (!lockstep::counters_available()) return 0;  // a GPU does not count
  std::printf("\n%7s %9s %9s %17s\n", "columns", "products", "different",
              "bytes per product");
  for (int n : {32, 64, 128}) {
    const lockstep::Recording recording;
    run(n);
    const double products = 32.0 * recording.instructions("fma.rn.f32");
    std::printf("%7d %9.0f %9d %17.1f\n", n, products, n * (n + 1) / 2 * kRows,
                double(recording.total().global_load.bytes) / products);
  }
}
