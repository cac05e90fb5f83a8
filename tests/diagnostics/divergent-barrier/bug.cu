// SPDX-License-Identifier: MIT
// The branch splits warp 1: 16 of its lanes wait at each barrier.
__global__ void stage(int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 48) {
    __syncthreads();
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
