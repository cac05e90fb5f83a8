// SPDX-License-Identifier: MIT
// 400 small blocks would fit, but each takes 100 KB of shared memory.
extern __shared__ int tile[];

__global__ void meet(volatile int* come) {
  tile[threadIdx.x] = 0;
  if (threadIdx.x != 0) return;
  come[blockIdx.x] = 1;
  for (unsigned i = 0; i < gridDim.x; ++i) {
    while (come[i] == 0) {
    }
  }
}

int main() {
  constexpr int kBlocks = 400, kBytes = 100 * 1024;
  int* come;
  cudaMalloc(&come, kBlocks * sizeof(int));
  cudaMemset(come, 0, kBlocks * sizeof(int));
  cudaFuncSetAttribute(meet, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       kBytes);
  meet<<<kBlocks, 32, kBytes>>>(come);
  cudaDeviceSynchronize();
}
