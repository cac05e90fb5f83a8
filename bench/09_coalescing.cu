// SPDX-License-Identifier: MIT
// Lesson 09 on a GPU: one step of 2^25 particles, as given and repaired; then
// what one load of a warp costs, by the distance of its lanes. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/09_coalescing
//     bench/09_coalescing.cu -o /tmp/bench09 && /tmp/bench09
// The share of a step: the time to copy as many bytes as the step must move.
// The share of a load: the time to read each loaded value once.
#include <cstdio>
#include <vector>

#include "bench/limits.h"
#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/09_coalescing/solution.cu"
}

namespace {

constexpr int kParticles = 1 << 25, kRuns = 15;

/// Milliseconds to copy `bytes` bytes on the device: read once, written once.
double copy_time(size_t bytes) {
  const lockstep::DeviceBuffer<char> from(bytes), to(bytes);
  return median_ms(kRuns, 1, [&] {
    CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), bytes,
                               cudaMemcpyDeviceToDevice));
  });
}

void row(const char* label, double ms, double limit_ms) {
  std::printf("%-28s %9.1f us %5.0f %%\n", label, 1000 * ms,
              100 * limit_ms / ms);
}

/// Where a field of a particle lies: record by record, as the exercise has it,
/// or each field in an array of its own.
struct Records {
  __host__ __device__ static size_t place(size_t i, int field) {
    return i * solution::kFields + field;
  }
};
struct Arrays {
  __host__ __device__ static size_t place(size_t i, int field) {
    return size_t(field) * kParticles + i;
  }
};

/// The exercise's kernel; with `kNeighbours` a thread's particles are one block
/// apart, so that lanes take neighbours.
template <typename Layout, bool kNeighbours>
__global__ void move(float* data) {
  constexpr int kThreads = solution::kThreads, kEach = solution::kPerThread;
  const int first = kNeighbours ? blockIdx.x * kThreads * kEach + threadIdx.x
                                : (blockIdx.x * kThreads + threadIdx.x) * kEach;
  for (int k = 0; k < kEach; ++k) {
    const int i = first + k * (kNeighbours ? kThreads : 1);
    if (i >= kParticles) continue;
    data[Layout::place(i, solution::kX)] +=
        data[Layout::place(i, solution::kVx)];
    data[Layout::place(i, solution::kY)] +=
        data[Layout::place(i, solution::kVy)];
  }
}

/// A thread takes four neighbours of an array in one access of 16 bytes.
__global__ void move_four(float* data) {
  const size_t i = (size_t(blockIdx.x) * blockDim.x + threadIdx.x) * 4;
  if (i >= kParticles) return;
  const auto at = [&](int field) {
    return reinterpret_cast<float4*>(data + Arrays::place(i, field));
  };
  float4 x = *at(solution::kX), y = *at(solution::kY);
  const float4 vx = *at(solution::kVx), vy = *at(solution::kVy);
  x.x += vx.x, x.y += vx.y, x.z += vx.z, x.w += vx.w;
  y.x += vy.x, y.y += vy.y, y.z += vy.z, y.w += vy.w;
  *at(solution::kX) = x, *at(solution::kY) = y;
}

__device__ float value_of(size_t i, int field) {
  return float((i + 7 * field) % 4096);
}

/// One thread per particle.
template <typename Layout>
__global__ void fill(float* data) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  for (int f = 0; f < solution::kFields; ++f) {
    data[Layout::place(i, f)] = value_of(i, f);
  }
}

/// Counts the particles that are wrong after one step.
template <typename Layout>
__global__ void judge(const float* data, int* wrong) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  bool right = true;
  for (int f = 0; f < solution::kFields; ++f) {
    float expected = value_of(i, f);
    if (f == solution::kX) expected += value_of(i, solution::kVx);
    if (f == solution::kY) expected += value_of(i, solution::kVy);
    right = right && data[Layout::place(i, f)] == expected;
  }
  if (!right) atomicAdd(wrong, 1);
}

/// Times `step`, for particles that lie as `Layout` says. False when one of
/// them is wrong after the first step.
template <typename Layout, typename Step>
bool time_step(const char* label, double limit_ms, const Step& step) {
  const lockstep::DeviceBuffer<float> data(size_t(kParticles) *
                                           solution::kFields);
  const lockstep::DeviceBuffer<int> wrong(std::vector<int>{0});
  fill<Layout><<<kParticles / 256, 256>>>(data.data());
  step(data.data());
  judge<Layout><<<kParticles / 256, 256>>>(data.data(), wrong.data());
  const int count = wrong.download()[0];
  if (count > 0) std::printf("WRONG: %d particles\n", count);
  row(label, median_ms(kRuns, 1, [&] { step(data.data()); }), limit_ms);
  return count == 0;
}

constexpr size_t kLoads = size_t(1) << 25;  // by each of the kernels below

/// Each thread loads one value, `step` values from its neighbour's.
__global__ void load(const float* in, size_t start, size_t step, float* out) {
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const float value = in[start + thread * step];
  if (value == 1) *out = value;  // never: all are 0
}

void time_loads() {
  constexpr size_t kFarthest = 32;
  const lockstep::DeviceBuffer<float> in(kLoads * kFarthest + 32), out(1);
  CUDA_CHECK(cudaMemset(in.data(), 0, in.size() * sizeof(float)));
  const double limit = limits::read_ms(kLoads * sizeof(float));
  const auto time = [&](const char* label, size_t start, size_t step) {
    row(label,
        median_ms(kRuns, 1,
                  [&] {
                    load<<<kLoads / 256, 256>>>(in.data(), start, step,
                                                out.data());
                  }),
        limit);
  };
  time("load: neighbours", 0, 1);
  time("load: one value later", 1, 1);
  time("load: every 2nd", 0, 2);
  time("load: every 5th", 0, 5);
  time("load: every 8th", 0, 8);
  time("load: every 32nd", 0, 32);
}

}  // namespace

int main() {
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf(
      "%s, one step of %d particles, limit: a copy of its 24 bytes each; then "
      "%zu loads of 4 bytes, limit: reading them\n",
      device.name, kParticles, kLoads);
  const double limit = copy_time(size_t(kParticles) * 12);
  constexpr int kThreads = solution::kThreads;
  constexpr int kBlocks = kParticles / (kThreads * solution::kPerThread);
  bool right = time_step<Records>("before", limit, [](float* data) {
    move<Records, false><<<kBlocks, kThreads>>>(data);
  });
  right &= time_step<Records>("neighbours to lanes", limit, [](float* data) {
    move<Records, true><<<kBlocks, kThreads>>>(data);
  });
  right &= time_step<Arrays>("one array per field", limit, [](float* data) {
    move<Arrays, false><<<kBlocks, kThreads>>>(data);
  });
  right &= time_step<Arrays>("after", limit, [](float* data) {
    solution::move<<<kBlocks, kThreads>>>(data, kParticles);
  });
  right &= time_step<Arrays>("four particles at once", limit, [](float* data) {
    move_four<<<kParticles / 4 / kThreads, kThreads>>>(data);
  });
  time_loads();
  return right ? 0 : 1;
}
