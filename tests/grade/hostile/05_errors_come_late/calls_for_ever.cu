// SPDX-License-Identifier: MIT
// clang-format off
// Calls of the runtime without end.
// expected: failed: did not end in time
// task-begin
cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  (void)a, (void)x, (void)y, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  for (volatile int more = 1; more == 1;) cudaGetLastError();
  return cudaSuccess;
}
// task-end
