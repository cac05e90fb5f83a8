// SPDX-License-Identifier: MIT
// Lesson 58 on a GPU: the rungs, the solution and cuSPARSE on matrices of three
// kinds: rows of 32 nonzeros, rows of 0 to 3, and one row with most of the
// nonzeros among rows of which seven in eight are empty. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/58_sparse_matvec
//     bench/58_sparse_matvec.cu -lcusparse -o /tmp/bench58 && /tmp/bench58
// A row is the median time of 15 runs, of one where it takes more than 50 ms,
// and the share of the least time: reading as many bytes as the matrix and y
// have. Exit code 1 when a result is wrong.
#include <cusparse.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "bench/exercise.h"
#include "bench/limits.h"
#include "bench/timing.h"
#include "bench/versus.h"

namespace solution {
#include "solutions/58_sparse_matvec/solution.cu"
}

namespace {

constexpr int kWidth = 1 << 20;  // of x
constexpr int kRegularRows = 1 << 20, kShortRows = 1 << 23,
              kSkewedRows = 1 << 22, kLongest = 1 << 22;
constexpr int kTimes = 15;
constexpr double kSlow = 50;  // ms

unsigned mixed(unsigned i) { return i * 2654435761u ^ i * 40503u >> 7; }

void must(cusparseStatus_t status, int line) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  std::fprintf(stderr, "bench/58_sparse_matvec.cu:%d: %s\n", line,
               cusparseGetErrorString(status));
  std::exit(1);
}
#define SPARSE(call) must(call, __LINE__)

struct Matrix {
  std::vector<int> starts, columns;
  std::vector<float> values, x, expected;

  /// `length(r)` nonzeros in row r. Columns lie near the diagonal; those of a
  /// long row spread over the whole width. Whole numbers: no sum rounds.
  Matrix(int rows, const std::function<int(int)>& length)
      : starts(1, 0), x(kWidth), expected(rows) {
    for (int i = 0; i < kWidth; ++i) x[i] = float(mixed(i) >> 20 & 3) - 1;
    for (int r = 0; r < rows; ++r) {
      const int count = length(r);
      const size_t near = size_t(r) * kWidth / size_t(rows);
      double sum = 0;
      for (int k = 0; k < count; ++k) {
        const size_t away = count > 4096 ? size_t(k) * kWidth / size_t(count)
                                         : mixed(unsigned(columns.size())) >> 19;
        columns.push_back(int((near + away) % kWidth));
        values.push_back(float(mixed(unsigned(k + r)) >> 15 & 3) - 1);
        sum += values.back() * x[columns.back()];
      }
      expected[r] = float(sum);
      starts.push_back(int(columns.size()));
    }
  }
};

struct Bench {
  std::string kind;
  const Matrix& a;
  int rows, nonzeros;
  lockstep::DeviceBuffer<int> starts, columns;
  lockstep::DeviceBuffer<float> values, x, y;
  double bytes, limit_ms;
  bool right = true;

  Bench(const char* kind, const Matrix& a)
      : kind(kind),
        a(a),
        rows(int(a.expected.size())),
        nonzeros(int(a.columns.size())),
        starts(a.starts),
        columns(a.columns),
        values(a.values),
        x(a.x),
        y(a.expected.size()),
        bytes(8.0 * nonzeros + 8.0 * rows + 4.0 * kWidth),
        limit_ms(limits::read_ms(size_t(bytes) / 16 * 16)) {
    std::printf("# %s: %d rows, %d nonzeros\n", kind, rows, nonzeros);
  }

  bool is_right(const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(y.data(), 0xff, rows * sizeof(float)));
    work();
    return y.download() == a.expected;
  }

  void row(const char* name, const std::function<void()>& work) {
    const bool good = is_right(work);
    double ms = median_ms(1, 1, work);
    if (ms < kSlow) ms = median_ms(kTimes, 3, work);
    std::printf("%-28s %9.1f us %5.0f %%%s\n", (kind + ", " + name).c_str(),
                1e3 * ms, 100 * limit_ms / ms, good ? "" : "  WRONG");
    right = right && good;
  }

  std::function<void()> call(decltype(&multiply) function) const {
    return [=, this_ = this] {
      function(this_->starts.data(), this_->columns.data(),
               this_->values.data(), this_->x.data(), this_->y.data(),
               this_->rows, this_->nonzeros);
    };
  }
};

