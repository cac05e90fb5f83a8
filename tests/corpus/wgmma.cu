// SPDX-License-Identifier: MIT
// Products of warpgroups (wgmma) and registers that these change (setmaxnreg),
// as sm_90a has them: waits, fences, warps that are missing, descriptors.
#include "tests/corpus/wgmma.h"

using namespace corpus;

namespace {

using Kernel = void (*)(const uint4*, float4*);
void run(Kernel kernel, int threads = kThreads) {
  Device<uint4> in(256, uint4{1, 2, 3, 4});
  Device<float4> out(512);
  kernel<<<1, threads>>>(in, out);
  finish();
}

// --- wgmma-in-flight --------------------------------------------------------

// program stored_before_the_wait: The sums are stored between the commit and
// the wait.
template <bool kFixed>
__global__ void early(const uint4* in, float4* out) {
  __shared__ alignas(128) Tiles tiles;
  FILL(tiles, in);
  SHOW();
  __syncthreads();
  float d[4] = {};
  FENCE();
  MULTIPLY(d, descriptor(tiles.a), descriptor(tiles.b));
  COMMIT();
  if (kFixed) WAIT(0);
  STORE_SUMS(out, d);  // bug: wgmma-in-flight
  if (!kFixed) WAIT(0);
}
template <bool kFixed>
void stored_before_the_wait() {
  run(early<kFixed>);
}

// program waits_for_the_other_group: Two groups are in flight, and the wait
// leaves open the one whose sums are stored.
template <bool kFixed>
__global__ void two_groups(const uint4* in, float4* out) {
  __shared__ alignas(128) Tiles tiles;
  FILL(tiles, in);
  SHOW();
  __syncthreads();
  float d[4] = {}, e[4] = {};
  FENCE();
  MULTIPLY(d, descriptor(tiles.a), descriptor(tiles.b));
  COMMIT();
  MULTIPLY(e, descriptor(tiles.a), descriptor(tiles.b));
  COMMIT();
  WAIT(1);
  STORE_SUMS(out, kFixed ? d : e);  // bug: wgmma-in-flight
  WAIT(0);
  STORE_SUMS(out + kThreads, kFixed ? e : d);
}
template <bool kFixed>
void waits_for_the_other_group() {
  run(two_groups<kFixed>);
}

// program product_in_no_group: The wait is for groups, and the product was not
// committed to one.
template <bool kFixed>
__global__ void uncommitted(const uint4* in, float4* out) {
  __shared__ alignas(128) Tiles tiles;
  FILL(tiles, in);
  SHOW();
  __syncthreads();
  float d[4] = {};
  FENCE();
  MULTIPLY(d, descriptor(tiles.a), descriptor(tiles.b));
  if (kFixed) COMMIT();
  WAIT(0);
  STORE_SUMS(out, d);  // bug: wgmma-in-flight
}
template <bool kFixed>
void product_in_no_group() {
  run(uncommitted<kFixed>);
}

// program sums_feed_a_product: Sums become the A of the next product, as in
// attention, before anybody waited for them.
template <bool kFixed>
__global__ void attention(const uint4* in, float4* out) {
  __shared__ alignas(128) Tiles tiles;
  FILL(tiles, in);
  SHOW();
  __syncthreads();
  float s[4] = {}, d[4] = {};
  FENCE();
  MULTIPLY(s, descriptor(tiles.a), descriptor(tiles.b));
  COMMIT();
  if (kFixed) WAIT(0);
  uint32_t p[4];
  for (int i = 0; i < 4; ++i) p[i] = __float_as_uint(s[i] * 0.5f);
  if (kFixed) FENCE();
  MULTIPLY_REGISTERS(d, p, descriptor(tiles.b));  // bug: wgmma-in-flight
  COMMIT();
  WAIT(0);
  STORE_SUMS(out, d);
}
template <bool kFixed>
void sums_feed_a_product() {
  run(attention<kFixed>);
}

// program no_fence_at_all: The first product of a warp needs a fence in any
// case.
template <bool kFixed>
__global__ void fenceless(const uint4* in, float4* out) {
  __shared__ alignas(128) Tiles tiles;
  FILL(tiles, in);
  SHOW();
  __syncthreads();
  float d[4] = {};
  if (kFixed) FENCE();
  // bug: wgmma-in-flight
  MULTIPLY(d, descriptor(tiles.a), descriptor(tiles.b));
  COMMIT();
  WAIT(0);
  STORE_SUMS(out, d);
}
template <bool kFixed>
void no_fence_at_all() {
  run(fenceless<kFixed>);
}

// program scaled_without_a_fence: The sums are scaled between two products, and
// no fence follows.
template <bool kFixed>
__global__ void rescaled(const uint4* in, float4* out) {
  __shared__ alignas(128) Tiles tiles;
  FILL(tiles, in);
  SHOW();
  __syncthreads();
  float d[4] = {};
  FENCE();
  MULTIPLY(d, descriptor(tiles.a), descriptor(tiles.b));
  COMMIT();
  WAIT(0);
  for (int i = 0; i < 4; ++i) d[i] *= 0.5f;
  if (kFixed) FENCE();
  // bug: wgmma-in-flight
  MULTIPLY(d, descriptor(tiles.a), descriptor(tiles.b));
  COMMIT();
  WAIT(0);
  STORE_SUMS(out, d);
}
template <bool kFixed>
void scaled_without_a_fence() {
  run(rescaled<kFixed>);
}

// program three_warps: The block has three warps; a warpgroup has four.
template <bool kFixed>
__global__ void by_threads(const uint4* in, float4* out) {
  __shared__ alignas(128) Tiles tiles;
  for (int i = threadIdx.x; i < 128; i += blockDim.x) tiles.a[i] = in[i];
  if (threadIdx.x < 16) tiles.b[threadIdx.x] = in[threadIdx.x];
  SHOW();
  __syncthreads();
  float d[4] = {};
  FENCE();  // bug: wgmma-in-flight
  MULTIPLY(d, descriptor(tiles.a), descriptor(tiles.b));
  COMMIT();
  WAIT(0);
  STORE_SUMS(out, d);
}
template <bool kFixed>
void three_warps() {
  run(by_threads<kFixed>, kFixed ? 128 : 96);
}

// program refilled_before_the_wait: The tile is filled again while the product
// may still read it.
template <bool kFixed>
__global__ void refilled(const uint4* in, float4* out) {
  __shared__ alignas(128) Tiles tiles;
  FILL(tiles, in);
  SHOW();
  __syncthreads();
  float d[4] = {};
  FENCE();
  MULTIPLY(d, descriptor(tiles.a), descriptor(tiles.b));
  COMMIT();
  if (kFixed) WAIT(0);
  __syncthreads();
  tiles.a[threadIdx.x] = in[threadIdx.x + 128];  // bug: wgmma-in-flight
  SHOW();
  __syncthreads();
  if (!kFixed) WAIT(0);
  FENCE();
  MULTIPLY(d, descriptor(tiles.a), descriptor(tiles.b));
  COMMIT();
  WAIT(0);
  STORE_SUMS(out, d);
}
template <bool kFixed>
void refilled_before_the_wait() {
  run(refilled<kFixed>);
}

// program released_before_the_wait: One lane says for its warpgroup that the
// tile may be filled again, while the product may still read it.
template <bool kFixed>
__global__ void released(const uint4* in, float4* out) {
  __shared__ alignas(128) Tiles tiles;
  __shared__ uint64_t empty, full;
  namespace ptx = cuda::ptx;
  if (threadIdx.x < kThreads) FILL(tiles, in);
  SHOW();
  if (threadIdx.x == 0) ptx::mbarrier_init(&empty, 1);
  if (threadIdx.x == 0) ptx::mbarrier_init(&full, 32);
  __syncthreads();
  if (threadIdx.x >= kThreads) {
    while (!ptx::mbarrier_try_wait_parity(&empty, 0)) continue;
    for (unsigned i = threadIdx.x % 32; i < kThreads; i += 32)
      tiles.a[i] = in[i + kThreads];  // bug: wgmma-in-flight
    SHOW();
    ptx::mbarrier_arrive(&full);
    return;
  }
  float d[4] = {};
  FENCE();
  MULTIPLY(d, descriptor(tiles.a), descriptor(tiles.b));
  COMMIT();
  asm volatile("bar.sync 1, %0;" ::"n"(kThreads) : "memory");  // all have begun
  if (kFixed) WAIT(0);  // for all four warps
  if (threadIdx.x == 0) ptx::mbarrier_arrive(&empty);
  if (!kFixed) WAIT(0);
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) continue;
  FENCE();
  MULTIPLY(d, descriptor(tiles.a), descriptor(tiles.b));
  COMMIT();
  WAIT(0);
  STORE_SUMS(out, d);
}
template <bool kFixed>
void released_before_the_wait() {
  run(released<kFixed>, kThreads + 32);
}

