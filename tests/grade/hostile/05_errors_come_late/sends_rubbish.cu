// SPDX-License-Identifier: MIT
// clang-format off
// Writes to the socket over which its calls go, as if it were nobody's.
// expected: failed: sent what is no call
// task-begin
extern "C" long write(int, const void*, unsigned long);

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  (void)a, (void)x, (void)y, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  unsigned char bytes[4000];
  for (unsigned i = 0; i < sizeof bytes; ++i) bytes[i] = i * 37 % 251;
  write(3, bytes, sizeof bytes);
  for (volatile int more = 1; more == 1;) {
  }
  return cudaSuccess;
}
// task-end
