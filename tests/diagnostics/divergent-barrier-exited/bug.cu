// SPDX-License-Identifier: MIT
// Threads past the end return before the barrier of the others.
__global__ void reverse(int* out, int n) {
  __shared__ int buf[64];
  if (threadIdx.x >= n) return;
  buf[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = buf[n - 1 - threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  reverse<<<1, 64>>>(out, 40);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
warning[divergent-barrier]: a barrier does not wait for 24 threads that exited
 --> bug.cu:7:3
  |
7 |   __syncthreads();
  |   ^ 40 of 64 threads of block (0,0,0) wait here
  |
  = why:   a barrier waits only for threads that have not exited; what the
           others have left undone stays undone
  = seen:  once in this launch
  = learn: docs/diagnostics/divergent-barrier.md
*/
