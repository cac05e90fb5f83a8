// SPDX-License-Identifier: MIT
// Shapes of lesson 55's product that were tried, beside cuBLAS: bf16 factors,
// c = a * b^T, 4096 and 8192 rows. From the root:
//   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I.
//     -Ilessons/55_ahead_of_the_library
//     bench/55_ahead_of_the_library_tuning.cu -lcublas -o /tmp/tuning55
// A row per shape: TFLOP/s of cuBLAS and of the shape, which take turns; the
// part of cuBLAS is the median of 15 rounds, each a burst after a rest, since
// without rests both are limited by power (GAP=0 CALLS=100). With three numbers
// m, n and k it compares each shape with the host instead (for small sizes;
// -DNO_BLAS builds that alone). Exit code 1 when a result is wrong.
#ifndef NO_BLAS
#include <cublas_v2.h>
#endif

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda/ptx>
#include <functional>
#include <vector>

#include "bench/bf16_values.h"
#include "bench/exercise.h"
#include "common/device_buffer.h"
#include "common/tensor_map.h"
#include "common/wgmma.h"

namespace solution {
#include "solutions/55_ahead_of_the_library/solution.cu"
}

using bf16 = __nv_bfloat16;
using bf16_bench::middle;
namespace ptx = cuda::ptx;
namespace wgmma = lockstep::wgmma;

namespace {

enum Flags {
  kLate = 1,    // a slot is released one step late: two groups in flight
  kBack = 2,    // every second tile walks k from the end
  kHint = 8,    // the result leaves L2 first
  kAll = 16,    // a block per multiprocessor, even if the last round has few
  kPlain = 32,  // the result by ordinary stores
  kOneThread = 64,   // of a warpgroup releases a slot, not one of each warp
  kEarly = 128,      // fetch of the tensor maps' descriptors
  kDefer = 256,      // results leave while the next tile's products run
  kDependent = 512,  // the next launch begins while this one ends
  kSpread = 1024,    // with kDefer: a box every four steps, not each step
  kAhead = 2048,     // with kDefer: the tile's place is found during products
  kStagger = 4096,   // the second warpgroup begins a step after the first one
};

constexpr int kRows = 128, kColumns = 256, kDepth = 64;  // of a tile
constexpr int kConsumers = 2, kThreads = 128 * (1 + kConsumers);

template <int kStages_, int kDown_, int kAcross_, int kGroup_, int kFlags_>
struct Shape {
  static constexpr int kStages = kStages_, kDown = kDown_, kAcross = kAcross_;
  static constexpr int kGroup = kGroup_, kFlags = kFlags_;
  static constexpr int kCluster = kDown * kAcross;
  static constexpr int kStageBytes = (kRows + kColumns) * kDepth * 2;
  static constexpr int kOutBytes = kFlags & kPlain ? 0 : 32768;
  static constexpr int kBytes = 1024 + kStages * kStageBytes + kOutBytes + 128;
};

/// Tile number t of the clusters, `down` x `across`: groups of kGroup rows,
/// column by column, every second group from the right.
template <int kGroup>
__device__ int2 place(int t, int down, int across) {
  const int group = t / (kGroup * across), in = t % (kGroup * across);
  const int rows = min(kGroup, down - group * kGroup);
  const int column = in / rows;
  return {group * kGroup + in % rows, group % 2 ? across - 1 - column : column};
}

/// Not .release.cluster: that would be a fence for each arrival.
__device__ void arrive_at(uint64_t* barrier, uint32_t rank) {
  asm volatile(
      "{.reg .b32 there; mapa.shared::cluster.u32 there, %0, %1;\n"
      "mbarrier.arrive.shared::cluster.b64 _, [there];}" ::"r"(
          uint32_t(__cvta_generic_to_shared(barrier))),
      "r"(rank)
      : "memory");
}

__device__ void wait_for(uint64_t* barrier, uint32_t parity) {
  while (!ptx::mbarrier_try_wait_parity(barrier, parity)) {
  }
}

template <int kBlocks>
__device__ void load(void* to, const CUtensorMap& map, int column, int row,
                     uint64_t* barrier, uint16_t mask) {
  const int32_t at[] = {column, row};
  if constexpr (kBlocks == 1) {
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, to, &map,
                              at, barrier);
  } else {
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, to, &map,
                              at, barrier, mask);
  }
}

__device__ uint32_t pack(float low, float high) {
  const __nv_bfloat162 both = __floats2bfloat162_rn(low, high);
  return reinterpret_cast<const uint32_t&>(both);
}

