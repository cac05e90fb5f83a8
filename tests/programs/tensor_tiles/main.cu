// SPDX-License-Identifier: MIT
// Products of small matrices on tensor cores: nvcuda::wmma over several tiles
// and by way of shared memory, and mma.sync with ldmatrix as inline PTX. The
// numbers are whole, so that every order of summing gives the same.
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>
#include <vector>

#include "common/cuda_check.h"

using namespace nvcuda;

constexpr int kSide = 48;

int left(int row, int k) { return (row * 3 + k * 5) % 7 - 3; }
int right(int k, int col) { return (k * 2 + col * 3) % 5 - 2; }

/// One warp a tile of 16 x 16; a is row by row, b column by column.
template <class T, class S>
__global__ void multiply(const T* a, const T* b, S* c, int side) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, S> sum;
  wmma::fill_fragment(sum, static_cast<S>(0.0f));
  const int row = blockIdx.y * 16, col = blockIdx.x * 16;
  for (int k = 0; k < side; k += 16) {
    wmma::load_matrix_sync(fa, a + row * side + k, side);
    wmma::load_matrix_sync(fb, b + col * side + k, side);
    wmma::mma_sync(sum, fa, fb, sum);
  }
  wmma::store_matrix_sync(c + row * side + col, sum, side, wmma::mem_row_major);
}

/// 32 x 8 times 8 x 16, through shared memory; twice the product plus one.
__global__ void multiply_shared(const half* a, const half* b, half* c) {
  __shared__ __align__(32) half tile_a[32 * 16];
  __shared__ __align__(32) half tile_b[16 * 8];
  for (int i = threadIdx.x; i < 32 * 16; i += 32) tile_a[i] = a[i];
  for (int i = threadIdx.x; i < 16 * 8; i += 32) tile_b[i] = b[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::col_major> fa;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 32, 8, 16, half> sum;
  wmma::fill_fragment(sum, __float2half(0.5f));
  wmma::load_matrix_sync(fa, tile_a, 32);
  wmma::load_matrix_sync(fb, tile_b, 8);
  wmma::mma_sync(sum, fa, fb, sum);
  for (int i = 0; i < sum.num_elements; ++i)
    sum.x[i] = __hmul(sum.x[i], __float2half(2.0f));
  wmma::store_matrix_sync(c, sum, 32, wmma::mem_col_major);
}

/// 16 x 8 times 8 x 8: a row by row, b row by row (turned while loaded).
__global__ void multiply_ptx(const half* a, const half* b, float* c) {
  __shared__ __align__(16) half tile_a[16 * 8];
  __shared__ __align__(16) half tile_b[8 * 8];
  const unsigned lane = threadIdx.x;
  for (unsigned i = lane; i < 16 * 8; i += 32) tile_a[i] = a[i];
  for (unsigned i = lane; i < 8 * 8; i += 32) tile_b[i] = b[i];
  __syncwarp();
  unsigned fa[2], fb;
  const auto from_a =
      static_cast<unsigned>(__cvta_generic_to_shared(tile_a + lane % 16 * 8));
  const auto from_b =
      static_cast<unsigned>(__cvta_generic_to_shared(tile_b + lane % 8 * 8));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(fa[0]), "=r"(fa[1])
               : "r"(from_a)
               : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
               : "=r"(fb)
               : "r"(from_b)
               : "memory");
  float d[4] = {1, 2, 3, 4};
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(fa[0]), "r"(fa[1]), "r"(fb));
  for (int i = 0; i < 4; ++i)
    c[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = d[i];
}

