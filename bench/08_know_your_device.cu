// SPDX-License-Identifier: MIT
// Lesson 08 on a GPU: 2^28 look-ups by launches of several shapes; then how
// fast 1 GB is read when a multiprocessor holds few warps or many. From the
// root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/08_know_your_device
//     bench/08_know_your_device.cu -o /tmp/bench08 && /tmp/bench08
// The share of a look-up: the time to copy its 6 bytes each. Of a row with
// loads: the time to read the bytes.
#include <cstdio>
#include <string>
#include <vector>

#include "bench/limits.h"
#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace solution {
#include "lesson.h"  // here, as two functions of one Shape would be ambiguous
#include "solutions/08_know_your_device/solution.cu"
}  // namespace solution

namespace {

constexpr int kValues = 1 << 28, kTable = 2048, kRuns = 15;

void row(const std::string& label, double ms, double limit_ms) {
  std::printf("%-30s %9.1f us %5.0f %%\n", label.c_str(), 1000 * ms,
              100 * limit_ms / ms);
}

__device__ unsigned short number_of(int i) {
  return (unsigned(i) * 2654435761u >> 16) % kTable;
}

__global__ void fill(unsigned short* in, float* table) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  in[i] = number_of(i);
  if (i < kTable) table[i] = float(3 * i + 1);
}

__global__ void judge(const float* out, int* wrong) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (out[i] != float(3 * number_of(i) + 1)) atomicAdd(wrong, 1);
}

bool time_look_ups(const cudaDeviceProp& device) {
  const lockstep::DeviceBuffer<unsigned short> in(kValues);
  const lockstep::DeviceBuffer<float> table(kTable), out(kValues);
  constexpr size_t kHalf = size_t(kValues) * 3;  // bytes; twice is moved
  const lockstep::DeviceBuffer<char> from(kHalf);
  const double limit = median_ms(kRuns, 1, [&] {
    CUDA_CHECK(cudaMemcpyAsync(out.data(), from.data(), kHalf,
                               cudaMemcpyDeviceToDevice));
  });
  fill<<<kValues / 256, 256>>>(in.data(), table.data());
  bool right = true;
  const auto time = [&](const std::string& label, solution::Shape shape) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, out.size() * 4));
    const lockstep::DeviceBuffer<int> wrong(std::vector<int>{0});
    const double ms = median_ms(kRuns, 1, [&] {
      solution::look_up_as(shape, in.data(), table.data(), kTable, out.data(),
                           kValues);
    });
    judge<<<kValues / 256, 256>>>(out.data(), wrong.data());
    const int count = wrong.download()[0];
    if (count > 0) std::printf("WRONG: %d values\n", count);
    right = right && count == 0;
    row(label, ms, limit);
  };
  const solution::Shape best = solution::choose_shape(kValues, kTable);
  const int sms = device.multiProcessorCount;
  const int warps = solution::resident_warps(1024, kTable);
  time("before", {26, 1024});  // a number from a text about a GPU of 2012
  time("blocks of 1024", {sms * warps / 32, 1024});
  time("after", best);
  time("half of the blocks", {best.blocks / 2, best.threads});
  time("twice the blocks", {best.blocks * 2, best.threads});
  return right;
}

constexpr size_t kBytes = size_t(1) << 30;
constexpr int kThreads = 256;

/// Reads everything; a thread has kLoads loads in flight before it adds.
template <typename Word, int kLoads>
__global__ void read_words(const Word* in, unsigned* out) {
  extern __shared__ unsigned unused[];  // keeps other blocks away
  const size_t count = kBytes / sizeof(Word);
  const size_t step = size_t(gridDim.x) * kThreads;
  unsigned mixed = 0;
  size_t i = size_t(blockIdx.x) * kThreads + threadIdx.x;
#pragma unroll 1
  for (; i + (kLoads - 1) * step < count; i += kLoads * step) {
    Word words[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) words[k] = in[i + k * step];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      const unsigned* const parts = reinterpret_cast<unsigned*>(&words[k]);
      for (size_t p = 0; p < sizeof(Word) / 4; ++p) mixed ^= parts[p];
    }
  }
  for (; i < count; i += step) {
    mixed ^= *reinterpret_cast<const unsigned*>(in + i);
  }
  if (mixed == 0x9e3779b9) *out = mixed;  // never: all are 0
}

template <typename Word, int kLoads>
void time_reads(const std::string& what, const uint4* in, unsigned* out,
                const cudaDeviceProp& device, double limit) {
  const auto kernel = read_words<Word, kLoads>;
  const auto words = reinterpret_cast<const Word*>(in);
  CUDA_CHECK(cudaFuncSetAttribute(kernel,
                                  cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  int(device.sharedMemPerBlockOptin)));
  for (const int blocks : {1, 2, 4, 8}) {  // of 8 warps each
    const size_t bytes = device.sharedMemPerMultiprocessor / blocks -
                         device.reservedSharedMemPerBlock;
    int fitting = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fitting, kernel,
                                                             kThreads, bytes));
    const int grid = device.multiProcessorCount * fitting;
    const double ms = median_ms(
        kRuns, 1, [&] { kernel<<<grid, kThreads, bytes>>>(words, out); });
    row(what + ", " + std::to_string(fitting * kThreads / 32) + " warps", ms,
        limit);
  }
}

}  // namespace

int main() {
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf(
      "%s, %d look-ups in a table of %d, limit: copying their 6 bytes; then "
      "%zu bytes read, limit: reading them\n",
      device.name, kValues, kTable, kBytes);
  const bool right = time_look_ups(device);
  const lockstep::DeviceBuffer<uint4> in(kBytes / sizeof(uint4));
  const lockstep::DeviceBuffer<unsigned> out(1);
  CUDA_CHECK(cudaMemset(in.data(), 0, kBytes));
  const double limit = limits::read_ms(kBytes);
  time_reads<unsigned, 1>("1 load of 4 bytes", in.data(), out.data(), device,
                          limit);
  time_reads<unsigned, 4>("4 loads of 4 bytes", in.data(), out.data(), device,
                          limit);
  time_reads<uint4, 1>("1 load of 16 bytes", in.data(), out.data(), device,
                       limit);
  time_reads<uint4, 4>("4 loads of 16 bytes", in.data(), out.data(), device,
                       limit);
  return right ? 0 : 1;
}