template <class S>
__global__ void __launch_bounds__(kThreads, 1)
    product(const __grid_constant__ CUtensorMap map_a,
            const __grid_constant__ CUtensorMap map_b,
            const __grid_constant__ CUtensorMap map_c, bf16* c, int m, int n,
            int k) {
  constexpr int kFlags = S::kFlags;
  extern __shared__ char raw[];
  char* shared = raw + (1024 - __cvta_generic_to_shared(raw) % 1024) % 1024;
  char* out = shared + S::kStages * S::kStageBytes;
  auto* full = reinterpret_cast<uint64_t*>(out + S::kOutBytes);
  uint64_t* empty = full + S::kStages;
  const auto a_slot = [&](int s) { return shared + s * S::kStageBytes; };
  const auto b_slot = [&](int s) { return a_slot(s) + kRows * kDepth * 2; };

  const int rank = blockIdx.x % S::kCluster;
  const int my_row = rank / S::kAcross, my_column = rank % S::kAcross;
  const int down = (m + kRows * S::kDown - 1) / (kRows * S::kDown);
  const int across = (n + kColumns * S::kAcross - 1) / (kColumns * S::kAcross);
  const int steps = (k + kDepth - 1) / kDepth;
  constexpr int kWriters = S::kDown + S::kAcross - 1;  // blocks that fill slots
  if (threadIdx.x == 0) {
    for (int s = 0; s < S::kStages; ++s) {
      ptx::mbarrier_init(&full[s], 1);
      ptx::mbarrier_init(&empty[s],
                         kConsumers * kWriters * (kFlags & kOneThread ? 1 : 4));
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
#ifndef NO_BLAS  // the emulator has no such prefetch
    if (kFlags & kEarly) {
      for (const CUtensorMap* map : {&map_a, &map_b, &map_c}) {
        asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
      }
    }
#endif
  }
  if (S::kCluster > 1) {
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
  } else {
    __syncthreads();
  }
  if (kFlags & kDependent) {
    asm volatile("griddepcontrol.launch_dependents;");
    asm volatile("griddepcontrol.wait;" ::: "memory");
  }
  int slot = 0;
  uint32_t phase = 0;
  const auto next = [&] {
    if (++slot == S::kStages) slot = 0, phase ^= 1;
  };
  const int first = blockIdx.x / S::kCluster;
  const int apart = gridDim.x / S::kCluster;

  if (threadIdx.x < 128) {  // the producer
    asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
    if (threadIdx.x == 0) {
      bool back = false;
      for (int t = first; t < down * across; t += apart) {
        const int2 tile = place<S::kGroup>(t, down, across);
        const int row = (tile.x * S::kDown + my_row) * kRows;
        const int column = (tile.y * S::kAcross + my_column) * kColumns;
        for (int i = 0; i < steps; ++i) {
          wait_for(&empty[slot], phase ^ 1);
          ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                         ptx::space_shared, &full[slot],
                                         S::kStageBytes);
          const int l = (back ? steps - 1 - i : i) * kDepth;
          constexpr int kPartA = kRows / S::kAcross;
          constexpr int kPartB = kColumns / S::kDown;
          uint16_t same_column = 0;
          for (int r = 0; r < S::kDown; ++r) {
            same_column |= 1 << (r * S::kAcross + my_column);
          }
          const uint16_t same_row = ((1 << S::kAcross) - 1)
                                    << (my_row * S::kAcross);
          load<S::kAcross>(a_slot(slot) + my_column * kPartA * kDepth * 2,
                           map_a, l, row + my_column * kPartA, &full[slot],
                           same_row);
          load<S::kDown>(b_slot(slot) + my_row * kPartB * kDepth * 2, map_b, l,
                         column + my_row * kPartB, &full[slot], same_column);
          next();
        }
        if (kFlags & kBack) back = !back;
      }
    }
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
    const int consumer = threadIdx.x / 128 - 1;
    const int thread = threadIdx.x % 128, warp = thread / 32,
              lane = thread % 32;
    const auto release = [&](int s) {
      if (S::kCluster == 1) {
        if ((kFlags & kOneThread ? thread : lane) == 0) {
          ptx::mbarrier_arrive(&empty[s]);
        }
        return;
      }
      const int to = kFlags & kOneThread ? thread : lane;
      if (to < S::kCluster &&
          (to / S::kAcross == my_row || to % S::kAcross == my_column)) {
        arrive_at(&empty[s], to);
      }
    };
    const uint64_t a_first =
        wgmma::descriptor(shared + consumer * 64 * kDepth * 2);
    const uint64_t b_first = wgmma::descriptor(shared + kRows * kDepth * 2);
    float sums[128];
    int last = 0;
    const auto step = [&](int i) {
      wait_for(&full[slot], phase);
      const uint64_t a = a_first + slot * (S::kStageBytes / 16);
      const uint64_t b = b_first + slot * (S::kStageBytes / 16);
      wgmma::fence();
#pragma unroll
      for (int l = 0; l < kDepth / 16; ++l) {
        wgmma::multiply(sums, a + 2 * l, b + 2 * l, l > 0 || i > 0);
      }
      wgmma::commit();
      if (kFlags & kLate) {
        wgmma::wait<1>();
        if (i > 0) release(last);
        last = slot;
      } else {
        wgmma::wait<0>();
        release(slot);
      }
      next();
    };
    uint32_t packed[64];
    char* mine = out + consumer * 16384 + warp * 4096;
    // Four boxes of 16 x 64 per warp; two buffers.
    const auto store = [&](int box, int row, int column) {
      char* buffer = mine + box % 2 * 2048;
      if (lane == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
      __syncwarp();
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const int from = box * 16 + j * 4;
        const int chunk = (2 * j + lane / 16) ^ (lane % 8);
        asm volatile(
            "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" ::
                "r"(uint32_t(__cvta_generic_to_shared(buffer + lane % 16 * 128 +
                                                      chunk * 16))),
            "r"(packed[from]), "r"(packed[from + 1]), "r"(packed[from + 2]),
            "r"(packed[from + 3])
            : "memory");
      }
      ptx::fence_proxy_async(ptx::space_shared);
      __syncwarp();
      if (lane == 0) {
        const int32_t at[] = {column + box * 64, row + warp * 16};
        if (kFlags & kHint) {
          asm volatile(
              "{.reg .b64 p; createpolicy.fractional.L2::evict_first.b64 p, "
              "1.0;\n"
              "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
              ".L2::cache_hint [%0, {%1, %2}], [%3], p;}" ::"l"(&map_c),
              "r"(at[0]), "r"(at[1]),
              "r"(uint32_t(__cvta_generic_to_shared(buffer)))
              : "memory");
        } else {
          ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared,
                                    &map_c, at, buffer);
        }
        ptx::cp_async_bulk_commit_group();
      }
    };
    if ((kFlags & kStagger) && consumer == 1 && steps > 1) {
      wait_for(&full[1], 0);
    }
    int row = -1, column = 0;
    for (int t = first; t < down * across; t += apart) {
      int i = 0;
      if (kFlags & kDefer) {
#pragma unroll
        for (int box = 0; box < 4; ++box) {
          for (int j = 0; j < (kFlags & kSpread ? 4 : 1); ++j, ++i) {
            if (i < steps) step(i);
          }
          if (row >= 0) store(box, row, column);
        }
      }
      const auto find = [&] {
        const int2 tile = place<S::kGroup>(t, down, across);
        row = (tile.x * S::kDown + my_row) * kRows + consumer * 64;
        column = (tile.y * S::kAcross + my_column) * kColumns;
      };
      if (kFlags & kAhead) find();
      for (; i < steps; ++i) step(i);
      if (kFlags & kLate) {
        wgmma::wait<0>();
        release(last);
      }
      if (!(kFlags & kAhead)) find();
      if (kFlags & kPlain) {
#pragma unroll
        for (int i = 0; i < 128; i += 2) {
          const int r = row + wgmma::row_of(i),
                    q = column + wgmma::column_of(i);
          if (r < m && q < n) {
            *reinterpret_cast<uint32_t*>(&c[size_t(r) * n + q]) =
                pack(sums[i], sums[i + 1]);
          }
        }
        continue;
      }
#pragma unroll
      for (int i = 0; i < 64; ++i)
        packed[i] = pack(sums[2 * i], sums[2 * i + 1]);
      if (!(kFlags & kDefer)) {
#pragma unroll
        for (int box = 0; box < 4; ++box) store(box, row, column);
      }
    }
    if ((kFlags & kDefer) && row >= 0) {
#pragma unroll
      for (int box = 0; box < 4; ++box) store(box, row, column);
    }
    if (lane == 0) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
  if (S::kCluster > 1) {
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
  }
}

