// SPDX-License-Identifier: MIT
// Copies by tensor maps, as sm_90 has them: fences and waits as of other bulk
// copies, the bytes of a box, where a box may begin, and what a map points to.
#include <cuda.h>

#include <cuda/atomic>
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

// --- maps that no copy can use -----------------------------------------------

#define LOAD_BOX(map, at)                                                      \
  do {                                                                         \
    if (threadIdx.x != 0) break;                                               \
    asm volatile("prefetch.tensormap [%0];" ::"l"(&(map)) : "memory");         \
    tile.expect(kBytes);                                                       \
    cp_async_bulk_tensor(space_cluster, space_global, tile.values, &(map), at, \
                         &tile.full);                                          \
  } while (false)

// program map_without_grid_constant: The kernel's parameter is not
// __grid_constant__, so a thread gives the address of a copy of its own.
__global__ void load_by_its_own(CUtensorMap map, int* out) {
  __shared__ Tile tile;
  tile.begin();
  const int at[] = {0, 0};
  LOAD_BOX(map, at);  // bug: descriptor
  tile.end(out);
}

template <bool kFixed>
void map_without_grid_constant() {
  Device<int> data(kColumns * kRows, 1), out(kThreads);
  (kFixed ? load_first : load_by_its_own)<<<1, kThreads>>>(map_of(data, kRows),
                                                           out);
  finish();
}

// program map_of_more_dimensions: The copy gives one coordinate, and the map
// has two dimensions.
template <int kCoordinates>
__global__ void load_begin(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ Tile tile;
  tile.begin();
  const int at[kCoordinates] = {};
  LOAD_BOX(map, at);  // bug: descriptor
  tile.end(out);
}
template <bool kFixed>
void map_of_more_dimensions() {
  Device<int> data(kColumns * kRows, 1), out(kThreads);
  load_begin<kFixed ? 2 : 1><<<1, kThreads>>>(map_of(data, kRows), out);
  finish();
}

// program map_never_encoded: The map is encoded, and another one is given to
// the kernel.
__global__ void load_given(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ Tile tile;
  tile.begin();
  const int at[] = {0, 0};
  LOAD_BOX(map, at);  // bug: descriptor
  tile.end(out);
}
template <bool kFixed>
void map_never_encoded() {
  Device<int> data(kColumns * kRows, 1), out(kThreads);
  const CUtensorMap map = map_of(data, kRows);
  CUtensorMap given = {};
  if (kFixed) given = map;
  load_given<<<1, kThreads>>>(given, out);
  finish();
}

// --- maps that a kernel changes ---------------------------------------------

__device__ void move_map(CUtensorMap* map, const int* data) {
  tensormap_replace_global_address(space_global, map, data);
}

/// One thread loads the box of a map and the block stores it.
#define LOAD_AND_STORE(map, out)                                               \
  do {                                                                         \
    __shared__ alignas(128) int tile[kThreads];                                \
    __shared__ uint64_t full;                                                  \
    if (threadIdx.x == 0) {                                                    \
      const int at[] = {0, 0};                                                 \
      mbarrier_init(&full, 1);                                                 \
      mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,   \
                                kBytes);                                       \
      cp_async_bulk_tensor(space_cluster, space_global, tile, map, at, &full); \
    }                                                                          \
    __syncthreads();                                                           \
    while (!mbarrier_try_wait_parity(&full, 0)) continue;                      \
    (out)[threadIdx.x] = tile[threadIdx.x];                                    \
  } while (false)

/// A map in global memory.
Device<CUtensorMap> map_on_device(int* data) {
  return Device<CUtensorMap>(1, map_of(data, kRows));
}

using Scope = cuda::atomic_ref<int, cuda::thread_scope_device>;

// program map_moved_without_fences: A thread moves the map to another matrix
// and loads by it at once.
template <bool kFixed>
__global__ void load_moved(CUtensorMap* map, const int* data, int* out) {
  if (threadIdx.x == 0) {
    move_map(map, data);
    if (kFixed) {
      fence_proxy_tensormap_generic(sem_release, scope_cta);
      fence_proxy_tensormap_generic(sem_acquire, scope_cta, map, n32_t<128>());
    }
  }
  LOAD_AND_STORE(map, out);  // bug: proxy-fence
}

template <bool kFixed>
void map_moved_without_fences() {
  Device<int> data(kColumns * kRows, 1), out(kThreads);
  auto map = map_on_device(data);
  load_moved<kFixed><<<1, kThreads>>>(map, data, out);
  finish();
}

// program map_not_acquired: The change is released, and nobody acquires it.
template <bool kFixed>
__global__ void load_released(CUtensorMap* map, const int* data, int* out) {
  if (threadIdx.x == 32) {
    move_map(map, data);
    fence_proxy_tensormap_generic(sem_release, scope_cta);
  }
  __syncthreads();
  if (kFixed && threadIdx.x == 0)
    fence_proxy_tensormap_generic(sem_acquire, scope_cta, map, n32_t<128>());
  LOAD_AND_STORE(map, out);  // bug: proxy-fence
}

template <bool kFixed>
void map_not_acquired() {
  Device<int> data(kColumns * kRows, 1), out(kThreads);
  auto map = map_on_device(data);
  load_released<kFixed><<<1, kThreads>>>(map, data, out);
  finish();
}

// program map_copied_by_stores: The block copies a map word by word, as it
// would other data; a barrier and the acquiring fence are not enough.
template <bool kFixed>
__global__ void load_copied(const __grid_constant__ CUtensorMap from,
                            CUtensorMap* map, int* out) {
  if (threadIdx.x < sizeof(CUtensorMap) / 4)
    reinterpret_cast<int*>(map)[threadIdx.x] =
        reinterpret_cast<const int*>(&from)[threadIdx.x];
  if (kFixed) fence_proxy_tensormap_generic(sem_release, scope_cta);
  __syncthreads();
  if (threadIdx.x == 0)
    fence_proxy_tensormap_generic(sem_acquire, scope_cta, map, n32_t<128>());
  LOAD_AND_STORE(map, out);  // bug: proxy-fence
}

