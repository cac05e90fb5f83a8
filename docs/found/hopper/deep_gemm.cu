// SPDX-License-Identifier: MIT
// Runs the bf16 product of DeepGEMM and compares it with the host:
// deep_gemm M N K
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <deep_gemm/impls/sm90_bf16_gemm.cuh>
#include <vector>

constexpr int kBlockM = 128, kBlockN = 128, kBlockK = 64, kStages = 4;

CUtensorMap map_of(void* data, int rows, int columns, int box_rows) {
  CUtensorMap map;
  const cuuint64_t size[] = {cuuint64_t(columns), cuuint64_t(rows)};
  const cuuint64_t pitch[] = {cuuint64_t(columns) * 2};
  const cuuint32_t box[] = {64, cuuint32_t(box_rows)}, step[] = {1, 1};
  const CUresult result = cuTensorMapEncodeTiled(
      &map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, data, size, pitch, box, step,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
      CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) std::printf("no tensor map\n"), std::exit(1);
  return map;
}

template <int kMulticast>
void launch(int m, int n, int k, CUtensorMap a, CUtensorMap b, CUtensorMap d) {
  constexpr int kSms = 4, kThreads = 128 + 256;
  auto* kernel = deep_gemm::sm90_bf16_gemm_impl<
      cute::UMMA::Major::K, cute::UMMA::Major::K, 0, 0, 0, 1, kBlockM, kBlockN,
      kBlockK, 128, 128, 128, kStages, 128, 256, kMulticast, true, kSms,
      deep_gemm::GemmType::Normal, false, cutlass::bfloat16_t>;
  constexpr int kBytes = kBlockM * kBlockN * 2 +
                         kStages * (kBlockM + kBlockN) * kBlockK * 2 +
                         kStages * 16;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       kBytes);
  cudaLaunchConfig_t config = {};
  config.gridDim = kSms;
  config.blockDim = kThreads;
  config.dynamicSmemBytes = kBytes;
  cudaLaunchAttribute cluster = {};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = kMulticast;
  cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
  config.attrs = &cluster;
  config.numAttrs = 1;
  const cudaError_t error =
      cudaLaunchKernelEx(&config, kernel, static_cast<int*>(nullptr),
                         uint32_t(m), uint32_t(n), uint32_t(k), a, b, d);
  if (error != cudaSuccess)
    std::printf("%s\n", cudaGetErrorString(error)), std::exit(1);
}

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const int m = atoi(argv[1]), n = atoi(argv[2]), k = atoi(argv[3]);
  std::vector<__nv_bfloat16> a(m * k), b(n * k), c(m * n);
  for (size_t i = 0; i < a.size(); ++i) a[i] = float((i * 7 + i / k) % 13) - 6;
  for (size_t i = 0; i < b.size(); ++i) b[i] = float((i * 5 + i / k) % 11) - 5;
  __nv_bfloat16 *da, *db, *dc;
  cudaMalloc(&da, a.size() * 2);
  cudaMalloc(&db, b.size() * 2);
  cudaMalloc(&dc, c.size() * 2);
  cudaMemcpy(da, a.data(), a.size() * 2, cudaMemcpyDefault);
  cudaMemcpy(db, b.data(), b.size() * 2, cudaMemcpyDefault);
  cudaMemset(dc, 0, c.size() * 2);
  const int multicast = atoi(argv[4]);
  const CUtensorMap map_a = map_of(da, m, k, kBlockM);
  const CUtensorMap map_b = map_of(db, n, k, kBlockN);
  const CUtensorMap map_d = map_of(dc, m, n, kBlockM);
  if (multicast == 1)
    launch<1>(m, n, k, map_a, map_b, map_d);
  else
    launch<2>(m, n, k, map_a, map_b, map_d);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess)
    return std::printf("%s\n", cudaGetErrorString(error));
  cudaMemcpy(c.data(), dc, c.size() * 2, cudaMemcpyDefault);
  int wrong = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l)
        sum += float(a[i * k + l]) * float(b[j * k + l]);
      wrong += float(c[i * n + j]) != float(__nv_bfloat16(sum));
    }
  std::printf("%d by %d by %d, clusters of %d: %d of %d values wrong\n", m, n,
              k, multicast, wrong, m * n);
  cudaFree(da), cudaFree(db), cudaFree(dc);
  return wrong != 0;
}
