// SPDX-License-Identifier: MIT
// An all-reduce over a ring of devices: each adds a part that its neighbour
// sends, then passes the sums on. Ordered by streams and events alone.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"

constexpr int kPart = 256;  // elements of a part; a device has as many parts
                            // as there are devices

__global__ void fill(int* data, int n, int device) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = (device + 1) * (i % 97 + 1);
}

__global__ void add(int* sum, const int* more) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[i] += more[i];
}

struct Member {
  int* data = nullptr;
  int* inbox = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t sent = nullptr;  // this step's part has left
};

std::vector<Member> make_ring(int devices) {
  std::vector<Member> ring(devices);
  for (int d = 0; d < devices; ++d) {
    CUDA_CHECK(cudaSetDevice(d));
    const int n = devices * kPart;
    CUDA_CHECK(cudaMalloc(&ring[d].data, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&ring[d].inbox, kPart * sizeof(int)));
    CUDA_CHECK(cudaStreamCreate(&ring[d].stream));
    CUDA_CHECK(cudaEventCreateWithFlags(&ring[d].sent, cudaEventDisableTiming));
    fill<<<devices, kPart, 0, ring[d].stream>>>(ring[d].data, n, d);
    CUDA_CHECK(cudaGetLastError());
  }
  return ring;
}

/// Every device d sends its part(d) to its right neighbour, to
/// target(neighbour, part).
template <class Part, class Target>
void send_all(std::vector<Member>& ring, Part part, Target target) {
  const int devices = static_cast<int>(ring.size());
  for (int d = 0; d < devices; ++d) {
    const int right = (d + 1) % devices;
    CUDA_CHECK(cudaSetDevice(d));
    CUDA_CHECK(cudaMemcpyPeerAsync(target(right, part(d)), right,
                                   ring[d].data + part(d) * kPart, d,
                                   kPart * sizeof(int), ring[d].stream));
    CUDA_CHECK(cudaEventRecord(ring[d].sent, ring[d].stream));
  }
  // Nobody goes on before its left neighbour's part has come.
  for (int d = 0; d < devices; ++d) {
    const int left = (d + devices - 1) % devices;
    CUDA_CHECK(cudaSetDevice(d));
    CUDA_CHECK(cudaStreamWaitEvent(ring[d].stream, ring[left].sent, 0));
  }
}

/// What comes next in any stream waits for all that was given to all.
void meet(std::vector<Member>& ring) {
  for (size_t d = 0; d < ring.size(); ++d) {
    CUDA_CHECK(cudaSetDevice(static_cast<int>(d)));
    CUDA_CHECK(cudaEventRecord(ring[d].sent, ring[d].stream));
  }
  for (size_t d = 0; d < ring.size(); ++d) {
    CUDA_CHECK(cudaSetDevice(static_cast<int>(d)));
    for (const Member& other : ring) {
      CUDA_CHECK(cudaStreamWaitEvent(ring[d].stream, other.sent, 0));
    }
  }
}

void reduce(std::vector<Member>& ring) {
  const int devices = static_cast<int>(ring.size());
  const auto wrap = [&](int part) { return (part + 2 * devices) % devices; };
  meet(ring);
  for (int step = 0; step + 1 < devices; ++step) {
    send_all(
        ring, [&](int d) { return wrap(d - step); },
        [&](int d, int) { return ring[d].inbox; });
    for (int d = 0; d < devices; ++d) {
      CUDA_CHECK(cudaSetDevice(d));
      add<<<1, kPart, 0, ring[d].stream>>>(
          ring[d].data + wrap(d - 1 - step) * kPart, ring[d].inbox);
      CUDA_CHECK(cudaGetLastError());
    }
    meet(ring);
  }
  for (int step = 0; step + 1 < devices; ++step) {
    send_all(
        ring, [&](int d) { return wrap(d + 1 - step); },
        [&](int d, int part) { return ring[d].data + part * kPart; });
    meet(ring);
  }
}

int main() {
  int devices = 0;
  CUDA_CHECK(cudaGetDeviceCount(&devices));
  std::vector<Member> ring = make_ring(devices);
  reduce(ring);
  const int n = devices * kPart;
  int wrong = 0;
  for (int d = 0; d < devices; ++d) {
    CUDA_CHECK(cudaSetDevice(d));
    std::vector<int> got(n);
    CUDA_CHECK(cudaStreamSynchronize(ring[d].stream));
    CUDA_CHECK(cudaMemcpy(got.data(), ring[d].data, n * sizeof(int),
                          cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i) {
      wrong += got[i] != devices * (devices + 1) / 2 * (i % 97 + 1);
    }
    CUDA_CHECK(cudaFree(ring[d].data));
    CUDA_CHECK(cudaFree(ring[d].inbox));
    CUDA_CHECK(cudaStreamDestroy(ring[d].stream));
    CUDA_CHECK(cudaEventDestroy(ring[d].sent));
  }
  printf("%d wrong sums\n", wrong);
  return wrong != 0;
}
