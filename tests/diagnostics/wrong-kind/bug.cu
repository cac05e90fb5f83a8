// SPDX-License-Identifier: MIT
// The result comes back with the kind that took the input there.
#include <cstdio>

__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int main() {
  int host[32] = {1, 2, 3}, *data;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyHostToDevice);
  std::printf("%d\n", host[2]);
  cudaFree(data);
}

/* report:
error[wrong-kind]: `cudaMemcpy` is told to copy from the host to the device, but
  its pointers lead from the device to the host
  = host:  in main
  = to:    ordinary memory of the host
  = from:  `cudaMalloc #1`, memory of the device
  = kind:  cudaMemcpyHostToDevice; these pointers need cudaMemcpyDeviceToHost or
           cudaMemcpyDefault
  = order: the target is the first argument, the source comes second
  = why:   the kind must say where each pointer lies; with another kind the
           behaviour is undefined
  = learn: docs/diagnostics/wrong-kind.md
*/
