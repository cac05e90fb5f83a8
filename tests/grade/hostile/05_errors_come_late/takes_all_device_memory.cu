// SPDX-License-Identifier: MIT
// clang-format off
// Device memory is memory of the machine here.
// expected: failed
// task-begin
cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  (void)a, (void)x, (void)y, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  for (int part = 0; part < 4000; ++part) {
    char* block = nullptr;
    if (cudaMalloc(&block, 1 << 25) != cudaSuccess) continue;
    cudaMemset(block, 1, 1 << 25);
  }
  return cudaSuccess;
}
// task-end