// program stored_tile: A barrier does not show the stores to the product.
template <bool kFixed>
__global__ void unshown(const uint4* in, float4* out) {
  __shared__ alignas(128) Tiles tiles;
  FILL(tiles, in);
  if (kFixed) SHOW();
  __syncthreads();
  float d[4] = {};
  FENCE();
  // bug: proxy-fence
  MULTIPLY(d, descriptor(tiles.a), descriptor(tiles.b));
  COMMIT();
  WAIT(0);
  STORE_SUMS(out, d);
}
template <bool kFixed>
void stored_tile() {
  run(unshown<kFixed>);
}

// --- uninitialized-read: sums that nobody wrote ------------------------------

/// MULTIPLY with scale-d as it is at run time.
#define MULTIPLY_SCALED(d, a, b, adds)                                      \
  asm volatile(                                                             \
      "{\n.reg .pred p;\nsetp.ne.b32 p, %6, 0;\n"                           \
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0,%1,%2,%3}, " \
      "%4, %5, p, 1, 1, 0, 0;\n}"                                           \
      : FOUR("+f", d, 0)                                                    \
      : "l"(a), "l"(b), "r"(static_cast<int>(adds)))

// program sums_not_cleared: The first product of a loop adds to sums that
// nobody cleared; in the twin it replaces them.
template <bool kFixed>
__global__ void first_adds(const uint4* in, float4* out, int steps) {
  __shared__ alignas(128) Tiles tiles;
  FILL(tiles, in);
  SHOW();
  __syncthreads();
  float d[4];
  FENCE();
  for (int step = 0; step < steps; ++step)
    // bug: uninitialized-read
    MULTIPLY_SCALED(d, descriptor(tiles.a), descriptor(tiles.b),
                    kFixed ? step > 0 : 1);
  COMMIT();
  WAIT(0);
  STORE_SUMS(out, d);
}
template <bool kFixed>
void sums_not_cleared() {
  Device<uint4> in(256, uint4{1, 2, 3, 4});
  Device<float4> out(512);
  first_adds<kFixed><<<1, kThreads>>>(in, out, 3);
  finish();
}

