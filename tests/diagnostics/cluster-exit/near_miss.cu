// SPDX-License-Identifier: MIT
// Every use of a peer's memory lies between two barriers of the cluster; the
// last one may be an arrival that only the peers wait for.
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
  cluster.sync();
}

// Block 0 alone is read: block 1 need not stay.
__global__ void __cluster_dims__(2, 1, 1) follow(int* out) {
  __shared__ int first;
  const cg::cluster_group cluster = cg::this_cluster();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) first = 5;
  cluster.sync();
  if (cluster.block_rank() == 1)
    out[threadIdx.x] = *cluster.map_shared_rank(&first, 0);
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  if (cluster.block_rank() == 0)
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}

int main() {
  corpus::Device<int> in(64, 1), out(32);
  add_peers<<<2, 32>>>(in, out);
  follow<<<2, 32>>>(out);
  cudaDeviceSynchronize();
}
