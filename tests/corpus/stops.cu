// SPDX-License-Identifier: MIT
// Launches that end at an assertion, a trap or a call to nowhere, and what the
// emulator does not have.
#include <cassert>

#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

/// Says so when a call failed.
void check(cudaError_t error) {
  if (error != cudaSuccess) std::puts(cudaGetErrorName(error));
}

// program assert_bin: An assertion guards the number of a bin.
template <bool kFixed>
__global__ void count(const int* in, int* bins) {
  const int bin = in[threadIdx.x] % (kFixed ? 8 : 16);
  assert(bin < 8);  // bug: assert
  atomicAdd(&bins[bin], 1);
}

template <bool kFixed>
void assert_bin() {
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) values[i] = i;
  Device<int> in(values), bins(8, 0);
  count<kFixed><<<1, 32>>>(in, bins);
  finish();
}

// program assert_sorted: A kernel asserts that its input is sorted.
__global__ void check_order(const int* in, int* out) {
  const int i = threadIdx.x;
  assert(i == 0 || in[i - 1] <= in[i]);  // bug: assert
  out[i] = in[i];
}

template <bool kFixed>
void assert_sorted() {
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) values[i] = kFixed ? i : i % 20;
  Device<int> in(values), out(32);
  check_order<<<1, 32>>>(in, out);
  finish();
}

// program assert_launch: A kernel asserts the block size that it was written
// for.
__global__ void of_64(int* out) {
  assert(blockDim.x == 64);  // bug: assert
  out[threadIdx.x] = 1;
}

template <bool kFixed>
void assert_launch() {
  Device<int> out(64);
  of_64<<<1, kFixed ? 64 : 32>>>(out);
  finish();
}

// program trap_on_negative: A negative length stops the kernel.
__global__ void use_length(const int* lengths, int* out) {
  const int length = lengths[threadIdx.x];
  if (length < 0) __trap();  // bug: trap
  out[threadIdx.x] = length;
}

template <bool kFixed>
void trap_on_negative() {
  Device<int> lengths(32, kFixed ? 1 : -1), out(32);
  use_length<<<1, 32>>>(lengths, out);
  finish();
}

// program trap_in_default: A state machine comes to a state that it does not
// know.
__global__ void machine(const int* input, int* out) {
  int state = 0;
  for (int i = 0; i < 8; ++i) {
    switch (state) {
      case 0:
        state = input[i] % 3;
        break;
      case 1:
        state = 0;
        break;
      default:
        __trap();  // bug: trap
    }
  }
  *out = state;
}

template <bool kFixed>
void trap_in_default() {
  Device<int> input(8, kFixed ? 1 : 2), out(1);
  machine<<<1, 1>>>(input, out);
  finish();
}

// program trap_on_overflow: A queue stops the kernel when it is full.
__global__ void push_all(const int* in, int* queue, unsigned* used, int room) {
  const unsigned at = atomicAdd(used, 1u);
  if (at >= room) __trap();  // bug: trap
  queue[at] = in[threadIdx.x];
}

template <bool kFixed>
void trap_on_overflow() {
  Device<int> in(64, 1), queue(64);
  Device<unsigned> used(1, 0u);
  push_all<<<1, 64>>>(in, queue, used, kFixed ? 64 : 40);
  finish();
}

// program no_function_stored: A function pointer of the device is called before
// any function was stored there.
using Operation = int (*)(int);
__device__ int add_one(int x) { return x + 1; }
__device__ Operation stored;
__global__ void store() { stored = add_one; }
__global__ void apply(int* out) { *out = stored(1); }  // bug: bad-call

template <bool kFixed>
void no_function_stored() {
  Device<int> out(1);
  if (kFixed) store<<<1, 1>>>();
  apply<<<1, 1>>>(out);
  finish();
}

// program function_of_the_host: The table of operations holds addresses that
// the host took.
__host__ __device__ int negate(int x) { return -x; }
__device__ Operation device_negate = negate;
__global__ void call(const Operation* table, int* out) {
  *out = table[0](5);  // bug: bad-call
}

template <bool kFixed>
void function_of_the_host() {
  Operation operation = negate;
  if (kFixed)
    check(cudaMemcpyFromSymbol(&operation, device_negate, sizeof operation));
  Device<Operation> table(1, operation);
  Device<int> out(1);
  call<<<1, 1>>>(table, out);
  finish();
}

// program call_past_the_table: The index into a table of functions is one too
// great.
__global__ void select(const int* which, int* out) {
  Operation table[3] = {add_one, negate, nullptr};
  out[threadIdx.x] = table[which[threadIdx.x]](threadIdx.x);  // bug: bad-call
}

