// SPDX-License-Identifier: MIT
// Each warp has its own barrier, and both stand on one line.
__global__ void copy(const int* in, int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = in[threadIdx.x];
  // clang-format off
  if (threadIdx.x < 32) __syncthreads(); else __syncthreads();
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
error[barrier-mismatch]: warps of block (0,0,0) meet at two different barriers
 --> bug_one_line.cu:7:3
  |
7 |   if (threadIdx.x < 32) __syncthreads(); else __syncthreads();
  |   ^ (1) threads 0..31 wait here
  |   - (2) threads 32..63 wait here
  |
  = why:   warps that wait at different barriers let each other go; neither
           barrier has seen the whole block
  = note:  undefined on a GPU: both barriers have the same number, so the
           hardware takes them for one
  = seen:  once in this launch
  = learn: docs/diagnostics/barrier-mismatch.md
*/
