// SPDX-License-Identifier: MIT
// The reader may load the data before it sees the flag.
__device__ volatile int ready = 0;

__global__ void pass(int* data, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;
    __threadfence();
    ready = 1;
  } else {
    while (ready == 0) {
    }
    *out = *data;
  }
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 1024 * sizeof(int));
  cudaMalloc(&b, 1024 * sizeof(int));
  cudaMemset(a, 0, 1024 * sizeof(int));
  pass<<<2, 32>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

/* report:
error[missing-fence]: the flag `variable ready+0` does not say that
  `cudaMalloc #1+0` is stored: no fence follows the load of
  the flag
  --> bug.cu:14:5
   |
 8 |     *data = 7;
   |     - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+0` here
10 |     ready = 1;
   |     - (2) and then stores the flag `variable ready+0` here
12 |     while (ready == 0) {
   |     - (3) thread 0 of block (1,0,0), or one before it, loads the flag here
14 |     *out = *data;
   |     ^ (4) thread 0 of block (1,0,0) loads `cudaMalloc #1+0` here
   |
   = why:   no fence lies between (3) and (4): the second may take place first
   = seen:  1 such pair; lowest address shown
   = learn: docs/diagnostics/missing-fence.md
*/
