// SPDX-License-Identifier: MIT
// clang-format off
// Touches what is not there.
// expected: failed: SIGSEGV
// task-begin
cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  (void)a, (void)x, (void)y, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
  return cudaSuccess;
}
// task-end
