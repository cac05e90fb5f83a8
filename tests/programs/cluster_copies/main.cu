// SPDX-License-Identifier: MIT
// Barrier objects and asynchronous copies across a cluster: arrivals at a
// peer's object, st.async and red.async, bulk copies to a peer, one copy to
// several blocks, values that go round a ring.
#include <cooperative_groups.h>

#include <cstdio>

#include "common/cuda_check.h"

namespace cg = cooperative_groups;
using uint = unsigned int;
using u64 = unsigned long long;

constexpr int kWords = 64;  // of a block's results

__device__ uint shared_address(const void* p) {
  return static_cast<uint>(__cvta_generic_to_shared(p));
}
__device__ uint mapa(const void* p, uint rank) {
  uint r;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(r)
               : "r"(shared_address(p)), "r"(rank));
  return r;
}
/// Thread 0 makes an object of `arrivals`, seen by the cluster.
__device__ void make_object(u64* object, uint arrivals) {
  if (threadIdx.x == 0) {
    asm volatile(
        "mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(object)),
        "r"(arrivals)
        : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  cg::this_cluster().sync();
}
__device__ void expect(u64* object, uint bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                   shared_address(object)),
               "r"(bytes)
               : "memory");
}
__device__ void wait(u64* object, uint parity) {
  asm volatile(
      "{\n .reg .pred p;\n"
      "again:\n mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p,"
      " [%0], %1;\n @!p bra again;\n }" ::"r"(shared_address(object)),
      "r"(parity)
      : "memory");
}

// Every thread of the cluster arrives at the object of block 0, in all forms.
__global__ void arrivals(uint* out) {
  __shared__ u64 object;
  __shared__ uint words[8];
  const uint me = cg::this_cluster().block_rank();
  const uint all = cg::this_cluster().num_blocks();
  make_object(&object, 4 * all);
  const uint far = mapa(&object, 0);
  if (threadIdx.x < all) {
    uint* peer = cg::this_cluster().map_shared_rank(words, 0);
    if (threadIdx.x == 0) peer[me] = 40 + me;
  }
  if (threadIdx.x == 0) {
    asm volatile(
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
            far)
        : "memory");
    asm volatile(
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0], %1;" ::
            "r"(far),
        "r"(2u)
        : "memory");
    asm volatile(
        "mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64"
        " _, [%0], %1;" ::"r"(far),
        "r"(0u)
        : "memory");
  }
  if (me == 0) {
    wait(&object, 0);
    if (threadIdx.x == 0)
      for (uint b = 0; b < all; ++b) out[b] = words[b];
  }
  cg::this_cluster().sync();
}

// Values and sums arrive in the memory of the next block.
__global__ void stores(uint* out) {
  __shared__ alignas(16) uint words[24];
  __shared__ u64 object;
  const uint me = cg::this_cluster().block_rank();
  const uint next = (me + 1) % cg::this_cluster().num_blocks();
  if (threadIdx.x < 24) words[threadIdx.x] = 1000 + threadIdx.x;
  make_object(&object, 1);
  const uint to = mapa(words, next), at = mapa(&object, next);
  if (threadIdx.x == 0) {
    expect(&object, 4 + 8 + 8 + 16 + 16 + 9 * 4 + 8);
#define ASYNC(form, ...) \
  asm volatile(form ::"r"(to), "r"(at), __VA_ARGS__ : "memory")
    const u64 wide = (u64{me} << 32) + 5;
    ASYNC(
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %2,"
        " [%1];",
        "r"(me + 1));
    ASYNC(
        "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64"
        " [%0+8], %2, [%1];",
        "l"(wide));
    ASYNC(
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32"
        " [%0+16], {%2, %3}, [%1];",
        "r"(me + 2), "r"(me + 3));
    ASYNC(
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.s32"
        " [%0+32], {%2, %3, %4, %5}, [%1];",
        "r"(me + 4), "r"(me + 5), "r"(me + 6), "r"(me + 7));
    ASYNC(
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b64"
        " [%0+48], {%2, %3}, [%1];",
        "l"(wide + 1), "l"(wide + 2));
#define REDUCE(op, at_byte, value)                                      \
  ASYNC(                                                                \
      "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx" \
      "::bytes" op " [%0+" at_byte "], %2, [%1];",                      \
      value)
    REDUCE(".add.u32", "64", "r"(7u));
    REDUCE(".min.s32", "68", "r"(-3));
    REDUCE(".max.u32", "72", "r"(5000u));
    REDUCE(".inc.u32", "76", "r"(5u));
    REDUCE(".dec.u32", "80", "r"(5u));
    REDUCE(".and.b32", "84", "r"(0xfff0u));
    REDUCE(".or.b32", "4", "r"(0xf000u));
    REDUCE(".xor.b32", "92", "r"(0xffu));
    REDUCE(".add.s32", "64", "r"(-2));
    REDUCE(".add.u64", "24", "l"(u64{0xffffffffu}));
  }
  wait(&object, 0);
  if (threadIdx.x == 0)
    for (int i = 0; i < 24; ++i) out[blockIdx.x * kWords + i] = words[i];
  cg::this_cluster().sync();
}

