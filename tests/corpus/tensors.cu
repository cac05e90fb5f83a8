// SPDX-License-Identifier: MIT
// Copies by tensor maps, as sm_90 has them: fences and waits as of other bulk
// copies, the bytes of a box, where a box may begin, and what a map points to.
#include <cuda.h>

#include <cuda/ptx>

#include "tests/corpus/corpus.h"

using namespace corpus;
using namespace cuda::ptx;

namespace {

constexpr int kColumns = 32, kRows = 16;      // of a matrix
constexpr int kWide = 16, kHigh = 8;          // of a box
constexpr unsigned kThreads = kWide * kHigh;  // one for each element
enum : unsigned { kBytes = kThreads * sizeof(int) };

/// A map of a matrix of `rows` rows.
CUtensorMap map_of(int* data, unsigned long long rows) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000,
                                   cudaEnableDefault, &result);
  const cuuint64_t dims[] = {kColumns, rows}, strides[] = {kColumns * 4};
  const cuuint32_t box[] = {kWide, kHigh}, steps[] = {1, 1};
  CUtensorMap map;
  reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found)(
      &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, data, dims, strides, box, steps,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
      CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}

// program unfenced_box: The block meets after its stores, but a barrier does
// not show them to the copy of the box.
template <bool kFixed>
__global__ void store_box(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) int tile[kThreads];
  tile[threadIdx.x] = threadIdx.x;
  if (kFixed) fence_proxy_async(space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    const int at[] = {0, 0};
    // bug: proxy-fence
    cp_async_bulk_tensor(space_global, space_shared, &map, at, tile);
    cp_async_bulk_commit_group();
    cp_async_bulk_wait_group_read(n32_t<0>());
  }
}

template <bool kFixed>
void unfenced_box() {
  Device<int> data(kColumns * kRows, 1);
  store_box<kFixed><<<1, kThreads>>>(map_of(data, kRows));
  finish();
}

// program box_stored_by_the_block: What the block stored to the matrix it loads
// as a box.
template <bool kFixed>
__global__ void load_stored(const __grid_constant__ CUtensorMap map, int* data,
                            int* out) {
  __shared__ alignas(128) int tile[kThreads];
  __shared__ uint64_t full;
  const int i = threadIdx.x;
  if (i == 0) mbarrier_init(&full, 1);
  data[i / kWide * kColumns + i % kWide] = i;
  if (kFixed) fence_proxy_async(space_global);
  __syncthreads();
  if (i == 0) {
    const int at[] = {0, 0};
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              kBytes);
    // bug: proxy-fence
    cp_async_bulk_tensor(space_cluster, space_global, tile, &map, at, &full);
  }
  while (!mbarrier_try_wait_parity(&full, 0)) continue;
  out[i] = tile[i];
}

template <bool kFixed>
void box_stored_by_the_block() {
  Device<int> data(kColumns * kRows, 1), out(kThreads);
  load_stored<kFixed><<<1, kThreads>>>(map_of(data, kRows), data, out);
  finish();
}

/// Where a block loads one box.
struct Tile {
  alignas(128) int values[kThreads];
  uint64_t full;

  __device__ void begin() {
    if (threadIdx.x == 0) {
      mbarrier_init(&full, 1);
      fence_proxy_async();
    }
    __syncthreads();
  }
  __device__ void expect(unsigned bytes) {
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              bytes);
  }
  __device__ void end(int* out) {
    while (!mbarrier_try_wait_parity(&full, 0)) continue;
    out[threadIdx.x] = values[threadIdx.x];
  }
};

// program clipped_bytes_expected: Of the box at the edge only a half lies in
// the matrix, but all of it is counted.
// also: livelock
template <bool kFixed>
__global__ void load_edge(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ Tile tile;
  tile.begin();
  if (threadIdx.x == 0) {
    const int at[] = {kColumns - kWide / 2, 0};
    // bug: expect-tx
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &tile.full,
                              kFixed ? kBytes : kBytes / 2);
    cp_async_bulk_tensor(space_cluster, space_global, tile.values, &map, at,
                         &tile.full);
  }
  tile.end(out);
}

