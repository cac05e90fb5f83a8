// SPDX-License-Identifier: MIT
// Runs one matrix product of fast.cu and compares it with the host:
// fast_cu KERNEL M N K
#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda/barrier>
#include <iostream>
#include <string>
#include <vector>

typedef __nv_bfloat16 bf16;
#define CEIL_DIV(M, N) (((M) + (N)-1) / (N))
#define cudaCheck(call)                                        \
  do {                                                         \
    const cudaError_t error = (call);                          \
    if (error != cudaSuccess)                                  \
      std::printf("%s\n", cudaGetErrorString(error)), exit(1); \
  } while (0)

#include "examples/matmul/matmul_1.cuh"
#include "examples/matmul/matmul_10.cuh"
#include "examples/matmul/matmul_11.cuh"
#include "examples/matmul/matmul_12.cuh"
#include "examples/matmul/matmul_2.cuh"
#include "examples/matmul/matmul_3.cuh"
#include "examples/matmul/matmul_4.cuh"
#include "examples/matmul/matmul_5.cuh"
#include "examples/matmul/matmul_6.cuh"
#include "examples/matmul/matmul_7.cuh"
#include "examples/matmul/matmul_8.cuh"
#include "examples/matmul/matmul_9.cuh"

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const int kernel = atoi(argv[1]), m = atoi(argv[2]), n = atoi(argv[3]),
            k = atoi(argv[4]);
  std::vector<bf16> a(m * k), b(n * k), c(m * n);
  for (size_t i = 0; i < a.size(); ++i) a[i] = float((i * 7 + i / k) % 13) - 6;
  for (size_t i = 0; i < b.size(); ++i) b[i] = float((i * 5 + i / k) % 11) - 5;
  bf16 *da, *db, *dc;
  cudaCheck(cudaMalloc(&da, a.size() * 2));
  cudaCheck(cudaMalloc(&db, b.size() * 2));
  cudaCheck(cudaMalloc(&dc, c.size() * 2));
  cudaCheck(cudaMemcpy(da, a.data(), a.size() * 2, cudaMemcpyDefault));
  cudaCheck(cudaMemcpy(db, b.data(), b.size() * 2, cudaMemcpyDefault));
  cudaCheck(cudaMemset(dc, 0, c.size() * 2));
  switch (kernel) {
    case 1:
      runKernel1(m, n, k, da, db, dc);
      break;
    case 2:
      runKernel2(m, n, k, da, db, dc);
      break;
    case 3:
      runKernel3(m, n, k, da, db, dc, nullptr);
      break;
    case 4:
      runKernel4(m, n, k, da, db, dc, nullptr);
      break;
    case 5:
      runKernel5(m, n, k, da, db, dc, nullptr);
      break;
    case 6:
      runKernel6(m, n, k, da, db, dc, nullptr);
      break;
    case 7:
      runKernel7(m, n, k, da, db, dc, nullptr);
      break;
    case 8:
      runKernel8(m, n, k, da, db, dc, nullptr);
      break;
    case 9:
      runKernel9(m, n, k, da, db, dc, nullptr);
      break;
    case 10:
      runKernel10(m, n, k, da, db, dc, nullptr);
      break;
    case 11:
      runKernel11(m, n, k, da, db, dc, nullptr);
      break;
    case 12:
      runKernel12(m, n, k, da, db, dc, nullptr);
      break;
  }
  cudaCheck(cudaGetLastError());
  cudaCheck(cudaDeviceSynchronize());
  cudaCheck(cudaMemcpy(c.data(), dc, c.size() * 2, cudaMemcpyDefault));
  int wrong = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l)
        sum += float(a[i * k + l]) *
               float(kernel == 1 ? b[l * n + j] : b[j * k + l]);
      const float got = float(kernel == 1 ? c[i * n + j] : c[j * m + i]);
      wrong += got != float(bf16(sum));
    }
  std::printf("kernel %d, %d by %d by %d: %d of %d values wrong\n", kernel, m,
              n, k, wrong, m * n);
  cudaFree(da), cudaFree(db), cudaFree(dc);
  return wrong != 0;
}
