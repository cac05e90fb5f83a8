// SPDX-License-Identifier: MIT
// Two barriers on one line, in the branches that the lanes of a warp take.
__global__ void copy(const int* in, int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = in[threadIdx.x];
  // clang-format off
  if (threadIdx.x % 2) __syncthreads(); else __syncthreads();
  // clang-format on
  out[threadIdx.x] = buf[63 - threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  copy<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}

/* report:
error[divergent-barrier]: warp 0 of block (0,0,0) waits at two barriers
 --> bug_one_line.cu:7:3
  |
7 |   if (threadIdx.x % 2) __syncthreads(); else __syncthreads();
  |   ^ (1) threads 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30,
  |     32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62 wait here
  |   - (2) threads 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31,
  |     33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 63 wait here
  |
  = why:   every thread of the block must reach the same __syncthreads()
  = note:  undefined on a GPU: it may hang, or go on with half-written data
  = seen:  once in this launch
  = learn: docs/diagnostics/divergent-barrier.md
*/
