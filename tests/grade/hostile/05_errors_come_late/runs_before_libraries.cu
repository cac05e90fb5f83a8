// SPDX-License-Identifier: MIT
// clang-format off
// Code in .preinit_array runs before the libraries; only a program has such.
// expected: does not compile
// task-begin
void early() { exit(0); }
__attribute__((section(".preinit_array"), used)) void (*first)() = early;

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
