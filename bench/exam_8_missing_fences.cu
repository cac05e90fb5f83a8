// SPDX-License-Identifier: MIT
// Exam 8 on a GPU: what the missing fences and waits cost. Each kernel as it
// was given, as it is in the solution (after), and mended in another way; with
// the limit of memory or cuBLAS beside it. From the root:
//   nvcc -O3 -std=c++17 -arch=sm_90a -I. -Ilessons/exam_8_missing_fences
//     bench/exam_8_missing_fences.cu -lcublas -o /tmp/b && /tmp/b
// A row also says in how many of its runs the result was wrong. Exit code 1
// when that happens to a kernel that is not as it was given.
#include <cublas_v2.h>

#include <algorithm>
#include <cstdio>
#include <cuda/ptx>
#include <vector>

#include "bench/limits.h"
#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "common/tensor_map.h"
#include "common/wgmma.h"
#include "lesson.h"

namespace solution {
#include "solutions/exam_8_missing_fences/solution.cu"
}

// Each file holds all three kernels; one of them is used.
namespace given_sum {
using namespace solution;
#include "solutions/exam_8_missing_fences/mistakes/sum_as_given.cu"
}  // namespace given_sum
namespace given_shuffle {
using namespace solution;
#include "solutions/exam_8_missing_fences/mistakes/shuffle_as_given.cu"
}  // namespace given_shuffle
namespace given_product {
using namespace solution;
#include "solutions/exam_8_missing_fences/mistakes/product_as_given.cu"
}  // namespace given_product
namespace one_fence {
using namespace solution;
#include "solutions/exam_8_missing_fences/also_right/fenced_by_the_copying_thread.cu"
}  // namespace one_fence
namespace slot_before {
using namespace solution;
#include "solutions/exam_8_missing_fences/also_right/gives_back_the_slot_before.cu"
}  // namespace slot_before
namespace later {
using namespace solution;
#include "solutions/exam_8_missing_fences/also_right/fills_one_step_later.cu"
}  // namespace later

namespace {

constexpr int kParts = 32, kFloats = 1 << 20;             // of the sum
constexpr int kDecks = 4096, kCards = 52, kShuffles = 7;  // an odd number
constexpr int kLength = 4096;                             // of the matrices
constexpr int kRuns = 100;  // of each kernel, whose results are compared

bool all_right = true;

/// The runs of `work` whose `result` is not `expected`.
template <typename Work>
int wrong_runs(const lockstep::DeviceBuffer<float>& result,
               const std::vector<float>& expected, const Work& work) {
  int wrong = 0;
  for (int run = 0; run < kRuns; ++run) {
    CUDA_CHECK(cudaMemset(result.data(), 0xff, result.size() * sizeof(float)));
    work();
    wrong += result.download() != expected;
  }
  return wrong;
}

template <typename Work>
void row(const char* name, bool may_be_wrong,
         const lockstep::DeviceBuffer<float>& result,
         const std::vector<float>& expected, const Work& work) {
  const int wrong = wrong_runs(result, expected, work);
  std::printf("%-28s %9.1f us  wrong in %d of %d runs\n", name,
              1e3 * median_ms(15, 3, work), wrong, kRuns);
  all_right = all_right && (may_be_wrong || wrong == 0);
}

void sums() {
  std::vector<float> in(size_t(kParts) * kFloats), expected(kFloats, 0.0f);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = float(int(i * 2654435761u >> 9 & 1023) - 512);
    expected[i % kFloats] += in[i];
  }
  const lockstep::DeviceBuffer<float> from(in), to(kFloats);
  const auto launch = [&](auto kernel) {
    return [&, kernel] {
      kernel<<<kFloats / kTile, kTile>>>(from.data(), to.data(), kParts,
                                         kFloats);
    };
  };
  std::printf("%-28s %9.1f us\n", "sum, limit: reading",
              1e3 * limits::read_ms(in.size() * sizeof(float)));
  row("sum, given", true, to, expected, launch(given_sum::add_kernel));
  row("sum, after", false, to, expected, launch(solution::add_kernel));
  row("sum, fence of one thread", false, to, expected,
      launch(one_fence::add_kernel));
}

