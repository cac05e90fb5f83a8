// SPDX-License-Identifier: MIT
// Another block sets the flag; both blocks are resident.
namespace flag {

__global__ void wait(volatile int* flag) {
  if (blockIdx.x == 1) {
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
  }
}

void run() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait<<<2, 1>>>(flag);
  cudaDeviceSynchronize();
  cudaFree(flag);
}

}  // namespace flag

// Block 1 hands numbers to block 0, one by one, each with a long pause.
namespace numbers {

__global__ void pipe(volatile int* full, volatile int* value, int* sum) {
  for (int i = 1; i <= 50; ++i) {
    while (*full == (blockIdx.x == 1 ? 1 : 0)) {
    }
    if (blockIdx.x == 1) {
      for (const long long t = clock64(); clock64() - t < 20000;) {
      }
      *value = i;
    } else {
      *sum += *value;
    }
    __threadfence();
    *full = blockIdx.x;
  }
}

void run() {
  int* p;
  cudaMalloc(&p, 3 * sizeof(int));
  cudaMemset(p, 0, 3 * sizeof(int));
  pipe<<<2, 1>>>(p, p + 1, p + 2);
  cudaDeviceSynchronize();
  cudaFree(p);
}

}  // namespace numbers

int main() {
  flag::run();
  numbers::run();
}
