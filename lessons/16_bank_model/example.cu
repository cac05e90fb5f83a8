// SPDX-License-Identifier: MIT
// One warp loads 32 words of shared memory in eight ways, on each device and in
// each of its modes, and prints how many passes the load takes.
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kAll = 2048;

__global__ void load(const int* word, int* out) {
  __shared__ int words[kAll];
  const int lane = threadIdx.x;
  for (int k = lane; k < kAll; k += 32) words[k] = k;
  __syncwarp();
  out[lane] = words[word[lane]];
}

struct Way {
  const char* name;
  int (*word)(int lane);
};
constexpr Way kWays[] = {
    {"lane", [](int lane) { return lane; }},
    {"2 * lane", [](int lane) { return 2 * lane; }},
    {"3 * lane", [](int lane) { return 3 * lane; }},
    {"32 * lane", [](int lane) { return 32 * lane; }},
    {"33 * lane", [](int lane) { return 33 * lane; }},
    {"0, 65, 0, 65, ...", [](int lane) { return lane % 2 * 65; }},
    {"0, 32, 0, 32, ...", [](int lane) { return lane % 2 * 32; }},
    {"lane * lane", [](int lane) { return lane * lane; }},
};

// Deprecated, since only compute capability 3.x ever had the choice.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
void choose_banks(cudaSharedMemConfig config) {
  CUDA_CHECK(cudaDeviceSetSharedMemConfig(config));
}

/// Prints one line: the passes of each way on the current device.
void show(const char* name) {
  std::printf("%-20s", name);
  for (const Way& way : kWays) {
    std::vector<int> word;
    for (int lane = 0; lane < 32; ++lane) word.push_back(way.word(lane));
    const lockstep::DeviceBuffer<int> on_device(word), out(word.size());
    const lockstep::Recording recording;
    load<<<1, 32>>>(on_device.data(), out.data());
    CUDA_CHECK(cudaGetLastError());
    out.download();
    const auto passes = recording.total().shared_load.wavefronts;
    lockstep::counters_available() ? std::printf(" %3d", int(passes))
                                   : std::printf("   ?");
  }
  std::printf("\n");
}

int main() {
  char letter = 'a';
  std::printf("lane loads word\n");
  for (const Way& way : kWays) std::printf("  %c: %s\n", letter++, way.name);
  std::printf("\npasses                 a   b   c   d   e   f   g   h\n");
  int devices = 0;
  CUDA_CHECK(cudaGetDeviceCount(&devices));
  for (int device = 0; device < devices; ++device) {
    cudaDeviceProp d;
    CUDA_CHECK(cudaSetDevice(device));
    CUDA_CHECK(cudaGetDeviceProperties(&d, device));
    show(d.name);
    if (d.major != 3) continue;
    choose_banks(cudaSharedMemBankSizeEightByte);
    show("  banks of 8 bytes");
  }
}
