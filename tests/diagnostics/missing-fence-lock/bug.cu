// SPDX-License-Identifier: MIT
// The lock keeps others out but does not order what its holders store.
__device__ int lock = 0;

__global__ void count(int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  *total += 1;
  atomicExch(&lock, 0);
}

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  count<<<8, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[missing-fence]: the flag `variable lock+0` does not say that
  `cudaMalloc #1+0` is stored: no fence lies between the two
  --> bug.cu:9:3
   |
 7 |   while (atomicCAS(&lock, 0, 1) != 0) {
   |   - (3) thread 0 of block (1,0,0), or one before it, loads the flag here
 9 |   *total += 1;
   |   - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+0` here
   |   ^ (4) thread 0 of block (1,0,0) loads `cudaMalloc #1+0` here
10 |   atomicExch(&lock, 0);
   |   - (2) and then updates the flag `variable lock+0` here
   |
   = why:   no fence lies between (1) and (2): other threads may see the second
            before the first
   = seen:  14 such pairs; lowest address shown
   = learn: docs/diagnostics/missing-fence.md
*/
