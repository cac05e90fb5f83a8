// SPDX-License-Identifier: MIT
// Accesses that leave shared memory, local memory or the stack, and addresses
// that are no multiple of the access size.
#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

// program shared_next: The last thread reads the element after a shared array.
template <bool kFixed>
__global__ void pairs(const int* in, int* out) {
  __shared__ int buf[64];
  const int i = threadIdx.x;
  buf[i] = in[i];
  __syncthreads();
  const int next = !kFixed || i < 63 ? buf[i + 1] : 0;  // bug: out-of-bounds
  out[i] = buf[i] + next;
}

template <bool kFixed>
void shared_next() {
  Device<int> in(64, 1), out(64);
  pairs<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program launch_bytes: The third launch argument counts elements instead of
// bytes.
__global__ void copy_through(const float* in, float* out) {
  extern __shared__ float through[];
  through[threadIdx.x] = in[threadIdx.x];  // bug: out-of-bounds
  out[threadIdx.x] = through[threadIdx.x];
}

template <bool kFixed>
void launch_bytes() {
  Device<float> in(64, 1), out(64);
  copy_through<<<1, 64, kFixed ? 64 * sizeof(float) : 64>>>(in, out);
  finish();
}

// program two_arrays_in_one: The second array in a dynamic buffer begins after
// the first one, but nobody asked for room for it.
__global__ void keys_and_values(const int* in, int* out) {
  extern __shared__ int both[];
  int* keys = both;
  int* values = both + blockDim.x;
  keys[threadIdx.x] = in[threadIdx.x] % 8;
  values[threadIdx.x] = in[threadIdx.x];  // bug: out-of-bounds
  __syncthreads();
  const int other = blockDim.x - 1 - threadIdx.x;
  out[threadIdx.x] = keys[other] + values[other];
}

template <bool kFixed>
void two_arrays_in_one() {
  Device<int> in(64, 1), out(64);
  keys_and_values<<<1, 64, (kFixed ? 2 : 1) * 64 * sizeof(int)>>>(in, out);
  finish();
}

// program shared_bins: A value of 256 or more has no bin in the block's
// histogram.
template <bool kFixed>
__global__ void histogram(const int* in, int* out) {
  __shared__ int bins[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  const int value = in[threadIdx.x];
  atomicAdd(&bins[kFixed ? value & 255 : value], 1);  // bug: out-of-bounds
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) out[i] = bins[i];
}

template <bool kFixed>
void shared_bins() {
  Device<int> in(64, 300), out(256);
  histogram<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program tile_too_tall: The block has more rows than the tile.
template <bool kFixed>
__global__ void tile_rows(const int* in, int* out) {
  __shared__ int tile[4][32];
  const int i = threadIdx.y * 32 + threadIdx.x;
  if (!kFixed || threadIdx.y < 4) {
    tile[threadIdx.y][threadIdx.x] = in[i];  // bug: out-of-bounds
    __syncwarp();
    out[i] = tile[threadIdx.y][31 - threadIdx.x];
  }
}

template <bool kFixed>
void tile_too_tall() {
  Device<int> in(256, 1), out(256);
  tile_rows<kFixed><<<1, dim3(32, 8)>>>(in, out);
  finish();
}

// program local_list: A thread's own list takes more entries than it has room
// for.
template <bool kFixed>
__global__ void smallest(const int* in, int* out, int n) {
  int list[8];
  int count = 0;
  for (int i = 0; i < n; ++i)
    if (in[i] > 0 && (!kFixed || count < 8))
      list[count++] = in[i];  // bug: out-of-bounds
  int least = list[0];
  for (int i = 1; i < count; ++i) least = min(least, list[i]);
  out[threadIdx.x] = least;
}

template <bool kFixed>
void local_list() {
  Device<int> in(4096, 1), out(32);
  smallest<kFixed><<<1, 32>>>(in, out, 4096);
  finish();
}

// program local_before: An insertion sort of a local array steps to index -1.
template <bool kFixed>
__global__ void sort_four(const int* in, int* out) {
  int own[4];
  for (int i = 0; i < 4; ++i) {
    int at = i;
    const int value = in[i * 32 + threadIdx.x];
    while ((!kFixed || at > 0) && own[at - 1] > value) {  // bug: out-of-bounds
      own[at] = own[at - 1];
      --at;
    }
    own[at] = value;
  }
  out[threadIdx.x] = own[threadIdx.x % 4];
}

template <bool kFixed>
void local_before() {
  std::vector<int> values(128);
  for (int i = 0; i < 128; ++i) values[i] = 128 - i;
  Device<int> in(values), out(32);
  sort_four<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program deep_recursion: A recursion needs more stack than a thread has.
__device__ __noinline__ int depth(const int* next, int at, int* trail) {
  int here[16];
  for (int i = 0; i < 16; ++i) here[i] = trail[i] + at;
  if (next[at] == at) return here[at % 16];
  return depth(next, next[at], here) + here[0];  // bug: out-of-bounds stack
}

__global__ void follow(const int* next, int* out) {
  int trail[16] = {};
  *out = depth(next, 0, trail);
}

template <bool kFixed>
void deep_recursion() {
  std::vector<int> next(4096);
  for (int i = 0; i < 4096; ++i) next[i] = i + 1 < 4096 ? i + 1 : i;
  if (kFixed) next[4] = 4;
  Device<int> links(next), out(1);
  follow<<<1, 1>>>(links, out);
  finish();
}

// program offset_vector: A float4 is loaded from one float after the start.
template <bool kFixed>
__global__ void load_four(const float* in, float* out) {
  const float* from = in + (kFixed ? 4 : 1);
  const float4 v =
      reinterpret_cast<const float4*>(from)[threadIdx.x];  // bug: misaligned
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

template <bool kFixed>
void offset_vector() {
  Device<float> in(136, 1), out(32);
  load_four<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program packed_record: A number of 4 bytes stands at byte 1 of a packed
// record.
template <bool kFixed>
__global__ void read_records(const unsigned char* records, int* out) {
  const unsigned char* at = records + threadIdx.x * 5 + 1;
  int value = 0;
  if (kFixed)
    memcpy(&value, at, sizeof value);
  else
    value = *reinterpret_cast<const int*>(at);  // bug: misaligned
  out[threadIdx.x] = value;
}

template <bool kFixed>
void packed_record() {
  Device<unsigned char> records(160, 1);
  Device<int> out(32);
  read_records<kFixed><<<1, 32>>>(records, out);
  finish();
}

// program carved_shared: In one dynamic buffer the doubles begin after an odd
// number of floats.
template <bool kFixed>
__global__ void carve(double* out) {
  extern __shared__ float floats[];
  double* doubles = reinterpret_cast<double*>(floats + (kFixed ? 34 : 33));
  doubles[threadIdx.x] = threadIdx.x;  // bug: misaligned
  __syncwarp();
  out[threadIdx.x] = doubles[31 - threadIdx.x];
}

template <bool kFixed>
void carved_shared() {
  Device<double> out(32);
  carve<kFixed><<<1, 32, 34 * sizeof(float) + 32 * sizeof(double)>>>(out);
  finish();
}

// program row_of_bytes: Rows of 30 bytes are copied four bytes at a time.
template <bool kFixed>
__global__ void copy_row(const char* in, char* out, int width) {
  const char* row = in + blockIdx.x * width;
  char* to = out + blockIdx.x * width;
  if (kFixed) {
    if (threadIdx.x < width) to[threadIdx.x] = row[threadIdx.x];
  } else if (4 * threadIdx.x < width - 3) {
    reinterpret_cast<int*>(to)[threadIdx.x] =
        reinterpret_cast<const int*>(row)[threadIdx.x];  // bug: misaligned
  }
}

template <bool kFixed>
void row_of_bytes() {
  Device<char> in(120, 1), out(120);
  copy_row<kFixed><<<4, 32>>>(in, out, 30);
  finish();
}

// program unaligned_atomic: A counter lies behind a 2-byte header.
template <bool kFixed>
__global__ void count(unsigned char* message) {
  int* counter = reinterpret_cast<int*>(message + (kFixed ? 4 : 2));
  atomicAdd(counter, 1);  // bug: misaligned
}

template <bool kFixed>
void unaligned_atomic() {
  Device<unsigned char> message(8, 0);
  count<kFixed><<<1, 32>>>(message);
  finish();
}

// program half_of_a_pair: Pairs of halves are loaded from an odd element.
template <bool kFixed>
__global__ void add_pairs(const short* in, int* out) {
  const short* row = in + blockIdx.x * (kFixed ? 66 : 65);
  const short2 pair =
      reinterpret_cast<const short2*>(row)[threadIdx.x];  // bug: misaligned
  out[blockIdx.x * 32 + threadIdx.x] = pair.x + pair.y;
}

template <bool kFixed>
void half_of_a_pair() {
  Device<short> in(132, 1);
  Device<int> out(64);
  add_pairs<kFixed><<<2, 32>>>(in, out);
  finish();
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"shared_next", shared_next<false>, shared_next<true>},
       {"launch_bytes", launch_bytes<false>, launch_bytes<true>},
       {"two_arrays_in_one", two_arrays_in_one<false>, two_arrays_in_one<true>},
       {"shared_bins", shared_bins<false>, shared_bins<true>},
       {"tile_too_tall", tile_too_tall<false>, tile_too_tall<true>},
       {"local_list", local_list<false>, local_list<true>},
       {"local_before", local_before<false>, local_before<true>},
       {"deep_recursion", deep_recursion<false>, deep_recursion<true>},
       {"offset_vector", offset_vector<false>, offset_vector<true>},
       {"packed_record", packed_record<false>, packed_record<true>},
       {"carved_shared", carved_shared<false>, carved_shared<true>},
       {"row_of_bytes", row_of_bytes<false>, row_of_bytes<true>},
       {"unaligned_atomic", unaligned_atomic<false>, unaligned_atomic<true>},
       {"half_of_a_pair", half_of_a_pair<false>, half_of_a_pair<true>}});
}
