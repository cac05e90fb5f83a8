// SPDX-License-Identifier: MIT
// The counter may be seen before the partial sum.
__device__ unsigned finished = 0;

__global__ void sum(int* partial, int* total) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  int all = 0;
  for (int i = 0; i < gridDim.x; ++i) all += partial[i];
  *total = all;
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 1024 * sizeof(int));
  cudaMalloc(&b, 1024 * sizeof(int));
  cudaMemset(a, 0, 1024 * sizeof(int));
  sum<<<8, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

/* report:
error[missing-fence]: the flag `variable finished+0` does not say that
  `cudaMalloc #1+0` is stored: no fence lies between the two
  --> bug.cu:14:3
   |
 8 |     partial[blockIdx.x] = blockIdx.x;
   |     - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+0` here
 9 |     last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
   |     - (2) and then updates the flag `variable finished+0` here
   |     - (3) thread 0 of block (7,0,0), or one before it, updates the flag
   |       here
14 |   for (int i = 0; i < gridDim.x; ++i) all += partial[i];
   |   ^ (4) thread 0 of block (7,0,0) loads `cudaMalloc #1+0` here
   |
   = why:   no fence lies between (1) and (2): other threads may see the second
            before the first
   = seen:  7 such pairs; lowest address shown
   = learn: docs/diagnostics/missing-fence.md
*/
