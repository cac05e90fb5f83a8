// SPDX-License-Identifier: MIT
// What blocks of a cluster see of each other: special registers, addresses of
// a peer's shared memory, loads, stores and atomics there, barriers, copies.
#include <cooperative_groups.h>

#include <cstdio>

#include "common/cuda_check.h"

namespace cg = cooperative_groups;
using uint = unsigned int;

constexpr int kWords = 64;  // of a block's results

__device__ uint shared_address(const void* p) {
  return static_cast<uint>(__cvta_generic_to_shared(p));
}
__device__ uint mapa(uint address, uint rank) {
  uint r;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(r)
               : "r"(address), "r"(rank));
  return r;
}
__device__ unsigned long long mapa_generic(const void* p, uint rank) {
  unsigned long long r;
  asm volatile("mapa.u64 %0, %1, %2;" : "=l"(r) : "l"(p), "r"(rank));
  return r;
}
__device__ uint rank_of(uint address) {
  uint r;
  asm volatile("getctarank.shared::cluster.u32 %0, %1;"
               : "=r"(r)
               : "r"(address));
  return r;
}
__device__ uint rank_of_generic(unsigned long long address) {
  uint r;
  asm volatile("getctarank.u64 %0, %1;" : "=r"(r) : "l"(address));
  return r;
}
__device__ void cluster_sync() {
  asm volatile(
      "barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::
          : "memory");
}
#define READ(name)                                     \
  [] {                                                 \
    uint r;                                            \
    asm volatile("mov.u32 %0, %%" name ";" : "=r"(r)); \
    return r;                                          \
  }()

__device__ void note_registers(uint* out) {
  uint number = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  if (threadIdx.x != 0) return;
  uint* o = out + number * kWords;
  *o++ = READ("clusterid.x"), *o++ = READ("clusterid.y");
  *o++ = READ("clusterid.z"), *o++ = READ("nclusterid.x");
  *o++ = READ("nclusterid.y"), *o++ = READ("nclusterid.z");
  *o++ = READ("cluster_ctaid.x"), *o++ = READ("cluster_ctaid.y");
  *o++ = READ("cluster_ctaid.z"), *o++ = READ("cluster_nctaid.x");
  *o++ = READ("cluster_nctaid.y"), *o++ = READ("cluster_nctaid.z");
  *o++ = READ("cluster_ctarank"), *o++ = READ("cluster_nctarank");
  uint given;
  asm volatile(
      "{ .reg .pred p; mov.pred p, %%is_explicit_cluster;"
      " selp.u32 %0, 1, 0, p; }"
      : "=r"(given));
  *o++ = given;
}
__global__ void registers(uint* out) { note_registers(out); }
__global__ void __cluster_dims__(2, 1, 1) registers_of_two(uint* out) {
  note_registers(out);
}

// Own addresses, those that mapa gives, what they are said to be.
__global__ void addresses(uint* out, uint* global) {
  __shared__ uint word;
  uint local = 0;
  const uint own = shared_address(&word);
  const uint me = READ("cluster_ctarank"), all = READ("cluster_nctarank");
  word = me;
  cluster_sync();
  uint* o = out + blockIdx.x * kWords;
  *o++ = own >> 24;
  *o++ = rank_of(own);
  *o++ = rank_of_generic(reinterpret_cast<unsigned long long>(&word));
  const unsigned long long peer = mapa_generic(&word, (me + 1) % all);
  *o++ = rank_of_generic(peer);
  *o++ = (mapa(own, me) == own);
  *o++ =
      (mapa_generic(&word, me) == reinterpret_cast<unsigned long long>(&word));
  *o++ = mapa(own, (me + 1) % all) - mapa(own, 0);
  *o++ = (peer - mapa_generic(&word, 0)) & 0xffffffffu;
  *o++ = mapa(mapa(own, (me + 1) % all), me) == own;
  *o++ = mapa(own + 12, 1) - own == mapa(own, 1) - own + 12;
  const void* places[] = {&word, reinterpret_cast<void*>(peer), global, &local};
  for (const void* p : places) {
    uint cluster, cta;
    asm volatile(
        "{ .reg .pred p; isspacep.shared::cluster p, %2;"
        " selp.u32 %0, 1, 0, p; isspacep.shared::cta p, %2;"
        " selp.u32 %1, 1, 0, p; }"
        : "=r"(cluster), "=r"(cta)
        : "l"(p));
    *o++ = cluster;
    *o++ = cta;
  }
  unsigned long long up;
  asm volatile(
      "cvta.shared::cluster.u64 %0, %1;"
      : "=l"(up)
      : "l"(static_cast<unsigned long long>(mapa(own, (me + 1) % all))));
  *o++ = up == peer;
  unsigned long long down;
  asm volatile("cvta.to.shared::cluster.u64 %0, %1;" : "=l"(down) : "l"(peer));
  *o++ = static_cast<uint>(down) == mapa(own, (me + 1) % all);
  *o++ = own == (mapa(own, 0) | me << 24);
  cluster_sync();
}

