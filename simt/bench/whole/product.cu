// SPDX-License-Identifier: MIT
// A product of matrices with 1024 rows and columns, or as many as the argument
// says: one thread per result.
#include "check.h"

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

int main(int argc, char** argv) {
  const int side = argc > 1 ? std::atoi(argv[1]) : 1024;
  const size_t count = size_t(side) * side;
  std::vector<float> a(count), b(count), zero(count);
  for (unsigned i = 0; i < a.size(); ++i) {
    a[i] = float(mixed(i) % 7);
    b[i] = float(mixed(i + 77) % 5);
  }
  float *da = on_device(a), *db = on_device(b), *dc = on_device(zero);
  multiply<<<dim3(side / 16, side / 16), dim3(16, 16)>>>(da, db, dc, side);
  CHECK(cudaGetLastError());
  const std::vector<float> c = from_device(dc, zero.size());
  bool right = true;
  for (size_t i = 0; i < count; i += 4099) {
    float sum = 0;
    for (int k = 0; k < side; ++k)
      sum += a[i / side * side + k] * b[size_t(k) * side + i % side];
    right = right && sum == c[i];
  }
  CHECK(cudaFree(da));
  CHECK(cudaFree(db));
  CHECK(cudaFree(dc));
  return verdict(right);
}
