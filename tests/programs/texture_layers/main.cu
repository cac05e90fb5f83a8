// SPDX-License-Identifier: MIT
// Textures with layers, cube maps, and gathers: which texels are read, by the
// sections "Layered Textures", "Cubemap Textures" and "Texture Gather" of the
// CUDA programming guide.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"

using Object = cudaTextureObject_t;

__global__ void read_lines(Object texture, float* out) {
  const float x = 0.5f + 0.5f * threadIdx.x;
  for (int layer = 0; layer < 3; ++layer)
    out[layer * blockDim.x + threadIdx.x] =
        tex1DLayered<float>(texture, x, layer);
}

__global__ void read_sheets(Object texture, float* out) {
  const int layer = threadIdx.x / 4, i = threadIdx.x % 4;
  out[threadIdx.x] =
      tex2DLayered<float>(texture, 0.5f + 0.25f * i, 1.0f, layer);
}

__global__ void read_level(Object texture, float* out) {
  out[threadIdx.x] =
      tex2DLayeredLod<float>(texture, 1.5f, 0.5f, threadIdx.x, 0.0f);
}

// Directions to the middle of each face, and to four places on the first.
__constant__ float3 directions[] = {
    {1, 0, 0},  {-1, 0, 0}, {0, 1, 0},  {0, -1, 0}, {0, 0, 1},
    {0, 0, -1}, {2, 1, 1},  {2, 1, -1}, {2, -1, 1}, {2, -1, -1},
    {-2, 1, 1}, {1, 2, 1},  {1, -2, 1}, {1, 1, 2},  {1, 1, -2}};
constexpr int kDirections = 15;

__global__ void read_cube(Object texture, int* out) {
  const float3 d = directions[threadIdx.x];
  out[threadIdx.x] = texCubemap<int>(texture, d.x, d.y, d.z);
}

__global__ void read_cubes(Object texture, int* out) {
  const float3 d = directions[threadIdx.x];
  out[threadIdx.x] = texCubemapLayered<int>(texture, d.x, d.y, d.z, 1);
}

template <class T, int kChannel>
__global__ void gather(Object texture, float x, float y, T* out) {
  out[0] = tex2Dgather<T>(texture, x, y, kChannel);
}

/// Texels that say where they are: 100 * plane + 10 * y + x.
template <class T>
cudaArray_t numbered(cudaExtent extent, unsigned flags) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  cudaArray_t array;
  CUDA_CHECK(cudaMalloc3DArray(&array, &format, extent, flags));
  const size_t height = extent.height > 0 ? extent.height : 1;
  std::vector<T> texels;
  for (size_t plane = 0; plane < extent.depth; ++plane) {
    for (size_t y = 0; y < height; ++y) {
      for (size_t x = 0; x < extent.width; ++x)
        texels.push_back(static_cast<T>(100 * plane + 10 * y + x));
    }
  }
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(texels.data(), extent.width * sizeof(T),
                                    extent.width, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(extent.width, height, extent.depth);
  copy.kind = cudaMemcpyHostToDevice;
  CUDA_CHECK(cudaMemcpy3D(&copy));
  return array;
}

Object texture_of(cudaArray_t array, bool linear, bool normalized) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc d{};
  for (auto& mode : d.addressMode) mode = cudaAddressModeClamp;
  d.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
  d.normalizedCoords = normalized;
  Object made = 0;
  CUDA_CHECK(cudaCreateTextureObject(&made, &resource, &d, nullptr));
  return made;
}

template <class T, class Launch>
void show(const char* name, cudaArray_t array, bool linear, bool normalized,
          int count, Launch launch) {
  T* out;
  CUDA_CHECK(cudaMalloc(&out, count * sizeof(T)));
  const Object texture = texture_of(array, linear, normalized);
  launch(texture, out);
  std::vector<T> host(count);
  CUDA_CHECK(
      cudaMemcpy(host.data(), out, count * sizeof(T), cudaMemcpyDeviceToHost));
  std::printf("%-12s", name);
  for (const T value : host) std::printf(" %g", static_cast<double>(value));
  std::printf("\n");
  CUDA_CHECK(cudaDestroyTextureObject(texture));
  CUDA_CHECK(cudaFree(out));
}

