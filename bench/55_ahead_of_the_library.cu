// SPDX-License-Identifier: MIT
// Lesson 55 on a GPU: the ladder of the bf16 product, beside cuBLAS, 4096 and
// 8192 rows of each matrix. From the root:
//   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I.
//     -Ilessons/55_ahead_of_the_library bench/55_ahead_of_the_library.cu
//     -lcublas -o /tmp/bench55 && /tmp/bench55
// The factors look like normal random numbers: with zeros a GPU needs less
// power and is faster. cuBLAS and a rung take turns; a row is the median of 9
// rounds, its share that of their ratios. A round is 5 calls after a rest of 50
// ms; without rests power limits both. Exit code 1 when a result is wrong.
#include <cublas_v2.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "bench/bf16_values.h"
#include "bench/exercise.h"
#include "common/tensor_map.h"

namespace solution {
#include "solutions/55_ahead_of_the_library/solution.cu"
}

/// The rungs before. Tiles are of kM x kN results; sizes are whole tiles.
namespace early {

using namespace ::rungs;  // NOLINT: as in the solution
namespace wgmma = lockstep::wgmma;
constexpr auto kSwizzle = CU_TENSOR_MAP_SWIZZLE_128B;

template <int kM, int kN>
struct Tiles {
  bf16 a[kM * kDepth], b[kN * kDepth];
};

template <int kSums>
__device__ void multiply_tiles(float (&sums)[kSums], const bf16* a,
                               const bf16* b, bool add) {
  wgmma::fence();
#pragma unroll
  for (int l = 0; l < kDepth; l += 16) {
    wgmma::multiply(sums, wgmma::descriptor(a + l), wgmma::descriptor(b + l),
                    add || l > 0);
  }
  wgmma::commit();
}

/// Each thread stores its own results, two at a time.
template <int kSums>
__device__ void store_pairs(const float (&sums)[kSums], bf16* c, int n, int row,
                            int column) {
#pragma unroll
  for (int i = 0; i < kSums; i += 2) {
    const size_t at = size_t(row + wgmma::row_of(i)) * n + column;
    *reinterpret_cast<uint32_t*>(&c[at + wgmma::column_of(i)]) =
        pack(sums[i], sums[i + 1]);
  }
}

/// Rung 0: a warpgroup loads tiles, waits, multiplies, waits. 64 x 128.
__global__ void __launch_bounds__(128)
    one_warpgroup(const __grid_constant__ CUtensorMap map_a,
                  const __grid_constant__ CUtensorMap map_b, bf16* c, int n,
                  int k) {
  extern __shared__ __align__(1024) char raw[];
  auto& tiles = *reinterpret_cast<Tiles<64, 128>*>(raw);
  __shared__ uint64_t full;
  const int row = blockIdx.y * 64, column = blockIdx.x * 128;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  float sums[64];
  for (int l = 0; l < k; l += kDepth) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                     ptx::space_shared, &full, sizeof tiles);
      load(tiles.a, map_a, row, l, &full);
      load(tiles.b, map_b, column, l, &full);
    }
    wait_for(&full, l / kDepth % 2);
    multiply_tiles(sums, tiles.a, tiles.b, l > 0);
    wgmma::wait<0>();
    __syncthreads();
  }
  store_pairs(sums, c, n, row, column);
}

/// The shared memory of rung 1; later ones have that of the solution.
struct Small {
  Tiles<kRows, 128> stages[kStages];
  uint64_t full[kStages], empty[kStages];
};

/// A tile per block, row by row.
class OneTile {
 public:
  __device__ OneTile(int columns, int n)
      : row_(int(blockIdx.x) / (n / columns) * kRows),
        column_(int(blockIdx.x) % (n / columns) * columns) {}
  __device__ bool more() const { return more_; }
  __device__ void next() { more_ = false; }
  __device__ int row() const { return row_; }
  __device__ int column() const { return column_; }
  __device__ int step(int i, int) const { return i; }

 private:
  int row_, column_;
  bool more_ = true;
};

template <int kRung>
__device__ auto first_tile(int m, int n) {
  if constexpr (kRung >= 3) {
    return Walk(m, n);
  } else {
    return OneTile(kRung == 1 ? 128 : 256, n);
  }
}

