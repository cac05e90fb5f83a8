// SPDX-License-Identifier: MIT
// Texture objects of one to three dimensions: point and linear filtering,
// address modes, normalised coordinates and values, linear and pitched memory,
// and copies to and from CUDA arrays. Weights are multiples of 1/256.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"

using Object = cudaTextureObject_t;

constexpr int kMost = 16;  // results of one kernel

template <class T>
__global__ void fetch(Object texture, T* out, int first, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<T>(texture, first + i);
}

template <class T>
__global__ void read_1d(Object texture, T* out, float first, float step,
                        int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = tex1D<T>(texture, first + step * i);
}

template <class T>
__global__ void read_2d(Object texture, T* out, float x, float y, float step,
                        int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = tex2D<T>(texture, x + step * i, y);
}

__global__ void read_3d(Object texture, float* out, float x, float y, float z,
                        float step, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = tex3D<float>(texture, x, y, z + step * i);
}

__global__ void read_level(Object texture, float* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = tex2DLod<float>(texture, i + 0.5f, 0.5f, 0.0f);
}

/// Device memory for results, printed and freed at the end of a line.
template <class T>
struct Results {
  T* data;
  Results() { CUDA_CHECK(cudaMalloc(&data, kMost * sizeof(T))); }
  ~Results() { CUDA_CHECK(cudaFree(data)); }

  std::vector<T> get(int n) const {
    std::vector<T> host(n);
    CUDA_CHECK(
        cudaMemcpy(host.data(), data, n * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }
  void print(const char* name, int n) const {
    std::printf("%-26s", name);
    for (const T value : get(n)) std::printf(" %g", double(value));
    std::printf("\n");
  }
};

cudaTextureDesc reading(cudaTextureFilterMode filter,
                        cudaTextureAddressMode address, bool normalized,
                        cudaTextureReadMode mode = cudaReadModeElementType) {
  cudaTextureDesc d{};
  for (auto& one : d.addressMode) one = address;
  d.filterMode = filter;
  d.normalizedCoords = normalized;
  d.readMode = mode;
  return d;
}

Object texture_of(cudaArray_t array, const cudaTextureDesc& d) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  Object made = 0;
  CUDA_CHECK(cudaCreateTextureObject(&made, &resource, &d, nullptr));
  return made;
}

template <class T>
cudaArray_t array_of(const std::vector<T>& values, size_t width,
                     size_t height) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  cudaArray_t array;
  CUDA_CHECK(cudaMallocArray(&array, &format, width, height));
  const size_t row = width * sizeof(T);
  CUDA_CHECK(cudaMemcpy2DToArray(array, 0, 0, values.data(), row, row,
                                 height > 0 ? height : 1,
                                 cudaMemcpyHostToDevice));
  return array;
}

void linear_memory() {
  std::vector<int> host(100);
  for (int i = 0; i < 100; ++i) host[i] = 10 * i;
  int* memory;
  CUDA_CHECK(cudaMalloc(&memory, 100 * sizeof(int)));
  CUDA_CHECK(cudaMemcpy(memory, host.data(), 100 * sizeof(int),
                        cudaMemcpyHostToDevice));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = 100 * sizeof(int);
  cudaTextureDesc d{};
  Object texture = 0;
  CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &d, nullptr));
  const Results<int> results;
  fetch<int><<<1, 32>>>(texture, results.data, 96, 6);
  results.print("int, past the end", 6);
  CUDA_CHECK(cudaDestroyTextureObject(texture));

  resource.res.linear.desc = cudaCreateChannelDesc<short4>();
  CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &d, nullptr));
  const Results<short4> quads;
  fetch<short4><<<1, 32>>>(texture, quads.data, 1, 1);
  const short4 quad = quads.get(1)[0];
  std::printf("%-26s %d %d %d %d\n", "short4", quad.x, quad.y, quad.z, quad.w);
  CUDA_CHECK(cudaDestroyTextureObject(texture));
  CUDA_CHECK(cudaFree(memory));
}

void one_dimension() {
  const cudaArray_t array =
      array_of<float>({0, 16, 32, 64, 128, 256, 512, 1024}, 8, 0);
  const Results<float> r;
  const auto show = [&](const char* name, const cudaTextureDesc& d, float first,
                        float step, int n) {
    const Object texture = texture_of(array, d);
    read_1d<float><<<1, 32>>>(texture, r.data, first, step, n);
    r.print(name, n);
    CUDA_CHECK(cudaDestroyTextureObject(texture));
  };
  const auto point = cudaFilterModePoint, linear = cudaFilterModeLinear;
  show("point", reading(point, cudaAddressModeClamp, false), 0.0f, 0.5f, 8);
  show("linear", reading(linear, cudaAddressModeClamp, false), 0.5f, 0.25f, 9);
  show("linear, clamped", reading(linear, cudaAddressModeClamp, false), -2, 2,
       8);
  show("linear, border", reading(linear, cudaAddressModeBorder, false), -1,
       0.5f, 5);
  show("point, border", reading(point, cudaAddressModeBorder, false), -1, 5, 3);
  show("point, wrapped", reading(point, cudaAddressModeWrap, true), -0.4375f,
       0.25f, 8);
  show("point, mirrored", reading(point, cudaAddressModeMirror, true), -0.4375f,
       0.25f, 8);
  show("linear, wrapped", reading(linear, cudaAddressModeWrap, true), -0.0625f,
       0.0625f, 4);
  CUDA_CHECK(cudaFreeArray(array));
}

