// SPDX-License-Identifier: MIT
// After a barrier of the grid each block loads what its neighbour stored, but
// by the read-only path. The word beside it was loaded before.
#include <cooperative_groups.h>

#include <cstdio>

__global__ void add_neighbour(unsigned* data, unsigned* sums) {
  const auto grid = cooperative_groups::this_grid();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned next = (i + blockDim.x) % (gridDim.x * blockDim.x);
  sums[i] = __ldg(&data[next ^ 1]);
  grid.sync();
  data[i] = i;
  grid.sync();
  sums[i] += __ldg(&data[next]);
}

int main() {
  unsigned *data, *sums, sum[128], wrong = 0;
  cudaMalloc(&data, sizeof sum);
  cudaMalloc(&sums, sizeof sum);
  cudaMemset(data, 0, sizeof sum);
  void* arguments[] = {&data, &sums};
  cudaLaunchCooperativeKernel(add_neighbour, 4, 32, arguments);
  cudaMemcpy(sum, sums, sizeof sum, cudaMemcpyDeviceToHost);
  for (unsigned i = 0; i < 128; ++i) wrong += sum[i] != (i + 32) % 128;
  std::printf("%u of 128 sums are wrong\n", wrong);
  cudaFree(data);
  cudaFree(sums);
}

/* report:
error[stale-load]: thread 0 of block (3,0,0) loads `cudaMalloc #1+0` as
  read-only, and this launch has stored to it
  --> bug.cu:16:3
   |
14 |   data[i] = i;
   |   - this launch stored it here
16 |   sums[i] += __ldg(&data[next]);
   |   ^ thread 0 loads `cudaMalloc #1+0` here
   |
   = load:  `ld.global.nc.u32`: __ldg, or a pointer that is const and
            __restrict__
   = why:   such a load promises that nobody stores there during the launch: it
            may take an old value from a cache, whatever fence or barrier stands
            between
   = seen:  128 such loads of these two lines; lowest address shown
   = learn: docs/diagnostics/stale-load.md
*/
