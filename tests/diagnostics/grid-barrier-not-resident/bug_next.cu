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

/* report:
error[grid-barrier-not-resident]: 4224 running blocks wait; 1 block of 4225
  cannot start before one ends
 --> bug_next.cu:5:5
  |
5 |     while (done[blockIdx.x + 1] == 0) {
  |     ^ thread 0 loads `cudaMalloc #1+4` here again and again
  |
  = fit:   132 multiprocessors with 32 blocks each: 32 blocks per multiprocessor
  = why:   blocks stay until they end; what the running ones wait for does not
           come from them, and the other block is not there to do it
  = seen:  4224 blocks of 4224 resident are stuck, 4224 threads in all, 0
           exited; 1 block cannot start before others end
  = learn: docs/diagnostics/grid-barrier-not-resident.md
*/
