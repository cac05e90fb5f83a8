// SPDX-License-Identifier: MIT
// The errors after which the device is lost to the process. The program runs
// itself once for each of them, since no process sees two.
#include <cooperative_groups.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "common/cuda_check.h"

__global__ void store_far(int* data) { data[1 << 28] = 1; }
__global__ void store_null(int* data) { *data = 1; }
__global__ void load_misaligned(const char* data, int* out) {
  *out = *reinterpret_cast<const int*>(data + 1);
}
__global__ void trap() { __trap(); }
__global__ void wait_for_grid() { cooperative_groups::this_grid().sync(); }
__global__ void nothing() {}

void show(const char* what, cudaError_t error) {
  std::printf("  %s: %s\n", what, cudaGetErrorName(error));
}

void provoke(const std::string& name) {
  int* data;
  CUDA_CHECK(cudaMalloc(&data, 256));
  if (name == "store far away") store_far<<<1, 1>>>(data);
  if (name == "store to null") store_null<<<1, 1>>>(nullptr);
  if (name == "misaligned load") {
    load_misaligned<<<1, 1>>>(reinterpret_cast<char*>(data), data);
  }
  if (name == "trap") trap<<<1, 1>>>();
  if (name == "grid.sync() in a plain launch") wait_for_grid<<<2, 32>>>();
  std::printf("%s\n", name.c_str());
  show("wait", cudaDeviceSynchronize());
  show("last error", cudaGetLastError());
  show("last error again", cudaGetLastError());
  show("free", cudaFree(data));
  nothing<<<1, 1>>>();
  show("next launch", cudaGetLastError());
  show("copy", cudaMemcpy(&data, data, 4, cudaMemcpyDefault));
  int count = 0;
  show("device count", cudaGetDeviceCount(&count));
  // Nothing brings the device back.
  show("reset", cudaDeviceReset());
  show("set device", cudaSetDevice(0));
  show("malloc", cudaMalloc(&data, 256));
  show("reset again", cudaDeviceReset());
  show("wait after it", cudaDeviceSynchronize());
}

int main(int argc, char** argv) {
  if (argc > 1) {
    provoke(argv[1]);
    return 0;
  }
  for (const char* name : {"store far away", "store to null", "misaligned load",
                           "trap", "grid.sync() in a plain launch"}) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      execl("/proc/self/exe", argv[0], name, nullptr);
      std::exit(1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    std::printf("  ended with %d\n", status);
  }
}
