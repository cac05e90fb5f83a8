// SPDX-License-Identifier: MIT
// What the driver API calls a format and what the runtime calls it.
#pragma once

#include "simt/cuda/driver.h"

namespace simt::cuda {

/// `channels` of 1, 2 or 4 alike; x is 0: there is no such format.
cudaChannelFormatDesc runtime_format(CUarray_format format, unsigned channels);

/// The same the other way.
struct DriverFormat {
  CUarray_format format;
  unsigned channels;
};
DriverFormat driver_format(const cudaChannelFormatDesc& format);

inline cudaArray_t runtime_array(CUarray array) {
  return reinterpret_cast<cudaArray_t>(array);
}
inline CUarray driver_array(cudaArray_t array) {
  return reinterpret_cast<CUarray>(array);
}

}  // namespace simt::cuda
