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