// program half_of_the_sums_cleared: A wide product adds to eight sums, and the
// loop clears four.
template <bool kFixed>
__global__ void half_cleared(const uint4* in, float4* out) {
  __shared__ alignas(128) Tiles tiles;
  FILL(tiles, in);
  SHOW();
  __syncthreads();
  float d[8];
  for (int i = 0; i < (kFixed ? 8 : 4); ++i) d[i] = 0;
  FENCE();
  // bug: uninitialized-read
  MULTIPLY_WIDE(d, descriptor(tiles.a), descriptor(tiles.b, 128, 0));
  COMMIT();
  WAIT(0);
  STORE_SUMS(out, d);
  STORE_SUMS(out + kThreads, d + 4);
}
template <bool kFixed>
void half_of_the_sums_cleared() {
  run(half_cleared<kFixed>);
}

// program sums_of_some_lanes: Only the lanes whose rows exist load the sums
// that the product adds to.
template <bool kFixed>
__global__ void loaded_by_some(const uint4* in, float4* out, int rows) {
  __shared__ alignas(128) Tiles tiles;
  FILL(tiles, in);
  SHOW();
  __syncthreads();
  float4 sums;
  if (kFixed || threadIdx.x < rows) sums = out[threadIdx.x];
  float d[] = {sums.x, sums.y, sums.z, sums.w};
  FENCE();
  // bug: uninitialized-read
  MULTIPLY(d, descriptor(tiles.a), descriptor(tiles.b));
  COMMIT();
  WAIT(0);
  STORE_SUMS(out, d);
}
template <bool kFixed>
void sums_of_some_lanes() {
  Device<uint4> in(256, uint4{1, 2, 3, 4});
  Device<float4> out(512, float4{1, 2, 3, 4});
  loaded_by_some<kFixed><<<1, kThreads>>>(in, out, 40);
  finish();
}

// --- descriptor -------------------------------------------------------------

