// SPDX-License-Identifier: MIT
// caught by: case "a warp moves only what it uses"
// The records are as they were, and atomics read and change them. The plain
// loads, of neighbours, are there for the check alone.


__host__ __device__ int place(int i, Field field, int) {
  return i * kFields + field;
}
int floats_needed(int n) { return kFields * n; }

__global__ void move(float* data, int n) {
  const int first = blockIdx.x * kThreads * kPerThread + threadIdx.x;
  for (int k = 0; k < kPerThread; ++k) {
    const int i = first + k * kThreads;
    if (i < n) {
      for (int field = 0; field < 4; ++field) {
        static_cast<void>(*static_cast<volatile float*>(data + field * n + i));
      }
      atomicAdd(&data[place(i, kX, n)], atomicAdd(&data[place(i, kVx, n)], 0));
      atomicAdd(&data[place(i, kY, n)], atomicAdd(&data[place(i, kVy, n)], 0));
    }
  }
}
