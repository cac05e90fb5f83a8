// SPDX-License-Identifier: MIT
// What a GPU does where clusters are used against the rules, or where the
// manual says nothing; one case a process, since some end its context:
//   tests/hardware/record_all.sh OUTDIR hopper
#include <cooperative_groups.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "common/cuda_check.h"

namespace cg = cooperative_groups;
using uint = unsigned int;
using u64 = unsigned long long;

__device__ uint window(const void* p) {
  return static_cast<uint>(__cvta_generic_to_shared(p));
}
__device__ uint mapa(uint address, uint rank) {
  uint r;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(r)
               : "r"(address), "r"(rank));
  return r;
}
__device__ uint load(uint address) {
  uint v;
  asm volatile("ld.shared::cluster.u32 %0, [%1];"
               : "=r"(v)
               : "r"(address)
               : "memory");
  return v;
}
__device__ uint load_own(uint address) {
  uint v;
  asm volatile("ld.shared::cta.u32 %0, [%1];"
               : "=r"(v)
               : "r"(address)
               : "memory");
  return v;
}
__device__ void store(uint address, uint v) {
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(address), "r"(v)
               : "memory");
}
__device__ void pass_time() {
  const long long begin = clock64();
  while (clock64() - begin < 4000000) {
  }
}
__device__ void init(u64* object, uint count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(window(object)),
               "r"(count)
               : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ uint test(u64* object, uint parity) {
  uint over;
  asm volatile(
      "{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;"
      " selp.u32 %0, 1, 0, p; }"
      : "=r"(over)
      : "r"(window(object)), "r"(parity)
      : "memory");
  return over;
}
__device__ void async_store(uint to, uint v, uint object) {
  asm volatile(
      "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1,"
      " [%2];" ::"r"(to),
      "r"(v), "r"(object)
      : "memory");
}

// `what` and the results; block 1 exits at once where it says so.
enum Case {
  kExitedRead,
  kExitedWrite,
  kExitedAtomic,
  kExitedArrive,
  kExitedAsync,
  kBadRank,
  kBeyondPeer,
  kBeyondCluster,
  kStripped,
  kOwnLoadOfPeer,
  kAsyncAlone,
  kExitCounts,
  kArriveTwice,
  kWaitFirst,
  kBadMask,
  kNoMask,
  kRanks,
  kMultiprocessors,
  kMisaligned,
  kArriveAtData,
  kCases
};
const char* const kNames[] = {
    "exited_read",  "exited_write",     "exited_atomic", "exited_arrive",
    "exited_async", "bad_rank",         "beyond_peer",   "beyond_cluster",
    "stripped",     "own_load_of_peer", "async_alone",   "exit_counts",
    "arrive_twice", "wait_first",       "bad_mask",      "no_mask",
    "ranks",        "multiprocessors",  "misaligned",    "arrive_at_data"};

__device__ void touch_exited(int what, uint* out, uint far, uint far_object) {
  pass_time();
  if (what == kExitedRead) out[0] = load(far);
  if (what == kExitedWrite) store(far, 5);
  if (what == kExitedAtomic)
    asm volatile("red.shared::cluster.add.u32 [%0], 1;" ::"r"(far) : "memory");
  if (what == kExitedArrive)
    asm volatile(
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
            far_object)
        : "memory");
  if (what == kExitedAsync) async_store(far, 5, far_object);
  pass_time();
  out[1] = 1;
}

__device__ void multicast(uint* out, uint* words, u64* object, uint mask) {
  if (cg::this_cluster().block_rank() == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16;" ::"r"(
                     window(object))
                 : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%0], [%1], 16, [%2], %3;" ::"r"(window(words)),
        "l"(out + 32), "r"(window(object)),
        "h"(static_cast<unsigned short>(mask))
        : "memory");
  }
  pass_time();
  cg::this_cluster().sync();
  uint* o = out + 8 * cg::this_cluster().block_rank();
  o[0] = words[0];
  o[1] = words[3];
  o[2] = test(object, 0);
}

__device__ void note_ranks(uint* out, uint own) {
  const uint me = cg::this_cluster().block_rank();
  uint* o = out + 16 * me;
  for (uint r : {0u, 1u, 2u, 3u, 5u, 15u, 16u, 255u, 256u})
    *o++ = mapa(own, r) - own;
  for (uint a : {0u, own & 0xffffffu, own + (1u << 24), own + (7u << 24),
                 own + (255u << 24)}) {
    uint r;
    asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(r) : "r"(a));
    *o++ = r;
  }
}

