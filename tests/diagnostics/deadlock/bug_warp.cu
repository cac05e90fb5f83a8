// SPDX-License-Identifier: MIT
// The halves of a warp wait for each other in two different functions.
__global__ void meet(int* out) {
  int value = threadIdx.x;
  if (threadIdx.x < 16) {
    __syncwarp();
  } else {
    value = __shfl_sync(0xffffffff, value, 0);
  }
  out[threadIdx.x] = value;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  meet<<<1, 32>>>(out);
  cudaDeviceSynchronize();
}
