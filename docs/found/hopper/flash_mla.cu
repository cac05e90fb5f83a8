// SPDX-License-Identifier: MIT
// Runs FlashMLA's dense decoding, bf16, 64 heads of one request over pages of
// 64 tokens, and compares it with the host: flash_mla TOKENS
#include <cmath>
#include <cstdio>
#include <vector>

#include "attention.h"
#include "sm90/decode/dense/splitkv_mla.cuh"

using T = cutlass::bfloat16_t;
constexpr int kHeads = 64, kPage = 64, kDepth = 576, kOut = 512;

template <class V>
V* on_device(const std::vector<V>& values) {
  V* at = nullptr;
  cudaMalloc(&at, values.size() * sizeof(V));
  cudaMemcpy(at, values.data(), values.size() * sizeof(V), cudaMemcpyDefault);
  return at;
}

std::vector<T> numbers(int count, int step) {
  std::vector<T> all(count);
  for (int i = 0; i < count; ++i)
    all[i] = T(float((i * step + i / kDepth * 3) % 17 - 8) / 8);
  return all;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const int tokens = atoi(argv[1]), pages = (tokens + kPage - 1) / kPage;
  const std::vector<T> q = numbers(kHeads * kDepth, 5),
                       k = numbers(pages * kPage * kDepth, 6);
  std::vector<T> out(kHeads * kOut);
  std::vector<int> table(pages);
  for (int i = 0; i < pages; ++i) table[i] = i;
  DecodingSchedMeta whole = {};
  whole.end_block_idx = pages;
  DenseAttnDecodeParams p = {};
  p.b = p.s_q = p.h_k = p.num_sm_parts = 1;
  p.h_q = p.q_seq_per_hk = p.q_head_per_hk = kHeads;
  p.d = kDepth, p.d_v = kOut, p.num_blocks = pages;
  p.scale_softmax = 1 / std::sqrt(float(kDepth));
  p.scale_softmax_log2 = p.scale_softmax * float(M_LOG2E);
  p.q_ptr = on_device(q), p.k_ptr = on_device(k), p.o_ptr = on_device(out);
  p.softmax_lse_ptr = on_device(std::vector<float>(kHeads));
  p.q_row_stride = p.q_head_stride = p.k_row_stride = p.k_head_stride = kDepth;
  p.q_batch_stride = kHeads * kDepth, p.k_batch_stride = kPage * kDepth;
  p.o_row_stride = kOut, p.o_head_stride = p.o_batch_stride = kHeads * kOut;
  p.block_table = on_device(table);
  p.block_table_batch_stride = pages;
  p.page_block_size = kPage;
  p.seqlens_k_ptr = on_device(std::vector<int>{tokens});
  p.tile_scheduler_metadata_ptr =
      on_device(std::vector<DecodingSchedMeta>{whole});
  p.num_splits_ptr = on_device(std::vector<int>{0, 1});
  p.total_num_splits = 2;
  p.softmax_lseaccum_ptr = on_device(std::vector<float>(2 * kHeads));
  p.oaccum_ptr = on_device(std::vector<float>(2 * kHeads * kOut));
  sm90::run_flash_splitkv_mla_kernel<T>(p);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess)
    return std::printf("%s\n", cudaGetErrorString(error));
  cudaMemcpy(out.data(), p.o_ptr, out.size() * 2, cudaMemcpyDefault);
  // A key's value is the first columns of the key.
  const double worst =
      worst_of(q, k, k, out,
               {kHeads, tokens, kDepth, kOut, kDepth, p.scale_softmax});
  std::printf("%d tokens: largest difference %.4f\n", tokens, worst);
  return worst > 0.02;
}