struct Sizes {
  int m, n, k;
};

class Bench {
 public:
  explicit Bench(Sizes most)
      : a(size_t(most.m) * most.k),
        b(size_t(most.n) * most.k),
        c(size_t(most.m) * most.n),
        expected(size_t(most.m) * most.n),
        wrong(1) {
    bf16_bench::fill<<<unsigned(a.size() / 256 + 1), 256>>>(a.data(), a.size(),
                                                            17);
    bf16_bench::fill<<<unsigned(b.size() / 256 + 1), 256>>>(b.data(), b.size(),
                                                            71);
    CUDA_CHECK(cudaDeviceSynchronize());
  }

  template <class S>
  void shape() {
    CUDA_CHECK(cudaFuncSetAttribute(
        product<S>, cudaFuncAttributeMaxDynamicSharedMemorySize, S::kBytes));
    constexpr int kPartA = kRows / S::kAcross, kPartB = kColumns / S::kDown;
    const auto map_a = lockstep::tensor_map(a.data(), m, k, kPartA, kDepth,
                                            CU_TENSOR_MAP_SWIZZLE_128B);
    const auto map_b = lockstep::tensor_map(b.data(), n, k, kPartB, kDepth,
                                            CU_TENSOR_MAP_SWIZZLE_128B);
    const auto map_c = lockstep::tensor_map(c.data(), m, n, 16, 64,
                                            CU_TENSOR_MAP_SWIZZLE_128B);
    int most = 0;
    cudaDeviceGetAttribute(&most, cudaDevAttrMultiProcessorCount, 0);
    const int tiles =
        (m + kRows * S::kDown - 1) / (kRows * S::kDown) *
        ((n + kColumns * S::kAcross - 1) / (kColumns * S::kAcross));
    cudaLaunchAttribute attribute[2] = {};
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = S::kCluster;
    attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;
    attribute[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute[1].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.blockDim = kThreads;
    config.dynamicSmemBytes = S::kBytes;
    config.attrs = attribute;
    config.numAttrs = 1;
    config.gridDim = most / S::kCluster * S::kCluster;
    int clusters = most / S::kCluster;
    if (cudaOccupancyMaxActiveClusters(&clusters, product<S>, &config) !=
        cudaSuccess) {
      clusters = most / S::kCluster;
    }
    clusters = std::min(clusters, tiles);
    const int rounds = (tiles + clusters - 1) / clusters;
    if (!(S::kFlags & kAll)) clusters = (tiles + rounds - 1) / rounds;
    config.gridDim = clusters * S::kCluster;
    config.numAttrs = S::kFlags & kDependent ? 2 : 1;
    cudaFuncAttributes attributes{};
    CUDA_CHECK(cudaFuncGetAttributes(&attributes, product<S>));
    char name[100];
    std::snprintf(
        name, sizeof name,
        "stages %d cluster %dx%d group %2d%s%s%s%s%s%s%s%s%s%s%s%s", S::kStages,
        S::kDown, S::kAcross, S::kGroup, S::kFlags & kLate ? " late" : "",
        S::kFlags & kBack ? " back" : "", S::kFlags & kDefer ? " defer" : "",
        S::kFlags & kHint ? " hint" : "", S::kFlags & kAll ? " all" : "",
        S::kFlags & kPlain ? " plain" : "",
        S::kFlags & kOneThread ? " one" : "",
        S::kFlags & kEarly ? " early" : "",
        S::kFlags & kDependent ? " dependent" : "",
        S::kFlags & kSpread ? " spread" : "",
        S::kFlags & kAhead ? " ahead" : "",
        S::kFlags & kStagger ? " stagger" : "");
    std::printf("%-65s %3d blocks %3d regs%s ", name, clusters * S::kCluster,
                attributes.numRegs, attributes.localSizeBytes ? " SPILLS" : "");
    row([&] {
      CUDA_CHECK(cudaLaunchKernelEx(&config, product<S>, map_a, map_b, map_c,
                                    c.data(), m, n, k));
    });
  }

  /// The lesson's kernel.
  void lesson() {
    std::printf("%-86s ", "the lesson's solution");
    row([&] { solution::multiply(a.data(), b.data(), c.data(), m, n, k); });
  }

  void row(const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(c.data(), 0xff, size_t(m) * n * 2));
    work();
    CUDA_CHECK(cudaMemset(wrong.data(), 0, 8));
    const size_t count = size_t(m) * n;
    bf16_bench::differences<<<unsigned((count + 255) / 256), 256>>>(
        c.data(), expected.data(), count, 1e-4f * std::sqrt(float(k)),
        wrong.data());
    const auto bad = wrong.download()[0];
    CUDA_CHECK(cudaDeviceSynchronize());
    right = right && bad == 0;
    if (blas) {
      std::vector<double> theirs, ours, part;
      const double operations = 2.0 * m * n * k;
      for (int i = 0; i < number("ROUNDS", 15); ++i) {
        theirs.push_back(operations / time(blas) / 1e9);
        ours.push_back(operations / time(work) / 1e9);
        part.push_back(ours.back() / theirs.back());
      }
      std::printf("%7.1f %7.1f %6.3f", middle(theirs), middle(ours),
                  middle(part));
    }
    std::printf("%s\n", bad ? "  WRONG" : "  right");
    std::fflush(stdout);
  }

