// SPDX-License-Identifier: MIT
// Warp 0 only arrives, warp 1 waits: both at barrier 1.
__global__ void hand_over(int* out) {
  __shared__ int box;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) box = 7;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x - 32] = box;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  hand_over<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
