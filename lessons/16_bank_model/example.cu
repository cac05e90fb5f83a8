// SPDX-License-Identifier: MIT
// One warp loads or stores elements of 4, 8 or 16 bytes in seven ways, and
// prints how many wavefronts each request takes. At last the same loads on a
// chip whose banks are 8 bytes wide, where the emulator shows one.
#include <cstdio>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kWays = 7, kElements = 1024;
constexpr const char* kNames[kWays] = {
    "lane",     "lane / 2",  "lane & ~2",          "2 * lane",
    "3 * lane", "32 * lane", "lane, of odd lanes",
};

/// Which element a lane wants; -1 when it takes no part.
__host__ __device__ int element_of(int way, int lane) {
  const int all[kWays] = {lane,     lane / 2,  lane & ~2,           2 * lane,
                          3 * lane, 32 * lane, lane % 2 ? lane : -1};
  return all[way];
}

__device__ int sum_of(int word) { return word; }
__device__ int sum_of(int2 two) { return two.x + two.y; }
__device__ int sum_of(int4 four) { return four.x + four.y + four.z + four.w; }

template <typename Vector>
__global__ void load(int* out, int way) {
  __shared__ Vector memory[kElements];
  const int lane = threadIdx.x;
  for (int k = lane; k < kElements; k += 32) memory[k] = Vector{k};
  __syncwarp();
  if (element_of(way, lane) < 0) return;
  const Vector value = memory[element_of(way, lane)];
  out[lane] = sum_of(value);
}

template <typename Vector>
__global__ void store(int* out, int way) {
  __shared__ Vector memory[kElements];
  const int lane = threadIdx.x;
  if (element_of(way, lane) < 0) return;
  memory[element_of(way, lane)] = Vector{way};
  out[lane] = sum_of(memory[element_of(way, lane)]);
}

using Kernel = void (*)(int* out, int way);

void show(Kernel kernel, int way) {
  const lockstep::DeviceBuffer<int> out(32);
  const lockstep::Recording recording;
  kernel<<<1, 32>>>(out.data(), way);
  CUDA_CHECK(cudaGetLastError());
  out.download();
  const SimtCounters all = recording.total();
  const bool loads =
      kernel == load<int> || kernel == load<int2> || kernel == load<int4>;
  const SimtTraffic& traffic = loads ? all.shared_load : all.shared_store;
  lockstep::counters_available()
      ? std::printf(" %3d", static_cast<int>(traffic.wavefronts))
      : std::printf("   ?");
}

// Deprecated, since only compute capability 3.x ever had the choice.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
bool go_to_old_chip() {
  int devices = 0;
  CUDA_CHECK(cudaGetDeviceCount(&devices));
  cudaDeviceProp d{};
  CUDA_CHECK(cudaGetDeviceProperties(&d, devices - 1));
  if (d.major != 3) return false;
  CUDA_CHECK(cudaSetDevice(devices - 1));
  CUDA_CHECK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
  return true;
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  std::printf("wavefronts            loads of     stores of\n");
  std::printf("element                4   8  16   4   8  16 bytes\n");
  for (int way = 0; way < kWays; ++way) {
    std::printf("%-20s", kNames[way]);
    for (const Kernel kernel : {load<int>, load<int2>, load<int4>, store<int>,
                                store<int2>, store<int4>}) {
      show(kernel, way);
    }
    std::printf("\n");
  }
  if (!go_to_old_chip()) return 0;
  std::printf("\nbanks of 8 bytes       4   8 bytes\n");
  for (int way = 0; way < kWays; ++way) {
    std::printf("%-20s", kNames[way]);
    show(load<int>, way), show(load<int2>, way);
    std::printf("\n");
  }
}
