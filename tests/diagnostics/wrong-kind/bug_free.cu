// SPDX-License-Identifier: MIT
// Memory given back by the wrong call, by an address inside it, or never taken.
#include <cstdlib>
#include <vector>

int main() {
  char *device, *pinned, *managed;
  cudaMalloc(&device, 64);
  cudaMallocHost(&pinned, 64);
  cudaMallocManaged(&managed, 64);
  cudaFree(pinned);
  cudaFreeHost(device);
  cudaFreeHost(managed);
  cudaFree(device + 4);
  std::vector<int> values(16);
  cudaFree(values.data());
  cudaFreeHost(values.data());
  cudaHostRegister(values.data(), 64, cudaHostRegisterDefault);
  cudaFreeHost(values.data());
  cudaHostUnregister(values.data());
  cudaHostUnregister(values.data());
  cudaHostUnregister(pinned);
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 16);
  cudaFree(array);
  cudaFreeArray(array);
  cudaFree(device);
  cudaFree(managed);
  cudaFreeHost(pinned);
}

/* report:
error[wrong-kind]: `cudaFree` is given `cudaHostAlloc #1`, page-locked memory of
  the host
  = host:  in main
  = type:  cudaFreeHost(pointer)
  = why:   each kind of memory has its own call that gives it back; this one
           takes only what cudaMalloc and its relatives returned
  = learn: docs/diagnostics/wrong-kind.md

error[wrong-kind]: `cudaFreeHost` is given `cudaMalloc #1`, memory of the device
  = host:  in main
  = type:  cudaFree(pointer)
  = why:   each kind of memory has its own call that gives it back; this one
           takes only what cudaMallocHost or cudaHostAlloc returned
  = learn: docs/diagnostics/wrong-kind.md

error[wrong-kind]: `cudaFreeHost` is given `cudaMallocManaged #1`, managed
  memory
  = host:  in main
  = type:  cudaFree(pointer)
  = why:   each kind of memory has its own call that gives it back; this one
           takes only what cudaMallocHost or cudaHostAlloc returned
  = learn: docs/diagnostics/wrong-kind.md

error[wrong-kind]: `cudaFree` is given `cudaMalloc #1+4`, memory of the device,
  which is not where that memory begins
  = host:  in main
  = why:   only the address that the allocation returned gives memory back
  = learn: docs/diagnostics/wrong-kind.md

error[wrong-kind]: `cudaFree` is given ordinary memory of the host
  = host:  in main
  = why:   each kind of memory has its own call that gives it back; this one
           takes only what cudaMalloc and its relatives returned
  = learn: docs/diagnostics/wrong-kind.md

error[wrong-kind]: `cudaFreeHost` is given ordinary memory of the host
  = host:  in main
  = why:   each kind of memory has its own call that gives it back; this one
           takes only what cudaMallocHost or cudaHostAlloc returned
  = learn: docs/diagnostics/wrong-kind.md

error[wrong-kind]: `cudaFreeHost` is given `cudaHostRegister #1`, registered
  memory of the host
  = host:  in main
  = type:  cudaHostUnregister(pointer)
  = why:   each kind of memory has its own call that gives it back; this one
           takes only what cudaMallocHost or cudaHostAlloc returned
  = learn: docs/diagnostics/wrong-kind.md

error[wrong-kind]: `cudaHostUnregister` is given ordinary memory of the host,
  which is not registered
  = host:  in main
  = first: cudaHostUnregister in main
  = why:   cudaHostUnregister takes the address that cudaHostRegister was given,
           and takes it once
  = learn: docs/diagnostics/wrong-kind.md

error[wrong-kind]: `cudaHostUnregister` is given `cudaHostAlloc #1`, page-locked
  memory of the host, which is not registered
  = host:  in main
  = why:   cudaHostUnregister takes the address that cudaHostRegister was given,
           and takes it once
  = learn: docs/diagnostics/wrong-kind.md

error[wrong-kind]: `cudaFree` is given a CUDA array
  = host:  in main
  = type:  cudaFreeArray(array)
  = why:   each kind of memory has its own call that gives it back; this one
           takes only what cudaMalloc and its relatives returned
  = learn: docs/diagnostics/wrong-kind.md
*/
