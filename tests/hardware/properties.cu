// SPDX-License-Identifier: MIT
// Prints what the device profiles must know of a GPU, one name and value a
// line; recorded in tests/recorded/.
#include <cstdio>

int main() {
  cudaDeviceProp p;
  if (cudaGetDeviceProperties(&p, 0) != cudaSuccess) return 1;
  auto show = [](const char* name, long long value) {
    std::printf("%s %lld\n", name, value);
  };
  auto attribute = [&](const char* name, cudaDeviceAttr which) {
    int value = 0;
    cudaDeviceGetAttribute(&value, which, 0);
    show(name, value);
  };
  std::printf("name %s\n", p.name);
  show("major", p.major);
  show("minor", p.minor);
  show("multiProcessorCount", p.multiProcessorCount);
  show("totalGlobalMem", static_cast<long long>(p.totalGlobalMem));
  show("totalConstMem", static_cast<long long>(p.totalConstMem));
  show("sharedMemPerBlock", static_cast<long long>(p.sharedMemPerBlock));
  show("sharedMemPerBlockOptin",
       static_cast<long long>(p.sharedMemPerBlockOptin));
  show("sharedMemPerMultiprocessor",
       static_cast<long long>(p.sharedMemPerMultiprocessor));
  show("reservedSharedMemPerBlock",
       static_cast<long long>(p.reservedSharedMemPerBlock));
  show("regsPerBlock", p.regsPerBlock);
  show("regsPerMultiprocessor", p.regsPerMultiprocessor);
  show("maxThreadsPerBlock", p.maxThreadsPerBlock);
  show("maxThreadsPerMultiProcessor", p.maxThreadsPerMultiProcessor);
  show("maxBlocksPerMultiProcessor", p.maxBlocksPerMultiProcessor);
  show("l2CacheSize", p.l2CacheSize);
  show("memoryBusWidth", p.memoryBusWidth);
  show("asyncEngineCount", p.asyncEngineCount);
  show("textureAlignment", static_cast<long long>(p.textureAlignment));
  show("memPitch", static_cast<long long>(p.memPitch));
  attribute("clockRate", cudaDevAttrClockRate);
  attribute("memoryClockRate", cudaDevAttrMemoryClockRate);
  for (int i = 1; i <= 130; ++i) {
    int value = 0;
    if (cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(i), 0) ==
        cudaSuccess)
      std::printf("attribute %d %d\n", i, value);
    cudaGetLastError();
  }
}
