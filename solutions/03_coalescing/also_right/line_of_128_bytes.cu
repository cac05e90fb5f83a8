// SPDX-License-Identifier: MIT
// Right as well: fields begin at multiples of 128 bytes, and a thread's four
// particles are one whole grid apart.
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

enum Field { kX, kY, kVx, kVy, kMass, kFields };
constexpr int kThreads = 128;  // a block
constexpr int kPerThread = 4;  // particles of a thread

// task-begin
__host__ __device__ int place(int i, Field field, int n) {
  return field * ((n + 31) & ~31) + i;
}
int floats_needed(int n) { return place(n, kMass, n); }

__global__ void move(float* data, int n) {
  float* const x = data + place(0, kX, n);
  float* const y = data + place(0, kY, n);
  const float* const vx = data + place(0, kVx, n);
  const float* const vy = data + place(0, kVy, n);
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    x[i] += vx[i];
    y[i] += vy[i];
  }
}
// task-end

void fly(Particle* particles, int n, int steps) {
  if (n == 0 || steps == 0) return;
  std::vector<float> host(floats_needed(n));
  for (int i = 0; i < n; ++i) {
    const Particle& p = particles[i];
    host[place(i, kX, n)] = p.x, host[place(i, kY, n)] = p.y;
    host[place(i, kVx, n)] = p.vx, host[place(i, kVy, n)] = p.vy;
    host[place(i, kMass, n)] = p.mass;
  }
  const lockstep::DeviceBuffer<float> data(host);
  constexpr int kOfBlock = kThreads * kPerThread;
  for (int step = 0; step < steps; ++step) {
    move<<<(n + kOfBlock - 1) / kOfBlock, kThreads>>>(data.data(), n);
    CUDA_CHECK(cudaGetLastError());
  }
  host = data.download();
  for (int i = 0; i < n; ++i) {
    particles[i].x = host[place(i, kX, n)];
    particles[i].y = host[place(i, kY, n)];
  }
}
