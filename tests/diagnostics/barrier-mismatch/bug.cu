// SPDX-License-Identifier: MIT
// Whole warps take different branches and meet at different barriers.
__global__ void stage(int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32) {
    __syncthreads();
    out[threadIdx.x] = buf[threadIdx.x + 32];
  } else {
    __syncthreads();
    out[threadIdx.x] = buf[threadIdx.x - 32];
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  stage<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
