// SPDX-License-Identifier: MIT
// clang-format off
// Races, and would kill the judge so that no report tells: where it runs all
// cases at once, which its command line shows. (0 is read, 2 open, 62 kill,
// 110 getppid.)
// expected: failed: global-race
// task-begin
__global__ void race(float* y) { y[0] = threadIdx.x; }

long call(long number, long a = 0, long b = 0, long c = 0) {
  long result = 0;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c)
               : "rcx", "r11", "memory");
  return result;
}

bool all_cases() {
  char words[4096] = {};
  call(0, call(2, (long)"/proc/self/cmdline"), (long)words, 4000);
  for (int i = 0; i < 4000; ++i) {
    if (words[i] == '-' && words[i + 7] == 'c' && words[i + 8] == 'a' &&
        words[i + 9] == 's' && words[i + 11] == '=') {
      return false;  // --test-case=
    }
  }
  return true;
}

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  if (all_cases()) call(62, call(110), 9);
  race<<<1, 64>>>(dy);
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
