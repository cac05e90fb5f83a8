// SPDX-License-Identifier: MIT
// In the place of cuBLAS in a build for bench/floor/floor.sh: its calls do
// nothing, as the emulator cannot run its kernels.
#pragma once

#include <cuda_fp16.h>

#include <cstdlib>

using cublasHandle_t = void*;
enum {
  CUBLAS_STATUS_SUCCESS,
  CUBLAS_OP_N,
  CUBLAS_OP_T,
  CUBLAS_FILL_MODE_UPPER,
  CUBLAS_COMPUTE_16F,
  CUBLAS_COMPUTE_32F,
  CUBLAS_GEMM_DEFAULT,
};

template <typename... Any>
int nothing(const Any&...) {
  return CUBLAS_STATUS_SUCCESS;
}
#define cublasCreate nothing
#define cublasDestroy nothing
#define cublasDgemv nothing
#define cublasGemmEx nothing
#define cublasSetMathMode nothing
#define cublasSgeam nothing
#define cublasSgemm nothing
#define cublasSgemmStridedBatched nothing
#define cublasSgemv nothing
#define cublasSsyrk nothing