// program stride_in_elements: The offsets are counted in elements and not in
// units of 16 bytes.
template <bool kFixed>
__global__ void in_elements(const uint4* in, float4* out) {
  __shared__ alignas(128) Tiles tiles;
  FILL(tiles, in);
  SHOW();
  __syncthreads();
  float d[4] = {};
  FENCE();
  // bug: descriptor
  MULTIPLY(d, descriptor(tiles.a, 128, kFixed ? 256 : 256 * 16),
           descriptor(tiles.b));
  COMMIT();
  WAIT(0);
  STORE_SUMS(out, d);
}
template <bool kFixed>
void stride_in_elements() {
  run(in_elements<kFixed>);
}

// program start_in_bytes: The start of B is not divided by 16.
template <bool kFixed>
__global__ void in_bytes(const uint4* in, float4* out) {
  __shared__ alignas(128) Tiles tiles;
  FILL(tiles, in);
  SHOW();
  __syncthreads();
  float d[4] = {};
  FENCE();
  const uint64_t start = __cvta_generic_to_shared(tiles.b);
  const uint64_t offsets = descriptor(nullptr) & ~uint64_t{0x3fff};
  // bug: descriptor
  MULTIPLY(d, descriptor(tiles.a), offsets | (kFixed ? start >> 4 : start));
  COMMIT();
  WAIT(0);
  STORE_SUMS(out, d);
}
template <bool kFixed>
void start_in_bytes() {
  run(in_bytes<kFixed>);
}

// program twice_the_columns: The product has 16 columns, and the tile has 8.
template <bool kFixed>
__global__ void wide(const uint4* in, float4* out) {
  __shared__ alignas(128) uint4 b[kFixed ? 32 : 16];
  __shared__ alignas(128) uint4 a[128];
  a[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < (kFixed ? 32 : 16)) b[threadIdx.x] = in[threadIdx.x];
  SHOW();
  __syncthreads();
  float d[8] = {};
  FENCE();
  MULTIPLY_WIDE(d, descriptor(a), descriptor(b));  // bug: descriptor
  COMMIT();
  WAIT(0);
  out[threadIdx.x] = make_float4(d[0], d[1], d[2], d[3]);
  out[threadIdx.x + 128] = make_float4(d[4], d[5], d[6], d[7]);
}
template <bool kFixed>
void twice_the_columns() {
  run(wide<kFixed>);
}

// program offsets_exchanged: The leading and the stride offset have changed
// places, and the tile is left.
template <bool kFixed>
__global__ void exchanged(const uint4* in, float4* out) {
  __shared__ alignas(128) uint4 a[128];
  __shared__ alignas(128) uint4 b[16];
  a[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16) b[threadIdx.x] = in[threadIdx.x];
  SHOW();
  __syncthreads();
  float d[4] = {};
  FENCE();
  // bug: descriptor
  MULTIPLY(d, kFixed ? descriptor(a, 1024, 128) : descriptor(a, 128, 1024),
           descriptor(b));
  COMMIT();
  WAIT(0);
  STORE_SUMS(out, d);
}
template <bool kFixed>
void offsets_exchanged() {
  run(exchanged<kFixed>);
}

/// The tiles come with the swizzle `written`, and are read with `kRead`.
template <CUtensorMapSwizzle kRead>
void swizzle(CUtensorMapSwizzle written) {
  constexpr unsigned kRows = 64, kFew = 8;
  Device<uint4> in(512, uint4{1, 2, 3, 4});
  Device<float4> out(kThreads);
  multiply_boxes<kRead><<<1, kThreads>>>(map_of_rows(in, kRows, written),
                                         map_of_rows(in, kFew, written),
                                         (kRows + kFew) * kSpans[written], out);
  finish();
}

// program swizzle_forgotten: The map has a swizzle, and the descriptors of the
// product have none.
template <bool kFixed>
void swizzle_forgotten() {
  // bug: descriptor one of 128 bytes
  swizzle<CU_TENSOR_MAP_SWIZZLE_NONE>(kFixed ? CU_TENSOR_MAP_SWIZZLE_NONE
                                             : CU_TENSOR_MAP_SWIZZLE_128B);
}

// program narrower_swizzle: The descriptors have the number of another swizzle:
// in maps and in descriptors they count in opposite orders.
template <bool kFixed>
void narrower_swizzle() {
  // bug: descriptor a swizzle of 64 bytes
  swizzle<CU_TENSOR_MAP_SWIZZLE_64B>(kFixed ? CU_TENSOR_MAP_SWIZZLE_64B
                                            : CU_TENSOR_MAP_SWIZZLE_128B);
}

