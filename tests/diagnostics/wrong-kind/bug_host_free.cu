// SPDX-License-Identifier: MIT
// Memory of the device goes to free() of the host.
#include <cstdlib>

int main() {
  void* data;
  cudaMalloc(&data, 64);
  std::free(data);
}
