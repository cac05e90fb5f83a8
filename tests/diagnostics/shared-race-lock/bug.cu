// SPDX-License-Identifier: MIT
// The lock admits one thread at a time but does not order what they store.
__global__ void sum(int* out) {
  __shared__ int lock, total;
  if (threadIdx.x == 0) lock = total = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    total += threadIdx.x;
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = total;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  sum<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[shared-race]: threads 0 and 32 touch `total+0` with no barrier between
  --> bug.cu:10:5
   |
10 |     total += threadIdx.x;
   |     - (1) thread 0 (warp 0) stores `total+0` here
   |     ^ (2) thread 32 (warp 1) loads `total+0` here
   |
   = why:   different warps, same 4 bytes, one is a store, nothing orders them
   = seen:  6 such pairs in block (0,0,0); lowest address shown
   = learn: docs/diagnostics/shared-race.md
*/
