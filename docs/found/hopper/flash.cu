// SPDX-License-Identifier: MIT
// Runs the forward pass of FlashAttention-3, bf16, head size 128, clusters of
// two blocks, and compares it with the host: flash TOKENS
#include <cmath>
#include <cstdio>
#include <vector>

#include "attention.h"
#include "flash_fwd_launch_template.h"

constexpr int kD = 128;
using T = cutlass::bfloat16_t;

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const int n = atoi(argv[1]);
  std::vector<T> host[4];
  T* device[4];
  float* lse;
  for (int m = 0; m < 4; ++m) {
    host[m].resize(n * kD);
    for (int i = 0; i < n * kD; ++i)
      host[m][i] = T(float((i * (m + 5) + i / kD * 3) % 17 - 8) / 8);
    cudaMalloc(&device[m], n * kD * 2);
    cudaMemcpy(device[m], host[m].data(), n * kD * 2, cudaMemcpyDefault);
  }
  cudaMalloc(&lse, n * sizeof(float));
  Flash_fwd_params p = {};
  p.q_ptr = device[0], p.k_ptr = device[1], p.v_ptr = device[2];
  p.o_ptr = device[3], p.softmax_lse_ptr = lse;
  p.q_row_stride = p.k_row_stride = p.v_row_stride = p.o_row_stride = kD;
  p.q_head_stride = p.k_head_stride = p.v_head_stride = p.o_head_stride = kD;
  p.q_batch_stride = p.k_batch_stride = p.v_batch_stride = n * kD;
  p.o_batch_stride = n * kD;
  p.v_dim_stride = 1;
  p.h = p.h_k = p.b = p.b_k = p.num_splits = 1;
  p.seqlen_q = p.seqlen_k = p.total_q = p.total_k = n;
  p.d = p.dv = p.d_rounded = p.dv_rounded = kD;
  p.scale_softmax = 1 / std::sqrt(float(kD));
  p.window_size_left = p.window_size_right = -1;
  p.is_bf16 = true;
  p.arch = 90, p.num_sm = 4;
  run_flash_fwd<90, kD, kD, 2, T, T, false, false, false, false, false, false,
                false, false, false, false>(p, nullptr);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess)
    return std::printf("%s\n", cudaGetErrorString(error));
  std::vector<T> out(n * kD);
  cudaMemcpy(out.data(), device[3], n * kD * 2, cudaMemcpyDefault);
  const double worst = worst_of(host[0], host[1], host[2], out,
                                {n, n, kD, kD, kD, double(p.scale_softmax)});
  std::printf("%d tokens: largest difference %.4f\n", n, worst);
  for (T* d : device) cudaFree(d);
  cudaFree(lse);
  return worst > 0.02;
}