// A bulk copy from block 0 to each other one; its barrier object is there.
__global__ void bulk(uint* out) {
  __shared__ alignas(16) uint words[32];
  __shared__ u64 object;
  const uint me = cg::this_cluster().block_rank();
  const uint all = cg::this_cluster().num_blocks();
  words[threadIdx.x] = 100 * me + threadIdx.x;
  make_object(&object, 1);
  if (threadIdx.x == 0 && me != 0) expect(&object, 64);
  if (me == 0) {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x > 0 && threadIdx.x < all)
      asm volatile(
          "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx"
          "::bytes [%0], [%1], 64, [%2];" ::"r"(mapa(words + 16, threadIdx.x)),
          "r"(shared_address(words)), "r"(mapa(&object, threadIdx.x))
          : "memory");
  } else {
    wait(&object, 0);
  }
  cg::this_cluster().sync();
  out[blockIdx.x * kWords + threadIdx.x] = words[threadIdx.x];
}

// Each block copies its part of a row to the blocks of a mask.
__global__ void multicast(uint* out, const uint* in, uint mask) {
  __shared__ alignas(16) uint words[32];
  __shared__ u64 object;
  const uint me = cg::this_cluster().block_rank();
  words[threadIdx.x] = 7;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  make_object(&object, 1);
  const bool receives = mask >> me & 1;
  if (threadIdx.x == 0) {
    if (receives) expect(&object, 2 * 16);
    if (me < 2)
      asm volatile(
          "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
          ".multicast::cluster [%0], [%1], 16, [%2], %3;" ::"r"(
              shared_address(words + 8 + 4 * me)),
          "l"(in + 4 * me), "r"(shared_address(&object)),
          "h"(static_cast<unsigned short>(mask))
          : "memory");
  }
  if (receives) wait(&object, 0);
  cg::this_cluster().sync();
  out[blockIdx.x * kWords + threadIdx.x] = words[threadIdx.x];
}

// A sum goes round: each block adds its number and hands it on, twice.
__global__ void ring(uint* out) {
  __shared__ uint slot[2];
  __shared__ u64 object[2];
  const cg::cluster_group cluster = cg::this_cluster();
  const uint me = cluster.block_rank(), all = cluster.num_blocks();
  make_object(&object[0], 1);
  make_object(&object[1], 1);
  const uint next = (me + 1) % all;
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; ++i) expect(&object[i], 4);
    cluster.sync();
    uint sum = 0;
    for (int round = 0; round < 2; ++round) {
      if (me != 0 || round != 0) {
        const int from = me == 0 ? round - 1 : round;
        wait(&object[from], 0);
        sum = slot[from];
      }
      asm volatile(
          "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1,"
          " [%2];" ::"r"(mapa(&slot[round], next)),
          "r"(sum + me + 1), "r"(mapa(&object[round], next))
          : "memory");
    }
    if (me == 0) wait(&object[1], 0);
    out[blockIdx.x] = me == 0 ? slot[1] : sum;
  } else {
    cluster.sync();
  }
  cluster.sync();
}

// Of a launch: so many words of each line.
void print(const char* title, uint* host, int lines, int words) {
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("%s\n", title);
  for (int b = 0; b < lines; ++b) {
    std::printf("  %d:", b);
    for (int i = 0; i < words; ++i) std::printf(" %u", host[b * kWords + i]);
    std::printf("\n");
  }
  for (int i = 0; i < lines * kWords; ++i) host[i] = 0;
}

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), int blocks, int cluster,
            Arguments... arguments) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(32);
  config.attrs = &attribute;
  config.numAttrs = 1;
  CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, arguments...));
}

int main() {
  uint *out, *in;
  CUDA_CHECK(cudaMallocManaged(&out, 64 * kWords * sizeof(uint)));
  CUDA_CHECK(cudaMallocManaged(&in, kWords * sizeof(uint)));
  for (int i = 0; i < kWords; ++i) in[i] = 300 + i;
  launch(arrivals, 4, 4, out);
  print("arrivals", out, 1, 4);
  launch(stores, 4, 2, out);
  print("stores", out, 4, 24);
  launch(bulk, 8, 4, out);
  print("bulk", out, 8, 32);
  launch(multicast, 4, 4, out, in, 0xfu);
  print("multicast to all", out, 4, 16);
  launch(multicast, 4, 4, out, in, 0xau);
  print("multicast to two", out, 4, 16);
  launch(ring, 8, 8, out);
  print("ring", out, 1, 8);
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));
}
