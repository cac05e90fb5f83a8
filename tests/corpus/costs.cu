// SPDX-License-Identifier: MIT
// Right, but slow: bank conflicts and scattered global accesses. And formats
// that the host's printf knows, in kernels.
#include <cstddef>
#include <cstdio>

#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

// program tile_by_columns: A tile of 32 columns is read by columns.
template <bool kFixed>
__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[32][kFixed ? 33 : 32];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];  // bug: bank-conflict
}

template <bool kFixed>
void tile_by_columns() {
  Device<float> in(1024, 1), out(1024);
  transpose<kFixed><<<1, dim3(32, 32)>>>(in, out);
  finish();
}

// program strided_sum: The first version of a sum in shared memory: the active
// threads lie ever further apart.
template <bool kFixed>
__global__ void sum(const int* in, int* out) {
  __shared__ int buf[256];
  const int i = threadIdx.x;
  buf[i] = in[i];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < 256; step *= 2) {
    const int half = 128 / step;
    const int mine = kFixed ? i : 2 * step * i;
    const int other = kFixed ? i + half : mine + step;
    if (i < half) buf[mine] += buf[other];  // bug: bank-conflict
    __syncthreads();
  }
  if (i == 0) *out = buf[0];
}

template <bool kFixed>
void strided_sum() {
  Device<int> in(256, 1), out(1);
  sum<kFixed><<<1, 256>>>(in, out);
  finish();
}

// program records_in_shared: Threads read one field of records of 8 words.
template <bool kFixed>
__global__ void fields(const int* in, int* out) {
  __shared__ int words[256];
  const int i = threadIdx.x;
  for (int k = 0; k < 8; ++k) words[k * 32 + i] = in[k * 32 + i];
  __syncwarp();
  int total = 0;
  for (int k = 0; k < 8; ++k)
    total += words[kFixed ? k * 32 + i : i * 8 + k];  // bug: bank-conflict
  out[i] = total;
}

