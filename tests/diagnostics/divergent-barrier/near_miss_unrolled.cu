// SPDX-License-Identifier: MIT
// The compiler copies this barrier into every round.
__global__ void copy(const int* in, int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = in[threadIdx.x];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    if (threadIdx.x % 8 == i) buf[threadIdx.x] += i;
    __syncthreads();
  }
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
