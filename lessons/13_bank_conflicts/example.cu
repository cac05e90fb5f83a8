// SPDX-License-Identifier: MIT
// One block of 32 warps stores 33 x 32 words in shared memory, then reads
// them in seven ways. Only the word that each lane picks differs, and how many
// lanes take part; prints how many wavefronts each way takes.
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kWords = 33 * 32;
constexpr int kThreads = 1024;

struct Row {
  static constexpr const char* kWord = "32 * warp + lane";
  static __device__ int word(int lane, int warp) { return 32 * warp + lane; }
};
struct Column {
  static constexpr const char* kWord = "32 * lane + warp";
  static __device__ int word(int lane, int warp) { return 32 * lane + warp; }
};
struct PaddedColumn {
  static constexpr const char* kWord = "33 * lane + warp";
  static __device__ int word(int lane, int warp) { return 33 * lane + warp; }
};
struct SameWord {
  static constexpr const char* kWord = "warp";
  static __device__ int word(int, int warp) { return warp; }
};
struct SameWordInPairs {
  static constexpr const char* kWord = "32 * warp + lane / 2";
  static __device__ int word(int lane, int warp) {
    return 32 * warp + lane / 2;
  }
};

/// out[thread] = the word that Way picks; word k holds the number k. Of each
/// warp the first `lanes` lanes take part.
template <typename Way>
__global__ void read_words(int* out, int lanes) {
  __shared__ int words[kWords];
  for (int k = threadIdx.x; k < kWords; k += kThreads) words[k] = k;
  __syncthreads();
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane < lanes) out[threadIdx.x] = words[Way::word(lane, warp)];
}

template <typename Way>
void show(const char* name, int lanes = 32) {
  const lockstep::DeviceBuffer<int> out(kThreads);
  const lockstep::Recording recording;
  read_words<Way><<<1, kThreads>>>(out.data(), lanes);
  CUDA_CHECK(cudaGetLastError());
  const std::vector<int> got = out.download();
  std::printf("%-18s %-22s %4d %4d ", name, Way::kWord, got[32], got[33]);
  if (lockstep::counters_available()) {
    const SimtTraffic load = recording.total().shared_load;
    std::printf("%6d %11d\n", static_cast<int>(load.requests),
                static_cast<int>(load.wavefronts));
  } else {
    std::printf("%6s %11s\n", "-", "-");
  }
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  std::printf("%-42s warp 1's  all warps\n", "");
  std::printf("%-18s %-21s lanes 0, 1  loads  wavefronts\n", "way",
              "reads word");
  show<Row>("row");
  show<Column>("column");
  show<PaddedColumn>("column, padded");
  show<SameWord>("one word");
  show<SameWordInPairs>("one word per pair");
  show<Column>("column, 6 lanes", 6);
  show<PaddedColumn>("padded, 6 lanes", 6);
  if (!lockstep::counters_available()) {
    std::printf("A GPU prints no wavefronts. ncu does.\n");
  }
}