template <class T>
struct Device {
  T* data = nullptr;
  explicit Device(const std::vector<T>& from) {
    CUDA_CHECK(cudaMalloc(&data, from.size() * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(data, from.data(), from.size() * sizeof(T),
                          cudaMemcpyHostToDevice));
  }
  ~Device() { cudaFree(data); }
  std::vector<T> read(size_t count) const {
    std::vector<T> to(count);
    CUDA_CHECK(
        cudaMemcpy(to.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
    return to;
  }
};

/// Prints how many of rows x cols results are right, and three of them.
template <class Get, class Want>
void show(const char* name, int rows, int cols, Get get, Want want) {
  int right_ones = 0;
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col)
      if (get(row, col) == want(row, col)) ++right_ones;
  std::printf("%s: %d of %d right: %g %g %g\n", name, right_ones, rows * cols,
              double(get(0, 0)), double(get(1, 2)),
              double(get(rows - 1, cols - 1)));
}

template <class T, class S, class Make>
void square(const char* name, Make make) {
  std::vector<T> a(kSide * kSide), b(kSide * kSide);
  for (int i = 0; i < kSide; ++i) {
    for (int k = 0; k < kSide; ++k) {
      a[i * kSide + k] = make(left(i, k));
      b[i * kSide + k] = make(right(k, i));  // column i
    }
  }
  Device<T> da(a), db(b);
  Device<S> dc(std::vector<S>(kSide * kSide));
  multiply<T, S>
      <<<dim3(kSide / 16, kSide / 16), 32>>>(da.data, db.data, dc.data, kSide);
  CUDA_CHECK(cudaGetLastError());
  const std::vector<S> c = dc.read(kSide * kSide);
  show(
      name, kSide, kSide,
      [&](int row, int col) {
        return static_cast<float>(c[row * kSide + col]);
      },
      [](int row, int col) {
        int sum = 0;
        for (int k = 0; k < kSide; ++k) sum += left(row, k) * right(k, col);
        return static_cast<float>(sum);
      });
}

void shared() {
  std::vector<half> a(32 * 16), b(16 * 8);
  for (int k = 0; k < 16; ++k) {
    for (int row = 0; row < 32; ++row)
      a[k * 32 + row] = __float2half(float(left(row, k)));
    for (int col = 0; col < 8; ++col)
      b[k * 8 + col] = __float2half(float(right(k, col)));
  }
  Device<half> da(a), db(b), dc(std::vector<half>(32 * 8));
  multiply_shared<<<1, 32>>>(da.data, db.data, dc.data);
  CUDA_CHECK(cudaGetLastError());
  const std::vector<half> c = dc.read(32 * 8);
  show(
      "m32n8k16, shared memory", 32, 8,
      [&](int row, int col) { return __half2float(c[col * 32 + row]); },
      [](int row, int col) {
        int sum = 0;
        for (int k = 0; k < 16; ++k) sum += left(row, k) * right(k, col);
        return static_cast<float>(2 * sum + 1);
      });
}

void inline_ptx() {
  std::vector<half> a(16 * 8), b(8 * 8);
  for (int k = 0; k < 8; ++k) {
    for (int row = 0; row < 16; ++row)
      a[row * 8 + k] = __float2half(float(left(row, k)));
    for (int col = 0; col < 8; ++col)
      b[k * 8 + col] = __float2half(float(right(k, col)));
  }
  Device<half> da(a), db(b);
  Device<float> dc(std::vector<float>(16 * 8));
  multiply_ptx<<<1, 32>>>(da.data, db.data, dc.data);
  CUDA_CHECK(cudaGetLastError());
  const std::vector<float> c = dc.read(16 * 8);
  show(
      "mma.sync, ldmatrix", 16, 8,
      [&](int row, int col) { return c[row * 8 + col]; },
      [](int row, int col) {
        int sum = 1 + col % 2 + (row < 8 ? 0 : 2);
        for (int k = 0; k < 8; ++k) sum += left(row, k) * right(k, col);
        return static_cast<float>(sum);
      });
}

int main() {
  square<half, float>("f16 into f32", [](int x) { return __float2half(x); });
  square<half, half>("f16 into f16", [](int x) { return __float2half(x); });
  square<signed char, int>("s8 into s32",
                           [](int x) { return static_cast<signed char>(x); });
  shared();
  inline_ptx();
}
