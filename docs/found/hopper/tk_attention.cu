// SPDX-License-Identifier: MIT
// Runs the attention of ThunderKittens, forward, head size 64, and compares it
// with the host: tk_attention TOKENS CAUSAL
#define main harness_main
#include "kernels/attention/mha_h100/mha_h100.cu"
#undef main

#include <cstdio>
#include <vector>

#include "attention.h"

constexpr int kD = 64;

template <bool kCausal>
void launch(bf16* q, bf16* k, bf16* v, float* l, bf16* o, int n) {
  using Globals = fwd_globals<kD>;
  const auto rows = static_cast<unsigned>(n);
  Globals g{typename Globals::q_gl{q, 1u, 1u, rows, unsigned{kD}},
            typename Globals::k_gl{k, 1u, 1u, rows, unsigned{kD}},
            typename Globals::v_gl{v, 1u, 1u, rows, unsigned{kD}},
            typename Globals::l_gl{l, 1u, 1u, 1u, rows},
            typename Globals::o_gl{o, 1u, 1u, rows, unsigned{kD}},
            n,
            1};
  const int shared = kittens::MAX_SHARED_MEMORY - 1024;
  cudaFuncSetAttribute(fwd_attend_ker<kD, kCausal>,
                       cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  fwd_attend_ker<kD, kCausal>
      <<<dim3(n / (CONSUMER_WARPGROUPS * 64), 1, 1),
         NUM_WORKERS * kittens::WARP_THREADS, shared>>>(g);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const int n = atoi(argv[1]), causal = atoi(argv[2]);
  std::vector<bf16> host[4];
  bf16* device[4];
  float* l;
  for (int m = 0; m < 4; ++m) {
    host[m].resize(n * kD);
    for (int i = 0; i < n * kD; ++i)
      host[m][i] = bf16(float((i * (m + 5) + i / kD * 3) % 17 - 8) / 8);
    cudaMalloc(&device[m], n * kD * 2);
    cudaMemcpy(device[m], host[m].data(), n * kD * 2, cudaMemcpyDefault);
  }
  cudaMalloc(&l, n * sizeof(float));
  (causal ? launch<true> : launch<false>)(device[0], device[1], device[2], l,
                                          device[3], n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess)
    return std::printf("%s\n", cudaGetErrorString(error));
  std::vector<bf16> out(n * kD);
  cudaMemcpy(out.data(), device[3], n * kD * 2, cudaMemcpyDefault);
  const double worst = worst_of(host[0], host[1], host[2], out,
                                {n, n, kD, kD, kD, 1.0 / 8, causal != 0});
  std::printf("%d tokens, causal %d: largest difference %.4f\n", n, causal,
              worst);
  for (bf16* p : device) cudaFree(p);
  cudaFree(l);
  return worst > 0.02;
}
