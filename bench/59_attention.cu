// SPDX-License-Identifier: MIT
// Lesson 59 on a GPU: 32 heads of 4096 tokens. A warp per query without tensor
// cores (before), the solution (after), the same with the next scores in flight,
// and three launches with all scores in memory: cuBLAS, softmax, cuBLAS. From
// the root:
//   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I.
//     -Ilessons/59_attention bench/59_attention.cu -lcublas -o /tmp/bench59 &&
//     /tmp/bench59
// Exit code 1 when a result is wrong. 100 % is the tensor cores' limit.
#include <cublas_v2.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "bench/exercise.h"
#include "bench/timing.h"
#include "bench/versus.h"

namespace solution {
#include "solutions/59_attention/solution.cu"
}

namespace in_flight {
#include "solutions/59_attention/also_right/next_scores_in_flight.cu"

template <int kDim>
__global__ void __launch_bounds__(Tiles<kDim>::kThreads, 1)
    attend_tiles(const __grid_constant__ Maps maps, Bf16* out, int length,
                 bool causal) {
  extern __shared__ unsigned char memory[];
  Tiles<kDim>& tiles = *reinterpret_cast<Tiles<kDim>*>(memory);
  begin(tiles);
  const int block = gridDim.x - 1 - blockIdx.x, group = threadIdx.x / 128;
  const int first = block * Tiles<kDim>::kRows;
  const int count = tiles_needed(first + Tiles<kDim>::kRows, length, causal);
  if (group < Tiles<kDim>::kGroups) {
    take_registers<kDim>();
    attend_rows(tiles, group, first + 64 * group, count,
                out + size_t(blockIdx.y) * length * kDim, length, causal);
  } else {
    give_registers();
    if (threadIdx.x % 128 == 0) bring(tiles, maps, first, blockIdx.y, count);
  }
}

void attend(const Bf16* q, const Bf16* k, const Bf16* v, Bf16* out, int heads,
            int length, int dim, bool causal) {
  if (dim == 64) {
    launch<64>(attend_tiles<64>, q, k, v, out, heads, length, causal);
  } else {
    launch<128>(attend_tiles<128>, q, k, v, out, heads, length, causal);
  }
}
}  // namespace in_flight

namespace {

constexpr int kHeads = 32, kLength = 4096, kMostDim = 128;
constexpr size_t kValues = size_t(kHeads) * kLength * kMostDim;
constexpr size_t kScores = size_t(kHeads) * kLength * kLength;
constexpr double kCycle = 4096;  // bf16 operations of a multiprocessor on 9.0
constexpr float kAllowed = 0.01f;  // values are in [-1, 1): two roundings

/// weights = softmax(scale * scores), row by row; a block per row.
__global__ void soften(const float* scores, Bf16* weights, float scale,
                       bool causal) {
  constexpr int kEach = kLength / 256;
  __shared__ float of_warps[2][8];
  const int row = blockIdx.x % kLength, warp = threadIdx.x / 32;
  const size_t start = size_t(blockIdx.x) * kLength;
  float values[kEach], most = -INFINITY, sum = 0;
  for (int i = 0; i < kEach; ++i) {
    const int at = i * 256 + threadIdx.x;
    values[i] = causal && at > row ? -INFINITY : scores[start + at] * scale;
    most = fmaxf(most, values[i]);
  }
  for (int s = 16; s > 0; s /= 2) {
    most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, s));
  }
  if (threadIdx.x % 32 == 0) of_warps[0][warp] = most;
  __syncthreads();
  for (const float other : of_warps[0]) most = fmaxf(most, other);
  for (float& value : values) sum += value = __expf(value - most);
  for (int s = 16; s > 0; s /= 2) sum += __shfl_xor_sync(0xffffffff, sum, s);
  if (threadIdx.x % 32 == 0) of_warps[1][warp] = sum;
  __syncthreads();
  sum = 0;
  for (const float other : of_warps[1]) sum += other;
  for (int i = 0; i < kEach; ++i) {
    weights[start + i * 256 + threadIdx.x] = __float2bfloat16(values[i] / sum);
  }
}

struct Bench {
  lockstep::DeviceBuffer<Bf16> q{kValues}, k{kValues}, v{kValues}, out{kValues};
  lockstep::DeviceBuffer<float> scores{kScores};
  lockstep::DeviceBuffer<Bf16> weights{kScores};
  cublasHandle_t cublas{};
  double per_ms = 0;  // operations of the tensor cores
  bool right = true;