// program map_without_a_swizzle: The product looks for exchanged pieces, and
// the copy exchanged none.
template <bool kFixed>
void map_without_a_swizzle() {
  // bug: descriptor has none
  swizzle<CU_TENSOR_MAP_SWIZZLE_128B>(kFixed ? CU_TENSOR_MAP_SWIZZLE_128B
                                             : CU_TENSOR_MAP_SWIZZLE_NONE);
}

// program swizzle_of_a_narrow_tile: The tile was made wider, and its
// descriptors were not.
template <bool kFixed>
void swizzle_of_a_narrow_tile() {
  // bug: descriptor a swizzle of 32 bytes
  swizzle<CU_TENSOR_MAP_SWIZZLE_32B>(kFixed ? CU_TENSOR_MAP_SWIZZLE_32B
                                            : CU_TENSOR_MAP_SWIZZLE_64B);
}

// program gives_after_the_barrier: One warpgroup gives registers back behind a
// barrier, which the others reach once they have them.
template <bool kFixed>
__global__ void __launch_bounds__(384, 1) late(const uint4*, float4* out) {
  const bool gives = threadIdx.x < 128;
  if (gives && kFixed) GIVE(40);
  if (!gives) TAKE(232);  // bug: register-pool
  __syncthreads();
  if (gives && !kFixed) GIVE(40);
  out[threadIdx.x] = float4{};
}
template <bool kFixed>
void gives_after_the_barrier() {
  run(late<kFixed>, 384);
}

// program gives_too_few: What one warpgroup gives back is not enough for the
// two others.
template <bool kFixed>
__global__ void __launch_bounds__(384, 1) sparing(const uint4*, float4* out) {
  if (threadIdx.x < 128) {
    GIVE(kFixed ? 40 : 56);
  } else {
    TAKE(232);  // bug: register-pool
  }
  out[threadIdx.x] = float4{};
}
template <bool kFixed>
void gives_too_few() {
  run(sparing<kFixed>, 384);
}

// program leaves_instead: A warpgroup that exits gives nothing back.
template <bool kFixed>
__global__ void __launch_bounds__(384, 1) leaving(const uint4*, float4* out) {
  if (threadIdx.x < 128) {
    if (kFixed) GIVE(40);
    return;
  }
  TAKE(232);  // bug: register-pool
  out[threadIdx.x] = float4{};
}
template <bool kFixed>
void leaves_instead() {
  run(leaving<kFixed>, 384);
}

// program takes_fewer: inc asks for fewer registers than the warp has.
template <bool kFixed>
__global__ void __launch_bounds__(128, 1) fewer(const uint4*, float4* out) {
  if (kFixed) GIVE(96);
  TAKE(128);  // bug: register-pool
  out[threadIdx.x] = float4{};
}
template <bool kFixed>
void takes_fewer() {
  run(fewer<kFixed>, 128);
}

}  // namespace

int main(int argc, char** argv) {
#define PROGRAM(name) \
  { #name, name < false>, name < true> }
  return choose(argc, argv,
                {PROGRAM(stored_before_the_wait),
                 PROGRAM(waits_for_the_other_group),
                 PROGRAM(product_in_no_group),
                 PROGRAM(sums_feed_a_product),
                 PROGRAM(no_fence_at_all),
                 PROGRAM(scaled_without_a_fence),
                 PROGRAM(three_warps),
                 PROGRAM(refilled_before_the_wait),
                 PROGRAM(released_before_the_wait),
                 PROGRAM(stored_tile),
                 PROGRAM(sums_not_cleared),
                 PROGRAM(half_of_the_sums_cleared),
                 PROGRAM(sums_of_some_lanes),
                 PROGRAM(stride_in_elements),
                 PROGRAM(start_in_bytes),
                 PROGRAM(twice_the_columns),
                 PROGRAM(offsets_exchanged),
                 PROGRAM(swizzle_forgotten),
                 PROGRAM(narrower_swizzle),
                 PROGRAM(map_without_a_swizzle),
                 PROGRAM(swizzle_of_a_narrow_tile),
                 PROGRAM(gives_after_the_barrier),
                 PROGRAM(gives_too_few),
                 PROGRAM(leaves_instead),
                 PROGRAM(takes_fewer)});
}
