// SPDX-License-Identifier: MIT
// Runs a matrix product of ThunderKittens and compares it with the host:
// tk_gemm M N K
#define main benchmark_main
#include "kernels/gemm/bf16_h100/bf16_h100_gemm.cu"
#undef main

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const size_t m = atoi(argv[1]), n = atoi(argv[2]), k = atoi(argv[3]);
  using Multiply = matmul_template<2, 4, 8>;
  std::vector<__nv_bfloat16> a(m * k), b(k * n), c(m * n);
  for (size_t i = 0; i < a.size(); ++i) a[i] = float((i * 7 + i / k) % 13) - 6;
  for (size_t i = 0; i < b.size(); ++i) b[i] = float((i * 5 + i / n) % 11) - 5;
  __nv_bfloat16 *da, *db, *dc;
  CUDACHECK(cudaMalloc(&da, a.size() * 2));
  CUDACHECK(cudaMalloc(&db, b.size() * 2));
  CUDACHECK(cudaMalloc(&dc, c.size() * 2));
  CUDACHECK(cudaMemcpy(da, a.data(), a.size() * 2, cudaMemcpyDefault));
  CUDACHECK(cudaMemcpy(db, b.data(), b.size() * 2, cudaMemcpyDefault));
  CUDACHECK(cudaMemset(dc, 0, c.size() * 2));
  const int shared = MAX_SHARED_MEMORY - 1024;
  CUDACHECK(cudaFuncSetAttribute(prototype::lcf::kernel<Multiply>,
                                 cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 shared));
  inner_run<Multiply>(da, db, dc, m, n, k, Multiply::grid(m, n, k),
                      kittens::prototype::detail::NUM_THREADS_v<Multiply>);
  CUDACHECK(cudaGetLastError());
  CUDACHECK(cudaDeviceSynchronize());
  CUDACHECK(cudaMemcpy(c.data(), dc, c.size() * 2, cudaMemcpyDefault));
  int wrong = 0;
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      float sum = 0;
      for (size_t l = 0; l < k; ++l)
        sum += float(a[i * k + l]) * float(b[l * n + j]);
      wrong += float(c[i * n + j]) != float(__nv_bfloat16(sum));
    }
  printf("%zu by %zu by %zu: %d of %zu values wrong\n", m, n, k, wrong, m * n);
  cudaFree(da), cudaFree(db), cudaFree(dc);
  return wrong != 0;
}