  Bench() {
    std::vector<Bf16> values(kValues);
    unsigned state = 59;
    for (auto* buffer : {&q, &k, &v}) {
      const float most = buffer == &v ? 1.0f : 2.0f;
      for (Bf16& value : values) {
        state = state * 1664525 + 1013904223;
        value = __float2bfloat16((float(state >> 24) / 128 - 1) * most);
      }
      buffer->upload(values);
    }
    if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) std::exit(1);
    cudaDeviceProp device{};
    int kilohertz = 0;
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    CUDA_CHECK(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0));
    per_ms = kCycle * device.multiProcessorCount * double(kilohertz);
    std::printf(
        "%s, %d heads of %d tokens; limit: tensor cores, %.0f TFLOP/s at %d "
        "MHz\n",
        device.name, kHeads, kLength, per_ms / 1e9, kilohertz / 1000);
  }

  /// What a call multiplies and adds; under causal half of the scores count.
  static double operations(int dim, bool causal) {
    return 4.0 * double(kScores) * dim / (causal ? 2 : 1);
  }

  /// cuBLAS counts by columns: scores^T = k q^T, out^T = v^T weights^T.
  void three_launches(int dim, bool causal) {
    const float one = 1, zero = 0;
    const long long rows = kLength, all = rows * rows, each = rows * dim;
    cublasGemmStridedBatchedEx(
        cublas, CUBLAS_OP_T, CUBLAS_OP_N, kLength, kLength, dim, &one, k.data(),
        CUDA_R_16BF, dim, each, q.data(), CUDA_R_16BF, dim, each, &zero,
        scores.data(), CUDA_R_32F, kLength, all, kHeads, CUBLAS_COMPUTE_32F,
        CUBLAS_GEMM_DEFAULT);
    soften<<<kHeads * kLength, 256>>>(scores.data(), weights.data(),
                                      1 / std::sqrt(float(dim)), causal);
    cublasGemmStridedBatchedEx(
        cublas, CUBLAS_OP_N, CUBLAS_OP_N, dim, kLength, kLength, &one, v.data(),
        CUDA_R_16BF, dim, each, weights.data(), CUDA_R_16BF, kLength, all,
        &zero, out.data(), CUDA_R_16BF, dim, each, kHeads, CUBLAS_COMPUTE_32F,
        CUBLAS_GEMM_DEFAULT);
  }

  /// Runs `work` and looks at its result; the first one is the others' measure.
  bool is_right(const std::function<void()>& work, int dim,
                std::vector<Bf16>& expected) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, kValues * sizeof(Bf16)));
    work();
    const std::vector<Bf16> got = out.download();
    if (expected.empty()) expected = got;
    bool good = true;
    for (size_t i = 0; i < kValues / kMostDim * dim; ++i) {
      good &= std::fabs(float(got[i]) - float(expected[i])) <= kAllowed;
    }
    return good;
  }

  void rows(int dim, bool causal) {
    std::vector<Bf16> expected;
    const std::string size =
        ", " + std::to_string(dim) + (causal ? ", causal" : "");
    const auto row = [&](const std::string& name, int times,
                         const std::function<void()>& work) {
      const bool good = is_right(work, dim, expected);
      const double ms = median_ms(times, 1, work);
      const double done = operations(dim, causal) / ms;
      std::printf("%-28s %9.1f us %5.1f %% %9.1f TFLOP/s%s\n",
                  (name + size).c_str(), 1e3 * ms, 100 * done / per_ms,
                  done / 1e9, good ? "" : "  WRONG");
      right = right && good;
    };
    const auto with = [&](auto attend) {
      return [=] {
        attend(q.data(), k.data(), v.data(), out.data(), kHeads, kLength, dim,
               causal);
      };
    };
    row("before", 3, with(rungs::attend));
    row("after", 15, with(solution::attend));
    row("in flight", 15, with(in_flight::attend));
    row("cuBLAS", 9, [&] { three_launches(dim, causal); });
  }
};

}  // namespace

int main() {
  Bench bench;
  for (const int dim : {64, 128}) {
    for (const bool causal : {false, true}) bench.rows(dim, causal);
  }
  return bench.right ? 0 : 1;
}
