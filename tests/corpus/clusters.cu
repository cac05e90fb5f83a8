// SPDX-License-Identifier: MIT
// Clusters of blocks: a peer whose shared memory is used must have started, and
// must not end before; and what orders the accesses of two blocks.
#include <cooperative_groups.h>

#include <cstdint>
#include <cuda/ptx>

#include "tests/corpus/corpus.h"

using namespace corpus;
namespace cg = cooperative_groups;

namespace {

constexpr int kThreads = 64;

// program no_last_barrier: A block reads its neighbour's edge, and the
// neighbour does not wait for that.
template <bool kFixed>
__global__ void __cluster_dims__(4, 1, 1) smooth(const int* in, int* out) {
  __shared__ int tile[kThreads];
  const cg::cluster_group cluster = cg::this_cluster();
  const int i = threadIdx.x, at = blockIdx.x * kThreads + i;
  tile[i] = in[at];
  cluster.sync();
  int next = i + 1 < kThreads ? tile[i + 1] : tile[i];
  if (i + 1 == kThreads && cluster.block_rank() < 3)
    // bug: cluster-exit
    next = *cluster.map_shared_rank(tile, cluster.block_rank() + 1);
  out[at] = (tile[i] + next) / 2;
  if (kFixed) cluster.sync();
}

template <bool kFixed>
void no_last_barrier() {
  Device<int> in(4 * kThreads, 2), out(4 * kThreads);
  smooth<kFixed><<<4, kThreads>>>(in, out);
  finish();
}

// program peer_not_started: The first block counts itself in at its peers
// before anything says that they have started.
template <bool kFixed>
__global__ void __cluster_dims__(2, 1, 1) hand_out(int* out) {
  __shared__ int mine;
  const cg::cluster_group cluster = cg::this_cluster();
  if (kFixed) cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x < 2)
    // bug: cluster-exit
    *cluster.map_shared_rank(&mine, threadIdx.x) = 7 + threadIdx.x;
  cluster.sync();
  out[blockIdx.x * kThreads + threadIdx.x] = mine;
}

template <bool kFixed>
void peer_not_started() {
  Device<int> out(2 * kThreads);
  hand_out<kFixed><<<2, kThreads>>>(out);
  finish();
}

// program idle_block_returns: Blocks without work leave, and their bins with
// them.
template <bool kFixed>
__global__ void __cluster_dims__(2, 1, 1)
    count(const int* in, int blocks, int* out) {
  __shared__ int bins[2];
  const cg::cluster_group cluster = cg::this_cluster();
  const int i = threadIdx.x, block = cluster.block_rank();
  if (i < 2) bins[i] = 0;
  cluster.sync();
  if (kFixed || block < blocks) {
    if (block < blocks) {
      const int value = in[i] & 3;
      int* there = cluster.map_shared_rank(bins, value / 2);
      atomicAdd(there + value % 2, 1);  // bug: cluster-exit
    }
    if (kFixed) cluster.sync();
  }
  if (i < 2 && (kFixed || block < blocks)) out[2 * block + i] = bins[i];
}

template <bool kFixed>
void idle_block_returns() {
  Device<int> in(kThreads, 3), out(4);
  count<kFixed><<<2, kThreads>>>(in, 1, out);
  finish();
}

// program block_barrier_for_the_cluster: __syncthreads() keeps nobody else's
// memory.
template <bool kFixed>
__global__ void __cluster_dims__(2, 1, 1) collect(const int* in, int* out) {
  __shared__ int part[kThreads];
  const cg::cluster_group cluster = cg::this_cluster();
  const int i = threadIdx.x;
  part[i] = in[blockIdx.x * kThreads + i];
  cluster.sync();
  if (cluster.block_rank() == 0) {
    // bug: cluster-exit
    out[i] = part[i] + cluster.map_shared_rank(part, 1)[i];
  }
  if (kFixed)
    cluster.sync();
  else
    __syncthreads();
}

template <bool kFixed>
void block_barrier_for_the_cluster() {
  Device<int> in(2 * kThreads, 1), out(kThreads);
  collect<kFixed><<<2, kThreads>>>(in, out);
  finish();
}

// program ring_without_barrier: The sum of the block before is read before
// anything says that it was stored.
template <bool kFixed>
__global__ void __cluster_dims__(2, 1, 1) exchange(const int* in, int* out) {
  __shared__ int value;
  const cg::cluster_group cluster = cg::this_cluster();
  value = 0;
  cluster.sync();
  if (threadIdx.x == 0) value = in[blockIdx.x];  // bug: shared-race
  if (kFixed) cluster.sync();
  const int other = *cluster.map_shared_rank(&value, cluster.block_rank() ^ 1);
  cluster.sync();
  out[blockIdx.x] = other;
}