void two_dimensions() {
  std::vector<float> values;
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 5; ++x) values.push_back(float(10 * y + x));
  }
  const cudaArray_t array = array_of<float>(values, 5, 3);
  const Results<float> r;
  Object texture = texture_of(
      array, reading(cudaFilterModeLinear, cudaAddressModeClamp, false));
  read_2d<float><<<1, 32>>>(texture, r.data, 0.5f, 1.0f, 0.5f, 9);
  r.print("2D linear", 9);
  read_level<<<1, 32>>>(texture, r.data, 5);
  r.print("2D with a level", 5);
  CUDA_CHECK(cudaDestroyTextureObject(texture));

  // A part of another array, and back to the host.
  const cudaArray_t other = array_of<float>(std::vector<float>(16, 7.0f), 4, 4);
  CUDA_CHECK(
      cudaMemcpy2DArrayToArray(other, 4, 1, array, 8, 0, 2 * sizeof(float), 3));
  std::vector<float> back(16);
  CUDA_CHECK(cudaMemcpy2DFromArray(back.data(), 16, other, 0, 0, 16, 4,
                                   cudaMemcpyDeviceToHost));
  std::printf("%-26s", "array to array");
  for (const float value : back) std::printf(" %g", value);
  std::printf("\n");
  cudaChannelFormatDesc format;
  cudaExtent extent;
  unsigned flags;
  CUDA_CHECK(cudaArrayGetInfo(&format, &extent, &flags, other));
  std::printf("%-26s %d bits, %zu x %zu x %zu, flags %u\n", "array", format.x,
              extent.width, extent.height, extent.depth, flags);
  CUDA_CHECK(cudaFreeArray(array));
  CUDA_CHECK(cudaFreeArray(other));
}

void bytes() {
  std::vector<uchar4> values;
  for (int i = 0; i < 8; ++i) {
    values.push_back(make_uchar4(i, 51 * (i % 6), 255, 0));
  }
  const cudaArray_t array = array_of<uchar4>(values, 4, 2);
  Object texture = texture_of(
      array, reading(cudaFilterModePoint, cudaAddressModeClamp, true));
  const Results<uchar4> raw;
  read_2d<uchar4><<<1, 32>>>(texture, raw.data, 0.125f, 0.75f, 0.25f, 4);
  std::printf("%-26s", "uchar4, normalised x, y");
  for (const uchar4 v : raw.get(4)) {
    std::printf(" %d/%d/%d/%d", v.x, v.y, v.z, v.w);
  }
  std::printf("\n");
  CUDA_CHECK(cudaDestroyTextureObject(texture));
  texture = texture_of(array, reading(cudaFilterModePoint, cudaAddressModeClamp,
                                      true, cudaReadModeNormalizedFloat));
  const Results<float4> numbers;
  read_2d<float4><<<1, 32>>>(texture, numbers.data, 0.125f, 0.25f, 0.25f, 4);
  std::printf("%-26s", "as numbers from 0 to 1");
  for (const float4 v : numbers.get(4)) std::printf(" %.6f/%g", v.y, v.z);
  std::printf("\n");
  CUDA_CHECK(cudaDestroyTextureObject(texture));
  CUDA_CHECK(cudaFreeArray(array));

  const cudaArray_t shorts = array_of<short>({-32768, -32767, 0, 32767}, 4, 0);
  texture =
      texture_of(shorts, reading(cudaFilterModePoint, cudaAddressModeClamp,
                                 false, cudaReadModeNormalizedFloat));
  const Results<float> r;
  read_1d<float><<<1, 32>>>(texture, r.data, 0.5f, 1.0f, 4);
  r.print("short as -1 to 1", 4);
  CUDA_CHECK(cudaDestroyTextureObject(texture));
  CUDA_CHECK(cudaFreeArray(shorts));
}

void three_dimensions() {
  std::vector<float> values;
  for (int i = 0; i < 4 * 3 * 2; ++i) values.push_back(float(i * i));
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  const cudaExtent extent = make_cudaExtent(4, 3, 2);
  cudaArray_t array;
  CUDA_CHECK(cudaMalloc3DArray(&array, &format, extent));
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(values.data(), 4 * sizeof(float), 4, 3);
  copy.dstArray = array;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  CUDA_CHECK(cudaMemcpy3D(&copy));
  const Results<float> r;
  for (const auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
    const Object texture =
        texture_of(array, reading(filter, cudaAddressModeClamp, false));
    read_3d<<<1, 32>>>(texture, r.data, 2.0f, 1.5f, 0.5f, 0.25f, 5);
    r.print(filter == cudaFilterModePoint ? "3D point" : "3D linear", 5);
    CUDA_CHECK(cudaDestroyTextureObject(texture));
  }
  CUDA_CHECK(cudaFreeArray(array));
}

void pitched_memory() {
  float* rows;
  size_t pitch;
  CUDA_CHECK(cudaMallocPitch(&rows, &pitch, 5 * sizeof(float), 3));
  std::vector<float> values;
  for (int i = 0; i < 15; ++i) values.push_back(float(i));
  CUDA_CHECK(cudaMemcpy2D(rows, pitch, values.data(), 5 * sizeof(float),
                          5 * sizeof(float), 3, cudaMemcpyHostToDevice));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = rows;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = 5;
  resource.res.pitch2D.height = 3;
  resource.res.pitch2D.pitchInBytes = pitch;
  const auto d = reading(cudaFilterModePoint, cudaAddressModeClamp, false);
  Object texture = 0;
  CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &d, nullptr));
  const Results<float> r;
  read_2d<float><<<1, 32>>>(texture, r.data, 0.5f, 2.5f, 1.0f, 7);
  r.print("pitched rows", 7);
  CUDA_CHECK(cudaDestroyTextureObject(texture));
  CUDA_CHECK(cudaFree(rows));
}

int main() {
  linear_memory();
  one_dimension();
  two_dimensions();
  bytes();
  three_dimensions();
  pitched_memory();
}
