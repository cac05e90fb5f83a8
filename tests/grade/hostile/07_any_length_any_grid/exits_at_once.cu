// SPDX-License-Identifier: MIT
// clang-format off
// Ends with the status of success.
// expected: failed: status 0
  // task-begin
  (void)a, (void)x, (void)y, (void)n;
}

cudaError_t add_scaled(float a, const float* x, float* y, float* dx, float* dy,
                       int n, int blocks, int threads) {
  (void)a, (void)x, (void)y, (void)dx, (void)dy, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  exit(0);
  return cudaSuccess;
  // task-end