void shuffles() {
  constexpr size_t kAll = size_t(kDecks) * kCards * kCard;
  std::vector<int> order(kCards);
  for (int i = 0; i < kCards; ++i) order[i] = i * 29 % kCards;
  std::vector<float> cards(kAll), expected(kAll);
  for (size_t i = 0; i < kAll; ++i) cards[i] = float(i % 16777213);
  for (size_t i = 0; i < kAll; ++i) {
    int place = int(i / kCard % kCards);
    const size_t deck = i / kCard - place;
    for (int time = 0; time < kShuffles; ++time) place = order[place];
    expected[i] = cards[(deck + place) * kCard + i % kCard];
  }
  const lockstep::DeviceBuffer<float> first(cards), a(kAll), b(kAll);
  const lockstep::DeviceBuffer<int> orders(order);
  const auto launch = [&](auto kernel) {
    return [&, kernel] {
      kernel<<<kDecks, 64>>>(a.data(), b.data(), orders.data(), kCards,
                             kShuffles);
    };
  };
  // `a` is overwritten from the second shuffle on.
  const auto fresh = [&](auto kernel) {
    return [&, kernel] {
      CUDA_CHECK(cudaMemcpyAsync(a.data(), first.data(), kAll * sizeof(float),
                                 cudaMemcpyDeviceToDevice, nullptr));
      launch(kernel)();
    };
  };
  const auto timed = [&](const char* name, bool may_be_wrong, auto kernel) {
    const int wrong = wrong_runs(b, expected, fresh(kernel));
    std::printf("%-28s %9.1f us  wrong in %d of %d runs\n", name,
                1e3 * median_ms(15, 3, launch(kernel)), wrong, kRuns);
    all_right = all_right && (may_be_wrong || wrong == 0);
  };
  std::printf("%-28s %9.1f us\n", "shuffle, limit: copying",
              1e3 * kShuffles * limits::copy_ms(kAll * sizeof(float)));
  timed("shuffle, given", true, given_shuffle::shuffle_kernel);
  timed("shuffle, after", false, solution::shuffle_kernel);
  timed("shuffle, slot before", false, slot_before::shuffle_kernel);
}

/// Every 512th row of c = a * b^T, computed by the host.
bool rows_right(const std::vector<float>& a, const std::vector<float>& b,
                const std::vector<float>& c) {
  bool right = true;
  for (size_t i = 0; i < kLength; i += 512) {
    for (size_t j = 0; j < kLength; ++j) {
      float sum = 0;
      for (size_t l = 0; l < kLength; ++l)
        sum += a[i * kLength + l] * b[j * kLength + l];
      right = right && sum == c[i * kLength + j];
    }
  }
  return right;
}

void products() {
  constexpr size_t kAll = size_t(kLength) * kLength;
  std::vector<float> values[2] = {std::vector<float>(kAll),
                                  std::vector<float>(kAll)};
  std::vector<__nv_bfloat16> rounded[2];
  for (int matrix = 0; matrix < 2; ++matrix) {
    for (size_t i = 0; i < kAll; ++i) {
      const unsigned mixed = unsigned(i + matrix * kAll) * 2654435761u;
      values[matrix][i] = float(int(mixed >> 9 & 15) - 8);
      rounded[matrix].push_back(__float2bfloat16(values[matrix][i]));
    }
  }
  const lockstep::DeviceBuffer<__nv_bfloat16> a(rounded[0]), b(rounded[1]);
  const lockstep::DeviceBuffer<float> c(kAll);
  cublasHandle_t cublas;
  if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) std::exit(1);
  const float one = 1, zero = 0;
  // cuBLAS counts by columns: it computes the transpose of c.
  const auto library = [&] {
    const auto status = cublasGemmEx(
        cublas, CUBLAS_OP_T, CUBLAS_OP_N, kLength, kLength, kLength, &one,
        b.data(), CUDA_R_16BF, kLength, a.data(), CUDA_R_16BF, kLength, &zero,
        c.data(), CUDA_R_32F, kLength, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    if (status != CUBLAS_STATUS_SUCCESS) std::exit(1);
  };
  library();
  const auto expected = c.download();
  all_right = all_right && rows_right(values[0], values[1], expected);
  const auto swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  const auto map_a =
      lockstep::tensor_map(a.data(), kLength, kLength, 64, 64, swizzle);
  const auto map_b =
      lockstep::tensor_map(b.data(), kLength, kLength, 64, 64, swizzle);
  const auto launch = [&](auto kernel) {
    return [&, kernel] {
      kernel<<<dim3(kLength / 64, kLength / 64), 128>>>(
          map_a, map_b, c.data(), kLength, kLength, kLength);
    };
  };
  row("product, cuBLAS", false, c, expected, library);
  row("product, given", true, c, expected,
      launch(given_product::multiply_kernel));
  row("product, after", false, c, expected, launch(solution::multiply_kernel));
  row("product, one step later", false, c, expected,
      launch(later::multiply_kernel));
  cublasDestroy(cublas);
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf(
      "%s, %d parts of %d floats; %d decks of %d cards, shuffled %d "
      "times; 4096 x 4096 bf16\n",
      device.name, kParts, kFloats, kDecks, kCards, kShuffles);
  sums();
  shuffles();
  products();
  return all_right ? 0 : 1;
}
