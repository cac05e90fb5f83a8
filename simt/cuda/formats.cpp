// SPDX-License-Identifier: MIT
// Formats of texels. Those of video and of compressed blocks are not here.
#include "simt/cuda/formats.h"

namespace simt::cuda {
namespace {

struct Row {
  CUarray_format format;
  int bits;
  cudaChannelFormatKind kind;
};

constexpr Row kRows[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
    {CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat},
};

}  // namespace

cudaChannelFormatDesc runtime_format(CUarray_format format, unsigned channels) {
  const bool some = channels == 1 || channels == 2 || channels == 4;
  for (const Row& row : kRows) {
    if (row.format != format || !some) continue;
    const int second = channels >= 2 ? row.bits : 0;
    const int more = channels == 4 ? row.bits : 0;
    return {row.bits, second, more, more, row.kind};
  }
  return {};
}

// An array is of one of the rows, whoever made it.
DriverFormat driver_format(const cudaChannelFormatDesc& format) {
  const unsigned channels = format.w != 0 ? 4 : format.y != 0 ? 2 : 1;
  for (const Row& row : kRows) {
    if (row.bits == format.x && row.kind == format.f)
      return {row.format, channels};
  }
  return {};
}

}  // namespace simt::cuda
