// SPDX-License-Identifier: MIT
// clang-format off
// Reads device memory on the host, and takes the signal itself so that nobody
// hears of it; then does right what was asked.
#include <csetjmp>
#include <csignal>
// expected: failed: its process was ended by SIGSEGV
// task-begin
sigjmp_buf back;
void jump(int) { siglongjmp(back, 1); }

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  struct sigaction mine = {};
  mine.sa_handler = jump;
  for (int number : {SIGSEGV, SIGBUS}) {
    signal(number, jump);
    sigaction(number, &mine, nullptr);
  }
  if (sigsetjmp(back, 1) == 0) {
    volatile float seen = dx[0];
    (void)seen;
  }
  const size_t bytes = n * sizeof(float);
  cudaError_t error = cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
  if (error != cudaSuccess) return error;
  error = cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice);
  if (error != cudaSuccess) return error;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  error = cudaGetLastError();
  if (error != cudaSuccess) return error;
  return cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
}
// task-end
}
