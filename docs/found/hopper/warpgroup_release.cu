// SPDX-License-Identifier: MIT
// Whether a warp that has passed wgmma.wait_group may let the tiles be
// overwritten while other warps of its warpgroup have not passed it, have not
// issued the product, or have not run its fence. Warp `releaser` overwrites A
// and B right after its wait; a sum that is not that of the old tiles was read
// too late. From the root, on a GPU of compute capability 9.0; what it printed
// on an H100 stands in warpgroup_release.txt:
//   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a
//     docs/found/hopper/warpgroup_release.cu -o /tmp/release && /tmp/release
#include <cstdint>
#include <cstdio>
#include <vector>

#define FENCE() asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define COMMIT() asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT() asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory")
#define SHOW() asm volatile("fence.proxy.async;" ::: "memory")

__device__ uint64_t now() {
  uint64_t t;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t)::"memory");
  return t;
}
__device__ void rest(int ns) {
  const uint64_t end = now() + ns;
  while (now() < end) continue;
}
__device__ uint64_t descriptor(const void* tile) {
  const uint64_t start = __cvta_generic_to_shared(tile);
  return start >> 4 | uint64_t{128 >> 4} << 16 | uint64_t{256 >> 4} << 32;
}
#define F8(d, i)                                                      \
  "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]),         \
      "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), "+f"(d[i + 7])
#define MULTIPLY(d, a, b)                                                     \
  asm volatile(                                                               \
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {%0,%1,%2,%3,%4," \
      "%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,"   \
      "%23,%24,%25,%26,%27,%28,%29,%30,%31}, %32, %33, 1, 1, 1, 0, 0;"        \
      : F8(d, 0), F8(d, 8), F8(d, 16), F8(d, 24)                              \
      : "l"(a), "l"(b))

struct Row {
  unsigned wrong[4];  // sums, by warp
  unsigned launches_wrong;
  unsigned long long waited;  // ns, of the releaser, the longest
};

__device__ void fill(uint4* tile, int count, uint32_t word, int first,
                     int step) {
  for (int i = first; i < count; i += step)
    tile[i] = make_uint4(word, word, word, word);
}

// mode 0: nobody sleeps; 1: the others sleep before the wait; 2: before the
// product; 3: before the fence. `which`: 1 overwrites A, 2 B, 3 both.
__global__ void run(int mode, int releaser, int which, int ns, int rounds,
                    Row* out) {
  __shared__ alignas(128) uint4 a[128 * 8], b[128 * 8];  // 8 tiles each
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const bool late = warp != releaser;
  for (int round = 0; round < rounds; ++round) {
    fill(a, 1024, 0x3f803f80, threadIdx.x, 128);
    fill(b, 1024, 0x3f803f80, threadIdx.x, 128);
    SHOW();
    __syncthreads();
    float d[32];
    for (float& x : d) x = 0;
    for (float& x : d) asm volatile("" : "+f"(x)::"memory");
    if (mode == 3 && late) rest(ns);
    FENCE();
    const uint64_t begin = now();
    if (mode == 2 && late) rest(ns);
#pragma unroll
    for (int k = 0; k < 8; ++k)
      MULTIPLY(d, descriptor(a + 128 * k), descriptor(b + 128 * k));
    COMMIT();
    if (mode == 1 && late) rest(ns);
    WAIT();
    if (warp == releaser) {
      if (which & 1) fill(a, 1024, 0x40004000, lane, 32);
      if (which & 2) fill(b, 1024, 0x40004000, lane, 32);
      SHOW();
      if (lane == 0) atomicMax(&out->waited, now() - begin);
    }
    unsigned wrong = 0;
    for (float x : d) wrong += x != 128;
    wrong = __reduce_add_sync(~0u, wrong);
    if (lane == 0 && wrong != 0) atomicAdd(&out->wrong[warp], wrong);
    __syncthreads();
  }
}

int main() {
  Row* out;
  cudaMallocManaged(&out, sizeof(Row));
  const char* names[] = {"nobody sleeps", "others sleep before the wait",
                         "others sleep before the product",
                         "others sleep before the fence"};
  for (int mode = 0; mode < 4; ++mode)
    for (int releaser = 0; releaser < 4; ++releaser)
      for (int which = 1; which < 4; ++which) {
        *out = Row{};
        const int ns = 20000;
        run<<<528, 128>>>(mode, releaser, which, ns, mode == 0 ? 2000 : 50,
                          out);
        const cudaError_t e = cudaDeviceSynchronize();
        std::printf(
            "%-32s releaser %d overwrites %s: wrong sums by warp %u %u %u %u, "
            "from fence to release at most %llu ns%s\n",
            names[mode], releaser,
            which == 1   ? "A"
            : which == 2 ? "B"
                         : "both",
            out->wrong[0], out->wrong[1], out->wrong[2], out->wrong[3],
            out->waited, e ? cudaGetErrorString(e) : "");
      }
}
