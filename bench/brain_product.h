// SPDX-License-Identifier: MIT
// What the benches of lessons 53 and 54 share: c = a * b^T of bf16 in float,
// cuBLAS, lesson 46's way, the look at a result, and a row per time.
#pragma once

#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "bench/exercise.h"
#include "bench/timing.h"
#include "bench/versus.h"

namespace lesson46 {
#include "solutions/46_matmul_tensor_cores/solution.cu"
}

/// Square matrices of kLength rows.
class BrainBench {
 public:
  static constexpr int kLength = 4096;
  static constexpr size_t kValues = size_t(kLength) * kLength;
  static constexpr double kOperations = 2.0 * kValues * kLength;
  using Function = void(const __nv_bfloat16*, const __nv_bfloat16*, float*, int,
                        int, int);

  /// Whole numbers in [-8, 8): no sum of 4096 products rounds.
  BrainBench() {
    std::vector<__nv_bfloat16> brain_a(kValues), brain_b(kValues);
    std::vector<__half> half_a(kValues), half_b(kValues);
    for (size_t i = 0; i < kValues; ++i) {
      left_[i] = float(int(i * 2654435761u >> 9 & 15) - 8);
      right_[i] = float(int(i * 40503u >> 5 & 15) - 8);
      brain_a[i] = __float2bfloat16(left_[i]);
      brain_b[i] = __float2bfloat16(right_[i]);
      half_a[i] = __float2half(left_[i]);
      half_b[i % kLength * kLength + i / kLength] = __float2half(right_[i]);
    }
    a_.upload(brain_a);
    b_.upload(brain_b);
    half_a_.upload(half_a);
    half_b_.upload(half_b);
    if (cublasCreate(&cublas_) != CUBLAS_STATUS_SUCCESS) std::exit(1);
    cudaDeviceProp device{};
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    int kilohertz = 0;
    CUDA_CHECK(
        cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0));
    constexpr double kPerCycle = 4096;  // of a multiprocessor; NVIDIA, H100
    limit_ = kPerCycle * device.multiProcessorCount * kilohertz / 1e9;
    std::printf("%s, %d x %d bf16; limit: tensor cores, %.0f TFLOP/s at %d MHz\n",
                device.name, kLength, kLength, limit_, kilohertz / 1000);
  }

  /// Runs `work` once, then takes the time: "label  us  share  TFLOP/s".
  void row(const char* label, const std::function<void()>& work,
           int times = 15) {
    const bool good = is_right(work);
    const double ms = median_ms(times, 1, work), speed = kOperations / ms / 1e9;
    std::printf("%-28s %9.1f us %5.1f %% %7.1f TFLOP/s%s\n", label, ms * 1e3,
                speed / limit_ * 100, speed, good ? "" : "  WRONG");
    right_all_ = right_all_ && good;
  }
  void row(const char* label, Function* product) {
    row(label, [=] { run(product); });
  }

  /// The first two rows. cuBLAS counts by columns: C^T = B A^T.
  void library_rows() {
    row("cuBLAS bf16", [=] { blas(); });
    row(
        "lesson 46",
        [=] {
          lesson46::multiply(half_a_.data(), half_b_.data(), c_.data(), kLength,
                             kLength, kLength);
        },
        7);
  }

  void run(Function* product) const {
    product(a_.data(), b_.data(), c_.data(), kLength, kLength, kLength);
  }

  /// The table of `./learn bench`.
  int compare(Function* solution, Function* exercise) {
    Versus table(gigaflops(kOperations / 1e9), "limit: tensor cores", limit_);
    const auto versus = [&](const char* name,
                            const std::function<void()>& work) {
      const bool good = is_right(work);
      table.row(name, median_ms(15, 1, work), good);
    };
    versus("cuBLAS bf16", [=] { blas(); });
    versus("solution", [=] { run(solution); });
    versus("exercise", [=] { run(exercise); });
    return table.status();
  }

  int status() const { return right_all_ ? 0 : 1; }

 private:
  void blas() const {
    const float one = 1, zero = 0;
    constexpr int n = kLength;
    cublasGemmEx(cublas_, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, b_.data(),
                 CUDA_R_16BF, n, a_.data(), CUDA_R_16BF, n, &zero, c_.data(),
                 CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  }

  /// The first result is compared with the host, the others with it.
  bool is_right(const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(c_.data(), 0xff, kValues * sizeof(float)));
    work();
    CUDA_CHECK(cudaGetLastError());
    const auto got = c_.download();
    if (!expected_.empty()) return got == expected_;
    expected_ = got;
    bool good = true;
    for (size_t i = 0; i < kLength; i += 512) {
      for (size_t j = 0; j < kLength; ++j) {
        float sum = 0;
        for (size_t l = 0; l < kLength; ++l) {
          sum += left_[i * kLength + l] * right_[j * kLength + l];
        }
        good = good && got[i * kLength + j] == sum;
      }
    }
    return good;
  }

  std::vector<float> left_ = std::vector<float>(kValues), right_ = left_;
  std::vector<float> expected_;
  lockstep::DeviceBuffer<__nv_bfloat16> a_{kValues}, b_{kValues};
  lockstep::DeviceBuffer<__half> half_a_{kValues}, half_b_{kValues};
  lockstep::DeviceBuffer<float> c_{kValues};
  cublasHandle_t cublas_{};
  double limit_ = 0;  // TFLOP/s
  bool right_all_ = true;
};
