// SPDX-License-Identifier: MIT
// caught by: case "a warp moves only what it uses"
// A block copies its records to shared memory and back, by neighbouring lanes.
// The sectors are whole, but masses come along, and speeds go back.

__host__ __device__ int place(int i, Field field, int) {
  return i * kFields + field;
}
int floats_needed(int n) { return kFields * n; }

__global__ void move(float* data, int n) {
  __shared__ float own[kThreads * kFields];
  for (int k = 0; k < kPerThread; ++k) {
    const int first = (blockIdx.x * kPerThread + k) * kThreads;
    const int count = max(0, min(kThreads, n - first));
    float* const from = data + first * kFields;
    for (int j = threadIdx.x; j < count * kFields; j += kThreads) {
      own[j] = from[j];
    }
    __syncthreads();
    if (threadIdx.x < count) {
      float* const mine = own + threadIdx.x * kFields;
      mine[kX] += mine[kVx], mine[kY] += mine[kVy];
    }
    __syncthreads();
    for (int j = threadIdx.x; j < count * kFields; j += kThreads) {
      from[j] = own[j];
    }
    __syncthreads();
  }
}
