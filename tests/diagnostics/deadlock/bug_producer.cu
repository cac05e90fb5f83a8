// SPDX-License-Identifier: MIT
// Warp 0 hands over with a named barrier; warp 1 waits at __syncthreads().
__global__ void hand_over(int* out) {
  __shared__ int box;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) box = 7;
    asm volatile("bar.sync 1, 64;" ::: "memory");
  } else {
    __syncthreads();
    out[threadIdx.x - 32] = box;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  hand_over<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}
