// SPDX-License-Identifier: MIT
// Built with -G: nothing is inlined, so what races stands in two functions of
// their own. No barrier lies between them.
__device__ void put(int* place, int value) {
  const int doubled = 2 * value;
  *place = doubled;
}

__device__ int sum_of(const int* values, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += values[i];
  }
  return sum;
}

__global__ void add(int* out) {
  __shared__ int values[64];
  const int t = static_cast<int>(threadIdx.x);
  put(&values[t], t);
  out[t] = sum_of(values, 64);
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  add<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
