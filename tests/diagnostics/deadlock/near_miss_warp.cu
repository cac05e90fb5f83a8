// SPDX-License-Identifier: MIT
// The halves of a warp part, and each names only its own lanes.
__global__ void meet(int* out) {
  int value = threadIdx.x;
  if (threadIdx.x < 16) {
    __syncwarp(0x0000ffff);
  } else {
    value = __shfl_sync(0xffff0000, value, 16);
  }
  __syncwarp();
  out[threadIdx.x] = value;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  meet<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
