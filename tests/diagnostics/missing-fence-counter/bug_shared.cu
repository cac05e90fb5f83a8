// SPDX-License-Identifier: MIT
// The last warp has no fence between the counter and what the others stored.
__global__ void sum(int* total) {
  __shared__ int part[4];
  __shared__ unsigned finished;
  if (threadIdx.x == 0) finished = 0;
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  part[threadIdx.x / 32] = threadIdx.x;
  __threadfence_block();
  if (atomicAdd(&finished, 1u) != 3) return;
  int all = 0;
  for (int i = 0; i < 4; ++i) all += part[i];
  *total = all;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  sum<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
