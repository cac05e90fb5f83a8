// SPDX-License-Identifier: MIT
// Arrays, textures and virtual memory of the driver API, used by kernels of the
// runtime. Prints what it finds, and ends with 1 at the first thing that is not
// as it should be.
// nvcc: -lcuda
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "common/cuda_check.h"

#define REQUIRE(condition)                                        \
  do {                                                            \
    if (!(condition)) {                                           \
      std::printf("line %d: not so: %s\n", __LINE__, #condition); \
      std::exit(1);                                               \
    }                                                             \
  } while (false)
#define DRIVER(call) REQUIRE((call) == CUDA_SUCCESS)
#define INVALID(call) REQUIRE((call) == CUDA_ERROR_INVALID_VALUE)

__global__ void read_texture(CUtexObject texture, float x, float y,
                             float* out) {
  *out = tex2D<float>(texture, x, y);
}
__global__ void read_integer(CUtexObject texture, int x, unsigned* out) {
  *out = tex2D<unsigned>(texture, static_cast<float>(x), 0);
}
__global__ void write_surface(CUsurfObject surface) {
  surf2Dwrite(100.0f + threadIdx.x, surface, threadIdx.x * 4, 1);
}
__global__ void add_index(int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += i;
}

template <class T>
T value_of(const T* device) {
  T value;
  DRIVER(cuMemcpyDtoH(&value, reinterpret_cast<CUdeviceptr>(device),
                      sizeof(value)));
  return value;
}

CUDA_MEMCPY2D from_host(const void* host, CUarray to, size_t width,
                        size_t height) {
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = host;
  copy.srcPitch = width;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = to;
  copy.WidthInBytes = width;
  copy.Height = height;
  return copy;
}

CUtexObject texture_of(CUarray array, unsigned flags, CUfilter_mode filter) {
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUDA_TEXTURE_DESC description{};
  description.addressMode[0] = CU_TR_ADDRESS_MODE_CLAMP;
  description.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
  description.filterMode = filter;
  description.flags = flags;
  CUtexObject made = 0;
  DRIVER(cuTexObjectCreate(&made, &resource, &description, nullptr));
  return made;
}

void copy_arrays() {
  CUarray array = nullptr;
  CUDA_ARRAY_DESCRIPTOR description{8, 4, CU_AD_FORMAT_FLOAT, 1};
  DRIVER(cuArrayCreate(&array, &description));
  CUDA_ARRAY3D_DESCRIPTOR all{};
  DRIVER(cuArray3DGetDescriptor(&all, array));
  std::printf("array: %zu by %zu by %zu, %u channel\n", all.Width, all.Height,
              all.Depth, all.NumChannels);
  description.NumChannels = 3;
  CUarray none = nullptr;
  INVALID(cuArrayCreate(&none, &description));
  float rows[4][8];
  for (int i = 0; i < 32; ++i) rows[i / 8][i % 8] = static_cast<float>(i);
  CUDA_MEMCPY2D copy = from_host(rows, array, 32, 4);
  DRIVER(cuMemcpy2D(&copy));
  float* out = nullptr;
  CUDA_CHECK(cudaMalloc(&out, 64));
  const CUtexObject texture = texture_of(array, 0, CU_TR_FILTER_MODE_LINEAR);
  read_texture<<<1, 1>>>(texture, 3.0f, 2.5f, out);
  std::printf("between two texels: %g\n", value_of(out));
  CUDA_RESOURCE_DESC resource{};
  DRIVER(cuTexObjectGetResourceDesc(&resource, texture));
  REQUIRE(resource.resType == CU_RESOURCE_TYPE_ARRAY &&
          resource.res.array.hArray == array);
  DRIVER(cuTexObjectDestroy(texture));
  CUsurfObject surface = 0;
  DRIVER(cuSurfObjectCreate(&surface, &resource));
  write_surface<<<1, 8>>>(surface);
  CUDA_CHECK(cudaGetLastError());
  DRIVER(cuSurfObjectDestroy(surface));
  copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.srcArray = array;
  copy.srcXInBytes = 8;
  copy.srcY = 1;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = reinterpret_cast<CUdeviceptr>(out);
  copy.dstPitch = 16;
  copy.WidthInBytes = 8;
  copy.Height = 2;
  DRIVER(cuMemcpy2D(&copy));
  std::printf("rows of the array: %g %g\n", value_of(out), value_of(out + 4));
  float piece[2] = {-1, -2};
  DRIVER(cuMemcpyHtoA(array, 4, piece, 8));
  INVALID(cuMemcpyHtoA(array, 28, piece, 8));
  DRIVER(cuMemcpyAtoH(piece, array, 8, 4));
  std::printf("bytes of a row: %g\n", piece[0]);
  CUDA_CHECK(cudaFree(out));
  DRIVER(cuArrayDestroy(array));
}

// Bytes are numbers from 0 to 1 unless the texture says that they are integers.
void read_bytes() {
  CUarray array = nullptr;
  CUDA_ARRAY3D_DESCRIPTOR description{4, 2, 0, CU_AD_FORMAT_UNSIGNED_INT8,
                                      1, 0};
  DRIVER(cuArray3DCreate(&array, &description));
  const unsigned char bytes[2][4] = {{0, 51, 255, 102}, {1, 2, 3, 4}};
  const CUDA_MEMCPY2D copy = from_host(bytes, array, 4, 2);
  DRIVER(cuMemcpy2D(&copy));
  float* number = nullptr;
  CUDA_CHECK(cudaMalloc(&number, 4));
  auto* integer = reinterpret_cast<unsigned*>(number);
  CUtexObject texture = texture_of(array, 0, CU_TR_FILTER_MODE_POINT);
  read_texture<<<1, 1>>>(texture, 1, 0, number);
  std::printf("as a number: %g\n", value_of(number));
  DRIVER(cuTexObjectDestroy(texture));
  texture = texture_of(array, CU_TRSF_READ_AS_INTEGER, CU_TR_FILTER_MODE_POINT);
  read_integer<<<1, 1>>>(texture, 1, integer);
  std::printf("as an integer: %u\n", value_of(integer));
  DRIVER(cuTexObjectDestroy(texture));
  CUDA_CHECK(cudaFree(number));
  DRIVER(cuArrayDestroy(array));
}

// Three planes of 2 rows of 4 bytes, copied into an array of planes and back.
void copy_planes() {
  CUarray array = nullptr;
  CUDA_ARRAY3D_DESCRIPTOR description{4, 2, 3, CU_AD_FORMAT_UNSIGNED_INT8,
                                      1, 0};
  DRIVER(cuArray3DCreate(&array, &description));
  unsigned char bytes[24], back[4] = {};
  for (int i = 0; i < 24; ++i) bytes[i] = static_cast<unsigned char>(i);
  CUDA_MEMCPY3D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = bytes;
  copy.srcPitch = 4;
  copy.srcHeight = 2;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = 4;
  copy.Height = 2;
  copy.Depth = 3;
  DRIVER(cuMemcpy3D(&copy));
  copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.srcArray = array;
  copy.srcXInBytes = 1;
  copy.srcY = 1;
  copy.srcZ = 2;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = back;
  copy.dstPitch = 4;
  copy.dstHeight = 1;
  copy.WidthInBytes = 3;
  copy.Height = 1;
  copy.Depth = 1;
  DRIVER(cuMemcpy3D(&copy));
  std::printf("last plane: %d %d %d %d\n", back[0], back[1], back[2], back[3]);
  DRIVER(cuArrayDestroy(array));
}

struct Virtual {
  size_t unit = 0;
  CUmemAllocationProp kind{};
  CUmemAccessDesc open{};

  Virtual() {
    kind.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    kind.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    open.location = kind.location;
    open.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    int there = 0;
    DRIVER(cuDeviceGetAttribute(
        &there, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0));
    REQUIRE(there == 1);
    DRIVER(cuMemGetAllocationGranularity(&unit, &kind,
                                         CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  }
  CUmemGenericAllocationHandle make(size_t units) const {
    CUmemGenericAllocationHandle made = 0;
    DRIVER(cuMemCreate(&made, units * unit, &kind, 0));
    return made;
  }
};

// Memory that grows: a kernel and copies cross from one piece into the next.
void grow(const Virtual& v) {
  CUdeviceptr at = 0, none = 0;
  INVALID(cuMemAddressReserve(&none, 1000, 0, 0, 0));
  INVALID(cuMemAddressReserve(&none, v.unit, 3, 0, 0));
  DRIVER(cuMemAddressReserve(&at, 4 * v.unit, 0, 0, 0));
  REQUIRE(at % v.unit == 0);
  size_t free = 0, less = 0, total = 0;
  DRIVER(cuMemGetInfo(&free, &total));
  const CUmemGenericAllocationHandle two = v.make(2), one = v.make(1);
  DRIVER(cuMemGetInfo(&less, &total));
  REQUIRE(free - less == 3 * v.unit);
  DRIVER(cuMemMap(at, 2 * v.unit, 0, two, 0));
  INVALID(cuMemMap(at + v.unit, v.unit, 0, one, 0));  // something lies there
  REQUIRE(cuMemMap(at + 2 * v.unit, v.unit, 0, two, 0) ==
          CUDA_ERROR_NOT_SUPPORTED);  // not all of it
  DRIVER(cuMemSetAccess(at, 2 * v.unit, &v.open, 1));
  DRIVER(cuMemsetD32(at, 1, 2 * v.unit / 4));
  DRIVER(cuMemMap(at + 2 * v.unit, v.unit, 0, one, 0));
  DRIVER(cuMemSetAccess(at + 2 * v.unit, v.unit, &v.open, 1));
  DRIVER(cuMemsetD32(at + 2 * v.unit, 2, v.unit / 4));
  const int count = 8, first = static_cast<int>(2 * v.unit / 4) - count / 2;
  int* values = reinterpret_cast<int*>(at) + first;
  add_index<<<1, 32>>>(values, count);
  CUDA_CHECK(cudaDeviceSynchronize());
  int back[count];
  DRIVER(
      cuMemcpyDtoH(back, reinterpret_cast<CUdeviceptr>(values), sizeof(back)));
  std::printf("across two pieces:");
  for (const int value : back) std::printf(" %d", value);
  unsigned long long access = 0;
  DRIVER(cuMemGetAccess(&access, &v.open.location, at));
  std::printf("\naccess: %llu\n", access);
  CUdeviceptr begin = 0;
  size_t bytes = 0;
  DRIVER(cuMemGetAddressRange(&begin, &bytes, at + 4));  // of one mapping
  REQUIRE(begin == at && bytes == 2 * v.unit);
  DRIVER(cuPointerGetAttribute(&bytes, CU_POINTER_ATTRIBUTE_RANGE_SIZE, at));
  REQUIRE(bytes == 4 * v.unit);
  INVALID(cuMemAddressFree(at, 4 * v.unit));  // something is mapped
  INVALID(cuMemUnmap(at, v.unit));            // a part of a mapping
  DRIVER(cuMemUnmap(at, 3 * v.unit));
  DRIVER(cuMemRelease(one));
  DRIVER(cuMemRelease(two));
  DRIVER(cuMemGetInfo(&less, &total));
  REQUIRE(free == less);
  DRIVER(cuMemAddressFree(at, 4 * v.unit));
}

// The same memory at two addresses, and again at another after that.
void show_twice(const Virtual& v) {
  CUdeviceptr at = 0;
  int value = 0;
  DRIVER(cuMemAddressReserve(&at, 3 * v.unit, 0, 0, 0));
  const CUmemGenericAllocationHandle memory = v.make(1);
  for (const size_t place : {size_t{0}, v.unit}) {
    DRIVER(cuMemMap(at + place, v.unit, 0, memory, 0));
    DRIVER(cuMemSetAccess(at + place, v.unit, &v.open, 1));
  }
  DRIVER(cuMemRelease(memory));  // it stays while it is mapped
  DRIVER(cuMemsetD32(at, 40, 32));
  DRIVER(cuMemcpyDtoH(&value, at + v.unit, 4));
  std::printf("at its second place: %d\n", value);
  add_index<<<1, 32>>>(reinterpret_cast<int*>(at + v.unit), 32);
  CUDA_CHECK(cudaDeviceSynchronize());
  DRIVER(cuMemcpyDtoH(&value, at + 4 * 2, 4));
  std::printf("at its first place: %d\n", value);
  CUmemGenericAllocationHandle again = 0;
  DRIVER(cuMemRetainAllocationHandle(&again, reinterpret_cast<void*>(at)));
  DRIVER(cuMemUnmap(at, 2 * v.unit));
  DRIVER(cuMemMap(at + 2 * v.unit, v.unit, 0, again, 0));
  DRIVER(cuMemSetAccess(at + 2 * v.unit, v.unit, &v.open, 1));
  DRIVER(cuMemcpyDtoH(&value, at + 2 * v.unit + 4 * 2, 4));
  std::printf("at its third place: %d\n", value);
  DRIVER(cuMemUnmap(at + 2 * v.unit, v.unit));
  DRIVER(cuMemRelease(again));
  DRIVER(cuMemAddressFree(at, 3 * v.unit));
}

int main() {
  CUDA_CHECK(cudaSetDevice(0));
  copy_arrays();
  read_bytes();
  copy_planes();
  const Virtual v;
  grow(v);
  show_twice(v);
  std::printf("done\n");
  return 0;
}
