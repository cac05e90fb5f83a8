// SPDX-License-Identifier: MIT
// clang-format off
// Sends the message of a function that returns, with too few bytes for a value.
// expected: failed: sent what is no value of its type
// task-begin
extern "C" long syscall(long, ...) noexcept;
struct Message {
  unsigned ask, unused;
  unsigned long words[12], frames[4], bytes;
};

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  (void)a, (void)x, (void)y, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  const float values[4] = {};
  Message message{1008, 0, {}, {}, sizeof values};
  syscall(44, 3, &message, sizeof message, 0, 0, 0);
  syscall(44, 3, values, sizeof values, 0, 0, 0);
  return cudaSuccess;
}
// task-end
