// SPDX-License-Identifier: MIT
// Each block waits for the block after it; only the last one need not.
__global__ void chain(volatile int* done) {
  if (blockIdx.x + 1 < gridDim.x) {
    while (done[blockIdx.x + 1] == 0) {
    }
  }
  done[blockIdx.x] = 1;
}

int main() {
  constexpr int kBlocks = 132 * 32 + 1;
  int* done;
  cudaMalloc(&done, kBlocks * sizeof(int));
  cudaMemset(done, 0, kBlocks * sizeof(int));
  chain<<<kBlocks, 1>>>(done);
  cudaDeviceSynchronize();
}
