// SPDX-License-Identifier: MIT
// Copies by tensor maps, as cuda::ptx writes them: a matrix transposed through
// two tiles with the swizzle of 128 bytes, a stencil whose halo the map fills
// with zeros, counts that all blocks add to one array, a tile of which each
// block of a cluster loads a part for several of them, and a row that ends
// within 16 bytes.
#include <cuda.h>

#include <cstdio>
#include <cuda/ptx>
#include <vector>

#include "common/cuda_check.h"

namespace ptx = cuda::ptx;

namespace {

constexpr int kTile = 32;  // elements a side; a row has 128 bytes
constexpr int kRows = 70, kColumns = 100;

using Encode = decltype(&cuTensorMapEncodeTiled);

Encode encode_function() {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result;
  CUDA_CHECK(cudaGetDriverEntryPointByVersion(
      "cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &result));
  return reinterpret_cast<Encode>(found);
}

/// The map of a matrix of 4-byte elements, whose rows begin every 16 bytes.
CUtensorMap map_of(void* data, CUtensorMapDataType type, uint64_t rows,
                   uint64_t columns, uint32_t box_rows, uint32_t box_columns,
                   CUtensorMapSwizzle swizzle) {
  CUtensorMap map;
  const uint64_t dims[] = {columns, rows}, strides[] = {(columns + 3) / 4 * 16};
  const uint32_t box[] = {box_columns, box_rows}, steps[] = {1, 1};
  const CUresult result = encode_function()(
      &map, type, 2, data, dims, strides, box, steps,
      CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) std::printf("no map: %d\n", result);
  return map;
}

/// Loads the box at (x, y) and waits for it. All of the block.
__device__ void load_box(void* tile, unsigned bytes, const CUtensorMap* map,
                         int x, int y, uint64_t* full) {
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(full, 1);
    ptx::fence_proxy_async();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    const int at[] = {x, y};
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, full, bytes);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, map,
                              at, full);
  }
  while (!ptx::mbarrier_try_wait_parity(full, 0)) continue;
}

/// Where the map puts an element: 16-byte pieces of a row change places.
__device__ int swizzled(int row, int column) {
  return row * kTile + (column ^ (row % 8 * 4));
}

__global__ void transpose(const __grid_constant__ CUtensorMap in,
                          const __grid_constant__ CUtensorMap out) {
  __shared__ alignas(1024) float tile[kTile * kTile], turned[kTile * kTile];
  __shared__ uint64_t full;
  const int x = blockIdx.x * kTile, y = blockIdx.y * kTile;
  load_box(tile, sizeof tile, &in, x, y, &full);
  const int lane = threadIdx.x % kTile;
  for (int row = threadIdx.x / kTile; row < kTile; row += blockDim.x / kTile)
    turned[swizzled(row, lane)] = tile[swizzled(lane, row)];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x != 0) return;
  const int at[] = {y, x};
  ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &out, at,
                            turned);
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}

// A row of the box begins and ends at a multiple of 16 bytes.
constexpr int kLeft = 4, kHalo = kLeft + kTile + 4;

__global__ void blur(const __grid_constant__ CUtensorMap in, int* out) {
  __shared__ alignas(128) int tile[kTile + 2][kHalo];
  __shared__ uint64_t full;
  const int x0 = blockIdx.x * kTile, y0 = blockIdx.y * kTile;
  load_box(tile, sizeof tile, &in, x0 - kLeft, y0 - 1, &full);
  const int column = threadIdx.x % kTile;
  for (int row = threadIdx.x / kTile; row < kTile; row += blockDim.x / kTile) {
    const int x = x0 + column, y = y0 + row;
    if (x >= kColumns || y >= kRows) continue;
    const int i = row + 1, j = column + kLeft;
    out[y * kColumns + x] = 4 * tile[i][j] + tile[i - 1][j] + tile[i + 1][j] +
                            tile[i][j - 1] + tile[i][j + 1];
  }
}

constexpr int kBins = 64;

__global__ void count(const int* in, int n,
                      const __grid_constant__ CUtensorMap bins) {
  __shared__ alignas(128) int counts[kBins];
  if (threadIdx.x < kBins) counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&counts[in[i] % kBins], 1);
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x != 0) return;
  const int at[] = {0, 0};
  ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared,
                                   ptx::op_add, &bins, at, counts);
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

constexpr int kBlocks = 4, kPart = kTile / kBlocks;

__global__ void __cluster_dims__(kBlocks)
    share(const __grid_constant__ CUtensorMap in, float* out, uint16_t blocks) {
  __shared__ alignas(1024) float tile[kTile * kTile];
  __shared__ uint64_t full;
  const int me = ptx::get_sreg_cluster_ctarank();
  const bool receives = blocks >> me & 1;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    if (receives)
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                     ptx::space_shared, &full, sizeof tile);
  }
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
  if (threadIdx.x == 0) {
    const int at[] = {kTile, me * kPart};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global,
                              tile + me * kPart * kTile, &in, at, &full,
                              blocks);
  }
  if (receives)
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) continue;
  for (int i = threadIdx.x; i < kTile * kTile; i += blockDim.x)
    out[me * kTile * kTile + i] =
        receives ? tile[swizzled(i / kTile, i % kTile)] : -1;
}

constexpr int kRow = 6, kBox = 8;  // elements

// What the last threads store is behind the row, and needs no fence.
__global__ void load_stored(const __grid_constant__ CUtensorMap row, int* in,
                            int* out) {
  __shared__ alignas(128) int tile[kBox];
  __shared__ uint64_t full;
  in[threadIdx.x] = threadIdx.x + 1;
  if (threadIdx.x < kRow) ptx::fence_proxy_async(ptx::space_global);
  load_box(tile, sizeof tile, &row, 0, 0, &full);
  out[threadIdx.x] = tile[threadIdx.x];
}

