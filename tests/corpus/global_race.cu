// SPDX-License-Identifier: MIT
// Races in global memory: between blocks, warps and launches.
#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

/// Says so when a call failed that no program here means to fail.
void check(cudaError_t error) {
  if (error != cudaSuccess) std::puts(cudaGetErrorName(error));
}

// program shift_in_place: The last thread of a block reads what the next block
// overwrites.
template <bool kFixed>
__global__ void shift(const int* from, int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int next = from[i + 1];
  __syncthreads();
  to[i] = next;  // bug: global-race
}

template <bool kFixed>
void shift_in_place() {
  Device<int> a(129, 1), b(129, 1);
  shift<kFixed><<<4, 32>>>(a, kFixed ? b : a);
  finish();
}

// program plain_total: Each block adds its sum to the total with +=.
template <bool kFixed>
__global__ void add_total(const int* in, int* total) {
  int value = in[blockIdx.x * 32 + threadIdx.x];
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_down_sync(~0u, value, step);
  if (threadIdx.x != 0) return;
  if (kFixed)
    atomicAdd(total, value);
  else
    *total += value;  // bug: global-race
}

template <bool kFixed>
void plain_total() {
  Device<int> in(128, 1), total(1, 0);
  add_total<kFixed><<<4, 32>>>(in, total);
  finish();
}

// program two_streams: A kernel in a second stream reads what the first one
// still writes.
__global__ void produce(int* data) { data[threadIdx.x] = threadIdx.x; }

__global__ void consume(const int* data, int* out) {
  out[threadIdx.x] = data[31 - threadIdx.x];  // bug: global-race
}

