// SPDX-License-Identifier: MIT
// Copies whose kind contradicts one pointer: of rows, in a stream, of a
// variable, of managed memory, between two pointers of the device or the host;
// and a fill of the host's memory.
#include <vector>

__device__ int variable[4];

int main() {
  int host[8] = {}, other[8], *data, *managed;
  std::vector<int> values(8);
  cudaMalloc(&data, sizeof host);
  cudaMallocManaged(&managed, sizeof host);
  cudaMemcpy2D(data, 16, host, 16, 16, 2, cudaMemcpyDeviceToHost);
  cudaMemcpyAsync(data, values.data(), 32, cudaMemcpyDeviceToDevice);
  cudaMemcpyToSymbol(variable, host, 16, 0, cudaMemcpyDeviceToHost);
  cudaMemcpy(managed, host, 32, cudaMemcpyDeviceToDevice);
  cudaMemcpy(data, data + 4, 16, cudaMemcpyHostToHost);
  cudaMemcpy(other, host, 32, cudaMemcpyHostToDevice);
  cudaMemset(host, 0, sizeof host);
  cudaFree(data);
  cudaFree(managed);
}

/* report:
error[wrong-kind]: `cudaMemcpy2D` is told to copy from the device to the host,
  but its pointers lead from the host to the device
  = host:  in main
  = to:    `cudaMalloc #1`, memory of the device
  = from:  ordinary memory of the host
  = kind:  cudaMemcpyDeviceToHost; these pointers need cudaMemcpyHostToDevice or
           cudaMemcpyDefault
  = order: the target is the first argument, the source comes second
  = why:   the kind must say where each pointer lies; with another kind the
           behaviour is undefined
  = learn: docs/diagnostics/wrong-kind.md

error[wrong-kind]: `cudaMemcpy` is told to copy from the device to the device,
  but its pointers lead from the host to the device
  = host:  in main
  = to:    `cudaMalloc #1`, memory of the device
  = from:  ordinary memory of the host
  = kind:  cudaMemcpyDeviceToDevice; these pointers need cudaMemcpyHostToDevice
           or cudaMemcpyDefault
  = why:   the kind must say where each pointer lies; with another kind the
           behaviour is undefined
  = learn: docs/diagnostics/wrong-kind.md

error[wrong-kind]: `cudaMemcpyToSymbol` is told to copy from the device to the
  host, but its pointers lead from the host to the device
  = host:  in main
  = to:    `variable variable`, a variable of the device
  = from:  ordinary memory of the host
  = kind:  cudaMemcpyDeviceToHost; these pointers need cudaMemcpyHostToDevice or
           cudaMemcpyDefault
  = order: the target is the first argument, the source comes second
  = why:   the kind must say where each pointer lies; with another kind the
           behaviour is undefined
  = learn: docs/diagnostics/wrong-kind.md

error[wrong-kind]: `cudaMemcpy` is told to copy from the host to the host, but
  its pointers lead from the device to the device
  = host:  in main
  = to:    `cudaMalloc #1`, memory of the device
  = from:  `cudaMalloc #1+16`, memory of the device
  = kind:  cudaMemcpyHostToHost; these pointers need cudaMemcpyDeviceToDevice or
           cudaMemcpyDefault
  = why:   the kind must say where each pointer lies; with another kind the
           behaviour is undefined
  = learn: docs/diagnostics/wrong-kind.md

error[wrong-kind]: `cudaMemcpy` is told to copy from the host to the device, but
  its pointers lead from the host to the host
  = host:  in main
  = to:    ordinary memory of the host
  = from:  ordinary memory of the host
  = kind:  cudaMemcpyHostToDevice; these pointers need cudaMemcpyHostToHost or
           cudaMemcpyDefault
  = why:   the kind must say where each pointer lies; with another kind the
           behaviour is undefined
  = learn: docs/diagnostics/wrong-kind.md

error[wrong-kind]: `cudaMemset` is given ordinary memory of the host
  = host:  in main
  = why:   the device writes the bytes, and it cannot reach memory that only the
           host has
  = learn: docs/diagnostics/wrong-kind.md
*/
