// SPDX-License-Identifier: MIT
// Formats that the host's printf knows, in kernels.
#include <cstddef>
#include <cstdio>

#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

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
      {{"size_of_a_queue", size_of_a_queue<false>, size_of_a_queue<true>},
       {"hexadecimal_dump", hexadecimal_dump<false>, hexadecimal_dump<true>},
       {"place_of_the_largest", place_of_the_largest<false>,
        place_of_the_largest<true>},
       {"chosen_digits", chosen_digits<false>, chosen_digits<true>}});
}