/// Rungs 1 to 8: a producer and two consuming warpgroups. From the number on
/// they have: 2 tiles 256 wide and setmaxnreg, 3 persistent blocks, 4 a cluster
/// that shares b, 5 tensor stores, 6 these during the next tile, 7 every second
/// tile from the end of k, 8 launches that begin before the one before has
/// ended. The solution makes four steps between two stores.
template <int kRung>
__global__ void __launch_bounds__(kThreads, 1)
    ring(const __grid_constant__ CUtensorMap map_a,
         const __grid_constant__ CUtensorMap map_b,
         const __grid_constant__ Result c, int steps) {
  constexpr bool kWide = kRung >= 2, kShares = kRung >= 4;
  extern __shared__ __align__(1024) char raw[];
  auto& shared =
      *reinterpret_cast<std::conditional_t<kWide, Shared, Small>*>(raw);
  if (threadIdx.x == 0) {
    for (int s = 0; s < kStages; ++s) {
      ptx::mbarrier_init(&shared.full[s], 1);
      ptx::mbarrier_init(&shared.empty[s],
                         kConsumerWarps * (kShares ? kCluster : 1));
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  kShares ? cluster_sync() : __syncthreads();
  if (kRung >= 8) launch_dependents_and_wait();
  Turn turn;
  auto tile = first_tile<kRung>(c.m, c.n);
  if (threadIdx.x < 128) {
    if (kWide) wgmma::give_registers<24>();
    for (; threadIdx.x == 0 && tile.more(); tile.next()) {
      const int row = tile.row(), column = tile.column();
      for (int i = 0; i < steps; ++i, turn.next()) {
        const int l = (kRung >= 7 ? tile.step(i, steps) : i) * kDepth;
        auto& stage = shared.stages[turn.stage];
        uint64_t* full = &shared.full[turn.stage];
        wait_for(&shared.empty[turn.stage], turn.parity ^ 1);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                       ptx::space_shared, full, sizeof stage);
        load(stage.a, map_a, row, l, full);
        if (kShares) {
          const int part = cluster_rank() * kPart;
          load_for_all(stage.b + part * kDepth, map_b, column + part, l, full);
        } else {
          load(stage.b, map_b, column, l, full);
        }
      }
    }
  } else {
    if (kWide) wgmma::take_registers<240>();
    const int warp = threadIdx.x / 32 - 4, lane = threadIdx.x % 32;
    float sums[kWide ? 128 : 64];
    uint32_t results[kBoxes][16];
    int row = -1, column = 0;
    const auto release = [&](int stage) {
      uint64_t* empty = &shared.empty[stage];
      if (kShares && lane < kCluster) arrive_at(empty, lane);
      if (!kShares && lane == 0) ptx::mbarrier_arrive(empty);
    };
    const auto step = [&](int i) {
      wait_for(&shared.full[turn.stage], turn.parity);
      const auto& stage = shared.stages[turn.stage];
      multiply_tiles(sums, stage.a + warp / 4 * 64 * kDepth, stage.b, i > 0);
      wgmma::wait<1>();
      if (i > 0) release(turn.before());
      turn.next();
    };
    const auto store = [&](int box) {
      if constexpr (kWide) {
        solution::store_box(shared, box, results[box], c, row, column);
      }
    };
    for (; tile.more(); tile.next()) {
      int i = 0;
      if constexpr (kRung >= 6) {
#pragma unroll
        for (int box = 0; box < kBoxes; ++box) {
          step(i++);
          if (row >= 0) store(box);
        }
      }
      const int this_row = tile.row() + warp * 16;
      const int this_column = tile.column();
      for (; i < steps; ++i) step(i);
      wgmma::wait<0>();
      release(turn.before());
      row = this_row, column = this_column;
      if constexpr (kRung < 5) {
        store_pairs(sums, c.data, c.n, row - warp % 4 * 16, column);
      } else {
#pragma unroll
        for (int i = 0; i < 128; i += 2) {
          results[i / 32][i / 2 % 16] = pack(sums[i], sums[i + 1]);
        }
      }
#pragma unroll
      for (int box = 0; kRung == 5 && box < kBoxes; ++box) store(box);
    }
#pragma unroll
    for (int box = 0; kRung >= 6 && box < kBoxes; ++box) store(box);
  }
  if (kRung >= 5) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  if (kShares) cluster_sync();
}

void rung_0(const bf16* a, const bf16* b, bf16* c, int m, int n, int k) {
  constexpr int kBytes = sizeof(Tiles<64, 128>);
  one_warpgroup<<<dim3(n / 128, m / 64), 128, kBytes>>>(
      lockstep::tensor_map(a, m, k, 64, kDepth, kSwizzle),
      lockstep::tensor_map(b, n, k, 128, kDepth, kSwizzle), c, n, k);
  CUDA_CHECK(cudaGetLastError());
}

template <int kRung>
void rung(const bf16* a, const bf16* b, bf16* c, int m, int n, int k) {
  constexpr auto kKernel = ring<kRung>;
  constexpr int kN = kRung == 1 ? 128 : 256;
  constexpr int kBytes = kRung == 1 ? sizeof(Small) : sizeof(Shared);
  CUDA_CHECK(cudaFuncSetAttribute(
      kKernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
  cudaLaunchAttribute wanted[2] = {};
  wanted[0].id = cudaLaunchAttributeClusterDimension;
  wanted[0].val.clusterDim = {kRung >= 3 ? kCluster : 1, 1, 1};
  wanted[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  wanted[1].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = kRung >= 3 ? blocks_for(m, n) : m / kRows * (n / kN);
  config.blockDim = kThreads;
  config.dynamicSmemBytes = kBytes;
  config.attrs = wanted, config.numAttrs = kRung >= 8 ? 2 : 1;
  const int rows_b = kRung >= 4 ? kPart : kN;  // of a box
  CUDA_CHECK(cudaLaunchKernelEx(
      &config, kKernel, lockstep::tensor_map(a, m, k, kRows, kDepth, kSwizzle),
      lockstep::tensor_map(b, n, k, rows_b, kDepth, kSwizzle),
      Result{lockstep::tensor_map(c, m, n, 16, kBox, kSwizzle), c, m, n},
      k / kDepth));
}

}  // namespace early

namespace {

using bf16 = __nv_bfloat16;
using bf16_bench::middle;
using Multiply = void(const bf16*, const bf16*, bf16*, int, int, int);

constexpr int kRounds = 9;

/// Milliseconds per call of some calls in a row, after a rest and a call more:
/// the GPU is busy when the first of them comes, so what the host does before a
/// launch costs nothing.
double burst(const std::function<void()>& work, int calls, int rest_ms) {
  CUDA_CHECK(cudaDeviceSynchronize());
  std::this_thread::sleep_for(std::chrono::milliseconds(rest_ms));
  cudaEvent_t begin, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  work();
  CUDA_CHECK(cudaEventRecord(begin));
  for (int i = 0; i < calls; ++i) work();
  CUDA_CHECK(cudaEventRecord(end));
  CUDA_CHECK(cudaEventSynchronize(end));
  float ms = 0;
  CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
  CUDA_CHECK(cudaEventDestroy(begin));
  CUDA_CHECK(cudaEventDestroy(end));
  return double(ms) / calls;
}

class Bench {
 public:
  explicit Bench(int side_) : side(side_), values_(size_t(side) * side) {
    if (cublasCreate(&cublas_) != CUBLAS_STATUS_SUCCESS) std::exit(1);
    bf16_bench::fill<<<blocks(), 256>>>(a_.data(), values_, 17);
    bf16_bench::fill<<<blocks(), 256>>>(b_.data(), values_, 71);
    blas(expected_.data());
    CUDA_CHECK(cudaDeviceSynchronize());
  }
  ~Bench() { cublasDestroy(cublas_); }

  double operations() const { return 2.0 * values_ * side; }
  void blas() { blas(c_.data()); }
  void run(Multiply* multiply) {
    multiply(a_.data(), b_.data(), c_.data(), side, side, side);
  }

  /// Runs it once: whether the result is cuBLAS's, but for rounding.
  bool is_right(Multiply* multiply) {
    CUDA_CHECK(cudaMemset(c_.data(), 0xff, values_ * sizeof(bf16)));
    CUDA_CHECK(cudaMemset(wrong_.data(), 0, sizeof(unsigned long long)));
    run(multiply);
    bf16_bench::differences<<<blocks(), 256>>>(
        c_.data(), expected_.data(), values_, 1e-4f * std::sqrt(float(side)),
        wrong_.data());
    const bool good = wrong_.download()[0] == 0;
    right = right && good;
    return good;
  }

  /// A row of the ladder. The two take turns; `calls` calls after `rest_ms` of
  /// rest. Returns the microseconds of a call.
  double row(const std::string& label, Multiply* multiply, int calls,
             int rest_ms) {
    const bool good = is_right(multiply);
    std::vector<double> ours, theirs, part;
    for (int i = 0; i < kRounds; ++i) {
      theirs.push_back(burst([&] { blas(); }, calls, rest_ms));
      ours.push_back(burst([&] { run(multiply); }, calls, rest_ms));
      part.push_back(theirs.back() / ours.back());
    }
    const double ms = middle(ours);
    blas_us = middle(theirs) * 1e3;
    std::printf("%-42s %9.1f us %6.1f %% %7.1f TFLOP/s%s\n", label.c_str(),
                ms * 1e3, middle(part) * 100, operations() / ms / 1e9,
                good ? "" : "  WRONG");
    std::fflush(stdout);
    return ms * 1e3;
  }

  /// cuBLAS's row, from the turns of the last one.
  void blas_row(const std::string& label) const {
    std::printf("%-42s %9.1f us %6.1f %% %7.1f TFLOP/s\n", label.c_str(),
                blas_us, 100.0, operations() / blas_us / 1e6);
  }

  const int side;
  bool right = true;
  double blas_us = 0;

 private:
  unsigned blocks() const { return unsigned((values_ + 255) / 256); }

  void blas(bf16* c) {  // by columns: c^T = b a^T
    const float one = 1, zero = 0;
    cublasGemmEx(cublas_, CUBLAS_OP_T, CUBLAS_OP_N, side, side, side, &one,
                 b_.data(), CUDA_R_16BF, side, a_.data(), CUDA_R_16BF, side,
                 &zero, c, CUDA_R_16BF, side, CUBLAS_COMPUTE_32F,
                 CUBLAS_GEMM_DEFAULT);
  }

  size_t values_;
  lockstep::DeviceBuffer<bf16> a_{values_}, b_{values_}, c_{values_};
  lockstep::DeviceBuffer<bf16> expected_{values_};
  lockstep::DeviceBuffer<unsigned long long> wrong_{1};
  cublasHandle_t cublas_{};
};

/// What the tensor cores of this GPU multiply at its highest clock, by NVIDIA's
/// data sheets: 4096 operations per cycle and multiprocessor.
double limit_teraflops() {
  int processors = 0, kilohertz = 0;
  CUDA_CHECK(
      cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  CUDA_CHECK(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0));
  return 4096.0 * processors * kilohertz / 1e9;
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf(
      "%s, bf16; 100 %% is cuBLAS in the same turn. The tensor cores' limit is "
      "%.0f TFLOP/s\n",
      device.name, limit_teraflops());
  const struct {
    const char* label;
    Multiply* multiply;
  } rungs[] = {
      {"one warpgroup, 64 x 128", early::rung_0},
      {"producer and ring, 128 x 128", early::rung<1>},
      {"128 x 256, setmaxnreg", early::rung<2>},
      {"persistent, tiles in groups", early::rung<3>},
      {"clusters of 2 share b", early::rung<4>},
      {"tensor stores", early::rung<5>},
      {"stores during the next tile", early::rung<6>},
      {"back and forth along k", early::rung<7>},
      {"dependent launches", early::rung<8>},
      {"the solution, four steps between stores", solution::multiply},
#ifdef LOCKSTEP_EXERCISE
      {"your exercise", exercise::multiply},
#endif
  };
  bool right = true;
  for (int side : {4096, 8192}) {
    Bench bench(side);
    const std::string size = side == 4096 ? "" : ", 8192";
    for (const auto& rung : rungs) {
      bench.row(rung.label + size, rung.multiply, 5, 50);
    }
    bench.blas_row("cuBLAS" + size);
    bench.row("the solution without rests" + size, solution::multiply,
              side == 4096 ? 400 : 60, 0);
    bench.blas_row("cuBLAS without rests" + size);
    right = right && bench.right;
  }
  return right ? 0 : 1;
}
