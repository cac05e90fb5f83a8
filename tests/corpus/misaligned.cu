// SPDX-License-Identifier: MIT
// Addresses that are no multiple of the access size.
#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

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
      {{"offset_vector", offset_vector<false>, offset_vector<true>},
       {"packed_record", packed_record<false>, packed_record<true>},
       {"carved_shared", carved_shared<false>, carved_shared<true>},
       {"row_of_bytes", row_of_bytes<false>, row_of_bytes<true>},
       {"unaligned_atomic", unaligned_atomic<false>, unaligned_atomic<true>},
       {"half_of_a_pair", half_of_a_pair<false>, half_of_a_pair<true>}});
}
