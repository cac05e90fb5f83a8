// SPDX-License-Identifier: MIT
// clang-format off
// The function that picks an ifunc runs while the program is linked.
// expected: failed
// task-begin
extern "C" {
void nothing() {}
void (*pick())() { return nothing; }
void chosen() __attribute__((ifunc("pick")));
}

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  (void)a, (void)x, (void)y, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  chosen();
  return cudaSuccess;
}
// task-end
