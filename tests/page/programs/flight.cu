// SPDX-License-Identifier: MIT
// Each thing that can be in flight: copies that end at a barrier object or in a
// group, copies of threads in groups, products of a warpgroup.
#include <cstdint>

namespace {

__device__ uint32_t shared_address(const void* place) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(place));
}

/// The descriptor of a tile without swizzle.
__device__ uint64_t tile_at(const void* tile) {
  const uint64_t start = __cvta_generic_to_shared(tile);
  return start >> 4 | uint64_t{8} << 16 | uint64_t{16} << 32;
}

__device__ void copy_in(void* to, const void* from, uint64_t* bar) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%0], [%1], 512, [%2];" ::"r"(shared_address(to)),
      "l"(from), "r"(shared_address(bar))
      : "memory");
}

__device__ void wait_for(uint64_t* bar, uint32_t parity) {
  uint32_t over = 0;
  while (over == 0) {
    asm volatile(
        "{ .reg .pred p;\n"
        "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
        "selp.u32 %0, 1, 0, p; }"
        : "=r"(over)
        : "r"(shared_address(bar)), "r"(parity)
        : "memory");
  }
}

__device__ void multiply(float (&d)[4], const void* a, const void* b) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0,%1,%2,%3}, "
      "%4, %5, 1, 1, 1, 0, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(tile_at(a)), "l"(tile_at(b)));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/// Two rounds of one barrier object, each of two copies of 512 bytes.
__device__ void by_object(uint4* tile, const uint4* in) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) {
    asm volatile(
        "mbarrier.init.shared::cta.b64 [%0], 2;" ::"r"(shared_address(&bar)));
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  for (uint32_t round = 0; round < 2; ++round) {
    if (threadIdx.x == 0) {
      asm volatile(
          "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 1024;" ::"r"(
              shared_address(&bar))
          : "memory");
      copy_in(tile + 64 * round, in + 64 * round, &bar);
      copy_in(tile + 64 * round + 32, in + 64 * round + 32, &bar);
    }
    if (threadIdx.x == 32)
      asm volatile(
          "mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&bar))
          : "memory");
    wait_for(&bar, round);
    __syncthreads();
  }
}

/// Two groups of copies of threads, waited for one by one.
__device__ void by_threads(uint4* tile, const uint4* in) {
  for (int group = 0; group < 2; ++group) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                     shared_address(tile + 128 * group + threadIdx.x)),
                 "l"(in + threadIdx.x)
                 : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
  }
  asm volatile("cp.async.wait_group 1;" ::: "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
}

__global__ void all(const uint4* in, uint4* out, float4* sums) {
  __shared__ alignas(128) uint4 tile[256];
  by_object(tile, in);
  by_threads(tile, in);
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  float d[4] = {}, e[4] = {};
  multiply(d, tile, tile);
  multiply(e, tile, tile);
  asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
  sums[threadIdx.x] = make_float4(d[0], d[1], d[2], d[3]);
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  sums[threadIdx.x + 128] = make_float4(e[0], e[1], e[2], e[3]);
  if (threadIdx.x == 0) {
    asm volatile(
        "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(
            out),
        "r"(shared_address(tile))
        : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

}  // namespace

int main() {
  uint4 *in, *out;
  float4* sums;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMalloc(&sums, 4096);
  cudaMemset(in, 0, 4096);
  all<<<1, 128>>>(in, out, sums);
  const bool good = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(in);
  cudaFree(out);
  cudaFree(sums);
  return good ? 0 : 1;
}
