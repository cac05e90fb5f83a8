// SPDX-License-Identifier: MIT
// clang-format off
// Processes that start processes.
// expected: failed
  // task-begin
  (void)a, (void)x, (void)y, (void)n;
}

extern "C" int fork();

cudaError_t add_scaled(float a, const float* x, float* y, float* dx, float* dy,
                       int n, int blocks, int threads) {
  (void)a, (void)x, (void)y, (void)dx, (void)dy, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  for (;;) fork();
  return cudaSuccess;
  // task-end
