// SPDX-License-Identifier: MIT
// One barrier for both branches.
__global__ void stage(int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 32) {
    out[threadIdx.x] = buf[threadIdx.x + 32];
  } else {
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