template <class T>
struct Device {
  explicit Device(const std::vector<T>& from) : size(from.size()) {
    CUDA_CHECK(cudaMalloc(&at, size * sizeof(T)));
    CUDA_CHECK(
        cudaMemcpy(at, from.data(), size * sizeof(T), cudaMemcpyHostToDevice));
  }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device() { cudaFree(at); }
  std::vector<T> read() const {
    CUDA_CHECK(cudaDeviceSynchronize());
    std::vector<T> all(size);
    CUDA_CHECK(
        cudaMemcpy(all.data(), at, size * sizeof(T), cudaMemcpyDeviceToHost));
    return all;
  }
  T* at = nullptr;
  size_t size;
};

const dim3 kGrid((kColumns + kTile - 1) / kTile, (kRows + kTile - 1) / kTile);

void show(const char* what, int wrong) {
  std::printf("%s: %d wrong\n", what, wrong);
}

void run_transpose() {
  constexpr int kPitch = 72;  // rows of the result, a multiple of 16 bytes
  std::vector<float> values(kRows * kColumns);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const Device<float> in(values), out(std::vector<float>(kColumns * kPitch));
  const auto type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  const CUtensorMap from = map_of(in.at, type, kRows, kColumns, kTile, kTile,
                                  CU_TENSOR_MAP_SWIZZLE_128B);
  const CUtensorMap to = map_of(out.at, type, kColumns, kPitch, kTile, kTile,
                                CU_TENSOR_MAP_SWIZZLE_128B);
  transpose<<<kGrid, 256>>>(from, to);
  const std::vector<float> got = out.read();
  int wrong = 0;
  for (int y = 0; y < kRows; ++y)
    for (int x = 0; x < kColumns; ++x)
      wrong += got[x * kPitch + y] != values[y * kColumns + x];
  for (int x = 0; x < kColumns; ++x)  // zeros from outside the matrix
    for (int y = kRows; y < kPitch; ++y) wrong += got[x * kPitch + y] != 0;
  show("transposed", wrong);
}

void run_blur() {
  std::vector<int> values(kRows * kColumns);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int>(i * 37 % 101);
  const Device<int> in(values), out(std::vector<int>(values.size(), -1));
  blur<<<kGrid, 256>>>(
      map_of(in.at, CU_TENSOR_MAP_DATA_TYPE_INT32, kRows, kColumns, kTile + 2,
             kHalo, CU_TENSOR_MAP_SWIZZLE_NONE),
      out.at);
  const std::vector<int> got = out.read();
  const auto at = [&](int x, int y) {
    const bool inside = x >= 0 && x < kColumns && y >= 0 && y < kRows;
    return inside ? values[y * kColumns + x] : 0;
  };
  int wrong = 0;
  for (int y = 0; y < kRows; ++y)
    for (int x = 0; x < kColumns; ++x)
      wrong += got[y * kColumns + x] != 4 * at(x, y) + at(x, y - 1) +
                                            at(x, y + 1) + at(x - 1, y) +
                                            at(x + 1, y);
  show("blurred", wrong);
}

void run_count() {
  std::vector<int> values(5000), expected(kBins);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<int>(i * i % 1013);
    ++expected[values[i] % kBins];
  }
  const Device<int> in(values), bins(std::vector<int>(kBins, 0));
  count<<<6, 128>>>(in.at, static_cast<int>(in.size),
                    map_of(bins.at, CU_TENSOR_MAP_DATA_TYPE_INT32, 1, kBins, 1,
                           kBins, CU_TENSOR_MAP_SWIZZLE_NONE));
  const std::vector<int> got = bins.read();
  int wrong = 0;
  for (int i = 0; i < kBins; ++i) wrong += got[i] != expected[i];
  show("counted", wrong);
}

void run_share(uint16_t blocks) {
  std::vector<float> values(kRows * kColumns);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const Device<float> in(values);
  const Device<float> out(std::vector<float>(kBlocks * kTile * kTile));
  share<<<kBlocks, 128>>>(
      map_of(in.at, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, kRows, kColumns, kPart,
             kTile, CU_TENSOR_MAP_SWIZZLE_128B),
      out.at, blocks);
  const std::vector<float> got = out.read();
  int wrong = 0;
  for (int i = 0; i < kBlocks * kTile * kTile; ++i) {
    const int block = i / (kTile * kTile), row = i / kTile % kTile;
    const float loaded = values[row * kColumns + kTile + i % kTile];
    wrong += got[i] != ((blocks >> block & 1) != 0 ? loaded : -1);
  }
  show("shared", wrong);
}

void run_load_stored() {
  const Device<int> in(std::vector<int>(kBox, -1));
  const Device<int> out(std::vector<int>(kBox, -1));
  load_stored<<<1, kBox>>>(map_of(in.at, CU_TENSOR_MAP_DATA_TYPE_INT32, 1, kRow,
                                  1, kBox, CU_TENSOR_MAP_SWIZZLE_NONE),
                           in.at, out.at);
  const std::vector<int> got = out.read();
  int wrong = 0;
  for (int i = 0; i < kBox; ++i) wrong += got[i] != (i < kRow ? i + 1 : 0);
  show("stored and loaded", wrong);
}

}  // namespace

int main() {
  run_transpose();
  run_blur();
  run_count();
  run_share(0xf);
  run_share(0x6);
  run_load_stored();
  return 0;
}
