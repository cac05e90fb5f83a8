// SPDX-License-Identifier: MIT
// Right as well: asks for the three numbers alone, and opts in for the most.

  int device = 0, all = 0, reserved = 0, most = 0;
  cudaError_t error = cudaGetDevice(&device);
  const auto ask = [&](int& value, cudaDeviceAttr what) {
    if (error == cudaSuccess) {
      error = cudaDeviceGetAttribute(&value, what, device);
    }
  };
  ask(all, cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  ask(reserved, cudaDevAttrReservedSharedMemoryPerBlock);
  ask(most, cudaDevAttrMaxSharedMemoryPerBlockOptin);
  if (error != cudaSuccess) return error;
  bytes = all / 2 - reserved < most ? all / 2 - reserved : most;
  return cudaFuncSetAttribute(
      add_apart_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