template <bool kFixed>
void records_in_shared() {
  Device<int> in(256, 1), out(32);
  fields<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program own_counters: Each thread has 32 counters of its own, one thread
// after the other.
template <bool kFixed>
__global__ void counters(const int* in, int* out) {
  __shared__ int count[1024];
  const int i = threadIdx.x;
  const int step = kFixed ? 32 : 1, start = kFixed ? i : i * 32;
  for (int k = 0; k < 32; ++k)
    count[start + k * step] = in[i];  // bug: bank-conflict
  __syncwarp();
  out[i] = count[i];
}

template <bool kFixed>
void own_counters() {
  Device<int> in(32, 1), out(32);
  counters<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program stride_of_32: Neighbouring threads read elements 32 apart.
template <bool kFixed>
__global__ void gather(const int* in, int* out) {
  const int i = threadIdx.x;
  out[i] = in[kFixed ? i : i * 32];  // bug: uncoalesced
}

template <bool kFixed>
void stride_of_32() {
  Device<int> in(8192, 1), out(256);
  gather<kFixed><<<1, 256>>>(in, out);
  finish();
}

// program array_of_structures: One field is read from an array of structures.
struct Particle {
  float x, y, z, mass, speed[4];
};

template <bool kFixed>
__global__ void total_mass(const Particle* particles, const float* masses,
                           float* out) {
  const int i = threadIdx.x;
  out[i] = kFixed ? masses[i] : particles[i].mass;  // bug: uncoalesced
}

template <bool kFixed>
void array_of_structures() {
  Device<Particle> particles(256, Particle{});
  Device<float> masses(256, 1.0f), out(256);
  total_mass<kFixed><<<1, 256>>>(particles, masses, out);
  finish();
}

// program down_the_columns: threadIdx.x moves down the rows of a matrix.
template <bool kFixed>
__global__ void double_matrix(const float* in, float* out) {
  const int x = kFixed ? threadIdx.x : threadIdx.y;
  const int y = kFixed ? threadIdx.y : threadIdx.x;
  const float value = 2 * in[y * 32 + x];  // bug: uncoalesced
  out[y * 32 + x] = value;                 // bug: uncoalesced
}

template <bool kFixed>
void down_the_columns() {
  Device<float> in(1024, 1), out(1024);
  double_matrix<kFixed><<<1, dim3(32, 32)>>>(in, out);
  finish();
}

// program a_piece_each: Each thread works on its own piece of the array.
template <bool kFixed>
__global__ void pieces(const int* in, int* out) {
  int sum = 0;
  for (int k = 0; k < 16; ++k) {
    const int i = kFixed ? k * 64 + threadIdx.x : threadIdx.x * 16 + k;
    sum += in[i];  // bug: uncoalesced
  }
  out[threadIdx.x] = sum;
}

template <bool kFixed>
void a_piece_each() {
  Device<int> in(1024, 1), out(64);
  pieces<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program size_of_a_queue: A kernel prints how long its queue is.
template <bool kFixed>
__global__ void print_length(size_t length) {
  if (kFixed) {
    printf("%llu in the queue\n", static_cast<unsigned long long>(length));
  } else {
    printf("%zu in the queue\n", length);  // bug: printf-format
  }
}

template <bool kFixed>
void size_of_a_queue() {
  print_length<kFixed><<<1, 1>>>(12);
  finish();
}

// program hexadecimal_dump: Each thread prints a byte as two digits.
template <bool kFixed>
__device__ void print_byte(unsigned char byte) {
  if (kFixed) {
    printf("%02x\n", byte);
  } else {
    printf("%02hhx\n", byte);  // bug: printf-format %02hhx
  }
}

template <bool kFixed>
__global__ void dump(const unsigned char* bytes) {
  print_byte<kFixed>(bytes[threadIdx.x]);
}

template <bool kFixed>
void hexadecimal_dump() {
  Device<unsigned char> bytes(8, 0xab);
  dump<kFixed><<<1, 8>>>(bytes);
  finish();
}

// program place_of_the_largest: The place is a difference of pointers.
template <bool kFixed>
__global__ void print_largest(const int* values, int count) {
  const int* largest = values;
  for (int i = 1; i < count; ++i) {
    if (values[i] > *largest) largest = values + i;
  }
  if (kFixed) {
    printf("%d at %d\n", *largest, static_cast<int>(largest - values));
  } else {
    printf("%d at %td\n", *largest, largest - values);  // bug: printf-format
  }
}

template <bool kFixed>
void place_of_the_largest() {
  Device<int> values(std::vector<int>{3, 9, 4, 1});
  print_largest<kFixed><<<1, 1>>>(values, 4);
  finish();
}

// program chosen_digits: The number of digits is an argument.
template <bool kFixed>
__global__ void print_rounded(double value, int digits) {
  if (kFixed) {
    printf("%.2f\n", value);
  } else {
    printf("%.*f\n", digits, value);  // bug: printf-format %.*f
  }
}

template <bool kFixed>
void chosen_digits() {
  print_rounded<kFixed><<<1, 1>>>(3.14159, 2);
  finish();
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"tile_by_columns", tile_by_columns<false>, tile_by_columns<true>},
       {"strided_sum", strided_sum<false>, strided_sum<true>},
       {"records_in_shared", records_in_shared<false>, records_in_shared<true>},
       {"own_counters", own_counters<false>, own_counters<true>},
       {"stride_of_32", stride_of_32<false>, stride_of_32<true>},
       {"array_of_structures", array_of_structures<false>,
        array_of_structures<true>},
       {"down_the_columns", down_the_columns<false>, down_the_columns<true>},
       {"a_piece_each", a_piece_each<false>, a_piece_each<true>},
       {"size_of_a_queue", size_of_a_queue<false>, size_of_a_queue<true>},
       {"hexadecimal_dump", hexadecimal_dump<false>, hexadecimal_dump<true>},
       {"place_of_the_largest", place_of_the_largest<false>,
        place_of_the_largest<true>},
       {"chosen_digits", chosen_digits<false>, chosen_digits<true>}});
}