  int m = 0, n = 0, k = 0;
  bool right = true;
  std::function<void()> blas;
  lockstep::DeviceBuffer<bf16> a, b, c, expected;
  lockstep::DeviceBuffer<unsigned long long> wrong;

 private:
  static int number(const char* name, int otherwise) {
    const char* text = std::getenv(name);
    return text ? std::atoi(text) : otherwise;
  }

  /// A burst of CALLS calls after GAP milliseconds of rest.
  static double time(const std::function<void()>& work) {
    const int calls = number("CALLS", 5);
    CUDA_CHECK(cudaDeviceSynchronize());
    usleep(number("GAP", 50) * 1000);
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
    return ms / calls;
  }
};

void all_shapes(Bench& bench) {
  constexpr int kUsual = kLate | kDefer | kBack | kDependent;
  constexpr int kBoth = kUsual | kAhead | kSpread;
  bench.lesson();
#ifdef MORE
  bench.more();
#endif
  bench.shape<Shape<4, 2, 1, 4, kUsual | kSpread>>();
  bench.shape<Shape<4, 2, 1, 8, kUsual | kSpread>>();
  bench.shape<Shape<4, 2, 1, 4, kUsual | kAhead>>();
  bench.shape<Shape<4, 2, 1, 4, kUsual | kStagger>>();
  bench.shape<Shape<4, 2, 1, 1, kBoth>>();
  bench.shape<Shape<4, 2, 1, 2, kBoth>>();
  bench.shape<Shape<4, 2, 1, 4, kBoth>>();
  bench.shape<Shape<4, 2, 1, 8, kBoth>>();
  bench.shape<Shape<4, 2, 1, 4, kBoth | kStagger>>();
  bench.shape<Shape<4, 2, 1, 8, kBoth | kStagger>>();
  bench.shape<Shape<4, 2, 1, 4, kBoth | kStagger | kOneThread>>();
  bench.shape<Shape<4, 2, 1, 8, kBoth | kHint>>();
  bench.shape<Shape<4, 2, 2, 4, kBoth>>();
  bench.shape<Shape<4, 4, 1, 4, kBoth>>();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4) {
    const Sizes s{std::atoi(argv[1]), std::atoi(argv[2]), std::atoi(argv[3])};
    Bench bench(s);
    bench.m = s.m, bench.n = s.n, bench.k = s.k;
    const auto a = bench.a.download(), b = bench.b.download();
    std::vector<bf16> expected(size_t(s.m) * s.n);
    for (int i = 0; i < s.m; ++i) {
      for (int j = 0; j < s.n; ++j) {
        double sum = 0;
        for (int l = 0; l < s.k; ++l) {
          sum += double(float(a[size_t(i) * s.k + l])) *
                 float(b[size_t(j) * s.k + l]);
        }
        expected[size_t(i) * s.n + j] = __float2bfloat16(float(sum));
      }
    }
    bench.expected.upload(expected);
    all_shapes(bench);
    return bench.right ? 0 : 1;
  }
#ifndef NO_BLAS
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s\n%-86s %7s %7s %6s\n", device.name, "", "cuBLAS", "ours",
              "part");
  cublasHandle_t cublas;
  if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) return 1;
  bool right = true;
  for (int side : {4096, 8192}) {
    Bench bench({side, side, side});
    bench.m = bench.n = bench.k = side;
    const float one = 1, zero = 0;
    const auto gemm = [&](bf16* to) {  // by columns: c^T = b * a^T
      cublasGemmEx(cublas, CUBLAS_OP_T, CUBLAS_OP_N, side, side, side, &one,
                   bench.b.data(), CUDA_R_16BF, side, bench.a.data(),
                   CUDA_R_16BF, side, &zero, to, CUDA_R_16BF, side,
                   CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    };
    gemm(bench.expected.data());
    bench.blas = [&] { gemm(bench.c.data()); };
    std::printf("%d x %d x %d\n", side, side, side);
    all_shapes(bench);
    right = right && bench.right;
  }
  return right ? 0 : 1;
#endif
}