template <bool kFixed>
void ring_without_barrier() {
  Device<int> in(2, 3), out(2);
  exchange<kFixed><<<2, 1>>>(in, out);
  finish();
}

// program relaxed_arrival: An arrival that is relaxed orders nothing.
template <bool kFixed>
__global__ void __cluster_dims__(2, 1, 1) relax(const int* in, int* out) {
  __shared__ int value;
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  value = in[blockIdx.x];  // bug: shared-race
  if (kFixed) asm volatile("fence.acq_rel.cluster;" ::: "memory");
  asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
  asm volatile("barrier.cluster.wait;" ::: "memory");
  const int other = *cluster.map_shared_rank(&value, cluster.block_rank() ^ 1);
  cluster.sync();
  out[blockIdx.x] = other;
}

template <bool kFixed>
void relaxed_arrival() {
  Device<int> in(2, 3), out(2);
  relax<kFixed><<<2, 1>>>(in, out);
  finish();
}

// program object_not_shown: A relaxed arrival does not show the other block
// that the barrier object is initialised.
template <bool kFixed>
__global__ void __cluster_dims__(2, 1, 1) tell_the_other(unsigned* out) {
  __shared__ uint64_t told;
  namespace ptx = cuda::ptx;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&told, 1);
    if (kFixed) ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  ptx::barrier_cluster_arrive(ptx::sem_relaxed);
  ptx::barrier_cluster_wait();
  if (threadIdx.x == 0) {
    uint64_t* const there =
        cluster.map_shared_rank(&told, cluster.block_rank() ^ 1);
    // bug: mbarrier-misuse
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster,
                         ptx::space_cluster, there);
    while (!ptx::mbarrier_try_wait_parity(&told, 0)) continue;
    out[blockIdx.x] = cluster.block_rank();
  }
  cluster.sync();
}

template <bool kFixed>
void object_not_shown() {
  Device<unsigned> out(2);
  tell_the_other<kFixed><<<2, kThreads>>>(out);
  finish();
}

// program data_behind_the_fence_of_the_init: The fence after the init is for
// the barrier object alone; a relaxed arrival says nothing of other data.
template <bool kFixed>
__global__ void __cluster_dims__(2, 1, 1) show_data(unsigned* out) {
  __shared__ uint64_t told;
  __shared__ unsigned data;
  namespace ptx = cuda::ptx;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    data = 10 + cluster.block_rank();
    ptx::mbarrier_init(&told, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  if (kFixed)
    ptx::barrier_cluster_arrive();
  else
    ptx::barrier_cluster_arrive(ptx::sem_relaxed);
  ptx::barrier_cluster_wait();
  if (threadIdx.x == 0) {
    const unsigned other = cluster.block_rank() ^ 1;
    // bug: shared-race
    out[blockIdx.x] = *cluster.map_shared_rank(&data, other);
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster,
                         ptx::space_cluster,
                         cluster.map_shared_rank(&told, other));
    while (!ptx::mbarrier_try_wait_parity(&told, 0)) continue;
  }
  cluster.sync();
}

template <bool kFixed>
void data_behind_the_fence_of_the_init() {
  Device<unsigned> out(2);
  show_data<kFixed><<<2, kThreads>>>(out);
  finish();
}

// program block_without_the_barrier: The last block leaves the loop by another
// way, and waits for a barrier that is its own alone.
template <bool kFixed>
__global__ void __cluster_dims__(2, 1, 1) meet(int* out) {
  __shared__ int done;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) done = 0;
  cluster.sync();
  if (kFixed || cluster.block_rank() == 0) {
    cluster.sync();  // bug: deadlock
  } else if (threadIdx.x < 32) {
    asm volatile("barrier.sync 1, 64;" ::: "memory");
  }
  if (threadIdx.x == 0) out[blockIdx.x] = done;
}

template <bool kFixed>
void block_without_the_barrier() {
  Device<int> out(2);
  meet<kFixed><<<2, kThreads>>>(out);
  finish();
}

}  // namespace

int main(int argc, char** argv) {
#define PROGRAM(name) \
  { #name, name < false>, name < true> }
  return choose(
      argc, argv,
      {PROGRAM(no_last_barrier), PROGRAM(peer_not_started),
       PROGRAM(idle_block_returns), PROGRAM(block_barrier_for_the_cluster),
       PROGRAM(ring_without_barrier), PROGRAM(relaxed_arrival),
       PROGRAM(object_not_shown), PROGRAM(data_behind_the_fence_of_the_init),
       PROGRAM(block_without_the_barrier)});
}
