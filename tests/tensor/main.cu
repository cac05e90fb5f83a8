// SPDX-License-Identifier: MIT
// Tensor-core instructions beside a GPU: where wmma keeps the elements of a
// tile, and how far sums are from ours. Runs with either runtime.
//   tensor                 prints every result as hexadecimal bits
//   tensor RECORDED        compares with such a print and says how far it is
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/cuda_check.h"

using namespace nvcuda;

namespace {

using Words = std::vector<uint32_t>;

/// One line of the output: results of one form on one set of numbers.
struct Result {
  std::string name;
  Words words;
  // Of each result: the sum of the magnitudes that went into it. Empty: the
  // results must be equal.
  std::vector<double> magnitude;
};

// --- where wmma keeps the elements ------------------------------------------

template <class T>
__device__ float plain(T x) {
  return static_cast<float>(x);
}

/// out[lane * n + i] = row * 64 + column of element i of the lane's fragment.
template <class F, class T, int kRows, int kCols, bool kColumn>
__global__ void places(const T* rows, const T* cols, uint32_t* out) {
  F row, col;
  const unsigned stride = kColumn ? kRows : kCols;
  wmma::load_matrix_sync(row, rows, stride);
  wmma::load_matrix_sync(col, cols, stride);
  for (int i = 0; i < row.num_elements; ++i)
    out[threadIdx.x * row.num_elements + i] =
        static_cast<uint32_t>(plain(row.x[i]) * 64 + plain(col.x[i]));
}
template <class F, class T, int kRows, int kCols>
__global__ void sum_places(const T* rows, const T* cols, uint32_t* out) {
  F row, col;
  wmma::load_matrix_sync(row, rows, kCols, wmma::mem_row_major);
  wmma::load_matrix_sync(col, cols, kCols, wmma::mem_row_major);
  for (int i = 0; i < row.num_elements; ++i)
    out[threadIdx.x * row.num_elements + i] =
        static_cast<uint32_t>(plain(row.x[i]) * 64 + plain(col.x[i]));
}

template <class T>
struct Buffer {
  T* device = nullptr;
  explicit Buffer(const std::vector<T>& values) {
    CUDA_CHECK(cudaMalloc(&device, values.size() * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(T),
                          cudaMemcpyHostToDevice));
  }
  ~Buffer() { cudaFree(device); }
  std::vector<T> read(size_t count) const {
    std::vector<T> values(count);
    CUDA_CHECK(cudaMemcpy(values.data(), device, count * sizeof(T),
                          cudaMemcpyDeviceToHost));
    return values;
  }
};

template <class T, int kRows, int kCols, bool kColumn, class Kernel>
Result find_places(const std::string& name, int elements, Kernel kernel) {
  std::vector<T> rows, cols;
  for (int i = 0; i < kRows * kCols; ++i) {
    rows.push_back(static_cast<T>(float(kColumn ? i % kRows : i / kCols)));
    cols.push_back(static_cast<T>(float(kColumn ? i / kRows : i % kCols)));
  }
  Buffer<T> r(rows), c(cols);
  Buffer<uint32_t> out(Words(32 * elements));
  kernel<<<1, 32>>>(r.device, c.device, out.device);
  CUDA_CHECK(cudaGetLastError());
  return {"place " + name, out.read(32 * elements), {}};
}

template <int M, int N, int K, class T, class S = T>
void add_factor_places(std::vector<Result>& all, const std::string& name) {
  using A = wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::row_major>;
  using At = wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::col_major>;
  using B = wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::row_major>;
  using Bt = wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::col_major>;
  all.push_back(find_places<S, M, K, false>(name + " a row", A::num_elements,
                                            places<A, S, M, K, false>));
  all.push_back(find_places<S, M, K, true>(name + " a col", At::num_elements,
                                           places<At, S, M, K, true>));
  all.push_back(find_places<S, K, N, false>(name + " b row", B::num_elements,
                                            places<B, S, K, N, false>));
  all.push_back(find_places<S, K, N, true>(name + " b col", Bt::num_elements,
                                           places<Bt, S, K, N, true>));
}
template <int M, int N, int K, class T>
void add_sum_places(std::vector<Result>& all, const std::string& name) {
  using C = wmma::fragment<wmma::accumulator, M, N, K, T>;
  all.push_back(find_places<T, M, N, false>(name + " c", C::num_elements,
                                            sum_places<C, T, M, N>));
}

std::vector<Result> all_places() {
  std::vector<Result> all;
  add_factor_places<16, 16, 16, half>(all, "m16n16k16 f16");
  add_factor_places<32, 8, 16, half>(all, "m32n8k16 f16");
  add_factor_places<8, 32, 16, half>(all, "m8n32k16 f16");
  add_factor_places<16, 16, 16, __nv_bfloat16>(all, "m16n16k16 bf16");
  add_factor_places<32, 8, 16, __nv_bfloat16>(all, "m32n8k16 bf16");
  add_factor_places<8, 32, 16, __nv_bfloat16>(all, "m8n32k16 bf16");
  add_factor_places<16, 16, 8, wmma::precision::tf32, float>(all,
                                                             "m16n16k8 tf32");
  add_factor_places<16, 16, 16, signed char>(all, "m16n16k16 s8");
  add_factor_places<32, 8, 16, signed char>(all, "m32n8k16 s8");
  add_factor_places<8, 32, 16, signed char>(all, "m8n32k16 s8");
  add_factor_places<8, 8, 4, double>(all, "m8n8k4 f64");
  add_sum_places<16, 16, 16, float>(all, "m16n16k16 f32");
  add_sum_places<32, 8, 16, float>(all, "m32n8k16 f32");
  add_sum_places<8, 32, 16, float>(all, "m8n32k16 f32");
  add_sum_places<16, 16, 16, half>(all, "m16n16k16 f16");
  add_sum_places<32, 8, 16, half>(all, "m32n8k16 f16");
  add_sum_places<8, 32, 16, half>(all, "m8n32k16 f16");
  add_sum_places<16, 16, 16, int>(all, "m16n16k16 s32");
  add_sum_places<8, 8, 4, double>(all, "m8n8k4 f64");
  return all;
}

// --- how the sums are rounded -----------------------------------------------

/// d = a * b + c for one tile; T: what the factors are loaded from.
template <int M, int N, int K, class F, class T, class S>
__global__ void multiply(const T* a, const T* b, const S* c, S* d) {
  wmma::fragment<wmma::matrix_a, M, N, K, F, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, M, N, K, F, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, M, N, K, S> fc;
  wmma::load_matrix_sync(fa, a, K);
  wmma::load_matrix_sync(fb, b, K);
  wmma::load_matrix_sync(fc, c, N, wmma::mem_row_major);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(d, fc, N, wmma::mem_row_major);
}

enum class Numbers { kNear, kWide, kWhole };
const char* name_of(Numbers n) {
  return n == Numbers::kNear ? "near" : n == Numbers::kWide ? "wide" : "whole";
}

/// The numbers of a test: of one size, of many sizes, or small and whole.
double draw(std::mt19937& random, Numbers numbers) {
  const double unit = static_cast<double>(random()) / 4294967296.0;  // [0, 1)
  const double sign = random() & 1 ? -1 : 1;
  const int power = static_cast<int>(random() % 13);
  if (numbers == Numbers::kNear) return sign * (0.5 + unit);
  if (numbers == Numbers::kWide)
    return sign * (1 + unit) * std::ldexp(1, power - 6);
  return sign * std::floor(unit * 16);
}

/// A double as T and back, so that all compute with the same numbers.
template <class F, class T>
T make(double x) {
  if constexpr (std::is_same_v<F, wmma::precision::tf32>) {
    const float f = static_cast<float>(x);
    uint32_t bits;
    std::memcpy(&bits, &f, 4);
    bits &= ~0x1fffu;
    float g;
    std::memcpy(&g, &bits, 4);
    return g;
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<int>(x));  // one below 0 wraps around
  } else {
    return static_cast<T>(static_cast<float>(x));
  }
}
template <class T>
double value(T x) {
  return static_cast<double>(static_cast<float>(x));
}

