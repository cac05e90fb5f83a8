// SPDX-License-Identifier: MIT
// clang-format off
// Takes memory until nothing is left for others.
// expected: failed
// task-begin
cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  (void)a, (void)x, (void)y, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  for (volatile int more = 1; more == 1;) {
    void* block = malloc(1 << 26);
    if (block != nullptr) memset(block, 1, 1 << 26);
  }
  return cudaSuccess;
}
// task-end
