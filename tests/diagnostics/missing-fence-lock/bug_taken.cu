// SPDX-License-Identifier: MIT
// The holder of a lock has no fence after it took the lock.
__device__ int lock = 0;

__global__ void count(int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  *total += 1;
  __threadfence();
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
  `cudaMalloc #1+0` is stored: no fence follows the load of
  the flag
  --> bug_taken.cu:9:3
   |
 7 |   while (atomicCAS(&lock, 0, 1) != 0) {
   |   - (3) thread 0 of block (1,0,0), or one before it, loads the flag here
 9 |   *total += 1;
   |   - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+0` here
   |   ^ (4) thread 0 of block (1,0,0) loads `cudaMalloc #1+0` here
11 |   atomicExch(&lock, 0);
   |   - (2) and then updates the flag `variable lock+0` here
   |
   = why:   no fence lies between (3) and (4): the second may take place first
   = seen:  14 such pairs; lowest address shown
   = learn: docs/diagnostics/missing-fence.md
*/
