// SPDX-License-Identifier: MIT
// Nobody sets the flag, but a clock ends each loop. Nor does the last kernel
// store anything for long.
__global__ void wait(const volatile int* flag) {
  const long long begin = clock64();
  while (*flag == 0 && clock64() - begin < 2000000) {
    __nanosleep(100);
  }
}

__device__ long long nanoseconds() {
  long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

// Gives up after 20 waits.
__global__ void try_again(const volatile int* flag, int* tries) {
  long long begin = nanoseconds();
  int count = 0;
  while (*flag == 0 && count < 20) {
    const long long now = nanoseconds();
    const bool over = now - begin > 100000;
    count += over;
    begin = over ? now : begin;
  }
  *tries = count;
}

// Pauses between the steps, by the lower half of the clock.
__global__ void pause(int* sum) {
  for (int i = 0; i < 20; ++i)
    for (const unsigned begin = clock(); clock() - begin < 200000u;) {
    }
  *sum = 1;
}

// Long loops: one counts, one reads the same bytes again.
__global__ void work(const volatile int* in, int* out) {
  unsigned x = threadIdx.x;
  for (int i = 0; i < 100000; ++i) x = x * 1664525u + 1013904223u;
  for (int i = 0; i < 10000; ++i) x ^= in[0];
  out[threadIdx.x] = x;
}

int main() {
  int* p;
  cudaMalloc(&p, 67 * sizeof(int));
  cudaMemset(p, 0, 3 * sizeof(int));
  wait<<<1, 64>>>(p);
  try_again<<<1, 1>>>(p, p + 1);
  pause<<<1, 1>>>(p + 2);
  work<<<1, 64>>>(p, p + 3);
  cudaDeviceSynchronize();
  cudaFree(p);
}
