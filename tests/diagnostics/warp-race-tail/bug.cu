// SPDX-License-Identifier: MIT
// The end of a sum as code from before Volta has it: volatile, no barrier.
__global__ void sum(int* out) {
  __shared__ volatile int part[64];
  const unsigned t = threadIdx.x;
  part[t] = t;
  __syncthreads();
  if (t < 32) {
    part[t] += part[t + 32];
    part[t] += part[t + 16];
    part[t] += part[t + 8];
    part[t] += part[t + 4];
    part[t] += part[t + 2];
    part[t] += part[t + 1];
  }
  if (t == 0) *out = part[0];
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  sum<<<1, 64>>>(out);
  int total = 0;
  cudaMemcpy(&total, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);
  return total == 2016 ? 0 : 1;
}