template <bool kFixed>
void clipped_bytes_expected() {
  Device<int> data(kColumns * kRows, 1), out(kThreads);
  load_edge<kFixed><<<1, kThreads>>>(map_of(data, kRows), out);
  finish();
}

// program halo_of_one: The box begins one column before the tile; it must begin
// at a multiple of 16 bytes.
template <bool kFixed>
__global__ void load_halo(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ Tile tile;
  tile.begin();
  if (threadIdx.x == 0) {
    const int at[] = {kFixed ? 4 : 7, 0};
    tile.expect(kBytes);
    // bug: misaligned
    cp_async_bulk_tensor(space_cluster, space_global, tile.values, &map, at,
                         &tile.full);
  }
  tile.end(out);
}

template <bool kFixed>
void halo_of_one() {
  Device<int> data(kColumns * kRows, 1), out(kThreads);
  load_halo<kFixed><<<1, kThreads>>>(map_of(data, kRows), out);
  finish();
}

// program taller_than_its_memory: The map has more rows than the memory.
__global__ void load_low(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ Tile tile;
  tile.begin();
  if (threadIdx.x == 0) {
    const int at[] = {0, kRows - kHigh / 2};
    tile.expect(kBytes);
    // bug: out-of-bounds
    cp_async_bulk_tensor(space_cluster, space_global, tile.values, &map, at,
                         &tile.full);
  }
  tile.end(out);
}

template <bool kFixed>
void taller_than_its_memory() {
  Device<int> data(kColumns * kRows, 1), out(kThreads);
  load_low<<<1, kThreads>>>(map_of(data, kFixed ? kRows : 2 * kRows), out);
  finish();
}

// program map_of_freed_memory: The matrix is freed and made anew, and the map
// is still that of the old one.
__global__ void load_first(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ Tile tile;
  tile.begin();
  if (threadIdx.x == 0) {
    const int at[] = {0, 0};
    tile.expect(kBytes);
    // bug: use-after-free
    cp_async_bulk_tensor(space_cluster, space_global, tile.values, &map, at,
                         &tile.full);
  }
  tile.end(out);
}

template <bool kFixed>
void map_of_freed_memory() {
  int* data = nullptr;
  cudaMalloc(&data, kColumns * kRows * sizeof(int));
  const CUtensorMap map = map_of(data, kRows);
  if (!kFixed) cudaFree(data);
  Device<int> other(kColumns * kRows, 1), out(kThreads);
  load_first<<<1, kThreads>>>(kFixed ? map_of(other, kRows) : map, out);
  finish();
  if (kFixed) cudaFree(data);
}

// program source_of_a_box_reused: The tile is stored to again while the copy
// may still read it.
template <bool kFixed>
__global__ void store_twice(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) int tile[kThreads];
  for (int y = 0; y < kRows; y += kHigh) {
    // bug: bulk-unwaited
    tile[threadIdx.x] = threadIdx.x + y;
    fence_proxy_async(space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      const int at[] = {0, y};
      cp_async_bulk_tensor(space_global, space_shared, &map, at, tile);
      cp_async_bulk_commit_group();
      if (kFixed || y > 0) cp_async_bulk_wait_group_read(n32_t<0>());
    }
    __syncthreads();
  }
}

template <bool kFixed>
void source_of_a_box_reused() {
  Device<int> data(kColumns * kRows, 1);
  store_twice<kFixed><<<1, kThreads>>>(map_of(data, kRows));
  finish();
}

}  // namespace

int main(int argc, char** argv) {
#define PROGRAM(name) \
  { #name, name < false>, name < true> }
  return choose(argc, argv,
                {PROGRAM(unfenced_box), PROGRAM(box_stored_by_the_block),
                 PROGRAM(clipped_bytes_expected), PROGRAM(halo_of_one),
                 PROGRAM(taller_than_its_memory), PROGRAM(map_of_freed_memory),
                 PROGRAM(source_of_a_box_reused)});
}