__global__ void run(int what, uint* out) {
  __shared__ alignas(16) uint words[4];
  __shared__ u64 object;
  const cg::cluster_group cluster = cg::this_cluster();
  const uint me = cluster.block_rank();
  const uint own = window(words);
  for (int i = 0; i < 4; ++i) words[i] = 100 * (me + 1) + i;
  init(&object, 1);
  cluster.sync();
  const uint far = mapa(own, me ^ 1),
             far_object = mapa(window(&object), me ^ 1);
  if (what <= kExitedAsync) {
    if (me != 1) touch_exited(what, out, far, far_object);
    return;
  }
  if (what == kBadRank && me == 0) out[0] = load(mapa(own, 7));
  if (what == kBeyondPeer && me == 0) out[0] = load(far + 4096);
  if (what == kBeyondCluster && me == 0) out[0] = load(own + 240000);
  if (what == kStripped) {
    out[4 * me] = load(own & 0xffffff);
    out[4 * me + 1] = load_own(own & 0xffffff);
  }
  if (what == kOwnLoadOfPeer) out[4 * me] = load_own(far);
  if (what == kMisaligned && me == 0) out[0] = load(far + 2);
  if (what == kArriveAtData && me == 0)
    asm volatile(
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
            far)
        : "memory");
  if (what == kAsyncAlone) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 4;" ::"r"(
                     window(&object))
                 : "memory");
    async_store(own, 77, window(&object));
    pass_time();
    out[0] = words[0];
    out[1] = test(&object, 0);
  }
  if (what == kExitCounts) {
    if (me == 1) return;
    cluster.sync();
    out[me] = 1;
    return;
  }
  if (what == kArriveTwice) {
    asm volatile(
        "barrier.cluster.arrive;\nbarrier.cluster.arrive;\n"
        "barrier.cluster.wait;" ::
            : "memory");
    out[me] = 1;
  }
  if (what == kWaitFirst) {
    asm volatile("barrier.cluster.wait;" ::: "memory");
    out[me] = 1;
  }
  if (what == kBadMask) multicast(out, words, &object, 0x31);
  if (what == kNoMask) multicast(out, words, &object, 0);
  if (what == kRanks) note_ranks(out, own);
  if (what == kMultiprocessors)
    asm volatile("mov.u32 %0, %%smid;" : "=r"(out[blockIdx.x]));
  cluster.sync();
  if (what == kArriveAtData && me == 1) out[0] = words[0], out[1] = words[1];
}

/// How many clusters have their blocks on how many multiprocessors.
void print_multiprocessors(const uint* out, int blocks, int cluster) {
  int clusters[33] = {};
  for (int b = 0; b < blocks; b += cluster) {
    int distinct = 0;
    for (int i = b; i < b + cluster; ++i) {
      bool first = true;
      for (int j = b; j < i; ++j) first = first && out[j] != out[i];
      distinct += first ? 1 : 0;
    }
    ++clusters[distinct];
  }
  for (int i = 1; i <= cluster; ++i) std::printf(" %d on %d,", clusters[i], i);
  std::printf("\n");
}

int main(int argc, char** argv) {
  int what = 0;
  while (what < kCases && (argc < 2 || std::strcmp(argv[1], kNames[what]) != 0))
    ++what;
  if (what == kCases) {
    for (const char* name : kNames) std::printf("%s\n", name);
    return 0;
  }
  uint *out, host[256];
  CUDA_CHECK(cudaMalloc(&out, sizeof(host)));
  CUDA_CHECK(cudaMemset(out, 0, sizeof(host)));
  const int cluster = what == kAsyncAlone        ? 0
                      : what == kMultiprocessors ? 4
                                                 : 2;
  const int blocks = what == kMultiprocessors ? 128
                     : what == kAsyncAlone    ? 1
                                              : 2;
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(1);
  config.attrs = &attribute;
  config.numAttrs = cluster == 0 ? 0 : 1;
  cudaError_t error = cudaLaunchKernelEx(&config, run, what, out);
  std::printf("%s: %s", kNames[what], cudaGetErrorName(error));
  error = cudaDeviceSynchronize();
  std::printf(", %s:", cudaGetErrorName(error));
  if (cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost) ==
      cudaSuccess) {
    if (what == kMultiprocessors) {
      print_multiprocessors(host, blocks, cluster);
      return 0;
    }
    for (int i = 0; i < 32; ++i) std::printf(" %u", host[i]);
  }
  std::printf("\n");
}
