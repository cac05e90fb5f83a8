// SPDX-License-Identifier: MIT
// Warp 0 waits for 96 threads, but the block has 64.
__global__ void meet(int* out) {
  asm volatile("bar.sync 1, 96;" ::: "memory");
  out[threadIdx.x] = 1;
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  meet<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
