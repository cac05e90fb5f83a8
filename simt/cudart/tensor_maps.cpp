// SPDX-License-Identifier: MIT
// Tensor maps as the driver's functions make them. Knows neither device nor
// report, so that processes apart have it, too.
#include "simt/cudart/tensor_maps.h"

#include <cstring>

#include "simt/ops/tensor_map.h"

namespace simt::cudart {

using ops::TensorMap;

// That the map lies at a multiple of 64 bytes, as cuda.h demands, an H100's
// driver does not ask.
CUresult encode_tensor_map(CUtensorMap* to, CUtensorMapDataType type,
                           cuuint32_t rank, void* address,
                           const cuuint64_t* dims, const cuuint64_t* strides,
                           const cuuint32_t* box, const cuuint32_t* steps,
                           CUtensorMapInterleave interleave,
                           CUtensorMapSwizzle swizzle,
                           CUtensorMapL2promotion promotion,
                           CUtensorMapFloatOOBfill fill) {
  const auto small = [](int number) {
    return static_cast<uint8_t>(number < 0 || number > 255 ? 255 : number);
  };
  if (to == nullptr || dims == nullptr || strides == nullptr ||
      box == nullptr || steps == nullptr || rank == 0 ||
      rank > ops::kMostTensorRank || promotion < 0 ||
      promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B)
    return CUDA_ERROR_INVALID_VALUE;
  TensorMap map;
  map.mark = TensorMap::kMark;
  map.address = reinterpret_cast<uintptr_t>(address);
  map.rank = static_cast<uint8_t>(rank);
  map.type = static_cast<ops::TensorType>(small(type));
  map.interleave = small(interleave);
  map.swizzle = static_cast<ops::TensorSwizzle>(small(swizzle));
  map.fill = small(fill);
  for (cuuint32_t i = 0; i < rank; ++i) {
    map.dims[i] = dims[i];
    map.box[i] = box[i];
    map.steps[i] = small(static_cast<int>(steps[i]));
    if (i + 1 < rank) map.strides[i] = strides[i];
  }
  if (ops::wrong_in(map) != nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (const char* what = ops::unsupported_in(map))
    return no_driver_function(what);
  std::memcpy(to, &map, sizeof(map));
  return CUDA_SUCCESS;
}

CUresult replace_tensor_address(CUtensorMap* map, void* address) {
  if (map == nullptr) return CUDA_ERROR_INVALID_VALUE;
  TensorMap held;
  std::memcpy(static_cast<void*>(&held), map, sizeof(held));
  held.address = reinterpret_cast<uintptr_t>(address);
  if (held.mark != TensorMap::kMark || ops::wrong_in(held) != nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(map, &held, sizeof(held));
  return CUDA_SUCCESS;
}

}  // namespace simt::cudart
