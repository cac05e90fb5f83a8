// SPDX-License-Identifier: MIT
// Each block reads its peer's sum, and the peer may have exited by then: its
// shared memory is gone.
#include <cooperative_groups.h>

#include "tests/corpus/corpus.h"

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) add_peers(const int* in, int* out) {
  __shared__ int sum;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
  cluster.sync();
  if (threadIdx.x == 0) {
    const unsigned peer = cluster.block_rank() ^ 1;
    out[blockIdx.x] = sum + *cluster.map_shared_rank(&sum, peer);
  }
}

int main() {
  corpus::Device<int> in(64, 1), out(2);
  add_peers<<<2, 32>>>(in, out);
  cudaDeviceSynchronize();
}

/* report:
error[cluster-exit]: thread 0 of block (0,0,0) loads `sum+0` of block (1,0,0),
  which has exited
  --> bug.cu:19:5
   |
19 |     out[blockIdx.x] = sum + *cluster.map_shared_rank(&sum, peer);
   |     ^ thread 0 of block (0,0,0) loads `sum+0` of block (1,0,0) here
   |
   = why:   a block's shared memory is gone when its last thread has exited, and
            nothing makes block (1,0,0) wait for this
   = seen:  lane 0 of warp 0 of block (0,0,0); the launch ended here
   = learn: docs/diagnostics/cluster-exit.md
*/
