// SPDX-License-Identifier: MIT
// After a release of the flag, the thread's next store of it releases the same.
__device__ void release(int* flag, int value) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(value)
               : "memory");
}
__device__ void relaxed(int* flag, int value) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(value)
               : "memory");
}
__device__ int acquire(const int* flag) {
  int value;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
               : "=r"(value)
               : "l"(flag)
               : "memory");
  return value;
}

__global__ void pass(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;
    release(flag, 1);
    relaxed(flag, 2);
  } else {
    while (acquire(flag) != 2) {
    }
    *out = *data;
  }
}

int main() {
  int* p;
  cudaMalloc(&p, 3 * sizeof(int));
  cudaMemset(p, 0, 3 * sizeof(int));
  pass<<<2, 32>>>(p, p + 1, p + 2);
  cudaDeviceSynchronize();
  cudaFree(p);
}
