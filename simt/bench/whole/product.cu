// SPDX-License-Identifier: MIT
// A product of matrices with 1024 rows and columns: one thread per result.
#include "check.h"

constexpr int kSide = 1024;

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

int main() {
  std::vector<float> a(kSide * kSide), b(kSide * kSide), zero(kSide * kSide);
  for (unsigned i = 0; i < a.size(); ++i) {
    a[i] = float(mixed(i) % 7);
    b[i] = float(mixed(i + 77) % 5);
  }
  float *da = on_device(a), *db = on_device(b), *dc = on_device(zero);
  multiply<<<dim3(kSide / 16, kSide / 16), dim3(16, 16)>>>(da, db, dc, kSide);
  CHECK(cudaGetLastError());
  const std::vector<float> c = from_device(dc, zero.size());
  bool right = true;
  for (int i = 0; i < kSide * kSide; i += 4099) {
    float sum = 0;
    for (int k = 0; k < kSide; ++k)
      sum += a[i / kSide * kSide + k] * b[k * kSide + i % kSide];
    right = right && sum == c[i];
  }
  CHECK(cudaFree(da));
  CHECK(cudaFree(db));
  CHECK(cudaFree(dc));
  return verdict(right);
}
