// SPDX-License-Identifier: MIT
// Atomics: a histogram in shared memory, merged in global memory, and one of
// each kind of atomic operation. With an argument: larger histograms, right and
// wrong ones, whose reports must be the same on any number of host threads.
#include <cstdio>
#include <cstring>
#include <vector>

#include "common/cuda_check.h"

__global__ void count(const unsigned char* text, int n, unsigned* bins) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    atomicAdd(&own[text[i]], 1u);
  }
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

struct Results {
  int add, sub, low, high, bits_or, bits_and, bits_xor, wins;
  unsigned inc, dec;
  unsigned long long wide;
  float sum;
  double precise;
};

__global__ void every_kind(Results* r) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&r->add, i);
  atomicSub(&r->sub, 1);
  atomicMin(&r->low, 500 - i);
  atomicMax(&r->high, i * 3);
  atomicOr(&r->bits_or, 1 << (i % 10));
  atomicAnd(&r->bits_and, ~(1 << (i % 5)));
  atomicXor(&r->bits_xor, i);
  if (atomicCAS(&r->wins, 0, 1) == 0) atomicAdd(&r->wins, 10);
  atomicInc(&r->inc, 99);
  atomicDec(&r->dec, 1000);
  atomicAdd(&r->wide, 1ull << 32);
  atomicAdd(&r->sum, 0.5f);
  atomicAdd(&r->precise, 0.25);
}

constexpr int kBlocks = 160, kThreads = 256, kMany = kBlocks * kThreads;

/// What a large histogram does wrong.
enum class Wrong { kNothing, kAdds, kMeets, kClears, kEnds, kParts };

/// Each block counts 256 values. Its first thread says when it has finished.
template <Wrong kWrong>
__global__ void count_many(const unsigned char* text, unsigned* bins,
                           unsigned* ready) {
  __shared__ unsigned own[kThreads];
  const int t = threadIdx.x;
  if (kWrong != Wrong::kClears || t != 200) own[t] = 0;
  if (kWrong == Wrong::kParts && blockIdx.x == 70) {
    if (t < 100) __syncthreads();
  } else if (kWrong != Wrong::kMeets || blockIdx.x != 70) {
    __syncthreads();
  }
  atomicAdd(&own[text[blockIdx.x * kThreads + t]], 1u);
  __syncthreads();
  if (kWrong == Wrong::kAdds)
    bins[t] += own[t];
  else
    atomicAdd(&bins[t], own[t]);
  __threadfence();
  const int end = kWrong == Wrong::kEnds && blockIdx.x == 150 ? kMany : 0;
  if (t == 0) ready[end + blockIdx.x] = own[(blockIdx.x + 1) % kThreads] + 1;
}

template <Wrong kWrong>
void count_in(const std::vector<cudaStream_t>& streams) {
  std::vector<unsigned char> text(kMany);
  for (int i = 0; i < kMany; ++i) text[i] = static_cast<unsigned char>(i * i);
  unsigned char* device;
  unsigned *bins, *ready, host[kThreads];
  CUDA_CHECK(cudaMalloc(&device, kMany));
  CUDA_CHECK(cudaMalloc(&bins, sizeof(host)));
  CUDA_CHECK(cudaMalloc(&ready, kBlocks * sizeof(*ready)));
  CUDA_CHECK(cudaMemcpy(device, text.data(), kMany, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemset(bins, 0, sizeof(host)));
  CUDA_CHECK(cudaDeviceSynchronize());
  for (cudaStream_t stream : streams)
    count_many<kWrong><<<kBlocks, kThreads, 0, stream>>>(device, bins, ready);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  if (cudaMemcpy(host, bins, sizeof(host), cudaMemcpyDeviceToHost)) return;
  for (unsigned bin : host) std::printf("%u ", bin);
  CUDA_CHECK(cudaFree(device));
  CUDA_CHECK(cudaFree(bins));
  CUDA_CHECK(cudaFree(ready));
}

int count_wrongly(const char* what) {
  const auto is = [&](const char* name) { return !std::strcmp(what, name); };
  if (is("right")) count_in<Wrong::kNothing>({nullptr, nullptr});
  if (is("adds")) count_in<Wrong::kAdds>({nullptr});
  if (is("meets")) count_in<Wrong::kMeets>({nullptr});
  if (is("clears")) count_in<Wrong::kClears>({nullptr});
  if (is("ends")) count_in<Wrong::kEnds>({nullptr});
  if (is("parts")) count_in<Wrong::kParts>({nullptr});
  if (is("streams")) {
    std::vector<cudaStream_t> streams(2);
    for (cudaStream_t& s : streams)
      CUDA_CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    count_in<Wrong::kNothing>(streams);
  }
  return 0;
}

int main(int argc, char** argv) {
  if (argc > 1) return count_wrongly(argv[1]);
  const int n = 10000;
  std::vector<unsigned char> text(n);
  for (int i = 0; i < n; ++i) text[i] = static_cast<unsigned char>(i * i % 97);
  unsigned char* device;
  unsigned *bins, host[256], expected[256] = {};
  for (unsigned char c : text) ++expected[c];
  CUDA_CHECK(cudaMalloc(&device, n));
  CUDA_CHECK(cudaMalloc(&bins, sizeof(host)));
  CUDA_CHECK(cudaMemcpy(device, text.data(), n, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemset(bins, 0, sizeof(host)));
  count<<<6, 256>>>(device, n, bins);
  CUDA_CHECK(cudaMemcpy(host, bins, sizeof(host), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < 256; ++i) wrong += host[i] != expected[i];
  std::printf("bins: %u %u %u, wrong: %d\n", host[0], host[1], host[96], wrong);

  Results r = {};
  r.low = 10000;
  r.bits_and = 0xff;
  r.dec = 5;
  Results* results;
  CUDA_CHECK(cudaMalloc(&results, sizeof(r)));
  CUDA_CHECK(cudaMemcpy(results, &r, sizeof(r), cudaMemcpyHostToDevice));
  every_kind<<<3, 100>>>(results);
  CUDA_CHECK(cudaMemcpy(&r, results, sizeof(r), cudaMemcpyDeviceToHost));
  std::printf("%d %d %d %d %d %d %d %d\n", r.add, r.sub, r.low, r.high,
              r.bits_or, r.bits_and, r.bits_xor, r.wins);
  std::printf("%u %u %llu %.1f %.2f\n", r.inc, r.dec, r.wide >> 32, r.sum,
              r.precise);
  CUDA_CHECK(cudaFree(device));
  CUDA_CHECK(cudaFree(bins));
  CUDA_CHECK(cudaFree(results));
}
