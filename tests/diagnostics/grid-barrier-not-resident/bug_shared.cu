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

/* report:
error[grid-barrier-not-resident]: 264 running blocks wait; 136 blocks of 400
  cannot start before one ends
  --> bug_shared.cu:10:5
   |
10 |     while (come[i] == 0) {
   |     ^ thread 0 loads `cudaMalloc #1+1056` here again and again
   |
   = fit:    132 multiprocessors with 2 blocks each: 102400 bytes of shared
             memory per block, 233472 per multiprocessor
   = exited: threads 1..31 of block (0,0,0)
   = why:    blocks stay until they end; what the running ones wait for does not
             come from them, and the other blocks are not there to do it
   = seen:   264 blocks of 264 resident are stuck, 264 threads in all, 8184
             exited; 136 blocks cannot start before others end
   = learn:  docs/diagnostics/grid-barrier-not-resident.md
*/
