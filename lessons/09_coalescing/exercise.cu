// SPDX-License-Identifier: MIT
// Lets n particles fly: x += vx, y += vy. The host copies all fields into one
// array of floats on the device; place() says where a field of a particle lies
// in it. Each thread moves kPerThread particles. The mass is not used.
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

enum Field { kX, kY, kVx, kVy, kMass, kFields };
constexpr int kThreads = 128;  // per block
constexpr int kPerThread = 4;  // particles per thread

// task-begin
// TODO: the result is right, but a warp moves many bytes that it does not use.
// Change the layout (place, floats_needed) and who takes which particle (move).
__host__ __device__ int place(int i, Field field, int) {
  return i * kFields + field;
}
int floats_needed(int n) { return kFields * n; }

__global__ void move(float* data, int n) {
  const int first = (blockIdx.x * kThreads + threadIdx.x) * kPerThread;
  for (int k = 0; k < kPerThread; ++k) {
    const int i = first + k;
    if (i < n) {
      data[place(i, kX, n)] += data[place(i, kVx, n)];
      data[place(i, kY, n)] += data[place(i, kVy, n)];
    }
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