template <bool kFixed>
void map_copied_by_stores() {
  Device<int> data(kColumns * kRows, 1), out(kThreads);
  auto map = map_on_device(data);
  load_copied<kFixed><<<1, kThreads>>>(map_of(data, kRows), map, out);
  finish();
}

// program map_of_another_block: One block makes the map and raises a flag; the
// other sees the flag, and its copies need not see the map.
template <bool kFixed>
__global__ void load_shared(CUtensorMap* map, const int* data, int* flag,
                            int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x != 0) return;
    move_map(map, data);
    fence_proxy_tensormap_generic(sem_release, scope_gpu);
    Scope(*flag).store(1, cuda::memory_order_release);
    return;
  }
  if (threadIdx.x == 0) {
    while (Scope(*flag).load(cuda::memory_order_acquire) == 0) continue;
    if (kFixed)
      fence_proxy_tensormap_generic(sem_acquire, scope_gpu, map, n32_t<128>());
  }
  LOAD_AND_STORE(map, out);  // bug: proxy-fence
}

template <bool kFixed>
void map_of_another_block() {
  Device<int> data(kColumns * kRows, 1), out(kThreads), flag(1, 0);
  auto map = map_on_device(data);
  load_shared<kFixed><<<2, kThreads>>>(map, data, flag, out);
  finish();
}

// program map_changed_beside_a_copy: Another warp changes the map, and nothing
// says when.
template <bool kFixed>
__global__ void load_beside(CUtensorMap* map, const int* data, int* out) {
  if (threadIdx.x == 32) {
    move_map(map, data);
    fence_proxy_tensormap_generic(sem_release, scope_cta);
  }
  if (kFixed) __syncthreads();
  if (threadIdx.x == 0)
    fence_proxy_tensormap_generic(sem_acquire, scope_cta, map, n32_t<128>());
  LOAD_AND_STORE(map, out);  // bug: global-race
}

template <bool kFixed>
void map_changed_beside_a_copy() {
  Device<int> data(kColumns * kRows, 1), out(kThreads);
  auto map = map_on_device(data);
  load_beside<kFixed><<<1, kThreads>>>(map, data, out);
  finish();
}

// program map_changed_before_the_wait: A thread loads by the map and moves it
// to the next matrix while the copy may still look at it.
template <bool kFixed>
__global__ void load_then_move(CUtensorMap* map, const int* data, int* out) {
  __shared__ Tile tile;
  tile.begin();
  if (threadIdx.x == 0) {
    const int at[] = {0, 0};
    tile.expect(kBytes);
    cp_async_bulk_tensor(space_cluster, space_global, tile.values, map, at,
                         &tile.full);
    if (kFixed)
      while (!mbarrier_try_wait_parity(&tile.full, 0)) continue;
    // bug: bulk-unwaited
    tensormap_replace_global_address(space_global, map, data);
    fence_proxy_tensormap_generic(sem_release, scope_cta);
  }
  tile.end(out);
}

template <bool kFixed>
void map_changed_before_the_wait() {
  Device<int> data(kColumns * kRows, 1), out(kThreads);
  auto map = map_on_device(data);
  load_then_move<kFixed><<<1, kThreads>>>(map, data, out);
  finish();
}

// program map_changed_in_shared_memory: A warp changes a copy of the map in
// shared memory, another one publishes it, with no barrier between.
template <bool kFixed>
__global__ void publish(const __grid_constant__ CUtensorMap from,
                        CUtensorMap* map, const int* data, int* out) {
  __shared__ alignas(128) CUtensorMap own;
  if (threadIdx.x == 32) {
    own = from;
    tensormap_replace_global_address(space_shared, &own, data);
  }
  if (kFixed) __syncthreads();
  if (threadIdx.x < 32) {
    // bug: shared-race
    tensormap_cp_fenceproxy(sem_release, scope_cta, map, &own, n32_t<128>());
  }
  __syncthreads();
  if (threadIdx.x == 0)
    fence_proxy_tensormap_generic(sem_acquire, scope_cta, map, n32_t<128>());
  if (kFixed) LOAD_AND_STORE(map, out);
}

template <bool kFixed>
void map_changed_in_shared_memory() {
  Device<int> data(kColumns * kRows, 1), out(kThreads);
  auto map = map_on_device(data);
  publish<kFixed><<<1, kThreads>>>(map_of(data, kRows), map, data, out);
  finish();
}

}  // namespace

int main(int argc, char** argv) {
#define PROGRAM(name) \
  { #name, name < false>, name < true> }
  return choose(
      argc, argv,
      {PROGRAM(unfenced_box), PROGRAM(box_stored_by_the_block),
       PROGRAM(clipped_bytes_expected), PROGRAM(halo_of_one),
       PROGRAM(taller_than_its_memory), PROGRAM(map_of_freed_memory),
       PROGRAM(source_of_a_box_reused), PROGRAM(map_without_grid_constant),
       PROGRAM(map_of_more_dimensions), PROGRAM(map_never_encoded),
       PROGRAM(map_moved_without_fences), PROGRAM(map_not_acquired),
       PROGRAM(map_copied_by_stores), PROGRAM(map_of_another_block),
       PROGRAM(map_changed_beside_a_copy), PROGRAM(map_changed_before_the_wait),
       PROGRAM(map_changed_in_shared_memory)});
}
