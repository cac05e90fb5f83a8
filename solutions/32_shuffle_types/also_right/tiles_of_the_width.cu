// SPDX-License-Identifier: MIT
// Right as well: cooperative groups with a tile for each width. The size is a
// part of the type, so each width is a case of its own.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

template <int kWidth, typename T>
__device__ T tile_sum(T value) {
  namespace cg = cooperative_groups;
  const auto tile = cg::tiled_partition<kWidth>(cg::this_thread_block());
  return cg::reduce(tile, value, cg::plus<T>());
}

template <typename T>
__device__ T segment_sum(T value, int width) {
  switch (width) {
    case 2:
      return tile_sum<2>(value);
    case 4:
      return tile_sum<4>(value);
    case 8:
      return tile_sum<8>(value);
    case 16:
      return tile_sum<16>(value);
    case 32:
      return tile_sum<32>(value);
    default:
      return value;
  }
}

/// The same for x and y apart, in float.
__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  return {segment_sum(pair.x, width), segment_sum(pair.y, width)};
}
