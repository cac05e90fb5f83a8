// SPDX-License-Identifier: MIT
// Accesses, copies and fills that leave global memory.
#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

// program no_guard: The last block has more threads than there are elements.
template <bool kFixed>
__global__ void add_one(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (kFixed && i >= n) return;
  data[i] += 1;  // bug: out-of-bounds
}

template <bool kFixed>
void no_guard() {
  Device<int> data(100, 1);
  add_one<kFixed><<<2, 64>>>(data, 100);
  finish();
}

// program before_the_start: A stencil reads the left neighbour of element 0.
template <bool kFixed>
__global__ void differences(const float* in, float* out) {
  const int i = threadIdx.x;
  const float left = !kFixed || i > 0 ? in[i - 1] : 0;  // bug: out-of-bounds
  out[i] = in[i] - left;
}

template <bool kFixed>
void before_the_start() {
  Device<float> in(64, 1), out(64);
  differences<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program swapped_guard: Width and height change places in the guard.
template <bool kFixed>
__global__ void fill(float* image, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (kFixed ? x < width && y < height : x < height && y < width)
    image[y * width + x] = 1;  // bug: out-of-bounds
}

template <bool kFixed>
void swapped_guard() {
  Device<float> image(40 * 6);
  fill<kFixed><<<dim3(5, 5), dim3(8, 8)>>>(image, 40, 6);
  finish();
}

// program vector_tail: The last float4 of an array whose length is no multiple
// of 4.
template <bool kFixed>
__global__ void scale(float* data, int n) {
  const int i = threadIdx.x;
  if (4 * i + 3 < n || (!kFixed && 4 * i < n)) {
    float4* wide = reinterpret_cast<float4*>(data) + i;
    float4 v = *wide;  // bug: out-of-bounds
    v.x *= 2, v.y *= 2, v.z *= 2, v.w *= 2;
    *wide = v;
  } else {
    for (int k = 4 * i; k < n; ++k) data[k] *= 2;
  }
}

template <bool kFixed>
void vector_tail() {
  Device<float> data(30, 1);
  scale<kFixed><<<1, 32>>>(data, 30);
  finish();
}

// program stride_loop: A grid-stride loop runs to i <= n.
template <bool kFixed>
__global__ void square(const int* in, int* out, int n) {
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= n - kFixed;
       i += step)
    out[i] = in[i] * in[i];  // bug: out-of-bounds
}

template <bool kFixed>
void stride_loop() {
  Device<int> in(256, 2), out(256);
  square<kFixed><<<2, 32>>>(in, out, 256);
  finish();
}

// program pitch_in_bytes: The pitch counts bytes, but the index counts floats.
template <bool kFixed>
__global__ void clear(float* image, size_t pitch, int height) {
  for (int y = 0; y < height; ++y) {
    float* row = kFixed ? reinterpret_cast<float*>(
                              reinterpret_cast<char*>(image) + y * pitch)
                        : image + y * pitch;
    row[threadIdx.x] = 0;  // bug: out-of-bounds
  }
}

template <bool kFixed>
void pitch_in_bytes() {
  float* image = nullptr;
  size_t pitch = 0;
  if (cudaMallocPitch(&image, &pitch, 32 * sizeof(float), 8) != cudaSuccess)
    return;
  clear<kFixed><<<1, 32>>>(image, pitch, 8);
  finish();
  if (cudaFree(image) != cudaSuccess) std::puts("cudaFree failed");
}

// program highest_bin: The greatest value falls into a bin after the last one.
template <bool kFixed>
__global__ void histogram(const float* in, int* bins) {
  const int bin = in[threadIdx.x] * 16;
  atomicAdd(&bins[kFixed ? min(bin, 15) : bin], 1);  // bug: out-of-bounds
}

template <bool kFixed>
void highest_bin() {
  Device<float> in(64, 1.0f);
  Device<int> bins(16, 0);
  histogram<kFixed><<<1, 64>>>(in, bins);
  finish();
}

