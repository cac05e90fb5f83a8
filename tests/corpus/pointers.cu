// SPDX-License-Identifier: MIT
// Memory that was freed, and pointers that the wrong side uses.
#include <algorithm>
#include <numeric>

#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

/// Says so when a call failed that no program here means to fail.
void check(cudaError_t error) {
  if (error != cudaSuccess) std::puts(cudaGetErrorName(error));
}

// program freed_before_launch: The input is freed before the launch that reads
// it.
__global__ void twice(const int* in, int* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];  // bug: use-after-free
}

template <bool kFixed>
void freed_before_launch() {
  int* in = nullptr;
  Device<int> out(32);
  check(cudaMalloc(&in, 128));
  check(cudaMemset(in, 0, 128));
  if (!kFixed) check(cudaFree(in));
  twice<<<1, 32>>>(in, out);
  finish();
  if (kFixed) check(cudaFree(in));
}

// program swapped_buffers: After an odd number of swaps the result is in the
// buffer that was freed.
__global__ void increment(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x] + 1;  // bug: use-after-free
}

template <bool kFixed>
void swapped_buffers() {
  int* from = nullptr;
  int* to = nullptr;
  check(cudaMalloc(&from, 128));
  check(cudaMalloc(&to, 128));
  check(cudaMemset(from, 0, 128));
  for (int round = 0; round < 3; ++round) {
    increment<<<1, 32>>>(from, to);
    std::swap(from, to);
  }
  if (!kFixed) check(cudaFree(from));
  Device<int> last(32);
  increment<<<1, 32>>>(from, last);
  finish();
  if (kFixed) check(cudaFree(from));
  check(cudaFree(to));
}

// program table_of_rows: A table of row pointers in device memory still holds
// a row that was freed.
__global__ void sum_rows(int* const* rows, int* out) {
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += rows[i][threadIdx.x];  // bug: use-after-free
  out[threadIdx.x] = sum;
}

template <bool kFixed>
void table_of_rows() {
  std::vector<int*> rows(4);
  for (int*& row : rows) {
    check(cudaMalloc(&row, 128));
    check(cudaMemset(row, 0, 128));
  }
  Device<int*> table(rows);
  Device<int> out(32);
  if (!kFixed) check(cudaFree(rows[2]));
  sum_rows<<<1, 32>>>(table, out);
  finish();
  for (int i = 0; i < 4; ++i)
    if (kFixed || i != 2) check(cudaFree(rows[i]));
}

// program freed_by_destructor: An object owns the memory; its copy in the
// kernel's arguments outlives it.
struct View {
  int* data;
  int size;
};

__global__ void clear(View view) {
  if (threadIdx.x < view.size)
    view.data[threadIdx.x] = 0;  // bug: use-after-free
}

template <bool kFixed>
void freed_by_destructor() {
  View view{};
  if (kFixed) {
    Device<int> owner(32);
    view = {owner, 32};
    clear<<<1, 32>>>(view);
    finish();
    return;
  }
  {
    Device<int> owner(32);
    view = {owner, 32};
  }
  clear<<<1, 32>>>(view);
  finish();
}

// program stream_ordered_free: cudaFreeAsync comes before the launch in the
// same stream.
__global__ void fill(int* out) { out[threadIdx.x] = 7; }  // bug: use-after-free

template <bool kFixed>
void stream_ordered_free() {
  cudaStream_t stream = nullptr;
  int* data = nullptr;
  check(cudaStreamCreate(&stream));
  check(cudaMallocAsync(&data, 128, stream));
  if (!kFixed) check(cudaFreeAsync(data, stream));
  fill<<<1, 32, 0, stream>>>(data);
  if (kFixed) check(cudaFreeAsync(data, stream));
  finish();
  check(cudaStreamDestroy(stream));
}

// program copy_from_freed: The result is copied to the host after cudaFree.
template <bool kFixed>
void copy_from_freed() {
  int* data = nullptr;
  std::vector<int> host(32);
  check(cudaMalloc(&data, 128));
  check(cudaMemset(data, 1, 128));
  if (!kFixed) check(cudaFree(data));
  check(cudaMemcpy(host.data(), data, 128,  // bug: use-after-free cudaMemcpy
                   cudaMemcpyDeviceToHost));
  if (kFixed) check(cudaFree(data));
}

// program array_from_new: The kernel gets an array from new.
__global__ void negate(int* data) {
  data[threadIdx.x] = -data[threadIdx.x];  // bug: host-pointer
}

template <bool kFixed>
void array_from_new() {
  int* host = new int[32]();
  Device<int> copy(std::vector<int>(host, host + 32));
  negate<<<1, 32>>>(kFixed ? static_cast<int*>(copy) : host);
  finish();
  delete[] host;
}