template <bool kFixed>
void two_streams() {
  cudaStream_t first = nullptr, second = nullptr;
  cudaEvent_t done = nullptr;
  check(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  check(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  check(cudaEventCreate(&done));
  Device<int> data(32, 0), out(32);
  check(cudaDeviceSynchronize());
  produce<<<1, 32, 0, first>>>(data);
  check(cudaEventRecord(done, first));
  if (kFixed) check(cudaStreamWaitEvent(second, done, 0));
  consume<<<1, 32, 0, second>>>(data, out);
  finish();
  check(cudaEventDestroy(done));
  check(cudaStreamDestroy(first));
  check(cudaStreamDestroy(second));
}

// program event_too_early: The event is recorded before the kernel that it
// should stand for.
__global__ void make(int* data) { data[threadIdx.x] = threadIdx.x; }

// bug: global-race
__global__ void change(int* data) { data[threadIdx.x] *= 2; }

template <bool kFixed>
void event_too_early() {
  cudaStream_t first = nullptr, second = nullptr;
  cudaEvent_t done = nullptr;
  check(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  check(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  check(cudaEventCreate(&done));
  Device<int> data(32, 0);
  check(cudaDeviceSynchronize());
  if (!kFixed) check(cudaEventRecord(done, first));
  make<<<1, 32, 0, first>>>(data);
  if (kFixed) check(cudaEventRecord(done, first));
  check(cudaStreamWaitEvent(second, done, 0));
  change<<<1, 32, 0, second>>>(data);
  finish();
  check(cudaEventDestroy(done));
  check(cudaStreamDestroy(first));
  check(cudaStreamDestroy(second));
}

// program stencil_in_place: A stencil writes into the array that its neighbours
// in other blocks still read.
template <bool kFixed>
__global__ void stencil(const float* from, float* to) {
  const int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  const float mean = (from[i - 1] + from[i + 1]) / 2;
  __syncthreads();
  to[i] = mean;  // bug: global-race
}

template <bool kFixed>
void stencil_in_place() {
  Device<float> a(130, 1), b(130, 1);
  stencil<kFixed><<<2, 64>>>(a, kFixed ? b : a);
  finish();
}

// program plain_histogram: Blocks count in global bins with ++.
template <bool kFixed>
__global__ void histogram(const int* in, int* bins) {
  const int bin = in[blockIdx.x * 32 + threadIdx.x];
  if (kFixed)
    atomicAdd(&bins[bin], 1);
  else
    bins[bin]++;  // bug: global-race
}

template <bool kFixed>
void plain_histogram() {
  std::vector<int> values(128);
  for (int i = 0; i < 128; ++i) values[i] = i % 32;
  Device<int> in(values), bins(32, 0);
  histogram<kFixed><<<4, 32>>>(in, bins);
  finish();
}

// program one_result: Every block stores its answer to the same element.
template <bool kFixed>
__global__ void find(const int* in, int* where) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lanes = __ballot_sync(~0u, in[i] == 7);
  if (threadIdx.x != 0 || lanes == 0) return;
  const int found = blockIdx.x * 32 + __ffs(lanes) - 1;
  if (kFixed)
    atomicMin(where, found);
  else
    *where = found;  // bug: global-race
}

template <bool kFixed>
void one_result() {
  Device<int> in(128, 7), where(1, 1000);
  find<kFixed><<<4, 32>>>(in, where);
  finish();
}

// program warps_through_global: Two warps of a block exchange values through
// global memory without a barrier.
template <bool kFixed>
__global__ void exchange(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;
  if (kFixed)
    __syncthreads();
  else
    __syncwarp();
  out[threadIdx.x] = data[threadIdx.x ^ 32];  // bug: global-race
}

template <bool kFixed>
void warps_through_global() {
  Device<int> data(64, 0), out(64);
  exchange<kFixed><<<1, 64>>>(data, out);
  finish();
}

// program neighbour_sum: A block reads the sum of the block before it in the
// same launch.
template <bool kFixed>
__global__ void sums(const int* in, int* out) {
  int value = in[blockIdx.x * 32 + threadIdx.x];
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_down_sync(~0u, value, step);
  if (threadIdx.x == 0) out[blockIdx.x] = value;
}

template <bool kInside>
__global__ void offsets(const int* in, int* sum, int* out) {
  if (kInside && threadIdx.x == 0) sum[blockIdx.x] = in[blockIdx.x * 32] * 32;
  if (threadIdx.x == 0)
    out[blockIdx.x] = blockIdx.x ? sum[blockIdx.x - 1] : 0;  // bug: global-race
}

template <bool kFixed>
void neighbour_sum() {
  Device<int> in(128, 1), sum(4, 0), out(4);
  if (kFixed) sums<kFixed><<<4, 32>>>(in, sum);
  offsets<!kFixed><<<4, 32>>>(in, sum, out);
  finish();
}

// program scatter_collision: Two blocks scatter to the same places.
template <bool kFixed>
__global__ void scatter(const int* keys, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[keys[i]] = i;  // bug: global-race
}

template <bool kFixed>
void scatter_collision() {
  std::vector<int> keys(64);
  for (int i = 0; i < 64; ++i) keys[i] = kFixed ? 63 - i : i % 48;
  Device<int> where(keys), out(64, 0);
  scatter<kFixed><<<2, 32>>>(where, out);
  finish();
}

// program bytes_of_a_word: Blocks set single bits of one word with |=.
template <bool kFixed>
__global__ void mark(const int* in, unsigned* bits) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned mine =
      __ballot_sync(~0u, in[i] > 0) & (0xffu << 8 * blockIdx.x);
  if (threadIdx.x != 0) return;
  if (kFixed)
    atomicOr(bits, mine);
  else
    *bits |= mine;  // bug: global-race
}

template <bool kFixed>
void bytes_of_a_word() {
  Device<int> in(128, 1);
  Device<unsigned> bits(1, 0u);
  mark<kFixed><<<4, 32>>>(in, bits);
  finish();
}

// program block_scope_atomic: The counter of all blocks is updated by atomics
// of block scope.
template <bool kFixed>
__global__ void tickets(int* counter) {
  if (kFixed)
    atomicAdd(counter, 1);
  else
    atomicAdd_block(counter, 1);  // bug: global-race
}

template <bool kFixed>
void block_scope_atomic() {
  Device<int> counter(1, 0);
  tickets<kFixed><<<4, 32>>>(counter);
  finish();
}

// program reset_by_first_block: Block 0 clears the counter in the launch that
// uses it.
template <bool kFixed>
__global__ void count_odd(const int* in, int* count) {
  if (!kFixed && blockIdx.x == 0 && threadIdx.x == 0) *count = 0;
  __syncthreads();
  if (in[blockIdx.x * 32 + threadIdx.x] % 2)
    atomicAdd(count, 1);  // bug: global-race
}

template <bool kFixed>
void reset_by_first_block() {
  Device<int> in(128, 1), count(1, 0);
  count_odd<kFixed><<<4, 32>>>(in, count);
  finish();
}

// program volatile_counter: Each block counts itself by adding 1 to a volatile
// word.
template <bool kFixed>
__global__ void count_blocks(int* count) {
  if (threadIdx.x != 0) return;
  volatile int* seen = count;
  if (kFixed)
    atomicAdd(count, 1);
  else
    *seen = *seen + 1;  // bug: global-race
}

template <bool kFixed>
void volatile_counter() {
  Device<int> count(1, 0);
  count_blocks<kFixed><<<8, 32>>>(count);
  finish();
}

// program volatile_sum: The warps of a block add to a volatile word in turn,
// but nothing makes them wait for their turn.
template <bool kFixed>
__global__ void add_warps(const int* in, volatile int* sum) {
  for (int warp = 0; warp < 4; ++warp) {
    if (threadIdx.x == warp * 32) *sum = *sum + in[warp];  // bug: global-race
    if (kFixed) __syncthreads();
  }
}

template <bool kFixed>
void volatile_sum() {
  Device<int> in(4, 1), sum(1, 0);
  add_warps<kFixed><<<1, 128>>>(in, sum);
  finish();
}

// program volatile_in_two_streams: Kernels of two streams count themselves in
// one volatile word.
__global__ void count_itself(volatile int* count) {
  *count = *count + 1;  // bug: global-race
}

template <bool kFixed>
void volatile_in_two_streams() {
  cudaStream_t first = nullptr, second = nullptr;
  check(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  check(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  Device<int> count(1, 0);
  check(cudaDeviceSynchronize());
  count_itself<<<1, 1, 0, first>>>(count);
  count_itself<<<1, 1, 0, kFixed ? first : second>>>(count);
  finish();
  check(cudaStreamDestroy(first));
  check(cudaStreamDestroy(second));
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"shift_in_place", shift_in_place<false>, shift_in_place<true>},
       {"plain_total", plain_total<false>, plain_total<true>},
       {"two_streams", two_streams<false>, two_streams<true>},
       {"event_too_early", event_too_early<false>, event_too_early<true>},
       {"stencil_in_place", stencil_in_place<false>, stencil_in_place<true>},
       {"plain_histogram", plain_histogram<false>, plain_histogram<true>},
       {"one_result", one_result<false>, one_result<true>},
       {"warps_through_global", warps_through_global<false>,
        warps_through_global<true>},
       {"neighbour_sum", neighbour_sum<false>, neighbour_sum<true>},
       {"scatter_collision", scatter_collision<false>, scatter_collision<true>},
       {"bytes_of_a_word", bytes_of_a_word<false>, bytes_of_a_word<true>},
       {"block_scope_atomic", block_scope_atomic<false>,
        block_scope_atomic<true>},
       {"reset_by_first_block", reset_by_first_block<false>,
        reset_by_first_block<true>},
       {"volatile_counter", volatile_counter<false>, volatile_counter<true>},
       {"volatile_sum", volatile_sum<false>, volatile_sum<true>},
       {"volatile_in_two_streams", volatile_in_two_streams<false>,
        volatile_in_two_streams<true>}});
}
