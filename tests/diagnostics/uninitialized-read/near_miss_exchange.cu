// SPDX-License-Identifier: MIT
// An exchange whose old value nobody uses is a store.
__global__ void clear(int* out) {
  __shared__ int seen[32];
  atomicExch(&seen[threadIdx.x], 1);
  __syncthreads();
  out[threadIdx.x] = seen[31 - threadIdx.x];
  atomicExch(&out[32 + threadIdx.x], 2);
  out[64 + threadIdx.x] = out[32 + threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 96 * sizeof(int));
  clear<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