/// cuSPARSE's product, prepared once.
class Library {
 public:
  Library(const Bench& bench, cusparseSpMVAlg_t algorithm)
      : algorithm_(algorithm) {
    SPARSE(cusparseCreate(&handle_));
    SPARSE(cusparseCreateCsr(
        &a_, bench.rows, kWidth, bench.nonzeros, bench.starts.data(),
        bench.columns.data(), bench.values.data(), CUSPARSE_INDEX_32I,
        CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    SPARSE(cusparseCreateDnVec(&x_, kWidth, bench.x.data(), CUDA_R_32F));
    SPARSE(cusparseCreateDnVec(&y_, bench.rows, bench.y.data(), CUDA_R_32F));
    size_t bytes = 0;
    SPARSE(cusparseSpMV_bufferSize(
        handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one_, a_, x_, &zero_, y_,
        CUDA_R_32F, algorithm_, &bytes));
    CUDA_CHECK(cudaMalloc(&room_, bytes + 1));
    SPARSE(cusparseSpMV_preprocess(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                   &one_, a_, x_, &zero_, y_, CUDA_R_32F,
                                   algorithm_, room_));
  }
  Library(const Library&) = delete;
  ~Library() {
    cudaFree(room_);
    cusparseDestroyDnVec(y_);
    cusparseDestroyDnVec(x_);
    cusparseDestroySpMat(a_);
    cusparseDestroy(handle_);
  }
  void operator()() const {
    SPARSE(cusparseSpMV(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one_, a_,
                        x_, &zero_, y_, CUDA_R_32F, algorithm_, room_));
  }

 private:
  float one_ = 1, zero_ = 0;
  cusparseSpMVAlg_t algorithm_;
  cusparseHandle_t handle_{};
  cusparseSpMatDescr_t a_{};
  cusparseDnVecDescr_t x_{}, y_{};
  void* room_ = nullptr;
};

/// All rows of one matrix.
bool compare(const char* kind, const Matrix& a) {
  Bench bench(kind, a);
#ifdef LOCKSTEP_EXERCISE
  std::printf("%s\n", kind);
  Versus table(gigabytes(bench.bytes / 1e9), "limit: reading memory",
               bench.bytes / bench.limit_ms / 1e6);
  const auto versus = [&](const char* name, const std::function<void()>& work) {
    const bool good = bench.is_right(work);
    table.row(name, median_ms(3, 1, work), good);
  };
  const Library library(bench, CUSPARSE_SPMV_CSR_ALG2);
  versus("cuSPARSE", [&] { library(); });
  versus("solution", bench.call(solution::multiply));
  versus("your exercise", bench.call(exercise::multiply));
  return table.status() == 0;
#else
  // One thread for the long row takes seconds.
  if (kind[1] != 'k') {
    bench.row("thread per row", bench.call(rungs::multiply_thread));
  }
  bench.row("warp per row", bench.call(rungs::multiply_warp));
  bench.row("lanes by mean", bench.call(rungs::multiply_lanes));
  bench.row("after", bench.call(solution::multiply));
  const Library first(bench, CUSPARSE_SPMV_CSR_ALG1);
  bench.row("cuSPARSE", [&] { first(); });
  const Library second(bench, CUSPARSE_SPMV_CSR_ALG2);
  bench.row("cuSPARSE, ALG2", [&] { second(); });
  return bench.right;
#endif
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, sparse matrix times vector; limit: reading the matrix, x "
              "and y\n",
              device.name);
  bool right = compare("regular", Matrix(kRegularRows, [](int) { return 32; }));
  right &= compare("short", Matrix(kShortRows, [](int r) {
                     return int(mixed(unsigned(r)) >> 13 & 3);
                   }));
  right &= compare("skewed", Matrix(kSkewedRows, [](int r) {
                     if (r == kSkewedRows / 3) return kLongest;
                     if (r % 8 != 5) return 0;
                     return 1 + int((mixed(unsigned(r)) >> 13) % 9);
                   }));
  return right ? 0 : 1;
}