void layers() {
  cudaArray_t lines =
      numbered<float>(make_cudaExtent(4, 0, 3), cudaArrayLayered);
  show<float>("lines", lines, true, false, 15,
              [](Object t, float* out) { read_lines<<<1, 5>>>(t, out); });
  CUDA_CHECK(cudaFreeArray(lines));
  cudaArray_t sheets =
      numbered<float>(make_cudaExtent(4, 3, 3), cudaArrayLayered);
  show<float>("sheets", sheets, true, false, 12,
              [](Object t, float* out) { read_sheets<<<1, 12>>>(t, out); });
  show<float>("with a level", sheets, false, false, 3,
              [](Object t, float* out) { read_level<<<1, 3>>>(t, out); });
  CUDA_CHECK(cudaFreeArray(sheets));
}

void cubes() {
  cudaArray_t one = numbered<int>(make_cudaExtent(4, 4, 6), cudaArrayCubemap);
  show<int>("cube", one, false, true, kDirections,
            [](Object t, int* out) { read_cube<<<1, kDirections>>>(t, out); });
  CUDA_CHECK(cudaFreeArray(one));
  cudaArray_t two = numbered<int>(make_cudaExtent(4, 4, 12),
                                  cudaArrayCubemap | cudaArrayLayered);
  show<int>("second cube", two, false, true, kDirections,
            [](Object t, int* out) { read_cubes<<<1, kDirections>>>(t, out); });
  CUDA_CHECK(cudaFreeArray(two));
}

template <class T, int kChannel>
void show_gather(cudaArray_t array, float x, float y) {
  T* out;
  CUDA_CHECK(cudaMalloc(&out, sizeof(T)));
  const Object texture = texture_of(array, false, false);
  gather<T, kChannel><<<1, 1>>>(texture, x, y, out);
  T four;
  CUDA_CHECK(cudaMemcpy(&four, out, sizeof four, cudaMemcpyDeviceToHost));
  std::printf("gather %d at %g, %g: %g %g %g %g\n", kChannel, x, y,
              double(four.x), double(four.y), double(four.z), double(four.w));
  CUDA_CHECK(cudaDestroyTextureObject(texture));
  CUDA_CHECK(cudaFree(out));
}

void gathers() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array, quads;
  CUDA_CHECK(cudaMallocArray(&array, &format, 4, 4, cudaArrayTextureGather));
  float texels[16];
  for (int i = 0; i < 16; ++i) texels[i] = 10.0f * (i / 4) + i % 4;
  CUDA_CHECK(cudaMemcpy2DToArray(array, 0, 0, texels, 16, 16, 4,
                                 cudaMemcpyHostToDevice));
  show_gather<float4, 0>(array, 2.0f, 1.0f);
  show_gather<float4, 0>(array, 2.49f, 1.0f);
  show_gather<float4, 0>(array, 2.49805f, 1.0f);  // the guide's example
  show_gather<float4, 0>(array, 0.0f, 4.0f);
  CUDA_CHECK(cudaFreeArray(array));
  const cudaChannelFormatDesc four = cudaCreateChannelDesc<uchar4>();
  CUDA_CHECK(cudaMallocArray(&quads, &four, 2, 2, cudaArrayTextureGather));
  uchar4 colours[4];
  for (unsigned char i = 0; i < 4; ++i)
    colours[i] = make_uchar4(i, 10 + i, 20 + i, 30 + i);
  CUDA_CHECK(cudaMemcpy2DToArray(quads, 0, 0, colours, 8, 8, 2,
                                 cudaMemcpyHostToDevice));
  show_gather<uint4, 1>(quads, 1.0f, 1.0f);
  show_gather<uint4, 2>(quads, 1.0f, 1.0f);
  show_gather<uint4, 3>(quads, 1.0f, 1.0f);
  CUDA_CHECK(cudaFreeArray(quads));
}

void sizes() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  const auto answer = [&](const char* name, cudaExtent extent, unsigned flags) {
    const cudaError_t error = cudaMalloc3DArray(&array, &format, extent, flags);
    std::printf("%-24s %s\n", name, cudaGetErrorName(error));
    if (error == cudaSuccess) CUDA_CHECK(cudaFreeArray(array));
  };
  answer("cube of five faces", make_cudaExtent(4, 4, 5), cudaArrayCubemap);
  answer("cube that is no square", make_cudaExtent(4, 2, 6), cudaArrayCubemap);
  answer("cubes of seven faces", make_cudaExtent(4, 4, 7),
         cudaArrayCubemap | cudaArrayLayered);
  answer("no layers", make_cudaExtent(4, 4, 0), cudaArrayLayered);
  answer("gather in 3D", make_cudaExtent(4, 4, 4), cudaArrayTextureGather);
}

int main() {
  layers();
  cubes();
  gathers();
  sizes();
}
