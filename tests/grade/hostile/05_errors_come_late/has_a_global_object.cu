// SPDX-License-Identifier: MIT
// clang-format off
// The same by an object outside of functions.
// expected: failed: status 0
// task-begin
struct Early {
  Early() { exit(0); }
} early;

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  (void)a, (void)x, (void)y, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  return cudaSuccess;
}
// task-end