template <bool kFixed>
void call_past_the_table() {
  std::vector<int> which(32);
  for (int i = 0; i < 32; ++i) which[i] = i % (kFixed ? 2 : 3);
  Device<int> indices(which), out(32);
  select<<<1, 32>>>(indices, out);
  finish();
}

// program surface_store: Inline assembly stores to a surface in its format.
template <bool kFixed>
__global__ void store_surface(unsigned long long surface, int* out) {
  if (kFixed)
    out[threadIdx.x] = 1;
  else
    asm volatile("sust.p.1d.b32.trap [%0, {%1}], %2;" ::"l"(surface),
                 // bug: unsupported-instruction
                 "r"(threadIdx.x * 4), "r"(1)
                 : "memory");
}

template <bool kFixed>
void surface_store() {
  Device<int> out(32);
  store_surface<kFixed><<<1, 32>>>(0, out);
  finish();
}

// program surface_query: Inline assembly asks a surface for its width.
template <bool kFixed>
__global__ void query_surface(unsigned long long surface, int* out) {
  int value = 1;
  if (!kFixed)
    asm volatile("suq.width.b32 %0, [%1];"
                 : "=r"(value)
                 // bug: unsupported-instruction
                 : "l"(surface));
  out[threadIdx.x] = value;
}

template <bool kFixed>
void surface_query() {
  Device<int> out(32);
  query_surface<kFixed><<<1, 32>>>(0, out);
  finish();
}

// program surface_reduction: Inline assembly adds to a cell of a surface.
template <bool kFixed>
__global__ void add_to_surface(unsigned long long surface, unsigned* out) {
  if (kFixed)
    atomicAdd(&out[threadIdx.x], 1u);
  else
    asm volatile("sured.b.add.1d.u32.trap [%0, {%1}], %2;" ::"l"(surface),
                 // bug: unsupported-instruction
                 "r"(threadIdx.x * 4), "r"(1u)
                 : "memory");
}

template <bool kFixed>
void surface_reduction() {
  Device<unsigned> out(32, 0u);
  add_to_surface<kFixed><<<1, 32>>>(0, out);
  finish();
}

// program share_with_a_process: The program asks for a handle that another
// process could open.
template <bool kFixed>
void share_with_a_process() {
  Device<int> data(32, 0);
  cudaIpcMemHandle_t handle{};
  if (!kFixed)
    // bug: unsupported-call cudaIpcGetMemHandle
    check(cudaIpcGetMemHandle(&handle, static_cast<int*>(data)));
  finish();
}

// program mipmaps: The program makes an array with mipmaps.
template <bool kFixed>
void mipmaps() {
  cudaMipmappedArray_t levels = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  const cudaExtent size = make_cudaExtent(8, 8, 0);
  if (!kFixed)
    // bug: unsupported-call cudaMallocMipmappedArray
    check(cudaMallocMipmappedArray(&levels, &format, size, 2));
  finish();
}

// program external_memory: The program imports memory of another interface.
template <bool kFixed>
void external_memory() {
  cudaExternalMemory_t memory = nullptr;
  cudaExternalMemoryHandleDesc handle{};
  if (!kFixed)
    // bug: unsupported-call cudaImportExternalMemory
    check(cudaImportExternalMemory(&memory, &handle));
  finish();
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"assert_bin", assert_bin<false>, assert_bin<true>},
       {"assert_sorted", assert_sorted<false>, assert_sorted<true>},
       {"assert_launch", assert_launch<false>, assert_launch<true>},
       {"trap_on_negative", trap_on_negative<false>, trap_on_negative<true>},
       {"trap_in_default", trap_in_default<false>, trap_in_default<true>},
       {"trap_on_overflow", trap_on_overflow<false>, trap_on_overflow<true>},
       {"no_function_stored", no_function_stored<false>,
        no_function_stored<true>},
       {"function_of_the_host", function_of_the_host<false>,
        function_of_the_host<true>},
       {"call_past_the_table", call_past_the_table<false>,
        call_past_the_table<true>},
       {"surface_store", surface_store<false>, surface_store<true>},
       {"surface_query", surface_query<false>, surface_query<true>},
       {"surface_reduction", surface_reduction<false>, surface_reduction<true>},
       {"share_with_a_process", share_with_a_process<false>,
        share_with_a_process<true>},
       {"mipmaps", mipmaps<false>, mipmaps<true>},
       {"external_memory", external_memory<false>, external_memory<true>}});
}
