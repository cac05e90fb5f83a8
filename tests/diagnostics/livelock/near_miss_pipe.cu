// SPDX-License-Identifier: MIT
// Block 1 hands numbers to block 0, one by one, each with a long pause.
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

int main() {
  int* p;
  cudaMalloc(&p, 3 * sizeof(int));
  cudaMemset(p, 0, 3 * sizeof(int));
  pipe<<<2, 1>>>(p, p + 1, p + 2);
  cudaDeviceSynchronize();
  cudaFree(p);
}
