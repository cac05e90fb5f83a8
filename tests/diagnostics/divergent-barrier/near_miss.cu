// SPDX-License-Identifier: MIT
// The same branch without a barrier inside.
__global__ void stage(int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 48) {
    out[threadIdx.x] = buf[threadIdx.x];
  }
  __syncthreads();
  if (threadIdx.x >= 48) out[threadIdx.x] = buf[63];
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  stage<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