// Each block reads, writes and counts in the memory of the next one.
__global__ void accesses(uint* out) {
  __shared__ alignas(16) uint words[16];
  const uint me = READ("cluster_ctarank"), all = READ("cluster_nctarank");
  const uint next = (me + 1) % all;
  if (threadIdx.x < 16) words[threadIdx.x] = 100 * me + threadIdx.x;
  __syncthreads();
  cluster_sync();
  uint* o = out + blockIdx.x * kWords;
  const uint far = mapa(shared_address(words), next);
  uint v[8];
  if (threadIdx.x == 0) {
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v[0]) : "r"(far));
    asm volatile("ld.shared::cluster.v4.u32 {%0,%1,%2,%3}, [%4+16];"
                 : "=r"(v[1]), "=r"(v[2]), "=r"(v[3]), "=r"(v[4])
                 : "r"(far));
    asm volatile("ld.volatile.shared::cluster.u32 %0, [%1+8];"
                 : "=r"(v[5])
                 : "r"(far));
    asm volatile("ld.acquire.cluster.shared::cluster.u32 %0, [%1+12];"
                 : "=r"(v[6])
                 : "r"(far));
    v[7] = *reinterpret_cast<uint*>(mapa_generic(words + 9, next));
    for (uint x : v) *o++ = x;
  }
  cluster_sync();
  if (threadIdx.x == 0) {
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(far), "r"(me + 7)
                 : "memory");
    asm volatile(
        "st.release.cluster.shared::cluster.u32 [%0+4], %1;" ::"r"(far),
        "r"(me + 8)
        : "memory");
    *reinterpret_cast<uint*>(mapa_generic(words + 2, next)) = me + 9;
  }
  if (threadIdx.x < 3) {  // all lanes, each at its own block
    asm volatile("red.shared::cluster.add.u32 [%0+32], %1;" ::"r"(
                     mapa(shared_address(words), threadIdx.x % all)),
                 "r"(1000u)
                 : "memory");
    atomicAdd(cg::this_cluster().map_shared_rank(words + 10, next), 5u);
  }
  if (threadIdx.x == 0) {
    uint before, swapped;
    asm volatile("atom.shared::cluster.add.u32 %0, [%1+44], %2;"
                 : "=r"(before)
                 : "r"(far), "r"(3u)
                 : "memory");
    asm volatile(
        "atom.relaxed.cluster.shared::cluster.cas.b32 %0, [%1+48], "
        "%2, %3;"
        : "=r"(swapped)
        : "r"(far), "r"(100 * next + 12), "r"(77u)
        : "memory");
    *o++ = before;
    *o++ = swapped;
  }
  cluster_sync();
  if (threadIdx.x == 0)
    for (uint x : words) *o++ = x;
}

// A pointer to an own variable is good in the whole cluster.
__global__ void handed_over(uint* out, uint** pointers, uint* windows) {
  __shared__ uint word;
  if (threadIdx.x == 0) {
    word = 500 + blockIdx.x;
    pointers[blockIdx.x] = &word;
    windows[blockIdx.x] = shared_address(&word);
  }
  cg::this_cluster().sync();
  const uint next = (blockIdx.x + 1) % gridDim.x;
  if (threadIdx.x == 0) {
    uint* o = out + blockIdx.x * kWords;
    *o++ = *pointers[next];
    uint v;
    asm volatile("ld.shared::cluster.u32 %0, [%1];"
                 : "=r"(v)
                 : "r"(windows[next])
                 : "memory");
    *o++ = v;
  }
  cg::this_cluster().sync();
}

