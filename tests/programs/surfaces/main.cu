// SPDX-License-Identifier: MIT
// Loads and stores through surface objects: x counts bytes, what lies outside
// is clamped, zero or an error, and texture and surface show one array. What a
// launch stores only a later one may load (programming guide, "Texture and
// Surface Memory").
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"

using Object = cudaSurfaceObject_t;
constexpr int kWidth = 8, kHeight = 4;

/// out(x, y) = in(x, y) with its channels turned round.
__global__ void turn(Object in, Object out) {
  const int x = threadIdx.x, y = threadIdx.y;
  uchar4 texel;
  surf2Dread(&texel, in, x * 4, y);
  surf2Dwrite(make_uchar4(texel.w, texel.z, texel.y, texel.x), out, x * 4, y);
}

__global__ void load_outside(Object s, int* out) {
  const auto clamp = cudaBoundaryModeClamp, zero = cudaBoundaryModeZero;
  out[0] = surf2Dread<int>(s, 1000, 1, clamp);
  out[1] = surf2Dread<int>(s, -4, -5, clamp);
  out[2] = surf2Dread<int>(s, 1000, 1, zero);
  out[3] = surf2Dread<int>(s, kWidth * 4 - 4, kHeight - 1, zero);
}

__global__ void store_outside(Object s) {
  const int end = kWidth * 4;
  surf2Dwrite(77, s, end, 2, cudaBoundaryModeZero);       // nowhere
  surf2Dwrite(88, s, end + 4, 1, cudaBoundaryModeClamp);  // the last of row 1
}

template <class T>
__global__ void store_two(Object s, T value) {
  surf2Dwrite(value, s, 0, 0);
  surf2Dwrite(value, s, sizeof(T), 1);
}

template <class T>
__global__ void load_two(Object s, T* out) {
  out[0] = surf2Dread<T>(s, 0, 0);
  out[1] = surf2Dread<T>(s, sizeof(T), 1);
}

__global__ void store_line(Object s) {
  surf1Dwrite(100 + static_cast<int>(threadIdx.x), s, 4 * threadIdx.x);
}
__global__ void load_line(Object s, int* out) {
  out[threadIdx.x] = surf1Dread<int>(s, 4 * (7 - threadIdx.x));
}

__global__ void store_volume(Object s) {
  const int i = threadIdx.x;
  surf3Dwrite(i, s, 4 * (i % 4), i / 4 % 2, i / 8);
}
__global__ void load_volume(Object s, int* out) {
  const int i = 15 - threadIdx.x;
  out[threadIdx.x] = surf3Dread<int>(s, 4 * (i % 4), i / 4 % 2, i / 8);
}

__global__ void store_layers(Object s) {
  const int x = threadIdx.x;
  for (int layer = 0; layer < 2; ++layer)
    surf2DLayeredwrite(10 * layer + x, s, 4 * x, 1, layer);
}
__global__ void load_layers(Object s, int* out) {
  const int x = threadIdx.x;
  out[x] = surf2DLayeredread<int>(s, 4 * x, 1, x % 2);
}

__global__ void store_lines(Object s) {
  const int x = threadIdx.x;
  surf1DLayeredwrite(20 + x, s, 4 * x, x % 3);
}
__global__ void load_lines(Object s, int* out) {
  const int x = threadIdx.x;
  out[x] = surf1DLayeredread<int>(s, 4 * x, x % 3);
}

__global__ void store_faces(Object s) {
  const int face = threadIdx.x;
  surfCubemapwrite(face, s, 4, 1, face);
}
__global__ void load_faces(Object s, int* out) {
  out[threadIdx.x] = surfCubemapread<int>(s, 4, 1, 5 - threadIdx.x);
}

__global__ void through_texture(cudaTextureObject_t t, int* out) {
  out[threadIdx.x] = tex2D<int>(t, threadIdx.x, 1);
}

cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

template <class T>
cudaArray_t array_of(cudaExtent extent,
                     unsigned flags = cudaArraySurfaceLoadStore) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  cudaArray_t array;
  CUDA_CHECK(cudaMalloc3DArray(&array, &format, extent, flags));
  return array;
}

Object surface_of(cudaArray_t array) {
  const cudaResourceDesc resource = resource_of(array);
  Object made = 0;
  CUDA_CHECK(cudaCreateSurfaceObject(&made, &resource));
  return made;
}

template <class Launch>
void show(const char* name, int count, Launch launch) {
  int* out;
  CUDA_CHECK(cudaMalloc(&out, count * sizeof(int)));
  launch(out);
  std::vector<int> host(count);
  CUDA_CHECK(cudaMemcpy(host.data(), out, count * sizeof(int),
                        cudaMemcpyDeviceToHost));
  std::printf("%-8s", name);
  for (const int value : host) std::printf(" %d", value);
  std::printf("\n");
  CUDA_CHECK(cudaFree(out));
}