template <class S>
uint32_t bits_of(S x) {
  uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof(S));
  return bits;
}

template <int M, int N, int K, class F, class T, class S>
void add_product(std::vector<Result>& all, const std::string& form,
                 Numbers numbers, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<T> a, b;
  std::vector<S> c;
  for (int i = 0; i < M * K; ++i)
    a.push_back(make<F, T>(draw(random, numbers)));
  for (int i = 0; i < N * K; ++i)
    b.push_back(make<F, T>(draw(random, numbers)));
  for (int i = 0; i < M * N; ++i)
    c.push_back(static_cast<S>(static_cast<float>(4 * draw(random, numbers))));
  Buffer<T> da(a), db(b);
  Buffer<S> dc(c), dd(std::vector<S>(M * N));
  multiply<M, N, K, F, T, S>
      <<<1, 32>>>(da.device, db.device, dc.device, dd.device);
  CUDA_CHECK(cudaGetLastError());
  Result result{"sum " + form + " " + name_of(numbers), {}, {}};
  const std::vector<S> d = dd.read(M * N);
  const bool exact = std::is_same_v<S, int> || numbers == Numbers::kWhole;
  for (int m = 0; m < M; ++m) {
    for (int n = 0; n < N; ++n) {
      double magnitude = std::fabs(value(c[m * N + n]));
      for (int k = 0; k < K; ++k)
        magnitude += std::fabs(value(a[m * K + k]) * value(b[n * K + k]));
      result.words.push_back(bits_of(d[m * N + n]));
      if (!exact) result.magnitude.push_back(magnitude);
    }
  }
  all.push_back(std::move(result));
}

