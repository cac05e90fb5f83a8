// SPDX-License-Identifier: MIT
// Warp functions, cooperative groups, timers and the rest of the language.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cassert>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void warp(unsigned* o, const unsigned* in) {
  const unsigned a = in[threadIdx.x];
  int i = 0, pred;
  o[i++] = __shfl_sync(~0u, a, 3);
  o[i++] = __shfl_up_sync(~0u, a, 3, 8);
  o[i++] = __all_sync(~0u, a > 3);
  o[i++] = __any_sync(~0u, a > 3);
  o[i++] = __ballot_sync(~0u, a > 3);
  o[i++] = __match_any_sync(~0u, a);
  o[i++] = __match_all_sync(~0u, a, &pred) + pred;
  o[i++] = __activemask();
#if __CUDA_ARCH__ >= 800
  o[i++] = __reduce_add_sync(~0u, a);
  o[i++] = __reduce_max_sync(~0u, int(a));
  o[i++] = __reduce_xor_sync(~0u, a);
#endif
  o[i++] = static_cast<unsigned>(clock() + clock64());
  __nanosleep(100);
  __threadfence();
  __threadfence_block();
  __threadfence_system();
  o[i++] =
      __syncthreads_count(a > 2) + __syncthreads_and(a) + __syncthreads_or(a);
  if (a == 77) __trap();
  if (a == 78) __brkpt();
  assert(a != 79);
  printf("%d %s\n", int(a), "x");
  unsigned long long t;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
  o[i++] = static_cast<unsigned>(t);
  o[i++] = __isGlobal(in) + __isShared(in) + __isConstant(in) + __isLocal(in) +
           __isGridConstant(in);
  auto* p = static_cast<unsigned*>(alloca(a * 4));
  p[a / 2] = a;
  o[i++] = p[a / 3];
  __prof_trigger(1);
}

__global__ void groups(int* o, const int* in) {
  __shared__ int buffer[256];
  auto block = cg::this_thread_block();
  auto grid = cg::this_grid();
  auto tile = cg::tiled_partition<16>(block);
  auto all = cg::coalesced_threads();
  cg::memcpy_async(block, buffer, in, sizeof(int) * 256);
  cg::wait(block);
  int x = buffer[threadIdx.x];
  x += cg::reduce(tile, x, cg::plus<int>());
  x += cg::reduce(all, x, cg::greater<int>());
  x += cg::inclusive_scan(tile, x);
  x += cg::exclusive_scan(tile, x, cg::plus<int>());
  auto label = cg::labeled_partition(tile, x & 3);
  x += label.thread_rank();
  auto binary = cg::binary_partition(tile, x & 1);
  x += binary.shfl(x, 0) + tile.match_any(x) + tile.ballot(x > 3);
  cg::invoke_one(block, [&] { o[0] = 1; });
  grid.sync();
  o[threadIdx.x] = x + static_cast<int>(grid.thread_rank());
  auto arrived = block.barrier_arrive();
  block.barrier_wait(std::move(arrived));
}

__global__ void caches(int4* o, const int4* in) {
  o[0] = __ldg(in);
  o[1] = __ldca(in + 1);
  o[2] = __ldcg(in + 2);
  o[3] = __ldcs(in + 3);
  o[4] = __ldlu(in + 4);
  o[5] = __ldcv(in + 5);
  __stwb(o + 6, o[0]);
  __stcg(o + 7, o[0]);
  __stcs(o + 8, o[0]);
  __stwt(o + 9, o[0]);
  const double* d = reinterpret_cast<const double*>(in);
  reinterpret_cast<double2*>(o)[20] = make_double2(__ldg(d), __ldcg(d + 1));
#if __CUDA_ARCH__ >= 800
  unsigned long long policy;
  asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;"
               : "=l"(policy));
  asm volatile("createpolicy.range.global.L2::evict_last.b64 %0, [%1], 64, 128;"
               : "=l"(policy)
               : "l"(in));
  unsigned long long property = policy;
  asm volatile("createpolicy.cvt.L2.b64 %0, %1;"
               : "=l"(policy)
               : "l"(property));
  int x;
  asm volatile("ld.global.L2::cache_hint.s32 %0, [%1], %2;"
               : "=r"(x)
               : "l"(in), "l"(policy));
  asm volatile("st.global.L2::cache_hint.s32 [%0], %1, %2;"
               :
               : "l"(o), "r"(x), "l"(policy));
  asm volatile("prefetch.global.L2::evict_last [%0];" : : "l"(in));
  asm volatile("discard.global.L2 [%0], 128;" : : "l"(o));
  asm volatile("applypriority.global.L2::evict_normal [%0], 128;" : : "l"(o));
#endif
  asm volatile("prefetch.global.L1 [%0];" : : "l"(in));
  asm volatile("prefetchu.L1 [%0];" : : "l"(in));
  asm volatile("pmevent 3;");
  asm volatile("pmevent.mask 5;");
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;");
  asm volatile("griddepcontrol.launch_dependents;");
  unsigned lane, leads;
  asm volatile(
      "{.reg .pred p; elect.sync %0|p, 0xffffffff;\n"
      "selp.u32 %1, 1, 0, p;}"
      : "=r"(lane), "=r"(leads));
  o[10].x = static_cast<int>(lane + leads);
#endif
}

struct Base {
  __device__ virtual int get(int x) { return x; }
};
struct Derived : Base {
  __device__ int get(int x) override { return x * 3; }
};
__device__ int deep(int n) { return n < 2 ? n : deep(n - 1) + deep(n - 2); }
__global__ void language(int* o, int n) {
  Base* b = n > 3 ? new Derived : new Base;
  o[0] = b->get(n) + deep(n);
  delete b;
  void* m = malloc(64);
  memset(m, n, 64);
  memcpy(o + 1, m, 64);
  free(m);
  __int128 wide = n;
  wide *= o[3];
  o[30] = static_cast<int>(wide >> 70);
  o[31] = static_cast<int>(wide / 7);
  switch (n) {
    case 0:
      o[5] = 3;
      break;
    case 1:
      o[6] = 7;
      break;
    case 2:
      o[7] = 1;
      break;
    case 3:
      o[8] = 9;
      break;
    case 4:
      o[9] = 12;
      break;
    case 5:
      o[10] = 2;
      break;
    default:
      o[11] = 4;
  }
}