// program result_on_the_stack: The kernel is to store its result in a local
// variable of the host.
__global__ void answer(int* out) { *out = 42; }  // bug: host-pointer

template <bool kFixed>
void result_on_the_stack() {
  int result = 0;
  Device<int> out(1);
  answer<<<1, 1>>>(kFixed ? static_cast<int*>(out) : &result);
  finish();
}

// program pointer_in_a_struct: The structure is copied to the device, but the
// pointer inside it is one of the host.
struct Matrix {
  int rows, columns;
  const float* cells;
};

__global__ void trace(const Matrix* matrix, float* out) {
  float sum = 0;
  for (int i = 0; i < matrix->rows; ++i)
    sum += matrix->cells[i * matrix->columns + i];  // bug: host-pointer
  *out = sum;
}

template <bool kFixed>
void pointer_in_a_struct() {
  std::vector<float> cells(16, 1);
  Device<float> copy(cells), out(1);
  Device<Matrix> matrix(
      1, Matrix{4, 4, kFixed ? static_cast<float*>(copy) : cells.data()});
  trace<<<1, 1>>>(matrix, out);
  finish();
}

// program host_side_of_a_symbol: The host takes the address of a device
// variable with &.
__device__ int counters[4];

__global__ void count(int* where) {
  atomicAdd(&where[threadIdx.x % 4], 1);  // bug: host-pointer
}

template <bool kFixed>
void host_side_of_a_symbol() {
  void* address = counters;
  if (kFixed) check(cudaGetSymbolAddress(&address, counters));
  count<<<1, 32>>>(static_cast<int*>(address));
  finish();
}

// program store_on_host: The host sets the first element through the device's
// pointer.
template <bool kFixed>
void store_on_host() {
  Device<int> data(32);
  const int one = 1;
  if (kFixed)
    check(cudaMemcpy(data, &one, sizeof one, cudaMemcpyHostToDevice));
  else
    data[0] = one;  // bug: device-pointer-on-host store_on_host
  finish();
}

// program sum_on_host: The host sums an array that lies on the device.
template <bool kFixed>
void sum_on_host() {
  Device<int> data(32, 2);
  std::vector<int> host(32, 0);
  if (kFixed) check(cudaMemcpy(host.data(), data, 128, cudaMemcpyDeviceToHost));
  const volatile int* from = kFixed ? host.data() : data;
  int sum = 0;
  for (int i = 0; i < 32; ++i)
    sum += from[i];  // bug: device-pointer-on-host sum_on_host
  std::printf("%d\n", sum);
}

// program memcpy_on_host: memcpy is called where cudaMemcpy was meant.
template <bool kFixed>
void memcpy_on_host() {
  Device<int> data(32, 2);
  std::vector<int> host(32, 0);
  if (kFixed)
    check(cudaMemcpy(host.data(), data, 128, cudaMemcpyDeviceToHost));
  else
    std::memcpy(host.data(), data,
                128);  // bug: device-pointer-on-host cudaMalloc #1+0
  std::printf("%d\n", host[5]);
}

// program result_without_copy: The result is printed straight from the device's
// pointer.
__global__ void maximum(const int* in, int* out) {
  atomicMax(out, in[threadIdx.x]);
}

template <bool kFixed>
void result_without_copy() {
  Device<int> in(32, 9), out(1, 0);
  maximum<<<1, 32>>>(in, out);
  finish();
  int host = 0;
  if (kFixed)
    check(cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost));
  const int* result = kFixed ? &host : out;
  std::printf("%d\n",
              *result);  // bug: device-pointer-on-host result_without_copy
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"freed_before_launch", freed_before_launch<false>,
        freed_before_launch<true>},
       {"swapped_buffers", swapped_buffers<false>, swapped_buffers<true>},
       {"table_of_rows", table_of_rows<false>, table_of_rows<true>},
       {"freed_by_destructor", freed_by_destructor<false>,
        freed_by_destructor<true>},
       {"stream_ordered_free", stream_ordered_free<false>,
        stream_ordered_free<true>},
       {"copy_from_freed", copy_from_freed<false>, copy_from_freed<true>},
       {"array_from_new", array_from_new<false>, array_from_new<true>},
       {"result_on_the_stack", result_on_the_stack<false>,
        result_on_the_stack<true>},
       {"pointer_in_a_struct", pointer_in_a_struct<false>,
        pointer_in_a_struct<true>},
       {"host_side_of_a_symbol", host_side_of_a_symbol<false>,
        host_side_of_a_symbol<true>},
       {"store_on_host", store_on_host<false>, store_on_host<true>},
       {"sum_on_host", sum_on_host<false>, sum_on_host<true>},
       {"memcpy_on_host", memcpy_on_host<false>, memcpy_on_host<true>},
       {"result_without_copy", result_without_copy<false>,
        result_without_copy<true>}});
}
