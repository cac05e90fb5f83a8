// SPDX-License-Identifier: MIT
// A counter is polled by adding 0, and no fence follows.
__global__ void meet(int* data, unsigned* come, int* out) {
  if (threadIdx.x != 0) return;
  data[blockIdx.x] = blockIdx.x;
  __threadfence();
  atomicAdd(come, 1u);
  while (atomicAdd(come, 0u) < gridDim.x) {
  }
  out[blockIdx.x] = data[(blockIdx.x + 1) % gridDim.x];
}

int main() {
  int* p;
  cudaMalloc(&p, 9 * sizeof(int));
  cudaMemset(p, 0, 9 * sizeof(int));
  meet<<<4, 32>>>(p, reinterpret_cast<unsigned*>(p + 8), p + 4);
  cudaDeviceSynchronize();
  cudaFree(p);
}
