// SPDX-License-Identifier: MIT
// A release of another flag says nothing of this one.
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
    release(out + 1, 1);
    relaxed(flag, 2);
  } else {
    while (acquire(flag) != 2) {
    }
    *out = *data;
  }
}

int main() {
  int* p;
  cudaMalloc(&p, 4 * sizeof(int));
  cudaMemset(p, 0, 4 * sizeof(int));
  pass<<<2, 32>>>(p, p + 1, p + 2);
  cudaDeviceSynchronize();
  cudaFree(p);
}

/* report:
error[missing-fence]: the flag `cudaMalloc #1+4` does not say that
  `cudaMalloc #1+0` is stored: no fence lies between the two
  --> bug_other_flag.cu:29:5
   |
 8 |   asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(va...
   |   - (2) and then stores the flag `cudaMalloc #1+4` here
15 |                : "l"(flag)
   |                      - (3) thread 0 of block (1,0,0), or one before it,
   |                        loads the flag here
23 |     *data = 7;
   |     - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+0` here
29 |     *out = *data;
   |     ^ (4) thread 0 of block (1,0,0) loads `cudaMalloc #1+0` here
   |
   = why:   no fence lies between (1) and (2): other threads may see the second
            before the first
   = seen:  1 such pair; lowest address shown
   = learn: docs/diagnostics/missing-fence.md
*/
