// SPDX-License-Identifier: MIT
// The same values with lengths that a kernel's printf knows, percent signs in
// the text, a width as an argument, and 32 arguments.
#include <cstdio>

__global__ void report(size_t count, const int* begin, const int* end) {
  printf("%llu elements\n", static_cast<unsigned long long>(count));
  printf("%lu elements, %hd left\n", count, static_cast<short>(24));
  printf("%lld apart, 50%%, 50%\n", static_cast<long long>(end - begin));
  printf("%02x %*d %-6.2f|%+e %s %c %p %lf\n", 0xabu, 6, 7, 0.125, 1.5, "text",
         'x', static_cast<void*>(nullptr), 0.5);
}

__global__ void show(const int* v) {
  printf(
      "%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n"
      "%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d, all\n",
      v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11],
      v[12], v[13], v[14], v[15], v[16], v[17], v[18], v[19], v[20], v[21],
      v[22], v[23], v[24], v[25], v[26], v[27], v[28], v[29], v[30], v[31]);
}

int main() {
  int* values;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaMemset(values, 0, 32 * sizeof(int));
  report<<<1, 1>>>(1000, values, values + 6);
  show<<<1, 1>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
