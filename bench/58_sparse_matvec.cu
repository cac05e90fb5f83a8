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

#include <cstdio>
#include <cstdlib>
#include <functional>

#include "bench/exercise.h"
#include "bench/sparse.h"
#include "bench/versus.h"

namespace solution {
#include "solutions/58_sparse_matvec/solution.cu"
}

namespace {

void must(cusparseStatus_t status, int line) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  std::fprintf(stderr, "bench/58_sparse_matvec.cu:%d: %s\n", line,
               cusparseGetErrorString(status));
  std::exit(1);
}
#define SPARSE(call) must(call, __LINE__)

struct Bench : sparse::Bench {
  using sparse::Bench::Bench;

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
        &a_, bench.rows, sparse::kWidth, bench.nonzeros, bench.starts.data(),
        bench.columns.data(), bench.values.data(), CUSPARSE_INDEX_32I,
        CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    SPARSE(
        cusparseCreateDnVec(&x_, sparse::kWidth, bench.x.data(), CUDA_R_32F));
    SPARSE(cusparseCreateDnVec(&y_, bench.rows, bench.y.data(), CUDA_R_32F));
    size_t bytes = 0;
    SPARSE(cusparseSpMV_bufferSize(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                   &one_, a_, x_, &zero_, y_, CUDA_R_32F,
                                   algorithm_, &bytes));
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
bool compare(const char* kind, const sparse::Matrix& a) {
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

int main() { return sparse::all_kinds(compare); }
