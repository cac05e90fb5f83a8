// SPDX-License-Identifier: MIT
// clang-format off
// Sends a megabyte of zeros over the socket of its calls and takes no answer:
// each of them reads as a call, and both sides would wait for the other.
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
  static const unsigned char bytes[1 << 20] = {};
  unsigned long at = 0;
  while (at < sizeof bytes) {
    const long done = write(3, bytes + at, sizeof bytes - at);
    if (done <= 0) break;
    at += done;
  }
  for (volatile int more = 1; more == 1;) {
  }
  return cudaSuccess;
}
// task-end
