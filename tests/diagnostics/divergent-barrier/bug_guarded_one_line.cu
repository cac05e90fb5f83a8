// SPDX-License-Identifier: MIT
// One barrier too many for some threads, on the line of the right one.
__global__ void copy(const int* in, int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = in[threadIdx.x];
  // clang-format off
  if (threadIdx.x < 48) __syncthreads(); __syncthreads();
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
error[divergent-barrier]: warp 1 of block (0,0,0) waits at two barriers
 --> bug_guarded_one_line.cu:7:3
  |
7 |   if (threadIdx.x < 48) __syncthreads(); __syncthreads();
  |   ^ (1) threads 0..47 wait here
  |   - (2) threads 48..63 wait here
  |
  = why:   every thread of the block must reach the same __syncthreads()
  = note:  undefined on a GPU: it may hang, or go on with half-written data
  = seen:  once in this launch
  = learn: docs/diagnostics/divergent-barrier.md
*/
