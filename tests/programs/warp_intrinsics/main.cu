// SPDX-License-Identifier: MIT
// The warp's own instructions: shuffles, votes, match, masks, bit tricks.
#include <cstdio>

#include "common/cuda_check.h"

constexpr unsigned kAll = 0xffffffffu;
constexpr int kKinds = 16;

__global__ void exchange(int* out) {
  const int lane = threadIdx.x;
  int kind = 0;
  const auto put = [&](int value) { out[32 * kind++ + lane] = value; };
  put(__shfl_sync(kAll, lane * 10, 5));
  put(__shfl_sync(kAll, lane * 10, lane + 1));
  put(__shfl_up_sync(kAll, lane, 3));
  put(__shfl_down_sync(kAll, lane, 4, 8));
  put(__shfl_xor_sync(kAll, lane, 16));
  int sum = lane;
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_down_sync(kAll, sum, step);
  }
  put(sum);
  put(static_cast<int>(__ballot_sync(kAll, lane % 3 == 0)));
  put(__any_sync(kAll, lane == 31) + 2 * __all_sync(kAll, lane < 31));
  put(static_cast<int>(__match_any_sync(kAll, lane / 8)));
  int all_same = -1;
  const unsigned same = __match_all_sync(kAll, 7, &all_same);
  put(static_cast<int>(same) + all_same);
  unsigned active = 0;
  if (lane % 2 == 1) active = __activemask();
  put(static_cast<int>(active));
  int half = 0;
  if (lane < 16) half = __shfl_xor_sync(0xffffu, lane, 1);
  __syncwarp();
  put(half);
  put(__popc(lane * 0x01010101) * 100 + __clz(lane) + __ffs(lane));
  put(static_cast<int>(__brev(lane)));
  put(static_cast<int>(__byte_perm(0x03020100, 0x07060504, 0x5140 + lane)));
  put(static_cast<int>(__funnelshift_l(lane, kAll, lane)));
}

__global__ void wide(long long* out) {
  const long long value = (1LL << 40) * threadIdx.x + threadIdx.x;
  out[threadIdx.x] = __shfl_xor_sync(kAll, value, 1);
}

int main() {
  int *device, host[32 * kKinds];
  CUDA_CHECK(cudaMalloc(&device, sizeof(host)));
  exchange<<<1, 32>>>(device);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost));
  for (int kind = 0; kind < kKinds; ++kind) {
    std::printf("%2d:", kind);
    for (int lane : {0, 1, 5, 17, 30, 31}) {
      std::printf(" %08x", static_cast<unsigned>(host[32 * kind + lane]));
    }
    std::printf("\n");
  }
  long long *wide_device, wide_host[32];
  CUDA_CHECK(cudaMalloc(&wide_device, sizeof(wide_host)));
  wide<<<1, 32>>>(wide_device);
  CUDA_CHECK(cudaMemcpy(wide_host, wide_device, sizeof(wide_host),
                        cudaMemcpyDeviceToHost));
  std::printf("wide: %llx %llx\n", wide_host[2], wide_host[31]);
  CUDA_CHECK(cudaFree(device));
  CUDA_CHECK(cudaFree(wide_device));
}