std::vector<Result> all_sums() {
  std::vector<Result> all;
  uint32_t seed = 1;
  for (const Numbers n : {Numbers::kNear, Numbers::kWide, Numbers::kWhole}) {
    add_product<16, 16, 16, half, half, float>(all, "f16 f32", n, seed++);
    add_product<16, 16, 16, half, half, half>(all, "f16 f16", n, seed++);
    add_product<16, 16, 16, __nv_bfloat16, __nv_bfloat16, float>(
        all, "bf16 f32", n, seed++);
    add_product<16, 16, 8, wmma::precision::tf32, float, float>(all, "tf32 f32",
                                                                n, seed++);
    add_product<16, 16, 16, signed char, signed char, int>(all, "s8 s32", n,
                                                           seed++);
    add_product<16, 16, 16, unsigned char, unsigned char, int>(
        all, "u8 s32", Numbers::kWhole, seed++);
  }
  return all;
}

// --- output -----------------------------------------------------------------

void print(const std::vector<Result>& all) {
  for (const Result& r : all) {
    std::printf("%s:", r.name.c_str());
    for (const uint32_t word : r.words) std::printf(" %x", word);
    std::printf("\n");
  }
}

double number(const std::string& form, uint32_t word) {
  if (form.find("f16 f16") != std::string::npos) {
    __half h;
    const auto bits = static_cast<uint16_t>(word);
    std::memcpy(&h, &bits, 2);
    return static_cast<double>(__half2float(h));
  }
  float f;
  std::memcpy(&f, &word, 4);
  return f;
}

/// What a sum may differ by, as a part of the magnitudes that went into it:
/// a GPU drops bits below the 24th of the largest term, once for each of a
/// few steps; f16 results also are rounded to 11 bits, on both sides.
double bound(const std::string& form) {
  return form.find("f16 f16") != std::string::npos ? 0x1p-10 : 0x1p-21;
}

int compare(const std::vector<Result>& all, const char* path) {
  std::vector<std::pair<std::string, Words>> recorded;  // in the same order
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(':');
    if (line.empty() || line[0] == '#' || colon == std::string::npos) continue;
    std::istringstream words(line.substr(colon + 1));
    recorded.emplace_back(line.substr(0, colon), Words{});
    Words& into = recorded.back().second;
    for (std::string word; words >> word;)
      into.push_back(static_cast<uint32_t>(std::stoul(word, nullptr, 16)));
  }
  int failed = recorded.size() == all.size() ? 0 : 1;
  for (size_t which = 0; which < all.size(); ++which) {
    const Result& r = all[which];
    const Words gpu =
        which < recorded.size() ? recorded[which].second : Words{};
    bool ok = gpu.size() == r.words.size() && recorded[which].first == r.name;
    size_t differ = 0;
    double largest = 0;
    for (size_t i = 0; ok && i < gpu.size(); ++i) {
      if (gpu[i] == r.words[i]) continue;
      ++differ;
      if (r.magnitude.empty()) continue;
      largest = std::max(largest, std::fabs(number(r.name, gpu[i]) -
                                            number(r.name, r.words[i])) /
                                      r.magnitude[i]);
    }
    ok = ok && (r.magnitude.empty() ? differ == 0 : largest <= bound(r.name));
    std::printf("%s %-28s %zu of %zu differ", ok ? "ok  " : "FAIL",
                r.name.c_str(), differ, r.words.size());
    if (!r.magnitude.empty())
      std::printf(", at most by 2^%.1f of the terms (bound 2^%.0f)",
                  largest == 0 ? -99.0 : std::log2(largest),
                  std::log2(bound(r.name)));
    std::printf("\n");
    failed += ok ? 0 : 1;
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Result> all = all_places();
  for (Result& sum : all_sums()) all.push_back(std::move(sum));
  if (argc > 1) return compare(all, argv[1]);
  print(all);
  return 0;
}
