// SPDX-License-Identifier: MIT
// The barrier waits for the 64 threads that there are.
__global__ void meet(int* out) {
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = 1;
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  meet<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
