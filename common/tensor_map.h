// SPDX-License-Identifier: MIT
// Tensor maps of matrices that lie row by row; lesson 51 explains their parts.
// Needs no -lcuda: the driver's function is asked for by name.
#pragma once

#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "common/cuda_check.h"

namespace lockstep {

template <class T>
constexpr CUtensorMapDataType tensor_type();
template <>
constexpr CUtensorMapDataType tensor_type<float>() {
  return CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
}
template <>
constexpr CUtensorMapDataType tensor_type<int>() {
  return CU_TENSOR_MAP_DATA_TYPE_INT32;
}
template <>
constexpr CUtensorMapDataType tensor_type<__nv_bfloat16>() {
  return CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
}

/// cuTensorMapEncodeTiled of the driver. A failure ends the program.
inline decltype(&cuTensorMapEncodeTiled) tensor_map_encoder() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
  const char* const name = "cuTensorMapEncodeTiled";
#if CUDART_VERSION >= 12050
  CUDA_CHECK(cudaGetDriverEntryPointByVersion(name, &function, 12000,
                                              cudaEnableDefault, &found));
#else
  CUDA_CHECK(
      cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &found));
#endif
  if (found != cudaDriverEntryPointSuccess) {
    CUDA_CHECK(cudaErrorSymbolNotFound);
  }
  return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
}

/// The map of dimensions `sizes`, innermost first, `steps` bytes apart. What
/// the driver refuses ends the program.
template <class T, uint32_t kRank>
CUtensorMap encoded_map(const T* data, const uint64_t (&sizes)[kRank],
                        const uint64_t (&steps)[kRank - 1],
                        const uint32_t (&box)[kRank],
                        CUtensorMapSwizzle swizzle) {
  CUtensorMap map;
  uint32_t every[kRank];
  for (uint32_t& one : every) one = 1;
  const CUresult result = tensor_map_encoder()(
      &map, tensor_type<T>(), kRank, const_cast<T*>(data), sizes, steps, box,
      every, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
      CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) CUDA_CHECK(cudaErrorInvalidValue);
  return map;
}

/// The map of `matrices` matrices of `rows` x `columns` values that lie one
/// after the other, in boxes of `box_rows` x `box_columns` values of one
/// matrix. Coordinates are column, row, matrix. As below otherwise.
template <class T>
CUtensorMap tensor_map_of_stack(
    const T* data, uint64_t matrices, uint64_t rows, uint64_t columns,
    uint32_t box_rows, uint32_t box_columns,
    CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE) {
  const uint64_t row = columns * sizeof(T);
  return encoded_map(data, {columns, rows, matrices}, {row, row * rows},
                     {box_columns, box_rows, 1}, swizzle);
}

/// The map of a matrix of `rows` x `columns` values in device memory, whose
/// rows begin `pitch` values apart (0: `columns`), in boxes of `box_rows` x
/// `box_columns`. Values outside of the matrix are read as 0 and not written.
/// `data` is a multiple of 16 bytes, and so is a pitch; a box has at most 256
/// rows and columns, and with a swizzle at most its width in bytes per row.
/// CUDA driver API 13.0, cuTensorMapEncodeTiled.
template <class T>
CUtensorMap tensor_map(const T* data, uint64_t rows, uint64_t columns,
                       uint32_t box_rows, uint32_t box_columns,
                       CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE,
                       uint64_t pitch = 0) {
  return encoded_map(data, {columns, rows},
                     {(pitch == 0 ? columns : pitch) * sizeof(T)},
                     {box_columns, box_rows}, swizzle);
}

}  // namespace lockstep