void picture() {
  const cudaArray_t in = array_of<uchar4>(make_cudaExtent(kWidth, kHeight, 0));
  const cudaArray_t out = array_of<uchar4>(make_cudaExtent(kWidth, kHeight, 0));
  std::vector<uchar4> texels(kWidth * kHeight);
  for (unsigned char i = 0; i < kWidth * kHeight; ++i)
    texels[i] = make_uchar4(i, 50, 100, 200);
  const size_t row = kWidth * sizeof(uchar4);
  CUDA_CHECK(cudaMemcpy2DToArray(in, 0, 0, texels.data(), row, row, kHeight,
                                 cudaMemcpyHostToDevice));
  const Object from = surface_of(in), to = surface_of(out);
  turn<<<1, dim3(kWidth, kHeight)>>>(from, to);
  CUDA_CHECK(cudaMemcpy2DFromArray(texels.data(), row, out, 0, 0, row, kHeight,
                                   cudaMemcpyDeviceToHost));
  const uchar4 t = texels[kWidth + 3];
  std::printf("turned   %d %d %d %d\n", t.x, t.y, t.z, t.w);
  cudaResourceDesc of{};
  CUDA_CHECK(cudaGetSurfaceObjectResourceDesc(&of, to));
  std::printf("surface of its array: %d\n", of.res.array.array == out);
  CUDA_CHECK(cudaDestroySurfaceObject(from));
  CUDA_CHECK(cudaDestroySurfaceObject(to));
  CUDA_CHECK(cudaFreeArray(in));
  CUDA_CHECK(cudaFreeArray(out));
}

template <class T>
void show_two(const char* name, Object surface, T value) {
  store_two<<<1, 1>>>(surface, value);
  show(name, sizeof(T) < 4 ? 1 : 2 * sizeof(T) / 4, [&](int* out) {
    CUDA_CHECK(cudaMemset(out, 0, sizeof(int)));
    load_two<<<1, 1>>>(surface, reinterpret_cast<T*>(out));
  });
}

void sheet() {
  const cudaArray_t array = array_of<int>(make_cudaExtent(kWidth, kHeight, 0));
  std::vector<int> texels(kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i) texels[i] = i;
  const size_t row = kWidth * sizeof(int);
  CUDA_CHECK(cudaMemcpy2DToArray(array, 0, 0, texels.data(), row, row, kHeight,
                                 cudaMemcpyHostToDevice));
  const Object surface = surface_of(array);
  show("outside", 4, [&](int* out) { load_outside<<<1, 1>>>(surface, out); });
  store_outside<<<1, 1>>>(surface);
  show_two<unsigned char>("bytes", surface, 9);
  show_two<short>("shorts", surface, -2);
  show_two("int4", surface, make_int4(1, 2, 3, 4));
  show_two("int2", surface, make_int2(5, 6));
  show_two<long long>("int64", surface, 1LL << 33);
  const cudaResourceDesc resource = resource_of(array);
  const cudaTextureDesc plain{};
  cudaTextureObject_t texture = 0;
  CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &plain, nullptr));
  show("texture", kWidth,
       [&](int* out) { through_texture<<<1, kWidth>>>(texture, out); });
  CUDA_CHECK(cudaDestroyTextureObject(texture));
  CUDA_CHECK(cudaDestroySurfaceObject(surface));
  CUDA_CHECK(cudaFreeArray(array));
}

void shape(const char* name, void (*store)(Object), void (*load)(Object, int*),
           int count, cudaExtent extent, unsigned flags = 0) {
  const cudaArray_t array =
      array_of<int>(extent, flags | cudaArraySurfaceLoadStore);
  const Object surface = surface_of(array);
  store<<<1, count>>>(surface);
  show(name, count, [&](int* out) { load<<<1, count>>>(surface, out); });
  CUDA_CHECK(cudaDestroySurfaceObject(surface));
  CUDA_CHECK(cudaFreeArray(array));
}

int main() {
  picture();
  sheet();
  shape("line", store_line, load_line, 8, make_cudaExtent(8, 0, 0));
  shape("volume", store_volume, load_volume, 16, make_cudaExtent(4, 2, 2));
  shape("layers", store_layers, load_layers, 4, make_cudaExtent(4, 2, 2),
        cudaArrayLayered);
  shape("lines", store_lines, load_lines, 4, make_cudaExtent(4, 0, 3),
        cudaArrayLayered);
  shape("cube", store_faces, load_faces, 6, make_cudaExtent(4, 4, 6),
        cudaArrayCubemap);
  const cudaArray_t plain = array_of<int>(make_cudaExtent(4, 4, 0), 0);
  const cudaResourceDesc resource = resource_of(plain);
  Object made = 0;
  std::printf("without cudaArraySurfaceLoadStore: %s\n",
              cudaGetErrorName(cudaCreateSurfaceObject(&made, &resource)));
  CUDA_CHECK(cudaFreeArray(plain));
}