// barrier.cluster in its forms; what came before an arrival is seen after the
// wait.
__global__ void barriers(uint* out) {
  __shared__ uint word;
  const cg::cluster_group cluster = cg::this_cluster();
  const uint me = cluster.block_rank(), all = cluster.num_blocks();
  uint* o = out + blockIdx.x * kWords;
  uint* far = cluster.map_shared_rank(&word, (me + 1) % all);
  const auto note = [&] {
    if (threadIdx.x == 0) *o++ = *far;
    cluster_sync();
  };
  word = 10 * me;
  asm volatile("barrier.cluster.arrive.release;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
  note();
  word = 20 * me;
  asm volatile("fence.acq_rel.cluster;" ::: "memory");
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  note();
  word = 30 * me;
  auto token = cluster.barrier_arrive();
  cluster.barrier_wait(std::move(token));
  note();
  if (threadIdx.x == 0) {
    *o++ = cluster.block_rank();
    *o++ = cluster.num_threads();
    *o++ = cluster.dim_threads().x;
    *o++ = cluster.query_shared_rank(far);
    *o++ = cg::this_grid().num_clusters();
    *o++ = cg::this_grid().cluster_rank();
  }
  *o = cluster.thread_rank();
  cluster_sync();
}

// Of a launch: so many words of each block, in lines of one block.
void print(const char* title, uint* host, int blocks, int words) {
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("%s\n", title);
  for (int b = 0; b < blocks; ++b) {
    std::printf("  %d:", b);
    for (int i = 0; i < words; ++i) std::printf(" %u", host[b * kWords + i]);
    std::printf("\n");
  }
  for (int i = 0; i < blocks * kWords; ++i) host[i] = 0;
}

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 cluster, int threads,
            Arguments... arguments) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster.x;
  attribute.val.clusterDim.y = cluster.y;
  attribute.val.clusterDim.z = cluster.z;
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = dim3(threads);
  config.attrs = &attribute;
  config.numAttrs = cluster.x == 0 ? 0 : 1;
  CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, arguments...));
}

int main() {
  uint *out, *windows, **pointers;
  CUDA_CHECK(cudaMallocManaged(&out, 64 * kWords * sizeof(uint)));
  CUDA_CHECK(cudaMalloc(&windows, 64 * sizeof(uint)));
  CUDA_CHECK(cudaMalloc(&pointers, 64 * sizeof(uint*)));
  registers<<<dim3(3, 2), 32>>>(out);
  print("registers, no cluster", out, 6, 15);
  launch(registers, dim3(3, 2), dim3(1, 1, 1), 32, out);
  print("registers, clusters of one", out, 6, 15);
  registers_of_two<<<dim3(4, 2), 32>>>(out);
  print("registers, clusters of two by the kernel", out, 8, 15);
  launch(registers, dim3(4, 4, 2), dim3(2, 2, 1), 32, out);
  print("registers, 2 by 2 by 1", out, 32, 15);
  launch(registers, dim3(2, 6, 2), dim3(1, 3, 2), 32, out);
  print("registers, 1 by 3 by 2", out, 24, 15);
  launch(registers, dim3(8), dim3(8), 64, out);
  print("registers, eight", out, 8, 15);
  launch(addresses, dim3(8), dim3(4), 1, out, out);
  print("addresses", out, 8, 21);
  addresses<<<2, 1>>>(out, out);
  print("addresses, no cluster", out, 2, 21);
  launch(accesses, dim3(8), dim3(4), 32, out);
  print("accesses", out, 8, 26);
  launch(accesses, dim3(6), dim3(3), 64, out);
  print("accesses, three", out, 6, 26);
  launch(handed_over, dim3(4), dim3(4), 32, out, pointers, windows);
  print("handed over", out, 4, 2);
  launch(barriers, dim3(8), dim3(4), 1, out);
  print("barriers", out, 8, 10);
  barriers<<<2, 1>>>(out);
  print("barriers, no cluster", out, 2, 10);
  CUDA_CHECK(cudaFree(pointers));
  CUDA_CHECK(cudaFree(windows));
  CUDA_CHECK(cudaFree(out));
}
