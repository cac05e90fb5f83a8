// SPDX-License-Identifier: MIT
// clang-format off
// The host computes; the kernel, launched last, does nothing.
// expected: partial
// task-begin
cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  (void)a, (void)x, (void)y, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
  return cudaSuccess;
}
// task-end