// program elements_for_bytes: cudaMalloc was given elements instead of bytes.
__global__ void number(double* out) {
  // bug: out-of-bounds
  out[threadIdx.x] = threadIdx.x;
}

template <bool kFixed>
void elements_for_bytes() {
  double* out = nullptr;
  if (cudaMalloc(&out, kFixed ? 64 * sizeof(double) : 64) != cudaSuccess)
    return;
  number<<<1, 64>>>(out);
  finish();
  if (cudaFree(out) != cudaSuccess) std::puts("cudaFree failed");
}

// program wrong_index_order: A three-dimensional index multiplies by the wrong
// extent.
template <bool kFixed>
__global__ void volume(int* cells) {
  const int nx = 8, ny = 4, nz = 2;
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  // bug: out-of-bounds
  cells[kFixed ? (z * ny + y) * nx + x : (x * ny + y) * nx + z] = nz;
}

template <bool kFixed>
void wrong_index_order() {
  Device<int> cells(64);
  volume<kFixed><<<1, dim3(8, 4, 2)>>>(cells);
  finish();
}

// program empty_slot: A search that finds nothing gives -1, which is then used
// as an index.
template <bool kFixed>
__global__ void count_found(const int* keys, int* hits) {
  int found = -1;
  for (int i = 0; i < 16; ++i)
    if (keys[i] == static_cast<int>(threadIdx.x)) found = i;
  if (kFixed && found < 0) return;
  atomicAdd(&hits[found], 1);  // bug: out-of-bounds
}

template <bool kFixed>
void empty_slot() {
  Device<int> keys(16, 3), hits(16, 0);
  count_found<kFixed><<<1, 32>>>(keys, hits);
  finish();
}

// program null_pointer: An allocation failed and nobody looked.
__global__ void store_one(int* out) {
  // bug: out-of-bounds
  out[threadIdx.x] = 1;
}

template <bool kFixed>
void null_pointer() {
  int* out = nullptr;
  const size_t bytes = kFixed ? 128 : size_t{1} << 60;
  if (cudaMalloc(&out, bytes) != cudaSuccess) std::puts("no memory");
  store_one<<<1, 32>>>(out);
  finish();
  if (cudaFree(out) != cudaSuccess) std::puts("cudaFree failed");
}

// program copy_too_long: A copy takes the size of the longer array.
template <bool kFixed>
void copy_too_long() {
  std::vector<int> host(100, 1);
  Device<int> out(50);
  const size_t count = kFixed ? 50 : 100;
  std::puts(cudaGetErrorName(  // bug: out-of-bounds cudaMemcpy
      cudaMemcpy(out, host.data(), count * sizeof(int),
                 cudaMemcpyHostToDevice)));
  finish();
}

// program fill_too_long: cudaMemset counts bytes; four times as many are asked
// for.
template <bool kFixed>
void fill_too_long() {
  Device<char> bytes(64);
  std::puts(cudaGetErrorName(  // bug: out-of-bounds cudaMemset
      cudaMemset(bytes, 0, 64 * (kFixed ? 1 : sizeof(int)))));
  finish();
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"no_guard", no_guard<false>, no_guard<true>},
       {"before_the_start", before_the_start<false>, before_the_start<true>},
       {"swapped_guard", swapped_guard<false>, swapped_guard<true>},
       {"vector_tail", vector_tail<false>, vector_tail<true>},
       {"stride_loop", stride_loop<false>, stride_loop<true>},
       {"pitch_in_bytes", pitch_in_bytes<false>, pitch_in_bytes<true>},
       {"highest_bin", highest_bin<false>, highest_bin<true>},
       {"elements_for_bytes", elements_for_bytes<false>,
        elements_for_bytes<true>},
       {"wrong_index_order", wrong_index_order<false>, wrong_index_order<true>},
       {"empty_slot", empty_slot<false>, empty_slot<true>},
       {"null_pointer", null_pointer<false>, null_pointer<true>},
       {"copy_too_long", copy_too_long<false>, copy_too_long<true>},
       {"fill_too_long", fill_too_long<false>, fill_too_long<true>}});
}
