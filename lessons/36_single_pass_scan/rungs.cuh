// SPDX-License-Identifier: MIT
// A tile, and the earlier rung of the ladder, finished. A block scans a tile by
// scan_tile and store_tile. Rung 1 is three launches: the sum of each tile, a
// scan of the sums, and a scan of each tile. It reads the array twice. Rung 2
// is the exercise.
#pragma once

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 512;                     // a block
constexpr int kVectors = kTile / (4 * kThreads);  // of a thread
constexpr int kWarps = kThreads / 32;

/// The values of a thread in a tile: vectors of 4 neighbours, 32 vectors apart.
using Share = int4[kVectors];

/// The sum of the values of lane 0 up to this lane.
__device__ inline int warp_scan(int value) {
  const int lane = threadIdx.x % 32;
  for (int step = 1; step < 32; step *= 2) {
    const int lower = __shfl_up_sync(0xffffffff, value, step);
    if (lane >= step) value += lower;
  }
  return value;
}

/// The first value of the thread in a tile that begins at `first`.
__device__ inline int first_place(int first) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  return first + warp * (kTile / kWarps) + lane * 4;
}

/// Four values from in[i] on, 0 from place `count` on.
__device__ inline int4 load_edge(const int* in, int i, int count) {
  if (i + 4 <= count) return *reinterpret_cast<const int4*>(in + i);
  return {i < count ? in[i] : 0, i + 1 < count ? in[i + 1] : 0,
          i + 2 < count ? in[i + 2] : 0, 0};
}

/// Loads the tile that begins at in[first] and scans it: each value becomes the
/// sum of the tile's values up to it. Returns the sum of the tile, in every
/// thread. All threads call it; places from `count` on hold 0.
__device__ inline int scan_tile(const int* in, int first, int count, Share& v) {
  __shared__ int sums[kWarps];  // of the warps
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int at = first_place(first);
  if (first + kTile <= count) {  // all loads are in flight together
    for (int k = 0; k < kVectors; ++k) {
      v[k] = __ldcs(reinterpret_cast<const int4*>(in + at + k * 128));
    }
  } else {
    for (int k = 0; k < kVectors; ++k)
      v[k] = load_edge(in, at + k * 128, count);
  }
  int upto[kVectors];  // the row's vectors up to this lane's
  for (int k = 0; k < kVectors; ++k) {
    v[k].y += v[k].x;
    v[k].z += v[k].y;
    v[k].w += v[k].z;
    upto[k] = warp_scan(v[k].w);
  }
  int rows = 0;  // the rows before row k
  for (int k = 0; k < kVectors; ++k) {
    const int row = __shfl_sync(0xffffffff, upto[k], 31);
    const int before = rows + upto[k] - v[k].w;
    v[k] = {v[k].x + before, v[k].y + before, v[k].z + before, v[k].w + before};
    rows += row;
  }
  if (lane == 0) sums[warp] = rows;
  __syncthreads();
  int before = 0, all = 0;
  for (int w = 0; w < kWarps; ++w) {
    before += w < warp ? sums[w] : 0;
    all += sums[w];
  }
  for (int k = 0; k < kVectors; ++k) {
    v[k] = {v[k].x + before, v[k].y + before, v[k].z + before, v[k].w + before};
  }
  return all;
}

/// Adds `before` to the thread's values and stores them.
__device__ inline void store_tile(int* out, int first, int count,
                                  const Share& v, int before) {
  for (int k = 0; k < kVectors; ++k) {
    const int i = first_place(first) + k * 128;
    const int4 sums = {v[k].x + before, v[k].y + before, v[k].z + before,
                       v[k].w + before};
    if (i + 4 <= count) {
      __stcs(reinterpret_cast<int4*>(out + i), sums);
    } else {
      if (i < count) out[i] = sums.x;
      if (i + 1 < count) out[i + 1] = sums.y;
      if (i + 2 < count) out[i + 2] = sums.z;
    }
  }
}

namespace rungs {

/// sums[block] = the sum of its tile.
__global__ void sum_tiles(const int* in, int* sums, int count) {
  Share v;
  const int sum = scan_tile(in, blockIdx.x * kTile, count, v);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

/// Each sum becomes the sum of those before it. One block.
__global__ void scan_sums(int* sums, int tiles) {
  int before = 0;
  for (int first = 0; first < tiles; first += kTile) {
    Share v;
    const int all = scan_tile(sums, first, tiles, v);
    __syncthreads();  // the tile is read; now it is replaced, one place on
    for (int k = 0; k < kVectors; ++k) {
      const int upto[4] = {v[k].x, v[k].y, v[k].z, v[k].w};
      for (int j = 0; j < 4; ++j) {
        const int i = first_place(first) + k * 128 + j + 1;
        if (i < tiles && i < first + kTile) sums[i] = before + upto[j];
      }
    }
    if (threadIdx.x == 0) sums[first] = before;
    before += all;
  }
}

__global__ void scan_tiles(const int* in, int* out, const int* sums,
                           int count) {
  Share v;
  scan_tile(in, blockIdx.x * kTile, count, v);
  store_tile(out, blockIdx.x * kTile, count, v, sums[blockIdx.x]);
}

/// Rung 1. As `scan` of lesson.h, but three launches.
inline void scan(const int* in, int* out, unsigned long long* scratch,
                 int count) {
  if (count == 0) return;
  const int tiles = (scratch_words(count) - 2) / 2;
  int* const sums = reinterpret_cast<int*>(scratch);
  sum_tiles<<<tiles, kThreads>>>(in, sums, count);
  CUDA_CHECK(cudaGetLastError());
  scan_sums<<<1, kThreads>>>(sums, tiles);
  CUDA_CHECK(cudaGetLastError());
  scan_tiles<<<tiles, kThreads>>>(in, out, sums, count);
  CUDA_CHECK(cudaGetLastError());
}

}  // namespace rungs
